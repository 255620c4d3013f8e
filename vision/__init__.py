"""Pixels in, readings out: how a photo of a table becomes dice with values."""
