"""What is in the box: pieces, the data of each edition, sizes, and where things lie."""
