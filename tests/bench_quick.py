"""`make bench-quick`: the ratios of rules, referee, table and web beside those recorded last.

Each figure is a ratio of two things that take turns in one run, so that it can be compared between
machines and on a busy one. It is measured a few times; its value is the median. The noise that is
recorded beside it is the spread of the measurements at the time of recording, without the two
outermost, as a share of the value: a figure got worse when it lies on the wrong side by more.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from companion import games
from companion.benches.rules import referee, rules
from companion.benches.rules.turns import EVERYTHING, turns
from companion.benches.serving import table, web
from companion.referee.referee import judge

FIGURES = Path(__file__).with_name("figures.json")
TIMES, TIMES_WHEN_RECORDED = 3, 7
#: Below this share nothing is called worse: the last digits of a ratio mean nothing.
LEAST_NOISE = 0.03


@dataclass(frozen=True)
class Figure:
    """A ratio: how it is measured once, always with the same seeds, and whether more is better."""

    measure: Callable[[], float]
    more_is_better: bool


@dataclass(frozen=True)
class Recorded:
    """A figure as it was when somebody last recorded it; the noise is a share of the value."""

    value: float
    noise: float


def rules_against_chess() -> float:
    """Plies a second of ours, as a share of python-chess's."""
    game = games.find(rules.GAME)
    pairs = [rules.speeds(game, each) for each in range(2)]
    return statistics.mean(ours for ours, _ in pairs) / statistics.mean(
        theirs for _, theirs in pairs
    )


def verdicts_against_chess() -> float:
    """Verdicts of the referee in the time of 1,000 plies of chess."""
    game = games.find(referee.GAME)
    verdicts = plies = 0
    ours = theirs = 0.0
    for index, turn in enumerate(islice(turns(game, "quick"), 60)):
        looks = referee.NOISE.blur(turn.looks(game, EVERYTHING), random.Random(index))
        start = time.process_time()
        judge(game, turn.start, looks)
        middle = time.process_time()
        ours, verdicts = ours + middle - start, verdicts + 1
        if index % 6 == 0:
            plies += rules.play_chess(f"quick/{index}")
            theirs += time.process_time() - middle
    return 1000 * (verdicts / ours) / (plies / theirs)


def explained_first() -> float:
    """The share of turns whose first explanation is what really happened, seen with noise."""
    game = games.find(referee.GAME)
    right = []
    for index, turn in enumerate(islice(turns(game, "quick"), 60)):
        looks = referee.NOISE.blur(turn.looks(game, EVERYTHING), random.Random(index))
        truth = referee.Truth(game, turn, looks)
        right.append(truth.is_decided(judge(game, turn.start, looks).explanations[0].state))
    return statistics.mean(right)


def events_against_sqlite() -> float:
    """Events that a table brings to disk in a second, as a share of bare SQLite's."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        figures = table.compare(Path(folder), count=3, moves=100)
    return float(figures["ratio (median of games)"])


def streams_against_flask() -> float:
    """How long an event is under way to eight phones, as a multiple of a bare Flask loop's."""
    figures = web.measure(streams=8, events=20)
    ours, bare = (
        figures[f"8 streams, {name}: median, 99th percentile, ms"][0]
        for name in ("ours", "bare Flask")
    )
    return ours / bare


QUICK = {
    "rules: plies a second, of python-chess's": Figure(rules_against_chess, True),
    "referee: verdicts in 1,000 plies of chess": Figure(verdicts_against_chess, True),
    "referee: first explanation is right": Figure(explained_first, True),
    "table: durable events, of bare SQLite's": Figure(events_against_sqlite, True),
    "web: under way to 8 phones, of bare Flask's": Figure(streams_against_flask, False),
}


def is_worse(value: float, last: Recorded, more_is_better: bool) -> bool:
    """Whether a value lies on the wrong side of the last one by more than the noise."""
    change = (value - last.value) / last.value
    return (-change if more_is_better else change) > max(last.noise, LEAST_NOISE)


def spread(values: list[float]) -> float:
    """From the second least to the second largest, as a share of the median."""
    middle = sorted(values)[1:-1]
    return (middle[-1] - middle[0]) / statistics.median(values)


def summed_up(values: list[float]) -> Recorded:
    """The figure that these measurements make."""
    return Recorded(statistics.median(values), spread(values))


def read_last(path: Path) -> dict[str, Recorded]:
    """What was recorded last; nothing if nobody did."""
    if not path.exists():
        return {}
    return {name: Recorded(**one) for name, one in json.loads(path.read_text("utf-8")).items()}


def write(path: Path, figures: dict[str, Recorded]) -> None:
    """Record the figures."""
    told = {
        name: {"value": round(one.value, 3), "noise": round(one.noise, 3)}
        for name, one in figures.items()
    }
    path.write_text(json.dumps(told, indent=2) + "\n", "utf-8")


def line(name: str, value: float, last: Recorded | None, more_is_better: bool) -> str:
    """A figure beside the last one, with a word about it where it got worse."""
    if last is None:
        return f"{name:<46} {value:>7.3f}   (never recorded)"
    word = "   WORSE" if is_worse(value, last, more_is_better) else ""
    return f"{name:<46} {value:>7.3f}   last {last.value:.3f} ± {last.noise:.0%}{word}"


def main() -> None:
    """Measure, print, and record when asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true", help="these are the figures from now on")
    record = parser.parse_args().record
    last, worse = read_last(FIGURES), []
    # All figures in turn, again and again: what the machine does meanwhile is part of the noise.
    rounds = [
        {name: figure.measure() for name, figure in QUICK.items()}
        for _ in range(TIMES_WHEN_RECORDED if record else TIMES)
    ]
    now = {name: summed_up([each[name] for each in rounds]) for name in QUICK}
    for name, figure in QUICK.items():
        print(line(name, now[name].value, last.get(name), figure.more_is_better))
        if name in last and is_worse(now[name].value, last[name], figure.more_is_better):
            worse.append(name)
    print(f"Worse than recorded: {'; '.join(worse)}." if worse else "Nothing got worse.")
    if record:
        write(FIGURES, now)


if __name__ == "__main__":
    main()
