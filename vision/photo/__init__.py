"""Opening a photo, and how sharp and well lit it is."""
