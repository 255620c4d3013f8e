"""Random tiles, boards and photos of them, drawn here so that no test needs anybody's art."""
