"""Every place of Propeller Islands, declared once: what a camera should see of a state.

`forge`, `island:<seat>` and `dock:<seat>` are what a camera above the table always sees. `plans`
(the display, completed plans, tokens set aside, the backs of the hands) and `goods:<seat>` (the
piles of resources, the fame marker) are seen where people lay them out.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.games.kit.adopting import take
from companion.games.kit.places import (
    Places,
    Shape,
    Table,
    counted,
    identity,
    one,
    piece,
    rolled,
    several,
)
from companion.games.propeller_islands.components.board import FACES, SLOTS
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.rulings import island_cell, island_place
from companion.games.propeller_islands.rules.state import (
    STANDING,
    Island,
    Placed,
    Player,
    State,
    evolve,
)
from companion.tabletop.observation import Die, Piece
from companion.tabletop.sight import LyingThing

#: A used die may show its old or its changed value; only their number counts (specification 16).
USED_DIE = 0.05
#: A pile of tokens is no proof by itself: people pay late and count badly.
PILE = 0.6

FORGE_PLACES = frozenset(f"forge/{face}" for face in FACES)
DISPLAY = "plans/display"

Things = tuple[LyingThing, ...]
There = Mapping[str, Any]
_NOWHERE: frozenset[str] = frozenset()


def rolling(state: State) -> bool:
    """Whether a round has just ended: dice and workers are on their way, wherever they lie."""
    return (
        bool(state.agenda) and isinstance(state.agenda[-1], tasks.RollDice) and not any(state.forge)
    )


def _unsettled(state: State) -> frozenset[str]:
    """Where dice and workers are on their way; a die that is stored may lie on the dock before."""
    if state.agenda and isinstance(state.agenda[-1], tasks.FillSlot):
        storing = (t.seat for t in state.agenda[::-1] if isinstance(t, tasks.StoreDie))
        return frozenset({f"dock:{seat}" for seat in list(storing)[:1]})
    return _everywhere(len(state.players)) if rolling(state) else _NOWHERE


@cache
def _everywhere(seats: int) -> frozenset[str]:
    own = (f"{zone}:{seat}" for seat in range(seats) for zone in ("island", "dock"))
    return frozenset({"forge", *own})


def backs(state: State, seat: int) -> tuple[str, ...]:
    """The levels of the cards in a hand: all that others may see of it."""
    return _backs(*_hand(state.players[seat]))


def _hand(player: Player) -> tuple[tuple[Plan, ...], tuple[str, ...]]:
    return player.hand, player.hidden


def _backs(hand: tuple[Plan, ...], hidden: tuple[str, ...]) -> tuple[str, ...]:
    return (*(plan.level for plan in hand), *hidden)


# --- how things lie -------------------------------------------------------------------------------

_TILE = one("tile", Tile.parse)
_PLANS = several("plan", Plan.parse)
_UPGRADES = several("upgrade", Upgrade.parse)


def _seat_of(place: str) -> str:
    return f"seat-{place.split('/')[1]}"


@cache
def _lay_worker(place: str, pose: str) -> tuple[Piece, ...]:
    return (piece("worker", place, _seat_of(place), pose),)


@cache
def _lay_tile(place: str, placed: Placed) -> tuple[Piece, ...]:
    """A tile with what lies on it."""
    worker = _lay_worker(place, placed.worker) if placed.worker is not None else ()
    return (*_TILE.lay(place, placed.tile), *worker, *_UPGRADES.lay(place, placed.upgrades))


def _read_tile(place: str, before: Placed | None, things: Things) -> Placed | None:
    tile = _TILE.read(place, before.tile if before else None, things)
    if tile is None:
        return None
    pose = (before.worker if before else None) or STANDING
    workers = [thing.pose or pose for thing in things if thing.kind == "worker"]
    return Placed(tile, workers[0] if workers else None, _UPGRADES.read(place, (), things) or ())


@cache
def _lay_dice(place: str, count: int) -> tuple[Die, ...]:
    return (Die(int(place[-1]), place),) * count


def _lay_backs(place: str, hand: tuple[tuple[Plan, ...], tuple[str, ...]]) -> tuple[Piece, ...]:
    return tuple([piece("back", place, level) for level in _backs(*hand)])


def _read_backs(
    place: str, before: tuple[tuple[Plan, ...], tuple[str, ...]] | None, things: Things
) -> tuple[tuple[Plan, ...], tuple[str, ...]]:
    """The backs say how many cards of each level; what is known of them stays known."""
    seen = Counter(identity(thing, place) for thing in things)
    plans, levels = before or ((), ())
    known = tuple(plan for plan in plans if take(seen, plan.level))
    hidden = [level for level in levels if take(seen, level)]
    return known, (*hidden, *seen.elements())


# --- the places -----------------------------------------------------------------------------------


def _mine(state: State, seat: int, **changes: object) -> State:
    return state.with_player(seat, evolve(state.players[seat], **changes))


def _island(state: State, seat: int) -> dict[str, Placed | None]:
    """The empty cells next to the island are looked at too."""
    island = state.players[seat].island
    there: dict[str, Placed | None] = {
        island_place(seat, cell): placed for cell, placed in island.tiles.items()
    }
    for cell in island.edge:
        there[island_place(seat, cell)] = None
    return there


def _with_island(state: State, seat: int, there: Mapping[str, Placed]) -> State:
    cells = ((island_cell(place, seat), placed) for place, placed in there.items())
    return _mine(state, seat, island=Island({cell: placed for cell, placed in cells if cell}))


@cache
def _dock_places(names: tuple[str, ...], seat: int) -> tuple[str, ...]:
    return tuple(f"dock/{seat}/{name}" for name in names)


def _dock(state: State, seat: int) -> dict[str, str | None]:
    dock = state.players[seat].dock
    places = _dock_places(state.edition.dock_names, seat)
    return {place: STANDING if dock >> cell & 1 else None for cell, place in enumerate(places)}


def _with_dock(state: State, seat: int, there: There) -> State:
    places = _dock_places(state.edition.dock_names, seat)
    return _mine(state, seat, dock=sum((p in there) << cell for cell, p in enumerate(places)))


@cache
def _piles(seat: int) -> tuple[str, ...]:
    return tuple(f"goods/{seat}/{name}" for name in (*Stock._fields, "fame"))


def _goods(state: State, seat: int) -> dict[str, int]:
    player = state.players[seat]
    return dict(zip(_piles(seat), (*player.stock, player.fame), strict=True))


def _with_goods(state: State, seat: int, there: There) -> State:
    *stock, fame = (there[place] for place in _piles(seat))
    return _mine(state, seat, stock=Stock(*stock), fame=fame)


_MARKET = {slot: f"market/{slot}" for slot in SLOTS}


def _market(state: State, seat: int) -> dict[str, Tile | None]:
    return {_MARKET[slot]: tile for slot, tile in state.market.items()}


def _row(name: str, field: str, shape: Shape[Any]) -> Places[State]:
    """A place of each seat where what one field holds lies in a row."""

    def out_of(state: State, seat: int) -> There:
        return {f"{name}/{seat}": getattr(state.players[seat], field)}

    def into(state: State, seat: int, there: There) -> State:
        return _mine(state, seat, **{field: there[f"{name}/{seat}"]})

    return Places("plans", (field,), out_of, into, shape, of_seat=True)


TABLE: Table[State] = Table(
    places=(
        Places(
            "forge",
            ("forge",),
            lambda state, seat: {f"forge/{face}": count for face, count in state.spaces()},
            lambda state, seat, there: evolve(
                state, forge=tuple(there[f"forge/{face}"] for face in FACES)
            ),
            Shape(_lay_dice, lambda place, before, things: len(things), of_dice=True),
            loose=True,
        ),
        Places(
            "forge",
            ("market",),
            _market,
            lambda state, seat, there: evolve(
                state, market={slot: there.get(_MARKET[slot]) for slot in state.market}
            ),
            _TILE,
        ),
        Places(
            "island:{seat}",
            ("island",),
            _island,
            _with_island,
            Shape(_lay_tile, _read_tile),
            of_seat=True,
            loose=True,
            grows=lambda place, seat: island_cell(place, seat) is not None,
        ),
        Places(
            "dock:{seat}",
            ("dock",),
            _dock,
            _with_dock,
            Shape(_lay_worker, lambda place, before, things: STANDING if things else None),
            of_seat=True,
        ),
        Places(
            "dock:{seat}",
            ("used_dice",),
            lambda state, seat: {f"dock/{seat}/dice": state.players[seat].used_dice},
            lambda state, seat, there: _mine(state, seat, used_dice=there[f"dock/{seat}/dice"]),
            rolled(USED_DIE),
            of_seat=True,
            loose=True,
        ),
        Places(
            "plans",
            ("display",),
            lambda state, seat: {DISPLAY: state.display},
            lambda state, seat, there: evolve(state, display=there[DISPLAY]),
            _PLANS,
        ),
        _row("completed", "completed", _PLANS),
        _row("aside", "aside", _UPGRADES),
        Places(
            "plans",
            ("hand", "hidden"),
            lambda state, seat: {f"hand/{seat}": _hand(state.players[seat])},
            lambda state, seat, there: _mine(
                state, seat, **dict(zip(("hand", "hidden"), there[f"hand/{seat}"], strict=True))
            ),
            Shape(_lay_backs, _read_backs),
            of_seat=True,
        ),
        Places(
            "goods:{seat}",
            ("stock", "fame"),
            _goods,
            _with_goods,
            counted("pile", PILE),
            of_seat=True,
        ),
    ),
    seats=lambda state: state.players,
    unsettled=_unsettled,
)
zones, parts, project = TABLE.zones, TABLE.parts, TABLE.project
