"""The commands of `companion`, one module each."""
