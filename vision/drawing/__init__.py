"""Drawing what was read into the picture, for people."""
