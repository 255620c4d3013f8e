"""Pictures of single dice, drawn once and used by every synthetic table."""
