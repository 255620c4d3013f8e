"""The log of a game: what happened, on disk, never changed.

`events` are the values, `lines` their moves, `reasons` why they were entered, `store` the file.
`history` and `fold` make the state from them, `journal` keeps file and memory in step,
`second_copy` stands beside the file, `rescue` reads damaged ones.
"""
