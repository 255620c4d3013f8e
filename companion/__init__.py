"""Table Companion: it sees the table, knows the rules, and keeps the score."""

__version__ = "0.1.0"
