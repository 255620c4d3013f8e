"""Who somebody is, and what is refused whoever asks."""
