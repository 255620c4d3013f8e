"""Reading what is left of a damaged log. The files are not touched.

All lines that are whole are put in order by the check that each carries of the one before it. Where
lines of several games are found, one game is told from the other by that; which of them is meant is
the one that is found in most of the files.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from companion.common.errors import CompanionError, InputError
from companion.log.events import (
    REFEREE,
    START,
    Begin,
    Event,
    Lost,
    Who,
    check_of,
    follows,
    from_line,
)
from companion.log.rescue.remains import MAIN, WAL, Remains

LONGEST_GAP = 100_000


@dataclass(frozen=True)
class Salvage:
    """What could be read. A lost event in the middle has a `Lost` in its place.

    `is_to_the_end`: nothing came after the last of these events. `others` is how many lines were
    found that don't belong to them: another game's.
    """

    events: tuple[Event, ...]
    lost: tuple[int, ...]
    is_to_the_end: bool = False
    others: int = 0


class Hopeless(CompanionError):  # noqa: N818 - a statement about a file
    """There is nothing to go on with."""


@dataclass
class _Piece:
    """Lines that follow each other, and the files in which they were found."""

    lines: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    sources: set[str] = field(default_factory=set)

    @property
    def first(self) -> int:
        return self.events[0].number

    @property
    def last(self) -> int:
        return self.events[-1].number

    @property
    def weight(self) -> tuple[int, bool, int]:
        return len(self.sources), MAIN in self.sources, len(self.lines)


def salvage(path: Path) -> Salvage:
    """Read what can be read of a log; `Hopeless` when that is nothing to go on with."""
    try:
        remains = Remains(path)
    except OSError as error:
        raise CompanionError(f"{path}: {error.strerror or error}") from error
    pieces = _pieces(remains.lines())
    begun = [piece for piece in pieces if isinstance(piece.events[0].action, Begin)]
    if not begun:
        whole = ranges(sorted({event.number for piece in pieces for event in piece.events}))
        found = f"only events {whole} are whole" if whole else "nothing could be recovered"
        raise Hopeless(
            f"{found}, and not even which game this was is known. The file stays as it is; move it "
            "away to begin a new game here"
        )
    trunk = max(begun, key=lambda piece: piece.weight)
    others = [piece for piece in pieces if piece is not trunk]
    if remains.copy_ends_with(trunk.lines[-1]):
        strange = {WAL, MAIN}  # the copy says that this is all
    else:
        strange = {WAL} if remains.is_of_two_games() else set()
    chosen = _that_fit(trunk, [piece for piece in others if not piece.sources <= strange])
    events = tuple(_with_gaps(chosen))
    read = {event.number for piece in chosen for event in piece.events}
    return Salvage(
        events,
        tuple(event.number for event in events if event.number not in read),
        remains.copy_ends_with(chosen[-1].lines[-1]),
        sum(len(piece.lines) for piece in pieces) - len(read),
    )


def _pieces(found: dict[str, set[str]]) -> list[_Piece]:
    """The lines as runs; where two follow the same one, the longer run goes on."""
    events: dict[str, Event] = {}
    by_check: dict[str, str] = {}
    for line in found:
        with suppress(InputError):  # whole, but of a kind that we don't know
            events[line] = from_line(line)
            by_check[check_of(line)] = line
    longest: dict[str, int] = {}
    next_of: dict[str, str] = {}
    behind: set[str] = set()
    for line in sorted(events, key=lambda one: -events[one].number):
        longest[line] = 1 + (longest[next_of[line]] if line in next_of else 0)
        before = by_check.get(line[-_AFTER:][:16])
        if before is None or events[before].number + 1 != events[line].number:
            continue
        behind.add(line)
        if before not in next_of or longest[line] > longest[next_of[before]]:
            next_of[before] = line
    pieces = []
    for line, event in events.items():
        is_first = event.number == 1
        if line in behind or is_first != isinstance(event.action, Begin):
            continue
        if is_first and not follows(line, START):
            continue
        pieces.append(_run(line, next_of, events, found))
    return pieces


#: From the check of the line before to the end of a line.
_AFTER = len(f'{START}","check":"{START}"}}')


def _run(
    line: str, next_of: dict[str, str], events: dict[str, Event], found: dict[str, set[str]]
) -> _Piece:
    piece = _Piece()
    following: str | None = line
    while following is not None:
        piece.lines.append(following)
        piece.events.append(events[following])
        piece.sources |= found[following]
        following = next_of.get(following)
    return piece


def _that_fit(trunk: _Piece, others: Iterable[_Piece]) -> list[_Piece]:
    """The beginning and the pieces behind it that belong to the same game, in order."""
    chosen = [trunk]
    end = trunk.events[-1].at
    for piece in sorted(others, key=lambda one: one.weight, reverse=True):
        is_free = all(piece.first > one.last or one.first > piece.last for one in chosen)
        # What is left of an older game may fit by its numbers, but not by its time.
        if is_free and piece.events[0].at >= end and piece.last - trunk.last <= LONGEST_GAP:
            chosen.append(piece)
    chosen.sort(key=lambda one: one.first)
    for one, other in pairwise(tuple(chosen)):
        if other.first == one.last + 1:  # they touch, but don't follow
            if len(one.lines) == 1:
                chosen.remove(other)
            else:  # the last line of the first was never acknowledged, and another took its place
                one.lines.pop()
                one.events.pop()
    return chosen


def _with_gaps(pieces: Iterable[_Piece]) -> Iterator[Event]:
    number, at = 1, 0.0
    for piece in pieces:
        for missing in range(number, piece.first):
            yield Event(missing, at, Who(REFEREE), Lost(), why="could not be read any more")
        yield from piece.events
        number, at = piece.last + 1, piece.events[-1].at


def ranges(numbers: Sequence[int]) -> str:
    """Numbers for people: 3, 5-8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
