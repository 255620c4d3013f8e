"""A camera above a table that does not exist: it shows what a real one would see."""
