"""Which face a tile shows: a gallery of faces, and how like two pictures of a tile are."""
