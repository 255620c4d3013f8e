"""How fast and how right cameras and eyes are."""
