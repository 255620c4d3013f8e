"""What the referee asks of the game: what should be seen, and what explains a difference."""
