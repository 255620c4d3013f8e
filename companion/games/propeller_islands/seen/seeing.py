"""Every place of Propeller Islands, declared once: what a camera should see of a state.

`forge`, `island:<seat>` and `dock:<seat>` are what a camera above the table always sees. `plans`
(the display, completed plans, tokens set aside, the backs of the hands) and `goods:<seat>` (the
piles of resources, the fame marker) are seen where people lay them out.
"""

from functools import cache

from companion.games.kit.places import (
    Form,
    Places,
    Shape,
    Table,
    There,
    Things,
    counted,
    keyed,
    listed,
    one,
    piece,
    rolled,
    several,
    single,
)
from companion.games.propeller_islands.components.board import FACES, SLOTS
from companion.games.propeller_islands.components.pieces import (
    RESOURCES,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.rulings import island_cell, island_place
from companion.games.propeller_islands.rules.state import STANDING, Island, Placed, State
from companion.games.propeller_islands.told.secrets import HANDS
from companion.tabletop.observation import Die, Piece

#: A used die may show its old or its changed value; only their number counts (specification 16).
USED_DIE = 0.05
#: A pile of tokens is no proof by itself: people pay late and count badly.
PILE = 0.6

FORGE_PLACES = frozenset(f"forge/{face}" for face in FACES)
DISPLAY = "plans/display"


def dice_place(seat: int) -> str:
    """Where a seat keeps its used dice."""
    return f"dock/{seat}/dice"


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


# --- how things lie -------------------------------------------------------------------------------

_TILE = one("tile", Tile.parse)
_PLANS = several("plan", Plan.parse)
_UPGRADES = several("upgrade", Upgrade.parse)
_PILE = counted("pile", PILE)
_DICE: Shape[int] = Shape(
    cache(lambda place, count: (Die(int(place[-1]), place),) * count),
    lambda place, before, things: len(things),
    of_dice=True,
)


@cache
def _worker(place: str, pose: str) -> tuple[Piece, ...]:
    return (piece("worker", place, f"seat-{place.split('/')[1]}", pose),)


@cache
def _lay_tile(place: str, placed: Placed) -> tuple[Piece, ...]:
    """A tile with what lies on it."""
    worker = _worker(place, placed.worker) if placed.worker is not None else ()
    return (*_TILE.lay(place, placed.tile), *worker, *_UPGRADES.lay(place, placed.upgrades))


def _read_tile(place: str, before: Placed | None, things: Things) -> Placed | None:
    tile = _TILE.read(place, before.tile if before else None, things)
    if tile is None:
        return None
    pose = (before.worker if before else None) or STANDING
    workers = [thing.pose or pose for thing in things if thing.kind == "worker"]
    return Placed(tile, workers[0] if workers else None, _UPGRADES.read(place, (), things) or ())


def _spread_island(state: State, seat: int, island: Island) -> dict[str, Placed | None]:
    """The empty cells next to the island are looked at too."""
    there: dict[str, Placed | None] = {}
    for cell, placed in island.tiles.items():
        there[island_place(seat, cell)] = placed
    for cell in island.edge:
        there[island_place(seat, cell)] = None
    return there


def _gather_island(state: State, seat: int, there: There) -> Island:
    cells = ((island_cell(place, seat), placed) for place, placed in there.items())
    return Island({cell: placed for cell, placed in cells if cell})


@cache
def _dock_places(names: tuple[str, ...], seat: int) -> dict[str, int]:
    return {f"dock/{seat}/{name}": 1 << cell for cell, name in enumerate(names)}


def _spread_dock(state: State, seat: int, dock: int) -> dict[str, str | None]:
    cells = _dock_places(state.edition.dock_names, seat)
    return {place: STANDING if dock & bit else None for place, bit in cells.items()}


def _gather_dock(state: State, seat: int, there: There) -> int:
    return sum(_dock_places(state.edition.dock_names, seat)[place] for place in there)


_ISLAND = Form(
    _spread_island, _gather_island, lambda place, seat: island_cell(place, seat) is not None
)
_DOCK = Form(_spread_dock, _gather_dock)
_ON_DOCK = Shape(_worker, lambda place, before, things: STANDING if things else None)
_STOCK = listed(*(f"goods/{{seat}}/{name}" for name in RESOURCES), of=Stock._make)
_FORGE = listed(*(f"forge/{face}" for face in FACES))
_MARKET = keyed({slot: f"market/{slot}" for slot in SLOTS})

TABLE: Table[State] = Table(
    (
        Places("forge", ("forge",), _FORGE, _DICE, loose=True),
        Places("forge", ("market",), _MARKET, _TILE),
        Places("island:{seat}", ("island",), _ISLAND, Shape(_lay_tile, _read_tile), loose=True),
        Places("dock:{seat}", ("dock",), _DOCK, _ON_DOCK),
        Places(
            "dock:{seat}", ("used_dice",), single("dock/{seat}/dice"), rolled(USED_DIE), loose=True
        ),
        Places("plans", ("display",), single(DISPLAY), _PLANS),
        Places("plans", ("completed",), single("completed/{seat}"), _PLANS, of_seat=True),
        Places("plans", ("aside",), single("aside/{seat}"), _UPGRADES, of_seat=True),
        HANDS.face_down("plans", "back"),
        Places("goods:{seat}", ("stock",), _STOCK, _PILE),
        Places("goods:{seat}", ("fame",), single("goods/{seat}/fame"), _PILE),
    ),
    lambda state: state.players,
    State.with_player,
    _unsettled,
)
zones, parts, project = TABLE.zones, TABLE.parts, TABLE.project
