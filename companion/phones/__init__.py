"""What phones ask of the companion, without pages and without pixels.

`evening` runs one game after the other, `desk` takes what people hand in, `live` tells the news,
`passes` and `attempts` say who may; the `..._view` modules are what a page may ask of a camera, a
photo or the camera set-up.
"""
