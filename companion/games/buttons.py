"""Moves as buttons: a game lists what is legal, and people get there in at most three taps."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.common.words import joined

#: How many taps lead to any move.
MOST_TAPS = 3


@dataclass(frozen=True)
class Choice:
    """A button: a whole move, or a word behind which there are more buttons.

    Attributes:
        label: What stands on it.
        note: What it costs or brings.
        moves: The line that it plays; empty for one that opens a list.
        choices: The list behind it.
        place: Where on the table that is, such as `tiles/0/(1,-1)`.
        dice: So many values are typed in behind `moves`, as for a roll.
    """

    label: str
    note: str = ""
    moves: str = ""
    choices: tuple["Choice", ...] = ()
    place: str = ""
    dice: int = 0

    def leaves(self) -> Iterable["Choice"]:
        """Every whole move behind this button."""
        if not self.choices:
            yield self
        for choice in self.choices:
            yield from choice.leaves()


def offered(choices: Iterable[Choice], moves: str, values: str = "") -> str:
    """The line of the button that plays these moves, with what is typed in; empty: there is none.

    >>> offered((Choice("What the dice show", moves="roll", dice=2),), "roll", "36")
    'roll 36'
    >>> offered((Choice("Pass", moves="pass"),), "build E4 @1,-1")
    ''
    """
    for choice in choices:
        for leaf in choice.leaves():
            if leaf.moves == moves.strip() and leaf.dice == len(values.strip()):
                return f"{leaf.moves} {values.strip()}".strip()
    return ""


class Sign(NamedTuple):
    """One turn of the way to a move: what the button there says, and which place it means."""

    label: str
    place: str = ""


class Path(NamedTuple):
    """The way to a move, from the first button to the last, and what the move brings."""

    signs: tuple[Sign, ...]
    moves: str
    note: str = ""


def path(way: Iterable[Sign | str], move: object, note: str = "") -> Path:
    """The way to a move; a text is a button that means no place.

    >>> path(["Build a tile", Sign("E4", "market/E4")], "build E4").signs[0]
    Sign(label='Build a tile', place='')
    """
    signs = (Sign(sign) if isinstance(sign, str) else sign for sign in way)
    return Path(tuple(signs), str(move), note)


def buttons(paths: Iterable[Path]) -> tuple[Choice, ...]:
    """The buttons for these moves; paths that begin alike share a button.

    >>> [choice.label for choice in buttons([
    ...     Path((Sign("Build"), Sign("E4")), "build E4"),
    ...     Path((Sign("Pass"),), "pass"),
    ...     Path((Sign("Build"), Sign("C1")), "build C1"),
    ... ])]
    ['Build', 'Pass']
    """
    grouped: dict[Sign, list[Path]] = {}
    for path in paths:
        grouped.setdefault(path.signs[0], []).append(path)
    return tuple(_button(sign, group) for sign, group in grouped.items())


def _button(sign: Sign, paths: list[Path]) -> Choice:
    first = paths[0]
    if len(paths) == 1 and len(first.signs) == 1:
        return Choice(sign.label, first.note, first.moves, place=sign.place)
    inner = buttons(path._replace(signs=path.signs[1:]) for path in paths)
    if len(inner) > 1:
        return Choice(sign.label, choices=inner, place=sign.place)
    # Nobody taps twice where there is nothing to choose: the two buttons become one.
    (only,) = inner
    said = [only.note] if only.label == sign.label else [only.label, only.note]
    note = joined(filter(None, said), ", ")
    return replace(only, label=sign.label, note=note, place=only.place or sign.place)


def opened(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The list behind the only button, where there is only one; what stood on it is still said.

    >>> [choice.label for choice in opened((Choice("Take a 1", choices=(Choice("As it is"),)),))]
    ['Take a 1: As it is']
    """
    if len(choices) != 1 or not choices[0].choices:
        return choices
    (only,) = choices
    return tuple(
        replace(each, label=joined([only.label, each.label], ": ")) for each in only.choices
    )
