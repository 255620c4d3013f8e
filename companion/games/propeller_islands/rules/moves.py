"""The moves of players, of the table, and of people who tell what can't be seen.

Players decide `Take` to `UseShared`, the table decides `Roll` to `Character`, people tell
`Hold` and `CountStack`. Every move is a small value with a short text form, which `notation.py`
parses back.
"""

from functools import cache

from companion.games.propeller_islands.components.board import SLOTS
from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.propeller_islands.rules.values import value
from companion.tabletop.hexes import Cell


def at(cell: Cell) -> str:
    """The text form of a cell: `@1,-1`."""
    return f"@{cell[0]},{cell[1]}"


@value
class Take:
    """Take a die from the Forge, changed by so many steps, or roll it again (Jacques)."""

    die: int
    change: int = 0
    reroll: bool = False

    def __str__(self) -> str:
        return f"d{self.die}" + ("r" if self.reroll else f"{self.change:+}" if self.change else "")


@value
class Change:
    """Change the die that was rolled again (Jacques)."""

    change: int

    def __str__(self) -> str:
        return f"{self.change:+}" if self.change else "keep"


@value
class Build:
    """Action A: take the tile of a market slot and place it on the island."""

    slot: str
    cell: Cell

    def __str__(self) -> str:
        return f"build {self.slot} {at(self.cell)}"


@value
class Scrap:
    """Action B: throw the tile of a market slot away for two energy."""

    slot: str

    def __str__(self) -> str:
        return f"scrap {self.slot}"


@value
class Activate:
    """Activate a tile; `option` says which, where its bar offers several."""

    cell: Cell
    option: str | None = None

    def __str__(self) -> str:
        return f"activate {at(self.cell)}" + (f" {self.option}" if self.option else "")


@value
class Pass:
    """No (more) of what is on offer: no activation, no reward, no plan."""

    def __str__(self) -> str:
        return "pass"


@value
class Deploy:
    """Move a worker from a dock cell to a tile."""

    dock_cell: str
    cell: Cell

    def __str__(self) -> str:
        return f"deploy {self.dock_cell} {at(self.cell)}"


@value
class Place:
    """Place a tile that was drawn from the stack."""

    cell: Cell

    def __str__(self) -> str:
        return f"place {at(self.cell)}"


@value
class Claim:
    """Take the reward of this emptied dock line first."""

    line: str

    def __str__(self) -> str:
        return f"claim {self.line}"


@value
class UseDepot:
    """Gain the bonus of a depot again."""

    cell: Cell

    def __str__(self) -> str:
        return f"depot {at(self.cell)}"


@value
class Gain:
    """Choose the resource that a character's ability gives."""

    resource: str

    def __str__(self) -> str:
        return f"gain {self.resource}"


@value
class Complete:
    """Complete a plan and place its upgrade on a tile, or set it aside."""

    plan: Plan
    cell: Cell | None = None

    def __str__(self) -> str:
        return f"plan {self.plan} " + ("aside" if self.cell is None else at(self.cell))


@value
class Draw:
    """Draw a new plan: a face-up one, or the top of a face-down pile."""

    level: str
    plan: Plan | None = None

    def __str__(self) -> str:
        return f"draw {self.plan or self.level}"


@value
class UseShared:
    """Use the shared die as this value (Nelson)."""

    value: int

    def __str__(self) -> str:
        return f"shared {self.value}"


@value
class Roll:
    """What the dice show."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return "roll " + "".join(str(value) for value in self.values)


@value
class Reveal:
    """The tile that came off the stack."""

    tile: Tile

    def __str__(self) -> str:
        return f"tile {self.tile}"


@value
class Card:
    """The plan that came off a pile; None when only its owner saw it."""

    plan: Plan | None

    def __str__(self) -> str:
        return f"card {self.plan or '?'}"


@value
class Character:
    """The character that a seat was dealt."""

    name: str

    def __str__(self) -> str:
        return f"character {self.name}"


@value
class Hold:
    """A player tells which plan they hold."""

    seat: int
    plan: Plan

    def __str__(self) -> str:
        return f"hold {self.seat} {self.plan}"


@value
class CountStack:
    """Somebody counted the stack of building tiles."""

    left: int

    def __str__(self) -> str:
        return f"stack {self.left}"


Decision = (
    Take | Change | Build | Scrap | Activate | Pass | Deploy | Place | Claim | UseDepot | Gain
    | Complete | Draw | UseShared
)  # fmt: skip
Chance = Roll | Reveal | Card | Character
Told = Hold | CountStack
Move = Decision | Chance | Told

PASS = Pass()


# The same moves come up again and again: making each only once halves the time of listing them.
@cache
def take(die: int, change: int = 0, reroll: bool = False) -> Take:
    """The one `Take` of this kind."""
    return Take(die, change, reroll)


class _Builds(dict[Cell, Build]):
    """The builds from one slot, by cell, each made when it is first asked for."""

    def __init__(self, slot: str) -> None:
        super().__init__()
        self.slot = slot

    def __missing__(self, cell: Cell) -> Build:
        self[cell] = Build(self.slot, cell)
        return self[cell]


#: The builds from each slot, by cell.
BUILDS = {slot: _Builds(slot) for slot in SLOTS}


@cache
def activate(cell: Cell, option: str | None = None) -> Activate:
    """The one `Activate` of this kind."""
    return Activate(cell, option)


@cache
def deploy(dock_cell: str, cell: Cell) -> Deploy:
    """The one `Deploy` of this kind."""
    return Deploy(dock_cell, cell)
