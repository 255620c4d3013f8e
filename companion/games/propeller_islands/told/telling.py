"""A move as a sentence for everybody at the table: what was done, and what it brought.

The sentences are data (`told` in `words.toml`), by the verb of a move and what is special about it.
A name in their braces has a line in `_WORDS`, or is a field of the move or of its task. What a move
brings is read off the state after it, so that no rule is written here a second time. The sentences
are public: they never say which plan somebody drew from a pile.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.common.words import joined, listed, names_in, player_name, say
from companion.games.propeller_islands.components.board import FACES, emptied_lines, turned
from companion.games.propeller_islands.components.pieces import Stock, Tile
from companion.games.propeller_islands.rules import activating, moves, tasks
from companion.games.propeller_islands.rules.state import Player, State
from companion.games.propeller_islands.told import words
from companion.games.propeller_islands.told.words import SAID

#: What these bring is told.
BRINGING = (
    moves.Build, moves.Scrap, moves.Activate, moves.Deploy, moves.Place, moves.UseDepot, moves.Gain,
)  # fmt: skip


@dataclass(frozen=True)
class MadeMove:
    """A move, the state in which it is made, and the task that it answers."""

    state: State
    task: Any
    move: Any

    @property
    def seat(self) -> int:
        """Whose move it is; the first player's when it is nobody's."""
        return getattr(self.task, "seat", self.state.first)

    @property
    def player(self) -> Player:
        """Whoever makes it, before it."""
        return self.state.players[self.seat]

    @cached_property
    def after(self) -> State:
        """The state after it."""
        return moves.play(self.state, self.move)

    @property
    def tile(self) -> Tile:
        """The tile that it is about: in the market, just drawn, or on the island."""
        if hasattr(self.move, "slot"):
            tile = self.state.market[self.move.slot]
            assert tile is not None, "only filled slots are listed"
            return tile
        drawn = getattr(self.move, "tile", None) or getattr(self.task, "tile", None)
        return drawn or self.player.island.tiles[self.move.cell].tile

    @property
    def rolled(self) -> int:
        """The die that is turned."""
        die: int = getattr(self.move, "die", None) or self.task.value
        return die

    def field(self, name: str) -> Any:
        """What the move calls so, or its task."""
        return getattr(self.move, name, None) or getattr(self.task, name)

    @property
    def gains(self) -> list[str]:
        """What its seat has more or less after it; the price of a plan is told by itself."""
        old, new = self.player, self.after.players[self.seat]
        paid = self.move.plan.cost if isinstance(self.move, moves.Complete) else Stock()
        changes = new.stock.plus(paid).minus(old.stock).counts() | {"fame": new.fame - old.fame}
        return [words.change(name, count) for name, count in changes.items() if count]

    @property
    def trumpet(self) -> str:
        """The trumpet that its seat reaches with it; empty for none."""
        level = self.after.level(self.seat)
        return str(level) if level > self.state.level(self.seat) else ""

    @property
    def brings(self) -> str:
        """What it costs and brings at once, such as `+2 energy, +1 fame`."""
        trumpets = [SAID["trumpet"][self.trumpet]] if self.trumpet else []
        return joined([*self.gains, *trumpets], ", ")


def tell(state: State, move: moves.Move) -> str:
    """The sentence for a legal move made in `state`."""
    made = MadeMove(state, state.agenda[-1] if state.agenda else None, move)
    told = ""
    for name in _sentences(made):
        said = SAID["added" if told else "told"][name]
        words_of = {each: _word(made, each) for each in names_in(said.key) if each != "told"}
        told = said.fill(**words_of, **({"told": told} if told else {}))
    return joined([told, "."], "")


def _sentences(made: MadeMove) -> Iterator[str]:
    """The names of the sentence, and of what is added to it."""
    move, task = made.move, made.task
    yield _sentence(made)
    if isinstance(move, moves.Deploy) and _emptied(made):
        yield "empties"
    if isinstance(task, tasks.RollDice) and isinstance(move, moves.Roll) and _crowded(made):
        yield "crowded"
    if isinstance(task, tasks.Seated) and isinstance(move, (*BRINGING, moves.Complete, moves.Roll)):
        if made.gains:
            yield "gains"
        if made.trumpet:
            yield f"trumpet{made.trumpet}"


def _sentence(made: MadeMove) -> str:
    task = type(made.task).__name__
    match made.move:
        case moves.Take(reroll=True):
            return "reroll"
        case moves.Take(change=change) | moves.Change(change=change):
            name = "take" if isinstance(made.move, moves.Take) else "keep"
            return name if not change else f"{name}-paid" if _paid(made) else f"{name}-free"
        case moves.Activate(option=option) if activating.BARS[made.tile.id][option].deploys:
            return "activate-to-deploy"
        case moves.Pass():
            return "pass-shared" if getattr(made.task, "shared", False) else f"pass-{task}"
        case moves.Complete(cell=None):
            return "plan-aside"
        case moves.Draw(plan=None):
            return "draw-unseen"
        case moves.Roll() if any(made.state.forge) and isinstance(made.task, tasks.RollDice):
            return "roll-again"
        case moves.Card(plan=None) if isinstance(made.task, tasks.ShowPlan):
            return "card-unseen"
        case moves.Roll() | moves.Reveal() | moves.Card():
            return f"{made.move.verb}-{task}"
    verb: str = made.move.verb
    return verb


def _word(made: MadeMove, name: str) -> object:
    return _WORDS[name](made) if name in _WORDS else made.field(name)


def _paid(made: MadeMove) -> int:
    return made.player.stock.energy - made.after.players[made.seat].stock.energy


def _value(made: MadeMove) -> object:
    """What a die is turned to, or shows."""
    if isinstance(made.move, moves.Take | moves.Change):
        return turned(made.rolled, made.move.change)
    return made.move.values[0] if isinstance(made.move, moves.Roll) else made.move.value


def _number(made: MadeMove) -> int:
    """What singular and plural hang on: points of a plan, tiles of a stack, energy."""
    if isinstance(made.move, moves.CountStack):
        return made.move.left
    plan = getattr(made.move, "plan", None)
    return plan.points if plan else _paid(made)


def _emptied(made: MadeMove) -> list[str]:
    """The lines of the dock that have no worker any more."""
    edition, dock = made.state.edition, made.after.players[made.seat].dock
    cell = edition.dock_names.index(made.move.dock_cell)
    lines = emptied_lines(cell, dock, edition.rows, edition.columns)
    return [words.line_name(line) for line in lines]


def _crowded(made: MadeMove) -> list[str]:
    """The spaces of the Forge with more dice than may stay there."""
    lying = zip(FACES, made.state.forge, made.after.forge, strict=True)
    return [str(face) for face, old, new in lying if old + made.move.values.count(face) > new]


_WORDS: Mapping[str, Callable[[MadeMove], object]] = {
    "who": lambda made: player_name(made.move.seat if hasattr(made.move, "seat") else made.seat),
    "die": lambda made: made.rolled,
    "value": _value,
    "n": _number,
    "tile": lambda made: words.the_tile(made.state.edition, made.tile.id),
    "cell": lambda made: made.move.dock_cell,
    "line": lambda made: words.line_name(made.move.line),
    "lines": lambda made: listed(_emptied(made)),
    "resource": lambda made: SAID["resources"][made.move.resource],
    "cost": lambda made: words.amounts(made.move.plan.cost),
    "upgrade": lambda made: words.upgrade(made.move.plan.upgrade),
    "plan": lambda made: words.the_plan(made.move.plan),
    "dice": lambda made: listed(map(str, sorted(made.move.values))),
    "spaces": lambda made: listed(_crowded(made)),
    "gains": lambda made: joined(made.gains, ", "),
    "character": lambda made: words.character(made.move.name),
}


def prompts(state: State) -> tuple[str, str]:
    """What is to be done, said to whoever does it, and in the middle of a sentence."""
    if not state.agenda:
        return "", say("the game is over")
    # Several slots may be empty, so the one that is meant is named.
    task = state.agenda[-1]
    about = {name: getattr(task, name, "") for name in ("slot", "level", "count")}
    who = player_name(getattr(task, "seat", 0))
    said = type(task).__name__
    return SAID["prompts"][said].fill(who=who, **about), SAID["expected"][said]
