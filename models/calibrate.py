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

# The weights that ship know more than those that leave a source out, so this is a lower bound. With
# 0.99, three of 94 certain readings of our own pictures were wrong; with this, none.
CERTAIN_RIGHT = 0.993
THRESHOLDS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
# Never above 1: a die that can be seen but not read is a question, not a silence.
SURE_DICE = (0.6, 0.75, 0.85)
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
    return [one for one in seen if _is_reported(one, choice)]


def _is_reported(seen: Seen, choice: Choice) -> bool:
    if seen.score < choice.threshold:
        return False
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
                loose=sum(r.loose for r in reported),
                certain_loose=sum(r.loose for r in sure),
            )
        )
    return total(counts)


def choose(by_source: Mapping[str, Sequence[Sight]]) -> Choice:
    """Fits how confidences join, then picks the thresholds that serve the sources best.

    Args:
        by_source: What was seen, by source; only these have a say, each as much as the others.
    """
    widest = Choice(THRESHOLDS[0], THRESHOLDS[0], 1.0, Joint())
    fates = {
        source: [[r for r in _fates(sight, widest)[0] if not r.loose] for sight in sights]
        for source, sights in by_source.items()
    }
    everything = [r for photos in fates.values() for reported in photos for r in reported]
    joint = fit_joint(everything)
    lessons = {s: [r for photo in fates[s] for r in _lessons(photo)] for s in fates}
    dice = {s: sum(len(sight.photo.boxes) for sight in by_source[s]) for s in by_source}
    best = max(
        (
            Choice(*pair, 1.0, joint, least)
            for pair in product(THRESHOLDS, SURE_DICE)
            for least in LEAST
        ),
        key=lambda choice: sum(_gain(lessons[s], choice) / max(dice[s], 1) for s in fates),
    )
    kept = [r for r in everything if _is_reported(r.seen, best)]
    return replace(best, certain=choose_certain(kept, joint))


def _lessons(reported: Sequence[Reported]) -> list[Reported]:
    """What one photo has to say: its dice, and the most convincing thing that is none.

    Boards of number tokens fooled a finder that never saw one a thousand times in 330 photos with
    540 dice. That is one mistake made again and again, and would outweigh all dice of that source.
    """
    false = [r for r in reported if r.fate == "false"]
    return [r for r in reported if r.fate != "false"] + sorted(false, key=_score)[-1:]


def _score(reported: Reported) -> float:
    return reported.seen.score


def _gain(reported: Sequence[Reported], choice: Choice) -> float:
    """What a choice is worth on one source.

    A false or misread die costs half of what a right one is worth: hardly any of them is certain,
    so it is shown as a question, and a question is better than a die that nobody mentions.
    """
    kept = [r.fate == "right" for r in reported if _is_reported(r.seen, choice)]
    return 1.5 * sum(kept) - 0.5 * len(kept)


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
