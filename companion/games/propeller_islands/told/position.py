"""A position: what lies on the table at one moment, as people type it and as a score needs it.

`docs/formats.md` describes the JSON form. Everything that is left out is zero, empty or unknown.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.common.json_reading import Json, Node
from companion.common.remembering import remembering
from companion.common.words import player_name
from companion.games.propeller_islands.components.board import FACES, SLOTS
from companion.games.propeller_islands.components.edition import (
    PRINTED,
    Edition,
    Readers,
    given,
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
MOST = 999


@dataclass(frozen=True)
class SeatPosition:
    """What one seat has; None is what nobody counted or could tell."""

    name: str
    character: str | None = None
    age: int | None = None
    fame: int = 0
    energy: int = 0
    steel: int = 0
    gears: int = 0
    set_aside: tuple[Upgrade | None, ...] = ()
    dock: int | None = None
    plans: tuple[int, ...] = ()
    used_dice: tuple[int, ...] = ()
    island: tuple[tuple[Cell, Placed], ...] = ()

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
    first_player: int | None = None
    forge: dict[int, tuple[int, ...]] | None = None
    market: dict[str, Tile | None] = field(default_factory=dict)


def read_position(node: Node, editions: dict[str, Edition]) -> Position:
    """A position from its JSON form."""
    fields = node.object(
        required=("game", "seats"),
        optional=("edition", "players", "first_player", "forge", "market", "$schema"),
    )
    name = fields["edition"].choice(editions, "edition") if "edition" in fields else "de"
    seats = fields["seats"].list(1, PLAYERS[-1])
    players = max(len(seats), PLAYERS[0])
    if "players" in fields:
        players = fields["players"].integer(PLAYERS[0], PLAYERS[-1])
        if len(seats) > players:
            fields["seats"].wrong(f"{len(seats)} seats for {players} players")
    others: Readers = {
        "first_player": lambda seat: seat.integer(0, players - 1),
        "forge": _read_forge,
        "market": _read_market,
    }
    here = tuple(_read_seat(seat, index, editions[name]) for index, seat in enumerate(seats))
    return Position(editions[name], players, here, **given(fields, others))


def _read_forge(node: Node) -> dict[int, tuple[int, ...]]:
    spaces = node.object(optional=[str(face) for face in FACES])
    return {
        int(space): tuple(die.integer(0, 99) for die in dice.list(0, 20))
        for space, dice in spaces.items()
    }


def _read_market(node: Node) -> dict[str, Tile | None]:
    return {
        slot: None if tile.value is None else tile.parsed(Tile.parse)
        for slot, tile in node.object(optional=SLOTS).items()
    }


def _read_seat(node: Node, index: int, edition: Edition) -> SeatPosition:
    readers = {**_SEAT, "dock": lambda dock: _read_dock(dock, edition)}
    fields = {"name": f"Player {index + 1}", **given(node.object(optional=readers), readers)}
    return SeatPosition(**fields)


def _count(node: Node) -> int:
    return node.integer(0, MOST)


def _integers(highest: int, longest: int) -> Callable[[Node], tuple[int, ...]]:
    return lambda node: tuple(item.integer(0, highest) for item in node.list(0, longest))


def _read_set_aside(node: Node) -> tuple[Upgrade | None, ...]:
    if isinstance(node.value, list):
        return tuple(item.parsed(Upgrade.parse) for item in node.list(0, 38))
    return (None,) * node.integer(0, 38)


def _read_dock(node: Node, edition: Edition) -> int:
    if not isinstance(node.value, list):
        return node.integer(0, edition.dock_cells)
    rows = [
        row.list(edition.columns, edition.columns) for row in node.list(edition.rows, edition.rows)
    ]
    return sum(cell.integer(0, 1) for row in rows for cell in row)


def _read_worker(node: Node) -> str | None:
    return None if node.value is None else node.choice((STANDING, LYING), "pose of a worker")


_TILE: Readers = {**PRINTED, "slots": read_slots}
_PLACED: Readers = {
    "upgrades": lambda node: tuple(token.parsed(Upgrade.parse) for token in node.list(0, 6)),
    "worker": _read_worker,
}


def _read_tile(node: Node) -> tuple[Cell, Placed]:
    fields = node.object(required=("at", "tile"), optional=(*_TILE, *_PLACED))
    q, r = (part.integer(-FARTHEST, FARTHEST) for part in fields["at"].list(2, 2))
    name = fields["tile"].string()
    if name not in TILE_IDS:
        fields["tile"].wrong(f"no tile {name}")
    tile = Tile(name, **given(fields, _TILE))
    for reason in tile.contradictions():
        node.wrong(reason)
    return (q, r), Placed(tile, **given(fields, _PLACED))


_SEAT: Readers = {
    "name": lambda node: node.string(60),
    "character": lambda node: node.choice(CHARACTERS, "character"),
    "age": lambda node: node.integer(0, 150),
    "fame": _count,
    "energy": _count,
    "steel": _count,
    "gears": _count,
    "set_aside": _read_set_aside,
    "plans": _integers(50, 38),
    "used_dice": _integers(99, 20),
    "island": lambda node: tuple(_read_tile(tile) for tile in node.list(0, 100)),
}


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
        name=player_name(seat),
        character=player.character,
        age=player.age,
        fame=player.fame,
        energy=player.stock.energy,
        steel=player.stock.steel,
        gears=player.stock.gear,
        set_aside=player.aside,
        dock=player.dock.bit_count(),
        plans=tuple(plan.points for plan in player.completed),
        used_dice=player.used_dice,
        island=tuple(player.island.tiles.items()),
    )


def to_json(position: Position) -> dict[str, Json]:
    """The JSON form of a position, with everything that is known."""
    data: dict[str, Json] = {
        "game": "propeller-islands",
        "edition": position.edition.name,
        "players": position.players,
        "market": {
            slot: None if tile is None else str(tile) for slot, tile in position.market.items()
        },
        "seats": [dict(seat_to_json(seat)) for seat in position.seats],
    }
    if position.first_player is not None:
        data["first_player"] = position.first_player
    if position.forge is not None:
        data["forge"] = {str(space): list(dice) for space, dice in position.forge.items()}
    return data


@remembering(most=64)
def seat_to_json(seat: SeatPosition) -> dict[str, Json]:
    """The JSON form of a seat, with everything that is known."""
    known_tokens = all(upgrade is not None for upgrade in seat.set_aside)
    data: dict[str, Json] = {
        "name": seat.name,
        "fame": seat.fame,
        "energy": seat.energy,
        "steel": seat.steel,
        "gears": seat.gears,
        "set_aside": [str(u) for u in seat.set_aside] if known_tokens else len(seat.set_aside),
        "plans": list(seat.plans),
        "used_dice": list(seat.used_dice),
        "island": [_tile_to_json(*cell, placed) for cell, placed in seat.island],
    }
    optional: dict[str, Json] = {"character": seat.character, "age": seat.age, "dock": seat.dock}
    return data | _known(optional)


@remembering(most=1024)
def _tile_to_json(q: int, r: int, placed: Placed) -> dict[str, Json]:
    tile = placed.tile
    optional: dict[str, Json] = {
        "number": tile.number,
        "banner": tile.banner,
        "hub": tile.hub,
        "slots": None if tile.slots is None else list(tile.slots),
        "upgrades": [str(upgrade) for upgrade in placed.upgrades] or None,
        "worker": placed.worker,
    }
    data: dict[str, Json] = {"at": [q, r], "tile": tile.id}
    return data | _known(optional)


def _known(fields: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in fields.items() if value is not None}


def hints(position: Position) -> list[str]:
    """What looks as if something was left out; a score counts only what it was told.

    Every completed plan brings one upgrade, which lies on the island or aside (specification,
    section 16).
    """
    found = []
    for seat in position.seats:
        upgrades = sum(len(placed.upgrades) for _, placed in seat.island) + len(seat.set_aside)
        if upgrades != len(seat.plans):
            found.append(
                f"{seat.name}: {len(seat.plans)} completed plans but {upgrades} upgrades; "
                "each plan brings one"
            )
        unnumbered = [
            placed.tile.id
            for _, placed in seat.island
            if placed.tile.id in BUILDINGS and placed.tile.number is None
        ]
        if unnumbered:
            found.append(f"{seat.name}: no number given for tile {', '.join(unnumbered)}")
    return found
