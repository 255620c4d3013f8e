"""What the referee finds out about a table by the kit alone.

- `explaining`: which legal moves may be behind what is seen.
- `traces`: what is known about the places around one state.
- `accusing`: which forbidden ones.
- `conserving`: what can't be, whatever was played.
"""
