"""What lies on a table, as plain values in millimetres and names, without pixels or rules.

`observation` is what was seen of a zone, `sight` puts looks together and compares them, `scenery`
is all that can be drawn, `chart` tells an eye where things can be, and `problems` says what is
wrong with photos, boards and cameras. Cameras and eyes import this room and no other one of the
companion.
"""
