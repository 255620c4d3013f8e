"""Teaching a copy of a game: the faces that were shown, and their names."""
