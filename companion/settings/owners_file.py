"""The owner's data file: what people have corrected about their copy of a game.

It has the form of every data file (`docs/formats.md`) and lies in the data folder. A correction is
tried out before it is written: what the game can't be played with is refused.
"""

import json
import re
from pathlib import Path
from typing import Any, TypeVar

from companion.common import json_reading
from companion.common.errors import InputError
from companion.common.files import write_whole
from companion.common.json_reading import Json
from companion.games.facts import FORMAT, SOURCES
from companion.games.kit import defaults
from companion.games.protocol import Game

G = TypeVar("G", bound=Game)

#: What somebody typed in, at most.
LONGEST_VALUE = 20_000
#: Where a corrected value comes from: its owner has looked at the copy.
SOURCE = "stated"
assert SOURCE in SOURCES
_NUMBERS = re.compile(r"\s*\d+(\s*,\s*\d+)+\s*")


def file_of(game: Game, folder: Path) -> Path:
    """Where the owner's facts about a game are."""
    return folder / f"{game.id}.owner.json"


def with_owners_facts(game: G, folder: Path) -> G:
    """The game with the facts of the owner's file, if there is one."""
    path = file_of(game, folder)
    return defaults.for_copy(game, json_reading.read(path)) if path.exists() else game


def correct(game: Game, folder: Path, place: str, text: str, note: str = "") -> None:
    """Write down that the value at `place` is really this; an empty text takes that back.

    Raises:
        InputError: It is no value, or the game can't be played with it.
    """
    known = {fact.place for edition in game.editions.values() for fact in edition.facts()}
    if place not in known:
        raise InputError(f"the game has no value '{place[:60]}'")
    if len(text) > LONGEST_VALUE:
        raise InputError(f"a value has at most {LONGEST_VALUE:,} characters")
    path = file_of(game, folder)
    data: dict[str, Any] = {"format": FORMAT, "game": game.id}
    if path.exists():
        data = json.loads(json.dumps(json_reading.read(path).value))
    _put(data, place.split("."), _fact(text, note))
    defaults.for_copy(game, json_reading.parse(json.dumps(data), path.name))
    write_whole(path, json.dumps(data, ensure_ascii=False, indent=2).encode())


def _fact(text: str, note: str) -> dict[str, Json] | None:
    if not text.strip():
        return None
    # Numbers in a row are typed as people write them.
    text = f"[{text}]" if _NUMBERS.fullmatch(text) else text
    fact: dict[str, Json] = {"value": json_reading.parse(text, "the value").value, "source": SOURCE}
    if note:
        fact["note"] = note[:200]
    return fact


def _put(data: dict[str, Any], keys: list[str], fact: dict[str, Json] | None) -> None:
    """Put a fact into its groups, or take it out with the groups that are empty then."""
    *groups, last = keys
    path = [data]
    for key in groups:
        path.append(path[-1].setdefault(key, {}))
    if fact is not None:
        path[-1][last] = fact
        return
    path[-1].pop(last, None)
    for outer, key in zip(path[-2::-1], reversed(groups), strict=True):
        if not outer[key]:
            del outer[key]
