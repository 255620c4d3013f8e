"""Choosing thresholds and weighing confidences, on photos that the judged weights never saw."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.measuring.looking import PhotoSight
from models.measuring.measure import Count, Reported, SeenDie, count, match, total
from vision.dice.dice import joint_confidence
from vision.dice.neighbours import ALONE, Neighbours, distinct
from vision.dice.odds import log_odds
from vision.dice.weights import Joint

# Of the certain readings, by weights that never saw the source: a little above the goal, for a bar
# that was chosen on some sources is a little too low on another. With 0.998, 99.66 % were right.
CERTAIN_RIGHT = 0.9985
# Below this the finder says nothing: that is hardly ever a die, and each box costs a look.
THRESHOLD = 0.1
# What is more likely a die than not is reported.
LEAST = 0.5


@dataclass(frozen=True)
class Thresholds:
    """Everything the manifest says beyond the networks themselves (see `vision.dice.weights`)."""

    threshold: float
    certain: float
    joint: Joint
    least: float
    die: Joint


def report(seen: Sequence[SeenDie], choice: Thresholds) -> list[SeenDie]:
    """What would be reported as dice; mirrors the judgement of `vision.dice.dice.DiceEye`."""
    heard = [one for one in seen if one.score >= choice.threshold]
    boxes = np.array([one.box for one in heard], np.float32).reshape(-1, 4)
    likely = [die_likelihood(one, choice.die) for one in heard]
    scores = [one.score for one in heard]
    return [heard[i] for i in distinct(boxes, likely, scores) if likely[i] >= choice.least]


def _is_reported(seen: SeenDie, choice: Thresholds) -> bool:
    return seen.score >= choice.threshold and die_likelihood(seen, choice.die) >= choice.least


def die_likelihood(seen: SeenDie, die: Joint) -> float:
    """How likely something is a die."""
    return joint_confidence(
        die, seen.score, seen.chance_of_die, others=seen.others, face=seen.one_face
    )


def confidence(seen: SeenDie, joint: Joint) -> float:
    """How likely a reading is right."""
    return joint_confidence(
        joint, seen.score, seen.chance_of_value, others=seen.others, face=seen.one_face
    )


def is_certain(seen: SeenDie, choice: Thresholds) -> bool:
    """Whether a reading may be taken as a fact."""
    return seen.readable and confidence(seen, choice.joint) >= choice.certain


def judge(sights: Sequence[PhotoSight], choice: Thresholds) -> Count:
    """Counts how a set of photos goes with a choice."""
    return total(
        count(len(sight.photo.boxes), *_fates(sight, choice), partial(is_certain, choice=choice))
        for sight in sights
    )


def choose(
    by_source: Mapping[str, Sequence[PhotoSight]], drawn: Sequence[PhotoSight] = ()
) -> Thresholds:
    """Fits both likelihoods, then picks the bar above which practically all values are right.

    Args:
        by_source: What was seen, by source; only these have a say.
        drawn: What was seen on tables that we drew, full of prints that look like dice. They have a
            say in what is a die, not in how sure a value is: they are harder than any photo.
    """
    everything = Thresholds(THRESHOLD, 1.0, Joint(), 0.0, Joint())
    fates = {
        source: [[r for r in _fates(sight, everything)[0] if not r.loose] for sight in sights]
        for source, sights in by_source.items()
    }
    heard = [r for photos in fates.values() for photo in photos for r in _lessons(photo)]
    prints = [r for sight in drawn for r in _fates(sight, everything)[0] if not r.loose]
    die = fit(
        [_evidence(r.seen, r.seen.chance_of_die) for r in [*heard, *prints]],
        [r.fate != "false" for r in [*heard, *prints]],
    )
    joint = fit(
        [_evidence(r.seen, r.seen.chance_of_value) for r in heard],
        [r.fate == "right" for r in heard],
    )
    choice = Thresholds(THRESHOLD, 1.0, joint, LEAST, die)
    kept = [r for r in heard if _is_reported(r.seen, choice)]
    return replace(choice, certain=choose_certain(kept, joint))


def _lessons(reported: Sequence[Reported]) -> list[Reported]:
    """What one photo has to say: its dice, and the most convincing thing that is none.

    Boards of number tokens fooled a finder that never saw one a thousand times in 330 photos with
    540 dice. That is one mistake made again and again, and would outweigh all dice of that source.
    """
    false = [r for r in reported if r.fate == "false"]
    return [r for r in reported if r.fate != "false"] + sorted(false, key=_score)[-1:]


def _score(reported: Reported) -> float:
    return reported.seen.score


@dataclass(frozen=True)
class DieEvidence:
    """What there is to judge by; see `vision.dice.dice.joint_confidence`."""

    finder: float
    reader: float
    others: Neighbours = ALONE
    face: float = 0.5


def _evidence(seen: SeenDie, chance: float) -> DieEvidence:
    return DieEvidence(seen.score, chance, seen.others, seen.one_face)


def fit(evidence: Sequence[DieEvidence], true: Sequence[bool]) -> Joint:
    """Logistic regression on the log-odds of finder and reader, the other dice and the face."""
    features = np.array(
        [
            (
                1.0,
                log_odds(one.finder),
                log_odds(one.reader),
                np.log1p(one.others.alike),
                np.log1p(one.others.unlike),
                log_odds(one.face),
            )
            for one in evidence
        ]
    )
    wanted = np.array(true, float)
    weights: NDArray[np.float64] = np.array([0.0, 0.2, 0.8, 0.0, 0.0, 0.0])
    # A little pull towards the start keeps it finite when nothing is wrong at all.
    pull, start = 0.5 * np.eye(len(weights)), weights.copy()
    for _ in range(50):  # Newton's method
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (wanted - chance) - pull @ (weights - start)
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
    # Rounded down, or the last of them would miss its own bar.
    return math.floor(ranked[enough[-1]][0] * 1e5) / 1e5 if len(enough) else 1.0


def _fates(sight: PhotoSight, choice: Thresholds) -> tuple[list[Reported], list[int]]:
    photo = sight.photo
    return match(report(sight.seen, choice), photo.boxes, photo.values, photo.ignored)
