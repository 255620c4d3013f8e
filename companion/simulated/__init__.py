"""simulated."""
