"""The real photos and what the networks are shown of them."""
