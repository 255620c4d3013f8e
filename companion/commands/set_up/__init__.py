"""set_up."""
