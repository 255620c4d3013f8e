"""What a game of the kit is given when it names one of these as its base, and says a little more.

- `guarded`: moves that are clear may be entered by themselves.
- `holding`: players tell which cards they hold; nobody else sees it.
- `laid`: a table in millimetres out of areas and pieces: simulated, printed, drawn.
- `sheet`: points of positions that somebody wrote down; points as trees.
- `spoken`: words for places and things, and a file of sentences in other languages.
"""
