"""Where the camera is: the view of a board, the lens, heights above the table."""
