"""`companion bench referee`: what the referee makes of simulated tables, against its goals.

A turn counts as explained when the first explanation leads to the state that the game really had,
moves that nobody can see at its end (passes) left aside. Two orders of the same activations that
lead to the same state are the same.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from companion import games
from companion.benches.rules.cheats import Cheater
from companion.benches.rules.turns import BARE_TABLE, EVERYTHING, Noise, Turn, pairs, turns
from companion.common.intervals import percentile, share
from companion.common.terminal import progress
from companion.games.capabilities import Watchable, watchable
from companion.games.kit import defaults
from companion.games.propeller_islands.rules.moves import PASS
from companion.referee.referee import Conclusion, Mode, Reaction, Verdict, decide, judge
from companion.referee.search import Search
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Sight

Parts = Mapping[str, Callable[[], dict[str, object]]]

NAME = "referee"
HELP = "explanations, deductions and accusations of the referee on simulated tables"

GAME = "propeller-islands"
TURNS = 2000
PAIRS = 300
CHEATS = 1000
SEED = "referee"
NOISE = Noise(misread=0.02, hidden=0.05)
SURE_NOISE = Noise(misread=0.02, hidden=0.05, certain_mistakes=1.0)
TAIL = 4


def run() -> Mapping[str, object]:
    """The figures of all parts, each with its goal where there is one."""
    return {name: figure for part in PARTS.values() for name, figure in part().items()}


@dataclass(frozen=True)
class TurnsToExplain:
    """Turns for the referee: how they are played and seen, and what is wanted of the figures."""

    title: str
    count: int
    kinds: tuple[str, ...] = EVERYTHING
    noise: Noise | None = None
    goals: Mapping[str, str] = field(default_factory=dict)
    play: Callable[[Watchable[Any, Any], str], Iterator[Turn]] = turns

    def figures(self, game: Watchable[Any, Any]) -> dict[str, object]:
        """Measure, and put the goals beside the figures."""
        played = self.play(game, SEED)
        found = explained(game, played, self.count, self.kinds, self.noise, what=self.title)
        goals = {name: f" (goal: {goal})" for name, goal in self.goals.items()}
        return {f"{self.title}: {k}": f"{v}{goals.get(k, '')}" for k, v in found.items()}


_NO_ALARMS = {"false alarms": "under 0.5 %"}
_EXPLAINED = {
    "perfect": TurnsToExplain(
        "perfect look", TURNS, goals={"first": "99.5 %", "in the list": "100 %", **_NO_ALARMS}
    ),
    "bare": TurnsToExplain("dice, tiles and workers only", TURNS // 4, BARE_TABLE),
    "pairs": TurnsToExplain("two turns at once", PAIRS, play=pairs),
    "noise": TurnsToExplain(
        "noise",
        TURNS,
        noise=NOISE,
        goals={"player's moves first": "97 %", "entered wrongly": "0", **_NO_ALARMS},
    ),
    "sure-noise": TurnsToExplain(
        "noise, sure of its mistakes", TURNS // 4, noise=SURE_NOISE, goals=_NO_ALARMS
    ),
}


def _time(game: Watchable[Any, Any]) -> dict[str, object]:
    noisy = timed(game, "time, with noise", NOISE)
    return {**timed(game, "time"), **noisy}


_PARTS: Mapping[str, Callable[[Watchable[Any, Any]], dict[str, object]]] = {
    **{name: each.figures for name, each in _EXPLAINED.items()},
    "illegal": lambda game: accused(game, CHEATS),
    "time": _time,
}


def without_hints(game: Watchable[Any, Any]) -> Watchable[Any, Any]:
    """The same game, which leaves to the kit whatever the referee asks for."""
    left_out = dict.fromkeys(("likely", "suspects", "leftovers"))
    bare = copy(game)
    bare.__class__ = type("Unhinted", (type(game),), left_out)
    return bare


def _parts(prepare: Callable[[Watchable[Any, Any]], Watchable[Any, Any]]) -> Parts:
    return {
        name: lambda part=part: part(prepare(watchable(games.find(GAME))))  # type: ignore[misc]
        for name, part in _PARTS.items()
    }


#: What can be asked for by name, with the hints of the game and by the kit alone.
HINTS: Mapping[str, Parts] = {"game": _parts(lambda game: game), "kit": _parts(without_hints)}
PARTS = HINTS["game"]


class Truth:
    """What really happened in a turn, as far as a look can tell."""

    def __init__(self, game: Watchable[Any, Any], turn: Turn, looks: list[Observation]) -> None:
        self._game = game
        perfect = Search(game, Sight(turn.looks(game)))
        seen = Search(game, Sight(looks))
        last = turn.path[-1][1]
        limit = seen.cost(last) + 0.45
        good = [
            state
            for _, state in turn.path
            if not perfect.differences(state) or seen.cost(state) <= limit
        ]
        self._key = key = defaults.key_of(game)
        self._states = {key(state) for state in good}
        self._decided = {_decisions(game, state) for state in good}
        self._way = {key(state) for state in (turn.start, *(s for _, s in turn.path))}

    def is_state(self, state: Any) -> bool:
        """Whether the game really came to this state."""
        return any(self._key(end) in self._states for end in _ends(self._game, state))

    def is_decided(self, state: Any) -> bool:
        """The same for what players did, whatever tile or card was then laid out."""
        ends = _ends(self._game, state)
        return any(_decisions(self._game, end) in self._decided for end in ends)

    def was_passed(self, state: Any) -> bool:
        """Whether the game really was in this state at some moment of the turn."""
        return any(self._key(end) in self._way for end in _ends(self._game, state))


def _ends(game: Watchable[Any, Any], state: Any) -> Iterator[Any]:
    """A state, and what it becomes when nobody does anything more."""
    yield state
    for _ in range(TAIL):
        if game.check(state, PASS):
            return
        state = game.apply(state, PASS)
        yield state


def _decisions(game: Watchable[Any, Any], state: Any) -> object:
    """The key of a state without the market and the display, which the table fills."""
    return defaults.key_of(game)(replace(state, market={}, display=()))


def explained(
    game: Watchable[Any, Any],
    played: Iterator[Turn],
    count: int,
    kinds: tuple[str, ...],
    noise: Noise | None = None,
    *,
    what: str = "",
) -> dict[str, object]:
    """How often the truth was told."""
    tally: Counter[str] = Counter()
    for number, turn in enumerate(progress(islice(played, count), what, count)):
        looks = _seen(turn.looks(game, kinds), noise, number)
        _tally(tally, Truth(game, turn, looks), judge(game, turn.start, looks))
    return {
        "first": share(tally["first"], count),
        "player's moves first": share(tally["decided"], count),
        "in the list": share(tally["listed"], count),
        "not first, settled by the question": f"{tally['asked']} of {count - tally['decided']}",
        "entered in auto": share(tally["entered"], count),
        "entered wrongly": tally["wrong"],
        "false alarms": share(tally["alarms"], count),
    }


def _seen(looks: list[Observation], noise: Noise | None, number: int) -> list[Observation]:
    """Looks as an eye with this noise would have them."""
    return noise.blur(looks, random.Random(f"{SEED}/{number}")) if noise else looks


def _tally(tally: Counter[str], truth: Truth, verdict: Verdict) -> None:
    explanations = verdict.explanations
    best = explanations[0]
    decided = truth.is_decided(best.state)
    tally["first"] += truth.is_state(best.state)
    tally["decided"] += decided
    tally["listed"] += any(truth.is_decided(each.state) for each in explanations)
    if not decided and verdict.question:
        answers = verdict.question.answers
        tally["asked"] += any(truth.is_decided(e.state) for a in answers for e in a.explanations)
    if decide(Mode.AUTO, verdict) is Reaction.ENTER:
        tally["entered"] += 1
        tally["wrong"] += not truth.was_passed(best.state)
    tally["alarms"] += verdict.finding is Conclusion.ILLEGAL


def accused(game: Watchable[Any, Any], count: int) -> dict[str, object]:
    """How often a forbidden change was called by its rule."""
    made: Counter[str] = Counter()
    named: Counter[str] = Counter()
    either = 0
    times = []
    cheats = Cheater(game, SEED).cheats(turns(game, f"{SEED}/cheats"))
    for cheat in progress(islice(cheats, count), "illegal", count):
        start = time.process_time()
        verdict = judge(game, cheat.start, cheat.looks)
        times.append(1000 * (time.process_time() - start))
        made[cheat.kind] += 1
        right = any(v.rule in cheat.rules for v in verdict.violations)
        named[cheat.kind] += right and verdict.finding is Conclusion.ILLEGAL
        either += right and verdict.finding is Conclusion.DOUBTFUL
    return {
        "illegal: flagged with the right rule": f"{share(named.total(), count)} (goal: 99 %)",
        "illegal: the rule or a misreading": share(either, count),
        "illegal: median, ms": f"{percentile(times, 0.5):.1f}",
        "illegal: 99th percentile, ms": f"{percentile(times, 0.99):.1f}",
        **{f"illegal: {kind}": f"{named[kind]} of {made[kind]}" for kind in sorted(made)},
    }


def timed(game: Watchable[Any, Any], title: str, noise: Noise | None = None) -> dict[str, object]:
    """Milliseconds of this process for one verdict: four players, the second half of the game."""
    count = TURNS // 4
    late = (t for t in turns(game, f"{SEED}/time", players=(4,)) if t.start.round >= 4)
    times = []
    for number, turn in enumerate(progress(islice(late, count), title, count)):
        looks = _seen(turn.looks(game), noise, number)
        start = time.process_time()
        judge(game, turn.start, looks)
        times.append(1000 * (time.process_time() - start))
    return {
        f"{title}: median, ms": f"{percentile(times, 0.5):.1f} (goal: under 20)",
        f"{title}: 99th percentile, ms": f"{percentile(times, 0.99):.1f} (goal: under 150)",
    }
