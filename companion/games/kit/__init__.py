"""What every game needs: small parts that a game picks, and goes round where they don't fit.

Plain functions over frozen values. No part knows a game, or the referee.

- `agenda`: what is still to be done, with interruptions and tasks without order.
- `bases`: what a game is given when it names one as its base: a table, a score sheet, words.
- `boards`: boards and fields of tiles on phones, drawn from places, chart and faces.
- `carriers`: pieces with several faces, that are turned, put on each other and taken away.
- `defaults`: what holds for a game with rules that says nothing about a thing.
- `fields`: kinds of values as people type them, each read, bounded and told.
- `hands`: cards, piles and bags of which not everything is known.
- `laying`: a table in millimetres: how everything lies that the places name.
- `pictures`: what phones show of a table and of each seat.
- `places`: what lies where, declared once; what a camera should see follows from it.
- `plain`: a game out of its state, its moves and its places; everything else follows from them.
- `resources`: so many of each, to be added, typed and told; what may be handed over for a price.
- `rulings`: why something is not allowed, by the code of the rule.
- `seen`: what the referee finds out about a table by the kit alone.
- `texts`: moves as lines of text, and back; the places that they touch.
- `values`: how moves and tasks are declared and changed.
"""
