"""Synthetic tables: a scene is described first, then drawn. Same seed, same pixels.

`scene.py` says what lies where, `tables.py` draws table tops, `prints.py` flat things that are no
dice, `lens.py` what a camera does to the picture, and `compose.py` puts it together.
"""
