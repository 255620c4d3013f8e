"""What a camera should see of a state: the dice, tiles, workers and tokens in each zone."""

from collections.abc import Iterator

from companion.errors import InputError
from companion.games.propeller_islands.board import FACES, SLOTS, dock_cell_name
from companion.games.propeller_islands.rulings import island_place
from companion.games.propeller_islands.state import State
from companion.observation import Die, Observation, Piece


def zones(state: State) -> tuple[str, ...]:
    """The Forge with its market, then an island and a dock for each seat."""
    seats = range(len(state.players))
    return ("forge", *(f"island:{seat}" for seat in seats), *(f"dock:{seat}" for seat in seats))


def project(state: State, zone: str) -> Observation:
    """A perfect look at a zone of this state."""
    if zone not in zones(state):
        raise InputError(f"no zone '{zone}'; there is {', '.join(zones(state))}")
    name, _, seat = zone.partition(":")
    if name == "forge":
        return _forge(state)
    return _island(state, int(seat)) if name == "island" else _dock(state, int(seat))


def _forge(state: State) -> Observation:
    dice = tuple(
        Die(face, f"forge/{face}")
        for face, count in zip(FACES, state.forge, strict=True)
        for _ in range(count)
    )
    tiles = tuple(
        Piece("tile", f"market/{slot}", str(tile)) for slot, tile in state.market.items() if tile
    )
    places = {f"forge/{face}" for face in FACES} | {f"market/{slot}" for slot in SLOTS}
    return Observation("forge", dice, tiles, frozenset(places))


def _island(state: State, seat: int) -> Observation:
    """Tiles with what lies on them; the empty cells next to the island were looked at too."""
    island = state.players[seat].island
    places = {island_place(seat, cell) for cell in (*island.tiles, *island.edge)}
    return Observation(f"island:{seat}", (), tuple(_island_pieces(state, seat)), frozenset(places))


def _island_pieces(state: State, seat: int) -> Iterator[Piece]:
    for cell, placed in state.players[seat].island.tiles.items():
        place = island_place(seat, cell)
        yield Piece("tile", place, str(placed.tile))
        if placed.worker is not None:
            yield Piece("worker", place, f"seat-{seat}", placed.worker)
        for upgrade in placed.upgrades:
            yield Piece("upgrade", place, str(upgrade))


def _dock(state: State, seat: int) -> Observation:
    edition, player = state.edition, state.players[seat]
    cells = {
        cell: f"dock/{seat}/{dock_cell_name(cell, edition.columns)}"
        for cell in range(edition.dock_cells)
    }
    workers = tuple(
        Piece("worker", place, f"seat-{seat}", "standing")
        for cell, place in cells.items()
        if player.dock >> cell & 1
    )
    dice_place = f"dock/{seat}/dice"
    dice = tuple(Die(value, dice_place) for value in player.used_dice)
    return Observation(f"dock:{seat}", dice, workers, frozenset({*cells.values(), dice_place}))
