"""Commands about games and photos: serve, look, score, check, replay, simulate."""
