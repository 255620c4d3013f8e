"""The host's pages: games, data, the camera set-up, teaching."""
