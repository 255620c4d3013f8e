"""Commands that set up a computer, a camera, or the own copy of a game."""
