"""told."""
