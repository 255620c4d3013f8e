"""What a game looks like in numbers: the race of the scores, the dice, the length of turns."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.archive import fairness
from companion.archive.fairness import Fairness
from companion.common.words import player_name
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, Breakdown, Outcome, Seat
from companion.log.events import Event, Pause, Resume
from companion.table.story import StoryStep
from companion.table.table import Table

#: A longer silence than this is no turn: somebody has gone to bed.
LONGEST_TURN = 3600.0


@dataclass(frozen=True)
class Pace:
    """How long a seat's turns took, in seconds."""

    turns: int
    total: float
    longest: float

    @property
    def mean(self) -> float:
        """An average turn."""
        return self.total / self.turns if self.turns else 0.0


@dataclass(frozen=True)
class Tally:
    """A game in numbers. `race` has every seat's points at the end of each round, and now."""

    scores: Mapping[Seat, Breakdown]
    outcome: Outcome | None
    names: tuple[str, ...]
    rounds: tuple[int, ...]
    race: tuple[tuple[int, ...], ...]
    fairness: Fairness
    paces: tuple[Pace, ...]
    begun: float
    last: float


def take(table: Table) -> Tally:
    """The numbers of the game on a table."""
    game, now, steps, events = table.game, table.now, table.story(), table.events()
    scores = game.score(now.state)
    rounds, race = _race(game, steps, now.state)
    return Tally(
        scores=scores,
        outcome=game.outcome(now.state),
        names=tuple(now.names.get(seat, str(player_name(seat))) for seat in scores),
        rounds=rounds,
        race=race,
        fairness=fairness.examine(_dice(game, steps)),
        paces=_paces(game, steps, events, len(scores)),
        begun=events[0].at,
        last=events[-1].at,
    )


def _race(
    game: Rules[Any, Any], steps: Sequence[StoryStep], now: Any
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    rounds = ((defaults.round_of(game, step.before), step.before) for step in steps)
    ends = {number: before for number, before in rounds if number}
    ends[defaults.round_of(game, now)] = now
    points = [[score.points for score in game.score(state).values()] for state in ends.values()]
    return tuple(ends), tuple(zip(*points, strict=True))


def _dice(game: Rules[Any, Any], steps: Sequence[StoryStep]) -> list[int]:
    counts = Counter(
        value
        for step in steps
        if not step.unapplied
        for move in step.moves
        for value in defaults.rolled(game, move)
    )
    return [counts[value] for value in range(1, 7)]


def _paces(
    game: Rules[Any, Any], steps: Sequence[StoryStep], events: Sequence[Event], seats: int
) -> tuple[Pace, ...]:
    """Time counts for whoever is to move; set-up and what happens in a pause count for nobody."""
    at = {event.number: event.at for event in events}
    paused = _paused(events)
    turns: list[list[float]] = [[] for _ in range(seats)]
    acting: Seat | None = None
    for before, step in pairwise(steps):
        seat = game.to_move(step.before)
        if seat is None or seat == CHANCE or not defaults.round_of(game, step.before):
            continue
        took = at[step.event] - at[before.event]
        if before.event in paused or not 0 <= took <= LONGEST_TURN:
            took = 0.0
        if seat == acting:
            turns[seat][-1] += took
        else:
            turns[seat].append(took)
        acting = seat
    return tuple(Pace(len(some), sum(some), max(some, default=0.0)) for some in turns)


def _paused(events: Sequence[Event]) -> set[int]:
    """The events behind which the game was paused before the next one of the line."""
    paused: set[int] = set()
    last = 0
    for event in events:
        if isinstance(event.action, Pause | Resume):
            paused.add(last)
        elif event.seats or hasattr(event.action, "moves"):
            last = event.number
    return paused
