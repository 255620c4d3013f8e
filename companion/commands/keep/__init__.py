"""Commands that keep, move and report games."""
