"""photos."""
