"""Single photos of a table, from a phone or `companion look`: read, answered and drawn on."""
