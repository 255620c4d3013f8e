"""viewpoint."""
