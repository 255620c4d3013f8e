"""The moves of players, of the table, and of people who tell what can't be seen.

Players decide `Take` to `UseShared`, the table decides `Roll` to `Character`, people tell
`Hold` and `CountStack`. Every move is a small value with a short text form, which `notation.py`
parses back.
"""

from functools import cache
from typing import ClassVar

from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.propeller_islands.rules.values import value
from companion.tabletop.hexes import Cell


def at(cell: Cell) -> str:
    """The text form of a cell: `@1,-1`."""
    return f"@{cell[0]},{cell[1]}"


class Worded:
    """A move whose text is its verb and its fields; what is None is left out."""

    __slots__: tuple[str, ...] = ()
    verb: ClassVar[str]

    def __str__(self) -> str:
        fields = (getattr(self, name) for name in self.__slots__)
        told = (field for field in fields if field is not None)
        texts = (at(field) if isinstance(field, tuple) else str(field) for field in told)
        return " ".join((self.verb, *texts))


@value
class Take:
    """Take a die from the Forge, changed by so many steps, or roll it again (Jacques)."""

    die: int
    change: int = 0
    reroll: bool = False

    def __str__(self) -> str:
        return f"d{self.die}" + ("r" if self.reroll else f"{self.change:+}" if self.change else "")


@value
class Change(Worded):
    """Change the die that was rolled again (Jacques)."""

    verb = "keep"
    change: int

    def __str__(self) -> str:
        return f"{self.change:+}" if self.change else "keep"


@value
class Build(Worded):
    """Action A: take the tile of a market slot and place it on the island."""

    verb = "build"
    slot: str
    cell: Cell


@value
class Scrap(Worded):
    """Action B: throw the tile of a market slot away for two energy."""

    verb = "scrap"
    slot: str


@value
class Activate(Worded):
    """Activate a tile; `option` says which, where its bar offers several."""

    verb = "activate"
    cell: Cell
    option: str | None = None


@value
class Pass(Worded):
    """No (more) of what is on offer: no activation, no reward, no plan."""

    verb = "pass"


@value
class Deploy(Worded):
    """Move a worker from a dock cell to a tile."""

    verb = "deploy"
    dock_cell: str
    cell: Cell


@value
class Place(Worded):
    """Place a tile that was drawn from the stack."""

    verb = "place"
    cell: Cell


@value
class Claim(Worded):
    """Take the reward of this emptied dock line first."""

    verb = "claim"
    line: str


@value
class UseDepot(Worded):
    """Gain the bonus of a depot again."""

    verb = "depot"
    cell: Cell


@value
class Gain(Worded):
    """Choose the resource that a character's ability gives."""

    verb = "gain"
    resource: str


@value
class Complete(Worded):
    """Complete a plan and place its upgrade on a tile, or set it aside."""

    verb = "plan"
    plan: Plan
    cell: Cell | None = None

    def __str__(self) -> str:
        return f"plan {self.plan} " + ("aside" if self.cell is None else at(self.cell))


@value
class Draw(Worded):
    """Draw a new plan: a face-up one, or the top of a face-down pile."""

    verb = "draw"
    level: str
    plan: Plan | None = None

    def __str__(self) -> str:
        return f"draw {self.plan or self.level}"


@value
class UseShared(Worded):
    """Use the shared die as this value (Nelson)."""

    verb = "shared"
    value: int


@value
class Roll(Worded):
    """What the dice show."""

    verb = "roll"
    values: tuple[int, ...]

    def __str__(self) -> str:
        return "roll " + "".join(str(value) for value in self.values)


@value
class Reveal(Worded):
    """The tile that came off the stack."""

    verb = "tile"
    tile: Tile


@value
class Card(Worded):
    """The plan that came off a pile; None when only its owner saw it."""

    verb = "card"
    plan: Plan | None

    def __str__(self) -> str:
        return f"card {self.plan or '?'}"


@value
class Character(Worded):
    """The character that a seat was dealt."""

    verb = "character"
    name: str


@value
class Hold(Worded):
    """A player tells which plan they hold."""

    verb = "hold"
    seat: int
    plan: Plan


@value
class CountStack(Worded):
    """Somebody counted the stack of building tiles."""

    verb = "stack"
    left: int


Decision = (
    Take | Change | Build | Scrap | Activate | Pass | Deploy | Place | Claim | UseDepot | Gain
    | Complete | Draw | UseShared
)  # fmt: skip
Chance = Roll | Reveal | Card | Character
Told = Hold | CountStack
Move = Decision | Chance | Told

PASS = Pass()


# The same moves come up again and again: making each only once halves the time of listing them.
take = cache(Take)
build = cache(Build)
activate = cache(Activate)
deploy = cache(Deploy)
