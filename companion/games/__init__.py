"""The games that the companion knows, and the protocol that makes it one of them."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from companion.common.errors import InputError
from companion.games.protocol import Game, Laid

#: Game id -> package; each package offers its `GAME`.
_PACKAGES: Mapping[str, str] = {"propeller-islands": "companion.games.propeller_islands"}


def names() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(_PACKAGES)


def find(name: str) -> Game[Any, Any]:
    """The game with this id."""
    if name not in _PACKAGES:
        raise InputError(f"no game '{name}'; there is {', '.join(_PACKAGES)}")
    game: Game[Any, Any] = import_module(_PACKAGES[name]).GAME
    return game


def laid(game: Game[Any, Any]) -> Laid[Any]:
    """The game as one that says where and how large its pieces are."""
    if not isinstance(game, Laid):
        raise InputError(f"{game.title}: nobody has said what its pieces look like")
    return game
