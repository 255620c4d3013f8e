"""Who is asked: those whose moves the referee proposes or asks about."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.explaining import Step
from companion.games.protocol import CHANCE, Game, Seat
from companion.opinions import Opinion


def who_is_asked(game: Game[Any, Any], opinion: Opinion) -> tuple[Seat, ...]:
    """The seats whose moves these are: each may answer. None: they are the table's, anybody may."""
    seats = {game.to_move(step.before) for step in _steps(opinion)}
    return tuple(sorted(seat for seat in seats if seat not in (None, CHANCE)))


def _steps(opinion: Opinion) -> Iterator[Step]:
    yield from opinion.proposed
    question = opinion.verdict.question if opinion.verdict and opinion.answers else None
    for answer in question.answers if question else ():
        yield from _first(step for each in answer.explanations for step in each.steps)


def _first(steps: Iterable[Step]) -> Iterator[Step]:
    """An answer is about what happens first; the rest follows from looking again."""
    for step in steps:
        yield step
        return
