"""The table's eyes: frames, and the cameras they come from."""
