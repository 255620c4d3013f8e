"""A table of Propeller Islands in the middle of a game; what hands did besides the moves."""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.pieces import UPGRADE_KINDS, Tile
from companion.games.propeller_islands.rules.state import State
from companion.tabletop.observation import Die, Observation, Piece
from tests.worked_examples.propeller_islands.table import (
    GAME,
    Table,
    a_player,
    a_turn,
    the_shared_die,
)

MARKET = {
    "C1": "05/1/banner:culture", "E1": "06/2/hub:science",
    "C2": "07/3/banner:culture", "E2": "08/4/hub:science",
    "C3": "09/2/hub:science", "E3": "10/6/hub:science",
    "C4": "02/hub:industry", "E4": "13/5/banner:culture",
    "C5": "21/banner:industry", "E5": "05/6/hub:culture",
    "C6": "06/1/banner:industry", "E6": "03/hub:culture",
}  # fmt: skip
ISLAND = {
    (1, 0): "06/3/banner:science standing",
    (0, 1): "10/1/banner:culture standing",
    (-1, 1): "02/hub:industry",
    (-1, 0): "07/4/hub:industry lying",
    (0, -1): "05/4/hub:science",
    (1, -1): "14/banner:culture",
    (2, -1): "08/5/banner:science standing",
}
DOCK = "b1 c1 d1 a2 b2 c2 a3 b3"
NEIGHBOURS = {
    (1, 0): "07/6/hub:science standing",
    (0, 1): "03/hub:culture",
    (1, -1): "08/3/banner:industry standing",
}
NEIGHBOURS_DOCK = "c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"
BACKS = ("I", "I", "II")


def a_neighbour(**rest: Any) -> Any:
    """The one at the other side of the table."""
    settings = {"stock": "e1s1g1", "dock": NEIGHBOURS_DOCK, "hidden": BACKS, **rest}
    return a_player(NEIGHBOURS, **settings)


def a_table(shared: int | None = None, more: dict[Any, str] | None = None, **rest: Any) -> Table:
    """My turn in the middle of a game: five dice lie on the Forge, 1 3 4 4 6."""
    settings: dict[str, Any] = {
        "island": {**ISLAND, **(more or {})}, "stock": "e2s1g1", "dock": DOCK, "hidden": BACKS,
        "market": MARKET, "others": [a_neighbour()], "hands": "hidden", **rest,
    }  # fmt: skip
    if any("standing" in tile for tile in (more or {}).values()):
        settings["dock"] = settings["dock"].removesuffix(" b3")
    if shared is None:
        table = a_turn(**{"dice": "13446", **settings})
    else:
        table = the_shared_die(shared, **settings)
    table.state = evolve(table.state, unseen=_tiles_left(table.state))
    return table


def _tiles_left(state: State) -> tuple[Tile, ...]:
    """What nobody has seen yet: the tiles of the box less those on the table."""
    left = Counter(state.unseen)
    left -= Counter(tile for tile in state.market.values() if tile)
    for player in state.players:
        left -= Counter(placed.tile for placed in player.island.tiles.values())
    return tuple(left.elements())


@dataclass(frozen=True)
class Mistake:
    """One thing that somebody did wrong."""

    what: str
    line: str
    hands: str
    rules: str
    start: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """Where the game stood before."""
        return a_table(**self.start)

    @property
    def looks(self) -> list[Observation]:
        """What lies there afterwards, seen well."""
        state = self.table.play(self.line).state
        looks = [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]
        changes = dict(_change(text) for text in self.hands.split(";") if text.strip())
        return [_laid(look, changes) for look in looks]


def _change(text: str) -> tuple[str, list[str]]:
    place, _, things = text.partition("=")
    return place.strip(), things.split()


def _laid(look: Observation, changes: dict[str, list[str]]) -> Observation:
    mine = {place: words for place, words in changes.items() if _zone(place) == look.zone}
    dice = [die for die in look.dice if die.place not in mine]
    pieces = [piece for piece in look.pieces if piece.place not in mine]
    for place, words in mine.items():
        for thing in _things(place, words):
            (dice if isinstance(thing, Die) else pieces).append(thing)  # type: ignore[arg-type]
    places = look.looked_at | mine.keys()
    return replace(look, dice=tuple(dice), pieces=tuple(pieces), looked_at=places)


def _zone(place: str) -> str:
    name, seat, *_ = place.split("/")
    if name in ("forge", "market"):
        return "forge"
    return f"{name}:{seat}" if name in ("island", "dock", "goods") else "plans"


def _things(place: str, words: list[str]) -> list[Die | Piece]:
    name, seat, *rest = place.split("/")
    if name == "forge" or rest == ["dice"]:
        return [Die(int(word), place) for word in words]
    if name == "goods":
        return [Piece("pile", place, word) for word in words]
    if name == "dock":
        return [Piece("worker", place, f"seat-{seat}", word) for word in words]
    if name in ("completed", "plans", "hand"):
        return [Piece("back" if name == "hand" else "plan", place, word) for word in words]
    return list(chain.from_iterable(_on_tile(place, seat, word) for word in words))


def _on_tile(place: str, seat: str, word: str) -> list[Piece]:
    """`standing`, `lying`, `1:standing` for seat 1's worker, an upgrade, or the tile itself."""
    owner, _, pose = word.rpartition(":")
    if pose in ("standing", "lying"):
        return [Piece("worker", place, f"seat-{owner or seat}", pose)]
    kind = "upgrade" if word.partition(":")[0] in UPGRADE_KINDS else "tile"
    return [Piece(kind, place, word)]
