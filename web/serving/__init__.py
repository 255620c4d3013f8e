"""How requests come in: who is let in first, what is refused unread, and when patience ends."""
