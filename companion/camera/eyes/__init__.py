"""Which eye looks at a table: weights, our own drawings, taught faces, printed markers."""
