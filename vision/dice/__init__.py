"""Finding dice and reading their top faces, with two small networks."""
