"""Counting what is right on photos that nobody trained on; thresholds and the model card."""
