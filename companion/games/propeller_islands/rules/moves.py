"""The moves of players, of the table, and of people who tell what can't be seen.

Players decide `Take` to `UseShared`, the table decides `Roll` to `Character`, people tell
`Hold` and `CountStack`. Every move is a small value with a short text form.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Self, get_args

from companion.games.kit.texts import CELL, Form, Written, parse, word
from companion.games.kit.values import value
from companion.games.propeller_islands.components.pieces import LEVELS, Plan, Tile
from companion.games.propeller_islands.rules.activation import BARS
from companion.tabletop.hexes import Cell

_OPTIONS = Form(str, among=frozenset(option for bar in BARS.values() for option in bar if option))
_DIGITS = word(
    "[0-9]{1,20}", lambda text: tuple(map(int, text)), "no roll; write 11346",
    lambda values: "".join(map(str, values)),
)  # fmt: skip


@value
class Take(Written):
    """Take a die from the Forge, changed by so many steps, or roll it again (Jacques)."""

    verb = "d4, d4+1"
    touches = ("forge/{die}",)
    die: int
    change: int = 0
    reroll: bool = False

    def __str__(self) -> str:
        return f"d{self.die}" + ("r" if self.reroll else f"{self.change:+}" if self.change else "")


@value
class Change(Written):
    """Change the die that was rolled again (Jacques)."""

    verb = "keep"
    change: int

    def __str__(self) -> str:
        return f"{self.change:+}" if self.change else "keep"


@value
class Build(Written):
    """Action A: take the tile of a market slot and place it on the island."""

    verb = "build"
    touches = (
        "market/{slot}",
        "island/{seat}/{cell}",
    )
    slot: str
    cell: Cell


@value
class Scrap(Written):
    """Action B: throw the tile of a market slot away for two energy."""

    verb = "scrap"
    touches = ("market/{slot}",)
    slot: str


@value
class Activate(Written):
    """Activate a tile; `option` says which, where its bar offers several."""

    verb = "activate"
    touches = ("island/{seat}/{cell}",)
    cell: Cell
    option: Annotated[str | None, _OPTIONS] = None


@value
class Pass(Written):
    """No (more) of what is on offer: no activation, no reward, no plan."""

    verb = "pass"


@value
class Deploy(Written):
    """Move a worker from a dock cell to a tile."""

    verb = "deploy"
    touches = (
        "dock/{seat}/{dock_cell}",
        "island/{seat}/{cell}",
    )
    dock_cell: str
    cell: Cell


@value
class Place(Written):
    """Place a tile that was drawn from the stack."""

    verb = "place"
    touches = ("island/{seat}/{cell}",)
    cell: Cell


@value
class Claim(Written):
    """Take the reward of this emptied dock line first."""

    verb = "claim"
    line: str


@value
class UseDepot(Written):
    """Gain the bonus of a depot again."""

    verb = "depot"
    cell: Cell


@value
class Gain(Written):
    """Choose the resource that a character's ability gives."""

    verb = "gain"
    resource: str


@value
class Complete(Written):
    """Complete a plan and place its upgrade on a tile, or set it aside."""

    verb = "plan"
    touches = (
        "hand/{seat}",
        "completed/{seat}",
        "island/{seat}/{cell}",
        "aside/{set_aside}",
    )
    plan: Plan
    cell: Annotated[Cell | None, CELL._replace(none="aside")] = None


@value
class Draw(Written):
    """Draw a new plan: a face-up one, or the top of a face-down pile."""

    verb = "draw"
    touches = (
        "plans/{display}",
        "hand/{seat}",
    )
    level: str
    plan: Plan | None = None

    def __str__(self) -> str:
        return f"draw {self.plan or self.level}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """A level, or a plan, which has one."""
        words.pop()
        word = words.pop()
        if word in LEVELS:
            return cls(word)
        plan = Plan.parse(word)
        return cls(plan.level, plan)


@value
class UseShared(Written):
    """Use the shared die as this value (Nelson)."""

    verb = "shared"
    value: int


@value
class Roll(Written):
    """What the dice show."""

    verb = "roll"
    touches = ("forge/{faces}",)
    values: Annotated[tuple[int, ...], _DIGITS]


@value
class Reveal(Written):
    """The tile that came off the stack."""

    verb = "tile"
    touches = ("market/{slot}",)
    tile: Tile


@value
class Card(Written):
    """The plan that came off a pile; None when only its owner saw it."""

    verb = "card"
    touches = (
        "hand/{seat}",
        "plans/{display}",
    )
    plan: Annotated[Plan | None, Form(Plan.parse, none="?")]


@value
class Character(Written):
    """The character that a seat was dealt."""

    verb = "character"
    name: str


@value
class Hold(Written):
    """A player tells which plan they hold."""

    verb = "hold"
    seat: int
    plan: Plan


@value
class CountStack(Written):
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


def _steps(text: str) -> int:
    """A change of a die; three steps down are three steps up."""
    return 3 if text == "-3" else int(text or "0")


_SHORT: Mapping[str, Callable[..., Move]] = {
    r"d([1-6])(r|[+-][1-3])?": lambda die, how: (
        Take(int(die), reroll=True) if how == "r" else Take(int(die), _steps(how))
    ),
    "keep|([+-][1-3])": lambda steps: Change(_steps(steps)),
}


def parse_moves(line: str) -> tuple[Move, ...]:
    """The moves that a line stands for: `d4+1 build E4 @1,-1` is two."""
    return parse(line, get_args(Move), _SHORT)


PASS = Pass()


# The same moves come up again and again: making each only once halves the time of listing them.
take = cache(Take)
build = cache(Build)
activate = cache(Activate)
deploy = cache(Deploy)
