"""How fast, how durable and how small the table and its server are."""
