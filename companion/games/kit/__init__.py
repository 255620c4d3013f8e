"""What every game needs: small parts that a game picks, and goes round where they don't fit.

Plain functions over frozen values. No part knows a game, or the referee.

- `carriers`: pieces with several faces, that are turned, put on each other and taken away.
- `payments`: what may be handed over for a price.
- `resources`: so many of each resource, to be added, paid, typed and told.
"""
