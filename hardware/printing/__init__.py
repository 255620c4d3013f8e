"""Sheets to print: the pieces of a game to cut out, and markers that help a camera."""
