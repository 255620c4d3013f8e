"""Reading fields of tiles, and what stands or lies on them."""
