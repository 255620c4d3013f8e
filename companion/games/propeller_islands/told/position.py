"""A position: what lies on the table at one moment, as people type it and as a score needs it.

`docs/formats.md` describes the JSON form. Everything that is left out is zero, empty or unknown.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.common.json_reading import Node
from companion.common.remembering import remembering
from companion.common.words import player_name
from companion.games.kit.fields import (
    Kind,
    Kinds,
    given,
    kinds,
    known,
    many,
    none_or,
    numbered,
    parsed,
    table,
    text,
    whole,
    word,
)
from companion.games.propeller_islands.components.board import FACES, SLOTS
from companion.games.propeller_islands.components.edition import (
    PRINTED,
    Edition,
    possible,
    read_slots,
)
from companion.games.propeller_islands.components.pieces import (
    BUILDINGS,
    CHARACTERS,
    TILE_IDS,
    Tile,
    Upgrade,
)
from companion.games.propeller_islands.rules.setup import PLAYERS
from companion.games.propeller_islands.rules.state import LYING, STANDING, Placed, Player, State
from companion.tabletop.hexes import Cell

FARTHEST = 60


def _read_dock(node: Node, edition: Edition) -> int:
    if not isinstance(node.value, list):
        return node.integer(0, edition.dock_cells)
    row = many(whole(0, 1), edition.columns, edition.columns)
    return sum(map(sum, many(row, edition.rows, edition.rows)(node)))


def _read_set_aside(node: Node) -> tuple[Upgrade | None, ...]:
    if isinstance(node.value, list):
        return many(_UPGRADE, 0, 38)(node)
    return (None,) * node.integer(0, 38)


def _read_tile(node: Node) -> tuple[Cell, Placed]:
    fields = node.object(("at", "tile"), (*_TILE, *_PLACED))
    q, r = many(whole(-FARTHEST, FARTHEST), 2, 2)(fields["at"])
    name = fields["tile"].string()
    if name not in TILE_IDS:
        fields["tile"].wrong(f"no tile {name}")
    tile = possible(node, Tile(name, **given(fields, _TILE)))
    return (q, r), Placed(tile, **given(fields, _PLACED))


_COUNT = whole(0, 999)
_UPGRADE = parsed(Upgrade.parse)
_TILE: Kinds = {**PRINTED, "slots": Kind(read_slots)}
_PLACED: Kinds = {
    "upgrades": many(_UPGRADE, 0, 6),
    "worker": none_or(word((STANDING, LYING), "pose of a worker")),
}


@dataclass(frozen=True)
class SeatPosition:
    """What one seat has; None is what nobody counted or could tell."""

    name: str = known(text(60))
    character: str | None = known(word(CHARACTERS, "character"))
    age: int | None = known(whole(0, 150))
    fame: int = known(_COUNT, default=0)
    energy: int = known(_COUNT, default=0)
    steel: int = known(_COUNT, default=0)
    gears: int = known(_COUNT, default=0)
    set_aside: tuple[Upgrade | None, ...] = known(Kind(_read_set_aside), default=())
    dock: int | None = known(_COUNT)
    plans: tuple[int, ...] = known(many(whole(0, 50), 0, 38), default=())
    used_dice: tuple[int, ...] = known(many(whole(0, 99), 0, 20), default=())
    island: tuple[tuple[Cell, Placed], ...] = known(many(Kind(_read_tile), 0, 100), default=())

    @property
    def tiles(self) -> dict[Cell, Placed]:
        """The island by cell."""
        return dict(self.island)


@dataclass(frozen=True)
class Position:
    """The table. `forge` is None when nobody looked at it."""

    edition: Edition
    players: int
    seats: tuple[SeatPosition, ...]
    first_player: int | None = known(_COUNT)
    forge: dict[int, tuple[int, ...]] | None = known(
        numbered(many(whole(0, 99), 0, 20), optional=FACES)
    )
    market: dict[str, Tile | None] = known(
        table(none_or(parsed(Tile.parse)), optional=SLOTS), default_factory=dict
    )


_TABLE, _SEAT = kinds(Position), kinds(SeatPosition)


def read_position(node: Node, editions: dict[str, Edition]) -> Position:
    """A position from its JSON form."""
    fields = node.object(("game", "seats"), ("edition", "players", "$schema", *_TABLE))
    name = fields["edition"].choice(editions, "edition") if "edition" in fields else "de"
    edition = editions[name]
    seats = fields["seats"].list(1, PLAYERS[-1])
    players = max(len(seats), PLAYERS[0])
    if "players" in fields:
        players = fields["players"].integer(PLAYERS[0], PLAYERS[-1])
        if len(seats) > players:
            fields["seats"].wrong(f"{len(seats)} seats for {players} players")
    seat = {**_SEAT, "dock": Kind(lambda dock: _read_dock(dock, edition))}
    here = (given(one.object(optional=seat), seat) for one in seats)
    return Position(
        edition,
        players,
        tuple(SeatPosition(**{"name": f"Player {n}", **known}) for n, known in enumerate(here, 1)),
        **given(fields, {**_TABLE, "first_player": whole(0, players - 1)}),
    )


def of_state(state: State) -> Position:
    """The position of a running game."""
    return Position(
        edition=state.edition,
        players=len(state.players),
        seats=tuple(_of_player(player, seat) for seat, player in enumerate(state.players)),
        first_player=state.first,
        forge={face: (face,) * state.forge[face - 1] for face in FACES},
        market=dict(state.market),
    )


@remembering(most=64)
def _of_player(player: Player, seat: int) -> SeatPosition:
    return SeatPosition(
        player_name(seat),
        player.character,
        player.age,
        player.fame,
        *player.stock,
        set_aside=player.aside,
        dock=player.dock.bit_count(),
        plans=tuple(plan.points for plan in player.completed),
        used_dice=player.used_dice,
        island=tuple(player.island.tiles.items()),
    )


def hints(position: Position) -> Iterator[str]:
    """What looks as if something was left out; a score counts only what it was told.

    Every completed plan brings one upgrade, which lies on the island or aside (specification,
    section 16).
    """
    for seat in position.seats:
        plans, tiles = len(seat.plans), [placed for _, placed in seat.island]
        upgrades = sum(len(placed.upgrades) for placed in tiles) + len(seat.set_aside)
        if upgrades != plans:
            reason = "each plan brings one"
            yield f"{seat.name}: {plans} completed plans but {upgrades} upgrades; {reason}"
        buildings = (one.tile for one in tiles if one.tile.id in BUILDINGS)
        unnumbered = [tile.id for tile in buildings if tile.number is None]
        if unnumbered:
            yield f"{seat.name}: no number given for tile {', '.join(unnumbered)}"
