"""A table that nobody sits at: simulated people play, a simulated camera films them."""
