"""The pages of a table: what players see and tap."""
