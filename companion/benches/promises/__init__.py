"""What every game must keep, whatever its rules: `companion games check`, and our own tests.

- `promise`: what a promise is, and which a game must keep.
- `playing`: random games, move by move: legal moves, texts, scores, replay.
- `seeing`: what a camera sees, and what the referee makes of it.
- `hands`: what one seat alone knows.
- `laying`: the table in millimetres, and what is printed.
"""
