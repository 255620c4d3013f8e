"""Hexagonal tiles as a lattice: where they lie, before anybody knows which they are."""
