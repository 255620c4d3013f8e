"""What a camera should see of a state: the dice, tiles, workers and tokens in each zone.

`forge`, `island:<seat>` and `dock:<seat>` are what a camera above the table always sees. `plans`
(the display, completed plans, tokens set aside, the backs of the hands) and `goods:<seat>` (the
piles of resources, the fame marker) are seen where people lay them out.
"""

from collections.abc import Iterator
from functools import cache

from companion.common.errors import InputError
from companion.games.propeller_islands.components.board import FACES, SLOTS
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import State
from companion.tabletop.observation import Die, Observation, Piece

#: A used die may show its old or its changed value; only their number counts (specification 16).
USED_DIE = 0.05
#: A pile of tokens is no proof by itself: people pay late and count badly.
PILE = 0.6

FORGE_PLACES = frozenset(f"forge/{face}" for face in FACES)
DISPLAY = "plans/display"

_SEATS = tuple((f"island:{seat}", f"dock:{seat}", f"goods:{seat}") for seat in range(4))

#: The same piece is asked for thousands of times in one explanation.
_piece = cache(Piece)


def zones(state: State) -> tuple[str, ...]:
    """The Forge with its market, an island and a dock for each seat, the plans and the goods."""
    seats = range(len(state.players))
    return (
        "forge",
        *(f"island:{seat}" for seat in seats),
        *(f"dock:{seat}" for seat in seats),
        "plans",
        *(f"goods:{seat}" for seat in seats),
    )


def parts(state: State) -> dict[str, tuple[object, ...]]:
    """The values that decide what is seen of each zone: the same objects, the same picture."""
    ended = rolling(state)
    storing = _storing(state)
    found: dict[str, tuple[object, ...]] = {"forge": (state.forge, state.market, ended)}
    plans: list[object] = [state.display]
    for seat, (player, names) in enumerate(zip(state.players, _SEATS, strict=False)):
        island, dock, goods = names
        found[island] = (player.island, ended)
        found[dock] = (player.dock, player.used_dice, ended or seat == storing)
        found[goods] = (player.stock, player.fame)
        plans += (player.completed, player.aside, player.hand, player.hidden)
    found["plans"] = tuple(plans)
    return found


def project(state: State, zone: str) -> Observation:
    """A perfect look at a zone of this state."""
    if zone == "forge":
        return _forge(state)
    if zone == "plans":
        return _plans(state)
    if zone not in zones(state):
        raise InputError(f"no zone '{zone}'; there is {', '.join(zones(state))}")
    name, _, seat = zone.partition(":")
    look = {"island": _island, "dock": _dock, "goods": _goods}[name]
    return look(state, int(seat))


def rolling(state: State) -> bool:
    """Whether a round has just ended: dice and workers are on their way, wherever they lie."""
    return (
        bool(state.agenda) and isinstance(state.agenda[-1], tasks.RollDice) and not any(state.forge)
    )


def _storing(state: State) -> int | None:
    """The seat whose die may lie on the dock while the market slot is still empty."""
    if not state.agenda or not isinstance(state.agenda[-1], tasks.FillSlot):
        return None
    return next((t.seat for t in state.agenda[::-1] if isinstance(t, tasks.StoreDie)), None)


@cache
def _face(tile: Tile) -> str:
    """The name of a tile; it is asked for thousands of times in one explanation."""
    return str(tile)


def _forge(state: State) -> Observation:
    dice = tuple(Die(face, f"forge/{face}") for face, count in state.spaces() for _ in range(count))
    tiles = tuple(
        _piece("tile", f"market/{slot}", _face(tile)) for slot, tile in state.market.items() if tile
    )
    places = FORGE_PLACES | {f"market/{slot}" for slot in SLOTS}
    unsaid = FORGE_PLACES if rolling(state) else frozenset()
    return Observation("forge", dice, tiles, places, unsaid)


def _island(state: State, seat: int) -> Observation:
    """Tiles with what lies on them; the empty cells next to the island were looked at too."""
    island = state.players[seat].island
    places = {island_place(seat, cell) for cell in (*island.tiles, *island.edge)}
    return Observation(f"island:{seat}", (), tuple(_island_pieces(state, seat)), frozenset(places))


def _island_pieces(state: State, seat: int) -> Iterator[Piece]:
    unsaid = rolling(state)
    for cell, placed in state.players[seat].island.tiles.items():
        place = island_place(seat, cell)
        yield _piece("tile", place, _face(placed.tile))
        if placed.worker is not None:
            yield _piece("worker", place, f"seat-{seat}", None if unsaid else placed.worker)
        for upgrade in placed.upgrades:
            yield _piece("upgrade", place, str(upgrade))


def _dock(state: State, seat: int) -> Observation:
    player = state.players[seat]
    cells = [f"dock/{seat}/{name}" for name in state.edition.dock_names]
    workers = tuple(
        _piece("worker", place, f"seat-{seat}", "standing")
        for cell, place in enumerate(cells)
        if player.dock >> cell & 1
    )
    dice_place = f"dock/{seat}/dice"
    dice = tuple(Die(value, dice_place, USED_DIE) for value in player.used_dice)
    unsaid = frozenset({dice_place}) if rolling(state) or seat == _storing(state) else frozenset()
    places = frozenset({*cells, dice_place})
    return Observation(f"dock:{seat}", dice, workers, places, unsaid)


def _plans(state: State) -> Observation:
    cards = [_piece("plan", DISPLAY, str(plan)) for plan in state.display]
    places = {DISPLAY}
    for seat, player in enumerate(state.players):
        done, aside, hand = (f"{name}/{seat}" for name in ("completed", "aside", "hand"))
        places |= {done, aside, hand}
        cards += [_piece("plan", done, str(plan)) for plan in player.completed]
        cards += [_piece("upgrade", aside, str(upgrade)) for upgrade in player.aside]
        cards += [_piece("back", hand, level) for level in backs(state, seat)]
    return Observation("plans", (), tuple(cards), frozenset(places))


def backs(state: State, seat: int) -> tuple[str, ...]:
    """The levels of the cards in a hand: all that others may see of it."""
    player = state.players[seat]
    return (*(plan.level for plan in player.hand), *player.hidden)


def _goods(state: State, seat: int) -> Observation:
    """Piles and the marker, each with how much it is; an empty pile is read as 0."""
    player = state.players[seat]
    piles = {**player.stock._asdict(), "fame": player.fame}
    pieces = tuple(
        _piece("pile", f"goods/{seat}/{name}", str(count), None, PILE)
        for name, count in piles.items()
    )
    places = frozenset(f"goods/{seat}/{name}" for name in piles)
    return Observation(f"goods:{seat}", (), pieces, places)
