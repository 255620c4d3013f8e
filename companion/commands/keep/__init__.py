"""keep."""
