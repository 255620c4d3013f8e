"""Table Companion: it sees the table, knows the rules, and keeps the score."""
