"""Teach my copy: which tile is this? One photo of each face is enough.

Two looks. The first compares the rings of all faces at once, at every turn (`polar`), and keeps a
few. The second lays each of those over the tile, point by point, and counts the points that agree:
a worker that stands on the tile hides some of them and leaves the others as they are. What agrees
too little is none of these; what agrees with two faces alike is a question.

Nothing here knows a game: faces have names, and names are words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.crops import SIDE
from vision.geometry import Image
from vision.overlay import Overlay
from vision.polar import RingIndex, rings_of

_KEPT = 6
"""How many names the second look compares."""
_AGREES, _LEADS, _BIAS = 50.0, 32.0, -45.2
"""What agreement, and the lead over the next name, weigh in the odds of being right: a logistic
regression over three sets of random art, rounded."""
_TELLS_APART = 80.0
"""Two faces that agree equally well are as likely, however well that is."""
_LEAST, _CERTAIN = 0.6, 0.9
TOO_ALIKE = 0.88
"""Two faces that agree that much are too alike to be told apart for sure."""


@dataclass(frozen=True, eq=False)
class Face:
    """One photo of one face, cut out by `crops.cut_tile`."""

    name: str
    crop: Image

    def __post_init__(self) -> None:
        if self.crop.shape != (SIDE, SIDE, 3) or self.crop.dtype != np.uint8:
            raise ValueError(f"a face is {SIDE} x {SIDE} x 3 of uint8, not {self.crop.shape}")
        if not self.name.strip():
            raise ValueError("a face needs a name")


@dataclass(frozen=True)
class Match:
    """What a tile is.

    Attributes:
        name: The face, or None for none of these.
        confidence: How likely that is right.
        certain: Whether it may be taken as a fact.
        agreement: Share of the tile that looks like the best face, 0 to 1.
        runner_up: The next best name, to ask about.
        lead: By how much the best agrees more than the runner-up.
    """

    name: str | None
    confidence: float
    certain: bool
    agreement: float
    runner_up: str | None
    lead: float


class Gallery:
    """Faces with names. A gallery never changes; `enrol` makes a new one."""

    def __init__(self, faces: Iterable[Face] = ()) -> None:
        self.faces: tuple[Face, ...] = tuple(faces)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, each once, in the order of their first photo."""
        return tuple(dict.fromkeys(face.name for face in self.faces))

    def enrol(self, name: str, crop: Image) -> "Gallery":
        """Add a photo of a face; a name may have several."""
        return Gallery((*self.faces, Face(name, crop)))

    def without(self, name: str) -> "Gallery":
        """Forget a name."""
        return Gallery(face for face in self.faces if face.name != name)

    def recognise(self, crop: Image) -> Match:
        """Say which face a tile shows."""
        ranked = self.rank(crop)
        if not ranked:
            return Match(None, 1.0, True, 0.0, None, 0.0)
        name, agreement = ranked[0]
        runner_up, second = ranked[1] if len(ranked) > 1 else (None, 0.0)
        lead = agreement - second
        confidence = right_chance(agreement, lead)
        known = confidence >= _LEAST
        sure = confidence if known else 1 - confidence
        return Match(
            name=name if known else None,
            confidence=round(sure, 4),
            certain=sure >= _CERTAIN,
            agreement=round(agreement, 4),
            runner_up=runner_up if known else name,
            lead=round(lead, 4),
        )

    def rank(self, crop: Image) -> list[tuple[str, float]]:
        """The likeliest names with their agreement, best first."""
        if not self.faces:
            return []
        likeness, turns = self._index.likeness(rings_of(crop))
        best: dict[str, float] = {}
        for index in np.argsort(-likeness, kind="stable"):
            name = self.faces[index].name
            if name not in best and len(best) == _KEPT:
                break
            found = self._overlays[index].agreement(crop, int(turns[index]))
            best[name] = max(best.get(name, 0.0), found)
        return sorted(best.items(), key=lambda each: -each[1])

    def look_alikes(self, from_agreement: float = TOO_ALIKE) -> list[tuple[str, str, float]]:
        """Pairs of names that look too alike to be told apart for sure, the worst first."""
        pairs: dict[tuple[str, str], float] = {}
        for face in self.faces:
            for name, agreement in self.rank(face.crop):
                if name != face.name and agreement >= from_agreement:
                    first, second = sorted((face.name, name))
                    pairs[first, second] = max(agreement, pairs.get((first, second), 0.0))
        return sorted(((*pair, round(how, 4)) for pair, how in pairs.items()), key=lambda p: -p[2])

    @cached_property
    def _index(self) -> RingIndex:
        return RingIndex(np.stack([rings_of(face.crop) for face in self.faces]))

    @cached_property
    def _overlays(self) -> Sequence[Overlay]:
        return [Overlay(face.crop) for face in self.faces]


def right_chance(agreement: float, lead: float) -> float:
    """How likely the best name is right. Fitted on random art; see `tests/vision/teaching.py`."""
    one_of_these = 1 / (1 + np.exp(-(_AGREES * agreement + _LEADS * min(lead, 0.3) + _BIAS)))
    this_one = 1 / (1 + np.exp(-_TELLS_APART * lead))
    return float(one_of_these * this_one)
