"""A move as a sentence for everybody at the table: what was done, and what it brought.

The sentences are data (`told` in `words.toml`), by the verb of a move and what is special about it.
A name in their braces has a line in `_WORDS`, or is a field of the move or of its task. What a move
brings is read off the state after it, so that no rule is written here a second time. The sentences
are public: they never say which plan somebody drew from a pile.
"""

from collections.abc import Callable, Iterator, Mapping

from companion.common.words import joined, listed, names_in, player_name
from companion.games.propeller_islands.components.board import FACES, emptied_lines, turned
from companion.games.propeller_islands.rules import activating, moves, tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told import words
from companion.games.propeller_islands.told.made import BRINGING, Made
from companion.games.propeller_islands.told.words import SAID


def tell(state: State, move: moves.Move) -> str:
    """The sentence for a legal move made in `state`."""
    made = Made(state, state.agenda[-1] if state.agenda else None, move)
    told = ""
    for name in _sentences(made):
        said = SAID["added" if told else "told"][name]
        words_of = {each: _word(made, each) for each in names_in(said.key) if each != "told"}
        told = said.fill(**words_of, **({"told": told} if told else {}))
    return joined([told, "."], "")


def _sentences(made: Made) -> Iterator[str]:
    """The names of the sentence, and of what is added to it."""
    move, task = made.move, made.task
    yield _sentence(made)
    if isinstance(move, moves.Deploy) and _emptied(made):
        yield "empties"
    if isinstance(task, tasks.RollDice) and isinstance(move, moves.Roll) and _crowded(made):
        yield "crowded"
    if isinstance(task, tasks.Seated) and isinstance(move, (*BRINGING, moves.Complete, moves.Roll)):
        if _gains(made):
            yield "gains"
        if made.trumpet:
            yield f"trumpet{made.trumpet}"


def _sentence(made: Made) -> str:
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


def _word(made: Made, name: str) -> object:
    return _WORDS[name](made) if name in _WORDS else made.field(name)


def _paid(made: Made) -> int:
    return made.player.stock.energy - made.after.players[made.seat].stock.energy


def _value(made: Made) -> object:
    """What a die is turned to, or shows."""
    if isinstance(made.move, moves.Take | moves.Change):
        return turned(made.rolled, made.move.change)
    return made.move.values[0] if isinstance(made.move, moves.Roll) else made.move.value


def _number(made: Made) -> int:
    """What singular and plural hang on: points of a plan, tiles of a stack, energy."""
    if isinstance(made.move, moves.CountStack):
        return made.move.left
    plan = getattr(made.move, "plan", None)
    return plan.points if plan else _paid(made)


def _emptied(made: Made) -> list[str]:
    """The lines of the dock that have no worker any more."""
    edition, dock = made.state.edition, made.after.players[made.seat].dock
    cell = edition.dock_names.index(made.move.dock_cell)
    lines = emptied_lines(cell, dock, edition.rows, edition.columns)
    return [words.line_name(line) for line in lines]


def _crowded(made: Made) -> list[str]:
    """The spaces of the Forge with more dice than may stay there."""
    lying = zip(FACES, made.state.forge, made.after.forge, strict=True)
    return [str(face) for face, old, new in lying if old + made.move.values.count(face) > new]


def _gains(made: Made) -> list[str]:
    """What is told of a plan is its price; it is no loss besides."""
    return made.gains(*([made.move.plan.cost] if isinstance(made.move, moves.Complete) else ()))


_WORDS: Mapping[str, Callable[[Made], object]] = {
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
    "gains": lambda made: joined(_gains(made), ", "),
    "character": lambda made: words.character(made.move.name),
}
