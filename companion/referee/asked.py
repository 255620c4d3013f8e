"""Who is asked: those whose moves the referee proposes or asks about."""

from collections.abc import Iterator
from typing import Any

from companion.games.protocol import CHANCE, Game, Seat
from companion.referee.opinions import Opinion
from companion.referee.search import Step


def who_is_asked(game: Game[Any, Any], opinion: Opinion) -> tuple[Seat, ...]:
    """The seats whose moves these are: each may answer. None: they are the table's, anybody may."""
    seats = {game.to_move(step.before) for step in _steps(opinion)}
    return tuple(sorted(seat for seat in seats if seat not in (None, CHANCE)))


def _steps(opinion: Opinion) -> Iterator[Step]:
    yield from opinion.proposed
    question = opinion.verdict.question if opinion.verdict and opinion.answers else None
    if question is not None:
        yield from question.agreed
        # An answer is about the move on which they part; the rest follows from looking again.
        asked = len(question.agreed)
        for answer in question.answers:
            for each in answer.explanations:
                yield from each.steps[asked : asked + 1]
