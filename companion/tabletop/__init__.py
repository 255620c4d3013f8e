"""What lies on a table, as plain values in millimetres and names, without pixels or rules.

`observation` is what was seen of a zone, `sight` puts looks together and compares them, `scenery`
is all that can be drawn, and `chart` tells an eye where things can be. Cameras and eyes import this
room and no other one of the companion.
"""
