"""Taking a seat, choosing a character and a language."""
