"""What moves: whether the camera was bumped, and whether a zone has come to rest."""
