"""Pictures of single dice, rendered once with Cycles and used by every synthetic table."""
