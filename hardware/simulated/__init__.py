"""A camera above a table that does not exist: it renders what a real one would see, with the truth."""
