"""What runs while `companion serve` does: the kinds of tables, and the services beside them."""
