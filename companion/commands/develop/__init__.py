"""develop."""
