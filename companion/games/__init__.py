"""The games that the companion knows."""

from collections.abc import Mapping
from importlib import import_module

from companion.common.errors import InputError
from companion.games.protocol import Game

#: Game id -> package; each package offers its `GAME`.
_PACKAGES: Mapping[str, str] = {"propeller-islands": "companion.games.propeller_islands"}


def names() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(_PACKAGES)


def find(name: str) -> Game:
    """The game with this id."""
    if name not in _PACKAGES:
        raise InputError(f"no game '{name}'; there is {', '.join(_PACKAGES)}")
    game: Game = import_module(_PACKAGES[name]).GAME
    return game
