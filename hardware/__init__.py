"""Cameras and their frames; drawings of pieces, prints of them, and a simulated camera."""
