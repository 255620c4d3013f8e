"""Reading a board: dice and tiles on its places, markers on its tracks."""
