"""The games that the companion knows: the packages of this room, and those that others install.

A package of its own names its game in its `pyproject.toml`, in the group `GROUP`
(docs/new-game.md). One that can't be used is left out, and `refused` says why.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import NamedTuple

from companion.common.errors import InputError
from companion.games.protocol import Game

#: The group of entry points by which other packages are found.
GROUP = "table_companion.games"
#: Rooms that are no games.
_TOOLS = frozenset({"kit"})
_ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*")


class _Installed(NamedTuple):
    """What is there: the games of others by their ids, and why some are left out."""

    games: Mapping[str, Game]
    refused: Mapping[str, str]


def names() -> tuple[str, ...]:
    """The ids of all games that can be used, ours first."""
    return (*_ours(), *_others().games)


def refused() -> tuple[str, ...]:
    """Why games of other packages can't be used, a line for each."""
    return tuple(_others().refused.values())


def find(name: str) -> Game:
    """The game with this id."""
    if name in _ours():
        return offered_by(f"{__name__}.{_ours()[name]}")
    if name in _others().games:
        return _others().games[name]
    if name in _others().refused:
        raise InputError(_others().refused[name])
    raise InputError(f"no game '{name}'; there is {', '.join(names())}")


def offered_by(package: str) -> Game:
    """The game that a package offers as its `GAME`."""
    return _checked(lambda: import_module(package).GAME, f"the package {package}")


def forget_installed() -> None:
    """Look again for the games of other packages."""
    _others.cache_clear()


@cache
def _ours() -> Mapping[str, str]:
    """The packages of this room by the ids of their games."""
    found = (each.name for each in iter_modules(__path__) if each.ispkg and each.name not in _TOOLS)
    return {name.replace("_", "-"): name for name in found}


@cache
def _others() -> _Installed:
    games: dict[str, Game] = {}
    refused: dict[str, str] = {}
    for name, offers in _offers():
        if name in _ours():
            refused[f"{name} of others"] = f"{_listed(offers)}: there is a game '{name}' already"
        elif len(offers) > 1:
            refused[name] = f"{_listed(offers)} both bring a game '{name}': remove one of them"
        else:
            ((who, load),) = offers.items()
            try:
                game = _checked(load, who)
                if game.id != name:
                    raise InputError(f"{who}: its game is called '{game.id}', not '{name}'")
                games[name] = game
            except InputError as error:
                refused[name] = str(error)
    return _Installed(games, refused)


def _offers() -> Iterator[tuple[str, dict[str, Callable[[], object]]]]:
    """Each name with who brings a game of it, and how that is loaded."""
    found: dict[str, dict[str, Callable[[], object]]] = {}
    for point in sorted(entry_points(group=GROUP)):
        package = point.dist.name if point.dist else point.module
        found.setdefault(point.name, {})[f"the package {package}"] = point.load
    yield from found.items()


def _listed(offers: Mapping[str, object]) -> str:
    return " and ".join(sorted(offers))


def _checked(load: Callable[[], object], who: str) -> Game:
    """What is loaded, if it is a game."""
    try:
        game = load()
    except Exception as error:
        # Another package's mistake is told, and does not break the other games.
        raise InputError(f"{who}: {type(error).__name__}: {error}") from error
    missing = [name for name in ("id", "title", "players", "editions") if not hasattr(game, name)]
    if missing:
        raise InputError(f"{who}: its game has no {', no '.join(missing)}")
    assert isinstance(game, Game)
    if not _ID.fullmatch(str(game.id)):
        raise InputError(f"{who}: a game's id is small letters, digits and -, not '{game.id}'")
    return game
