"""Propeller Islands (2-4 players): dice drafting at a Forge, islands of hexagonal tiles."""

from companion.games.propeller_islands.components.edition import SHIPPED, shipped
from companion.games.propeller_islands.game import PropellerIslands

GAME = PropellerIslands({name: shipped(name) for name in SHIPPED})
