"""`companion bench referee`: what the referee makes of simulated tables, against its goals.

A turn counts as explained when the first explanation leads to the state that the game really had,
moves that nobody can see at its end (passes) left aside. Two orders of the same activations that
lead to the same state are the same.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import sqrt
from typing import Any

from companion import games
from companion.benches.rules.cheats import Cheater
from companion.benches.rules.turns import BARE_TABLE, EVERYTHING, Noise, Turn, pairs, turns
from companion.common.terminal import progress
from companion.games.propeller_islands.rules.moves import PASS
from companion.games.protocol import Game
from companion.referee.referee import Action, Conclusion, Mode, Verdict, decide, judge
from companion.referee.search import Search
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Sight

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


def run(_: bool) -> Mapping[str, object]:
    """The figures of all parts, each with its goal where there is one."""
    return {name: figure for part in PARTS.values() for name, figure in part().items()}


def _perfect() -> dict[str, object]:
    goals = {"first": "99.5 %", "in the list": "100 %", "false alarms": "under 0.5 %"}
    figures = explained(_game(), turns(_game(), SEED), TURNS, EVERYTHING, what="perfect look")
    return _section("perfect look", figures, goals)


def _bare() -> dict[str, object]:
    title = "dice, tiles and workers only"
    played = turns(_game(), SEED)
    return _section(title, explained(_game(), played, TURNS // 4, BARE_TABLE, what=title), {})


def _pairs() -> dict[str, object]:
    title = "two turns at once"
    played = pairs(_game(), SEED)
    return _section(title, explained(_game(), played, PAIRS, EVERYTHING, what=title), {})


def _noise() -> dict[str, object]:
    goals = {"player's moves first": "97 %", "entered wrongly": "0", "false alarms": "under 0.5 %"}
    played = turns(_game(), SEED)
    return _section(
        "noise", explained(_game(), played, TURNS, EVERYTHING, NOISE, what="noise"), goals
    )


def _sure_noise() -> dict[str, object]:
    title = "noise, sure of its mistakes"
    played = turns(_game(), SEED)
    figures = explained(_game(), played, TURNS // 4, EVERYTHING, SURE_NOISE, what=title)
    return _section(title, figures, {"false alarms": "under 0.5 %"})


def _illegal() -> dict[str, object]:
    return accused(_game(), CHEATS)


def _time() -> dict[str, object]:
    return {
        **timed(_game(), TURNS // 4, "time"),
        **timed(_game(), TURNS // 4, "time, with noise", NOISE),
    }


#: What can be asked for by name.
PARTS: Mapping[str, Callable[[], dict[str, object]]] = {
    "perfect": _perfect,
    "bare": _bare,
    "pairs": _pairs,
    "noise": _noise,
    "sure-noise": _sure_noise,
    "illegal": _illegal,
    "time": _time,
}


def _game() -> Game[Any, Any]:
    return games.find(GAME)


def _section(
    title: str, figures: Mapping[str, object], goals: Mapping[str, str]
) -> dict[str, object]:
    lines: dict[str, object] = {}
    for name, figure in figures.items():
        goal = f" (goal: {goals[name]})" if name in goals else ""
        lines[f"{title}: {name}"] = f"{figure}{goal}"
    return lines


def share(good: int, of: int) -> str:
    """A share with its count and its 95 % interval (Wilson)."""
    if not of:
        return "none"
    p, z = good / of, 1.96
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{good} of {of} = {100 * p:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"


class Truth:
    """What really happened in a turn, as far as a look can tell."""

    def __init__(self, game: Game[Any, Any], turn: Turn, looks: list[Observation]) -> None:
        self._game = game
        perfect = Search(game, Sight(turn.looks(game, EVERYTHING)))
        seen = Search(game, Sight(looks))
        last = turn.path[-1][1]
        limit = seen.cost(last) + 0.45
        good = [
            state
            for _, state in turn.path
            if not perfect.differences(state) or seen.cost(state) <= limit
        ]
        self._states = {game.key(state) for state in good}
        self._decided = {_decisions(game, state) for state in good}
        self._way = {game.key(state) for state in (turn.start, *(s for _, s in turn.path))}

    def is_state(self, state: Any) -> bool:
        """Whether the game really came to this state."""
        return any(self._game.key(end) in self._states for end in _ends(self._game, state))

    def is_decided(self, state: Any) -> bool:
        """The same for what players did, whatever tile or card was then laid out."""
        ends = _ends(self._game, state)
        return any(_decisions(self._game, end) in self._decided for end in ends)

    def was_passed(self, state: Any) -> bool:
        """Whether the game really was in this state at some moment of the turn."""
        return any(self._game.key(end) in self._way for end in _ends(self._game, state))


def _ends(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """A state, and what it becomes when nobody does anything more."""
    yield state
    for _ in range(TAIL):
        if game.check(state, PASS):
            return
        state = game.apply(state, PASS)
        yield state


def _decisions(game: Game[Any, Any], state: Any) -> object:
    """The key of a state without the market and the display, which the table fills."""
    key: Any = game.key(state)
    return (key[0], *key[3:])


def explained(
    game: Game[Any, Any],
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
        looks = turn.looks(game, kinds)
        if noise:
            looks = noise.blur(looks, random.Random(f"{SEED}/{number}"))
        _tally(tally, Truth(game, turn, looks), judge(game, turn.start, looks))
    figures: dict[str, object] = {
        "first": share(tally["first"], count),
        "player's moves first": share(tally["decided"], count),
        "in the list": share(tally["listed"], count),
        "not first, settled by the question": f"{tally['asked']} of {count - tally['decided']}",
        "entered in auto": share(tally["entered"], count),
        "entered wrongly": tally["wrong"],
        "false alarms": share(tally["alarms"], count),
    }
    return figures


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
    if decide(Mode.AUTO, verdict) is Action.ENTER:
        tally["entered"] += 1
        tally["wrong"] += not truth.was_passed(best.state)
    tally["alarms"] += verdict.finding is Conclusion.ILLEGAL


def accused(game: Game[Any, Any], count: int) -> dict[str, object]:
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
        "illegal: median, ms": f"{_quantile(times, 0.5):.1f}",
        "illegal: 99th percentile, ms": f"{_quantile(times, 0.99):.1f}",
        **{f"illegal: {kind}": f"{named[kind]} of {made[kind]}" for kind in sorted(made)},
    }


def timed(
    game: Game[Any, Any], count: int, title: str, noise: Noise | None = None
) -> dict[str, object]:
    """Milliseconds of this process for one verdict: four players, the second half of the game."""
    late = (t for t in turns(game, f"{SEED}/time", players=(4,)) if t.start.round >= 4)
    times = []
    for number, turn in enumerate(progress(islice(late, count), title, count)):
        looks = turn.looks(game, EVERYTHING)
        if noise:
            looks = noise.blur(looks, random.Random(f"{SEED}/{number}"))
        start = time.process_time()
        judge(game, turn.start, looks)
        times.append(1000 * (time.process_time() - start))
    return {
        f"{title}: median, ms": f"{_quantile(times, 0.5):.1f} (goal: under 20)",
        f"{title}: 99th percentile, ms": f"{_quantile(times, 0.99):.1f} (goal: under 150)",
    }


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * len(values))]
