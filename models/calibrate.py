"""Choosing thresholds and weighing confidences, on photos that the judged weights never saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.looking import Sight
from models.measure import Count, Reported, Seen, match, total
from vision.dice import joint_confidence, log_odds
from vision.weights import Joint

CERTAIN_RIGHT = 0.9975
THRESHOLDS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
SURE_DICE = (0.6, 0.75, 0.85, 1.01)
LEAST = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)


@dataclass(frozen=True)
class Choice:
    """Everything the manifest says beyond the networks themselves."""

    threshold: float
    sure_die: float
    certain: float
    joint: Joint
    least: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The choice as plain data."""
        return asdict(self)


def report(seen: Sequence[Seen], choice: Choice) -> list[Seen]:
    """What would be reported as dice; mirrors the judgement of `vision.dice.DiceEye`."""
    return [one for one in seen if one.score >= choice.threshold and _is_a_die(one, choice)]


def _is_a_die(seen: Seen, choice: Choice) -> bool:
    if seen.score >= choice.sure_die:
        return True
    return seen.readable and confidence(seen, choice.joint) >= choice.least


def confidence(seen: Seen, joint: Joint) -> float:
    """How likely a reading is right."""
    return joint_confidence(joint, seen.score, seen.chances[seen.value - 1])


def is_certain(seen: Seen, choice: Choice) -> bool:
    """Whether a reading may be taken as a fact."""
    return seen.readable and confidence(seen, choice.joint) >= choice.certain


def judge(sights: Sequence[Sight], choice: Choice) -> Count:
    """Counts how a set of photos goes with a choice."""
    counts = []
    for sight in sights:
        reported, missed = _fates(sight, choice)
        sure = [r for r in reported if is_certain(r.seen, choice)]
        counts.append(
            Count(
                photos=1,
                dice=len(sight.photo.boxes),
                right=sum(r.fate == "right" for r in reported),
                wrong=sum(r.fate == "wrong" for r in reported),
                missed=len(missed),
                false=sum(r.fate == "false" for r in reported),
                certain=len(sure),
                certain_right=sum(r.fate == "right" for r in sure),
            )
        )
    return total(counts)


def gains(sights: Sequence[Sight]) -> dict[tuple[float, float], float]:
    """What each pair of thresholds is worth on one source."""
    worth = {}
    for threshold, sure_die in product(THRESHOLDS, SURE_DICE):
        worth[threshold, sure_die] = _gain(sights, Choice(threshold, sure_die, 1.0, Joint()))
    return worth


def _gain(sights: Sequence[Sight], choice: Choice) -> float:
    """What a choice is worth: a false die costs a player as much as a missed one."""
    count = judge(sights, choice)
    return (count.right - count.false - count.wrong) / max(count.dice, 1)


def choose(
    by_source: Mapping[str, Sequence[Sight]],
    worth: Mapping[str, Mapping[tuple[float, float], float]],
) -> Choice:
    """Picks the thresholds by the mean over sources, fits how confidences join, then the rest.

    Args:
        by_source: What was seen, by source; only these have a say.
        worth: `gains` of each of these sources.
    """
    pairs = list(product(THRESHOLDS, SURE_DICE))
    means = [float(np.mean([worth[source][pair] for source in by_source])) for pair in pairs]
    threshold, sure_die = pairs[int(np.argmax(means))]
    choice = Choice(threshold, sure_die, 1.0, Joint())
    reported = [r for sights in by_source.values() for s in sights for r in _fates(s, choice)[0]]
    joint = fit_joint(reported)
    choices = [Choice(threshold, sure_die, 1.0, joint, least) for least in LEAST]
    means = [
        float(np.mean([_gain(sights, choice) for sights in by_source.values()]))
        for choice in choices
    ]
    choice = choices[int(np.argmax(means))]
    return replace(choice, certain=choose_certain(reported, joint))


def fit_joint(reported: Sequence[Reported]) -> Joint:
    """Logistic regression of "right" on both log-odds, by Newton's method."""
    features = np.array([_features(r.seen) for r in reported])
    right = np.array([r.fate == "right" for r in reported], float)
    weights: NDArray[np.float64] = np.array([0.0, 0.2, 0.8])
    # A little pull towards the start keeps it finite when nothing is wrong at all.
    pull, start = np.diag([0.5, 0.5, 0.5]), weights.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (right - chance) - pull @ (weights - start)
        curve = (features * (chance * (1 - chance))[:, None]).T @ features + pull
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return Joint(*(round(float(w), 4) for w in weights))


def choose_certain(reported: Sequence[Reported], joint: Joint) -> float:
    """The lowest confidence above which practically all readings are right."""
    ranked = sorted(
        ((confidence(r.seen, joint), r.fate == "right") for r in reported if r.seen.readable),
        reverse=True,
    )
    if not ranked:
        return 1.0
    right = np.cumsum([fate for _, fate in ranked])
    share = right / np.arange(1, len(ranked) + 1)
    enough = np.flatnonzero(share >= CERTAIN_RIGHT)
    return round(float(ranked[enough[-1]][0]), 5) if len(enough) else 1.0


def _features(seen: Seen) -> tuple[float, float, float]:
    return (1.0, log_odds(seen.score), log_odds(seen.chances[seen.value - 1]))


def _fates(sight: Sight, choice: Choice) -> tuple[list[Reported], list[int]]:
    photo = sight.photo
    return match(report(sight.seen, choice), photo.boxes, photo.values, photo.ignored)
