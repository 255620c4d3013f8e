"""seen."""
