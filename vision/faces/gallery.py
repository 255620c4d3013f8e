"""Teach my copy: which tile is this? One photo of each face is enough.

Three looks. The first compares the rings of all faces at once, at every turn (`polar`). The second
compares the likelier ones point by point, coarsely, and keeps a few. The third pulls each of those
exactly onto the tile (`alignment`), weighs what still differs (`overlay`) and compares what is
printed (`details`): a figure that stands on the tile is excused, another number or emblem is not.
Of the best one each part is compared with that of all others (`parts`).
What has too much against it is none of these; what fits two names alike is a question.

Nothing here knows a game: faces have names, and names are words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.alignment import UNKNOWN, Alignment, Floats, LitTile, Pattern, disc, turning
from vision.faces.crops import SIDE
from vision.faces.light import STRAY, Exposure, Light, light, softened
from vision.faces.overlay import Evidence, cover_of, differing, grain_of, weigh
from vision.faces.parts import Parts
from vision.faces.polar import STEPS, RingIndex, rings_of
from vision.geometry import Image, Truths

_COARSE = 32
_WITHIN = disc(_COARSE, 0.9)
_LIKELY, _KEPT, _WEIGHED = 28, 8, 3
"""How many faces each look hands on to the next, at most."""
_BEHIND, _FEWEST = 0.12, 3
"""How much less of a tile may agree with a face than with the best that it is kept, and how many
are kept anyway."""
_BY_RINGS = 2
"""How many of those most alike along the rings are kept anyway, too."""
_FAR = 0.4
"""A face with so much more against it than the best has is out of the question."""
_SOME_POINTS = 4
"""Every so many points are enough to tell the lamp."""
_FADED = 0.3
"""Difference of logarithms from which two points hardly agree."""
_STEPS = (2, 6)
"""How often a face is pulled before and after the last choice."""
_WEIGHTS = (7.25, -1.4, -0.48, -8.5, -9.5)
"""The odds of being one of these: a start, then how much speaks against it where it is worst, how
unlike its details are in all and at worst, and how much of a part another face explains. Between a
logistic regression over rendered tables, each tile once with and once without its face in the
gallery (seeds 95000 to 95023), and the weights before."""
_COVERED, _LED = -27.5, 80.0
"""How what is covered counts, and the same times the lead over the next name: under a figure only a
clear lead says much."""
_UNLIKE = 1.2
"""Details can't be more unlike than this."""
_LITTLE = 0.003
"""What may speak against any face."""
_TELLS_APART = 120.0
"""Two faces with as much against them are as likely, however little that is."""
_ASKED, _PARTS_LEAD = 2, 0.08
"""Of how many faces the parts are compared, and what the lead is worth that they tell."""
_CLEAR_LEAD = 0.15
"""A lead that leaves no doubt."""
_LEAST, _CERTAIN = 0.35, 0.97
"""From which chance a tile has a name, and from which it is a fact. These are the odds where every
second tile is one that nobody has shown. On a table few are, so what has a chance of a third here
is mostly right there; and a fact below 0.97 may be a stranger in a picture that is too soft."""
TOO_ALIKE = 0.5
"""Two faces of which one is that likely taken for the other are too alike."""


@dataclass(frozen=True, eq=False)
class Face:
    """One photo of one face, cut out by `crops.cut_out`."""

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
        lead: By how much less speaks against the best than against the runner-up.
        covered: Share of it that something may cover, if it is that face.
        likely: The names that come into question, the best first.
        borrowed: How much of what differs in a part of it another face explains.
        exposure: How the best face came out in the picture.
    """

    name: str | None
    confidence: float
    certain: bool
    agreement: float
    runner_up: str | None
    lead: float
    covered: float = 0.0
    likely: tuple[str, ...] = ()
    borrowed: float = 0.0
    exposure: Exposure | None = None

    @property
    def is_fact(self) -> bool:
        """Whether its name may be taken as a fact."""
        return self.certain and self.name is not None

    @property
    def best(self) -> str | None:
        """The face that fits best, even where too much speaks against it."""
        return self.runner_up if self.name is None else self.name


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

    def recognise(
        self,
        crop: Image,
        excused: Truths | None = None,
        *,
        bare: bool = False,
        usual: Exposure | None = None,
    ) -> Match:
        """Say which face a tile shows.

        Args:
            crop: The tile, cut out.
            excused: Where something is known to lie on it.
            bare: Nothing else can lie on it.
            usual: How faces come out in this picture, where that is known.
        """
        ranked = self.rank(crop, excused, bare=bare, usual=usual)
        if not ranked:
            return Match(None, 1.0, True, 0.0, None, 0.0)
        name, evidence = ranked[0]
        runner_up, lead = None, _CLEAR_LEAD
        if len(ranked) > 1:
            runner_up = ranked[1][0]
            lead = lead_over(evidence, ranked[1][1])
        confidence = right_chance(evidence, lead)
        known = confidence >= _LEAST
        sure = confidence if known else 1 - confidence
        return Match(
            name=name if known else None,
            confidence=round(sure, 4),
            certain=sure >= _CERTAIN,
            agreement=round(evidence.agrees, 4),
            runner_up=runner_up if known else name,
            lead=round(lead, 4),
            covered=round(evidence.covered, 4),
            likely=tuple(name for name, _ in ranked[:_WEIGHED]),
            borrowed=round(evidence.borrowed, 4),
            exposure=evidence.exposure,
        )

    def rank(
        self,
        crop: Image,
        excused: Truths | None = None,
        *,
        bare: bool = False,
        leaving_out: str | None = None,
        usual: Exposure | None = None,
    ) -> list[tuple[str, Evidence]]:
        """The likeliest names with what speaks against them, best first.

        Of the best its parts are compared with those of all others, too. With a name to leave out
        the answer is what it would be had nobody shown that face.
        """
        shown = LitTile(crop, excused)
        laid: list[tuple[int, Alignment]] = []
        for index, turn in self._likely(crop, leaving_out):
            focus = laid[0][1].focus if laid else 0.0
            alignment = Alignment(self.patterns[index], shown, turn, focus, usual)
            laid.append((index, _pulled(alignment, _STEPS[0])))
        if not laid:
            return []
        early = _weighed(laid)
        order = sorted(range(len(laid)), key=lambda place: early[place].total)
        reach = early[order[0]].total + _FAR
        kept = [place for place in order[:_WEIGHED] if early[place].total < reach]
        late = self._look_closely(laid, kept, bare, leaving_out)
        if max(right_chance(each, _CLEAR_LEAD) for each in late.values()) < _LEAST:
            # Before it is none of these: a face may need more than the first pulls to fit.
            late = self._look_closely(laid, order, bare, leaving_out)
        best: dict[str, Evidence] = {}
        for place, (index, _) in enumerate(laid):
            evidence = late.get(place, early[place])
            name = self.faces[index].name
            if name not in best or evidence.total < best[name].total:
                best[name] = evidence
        return sorted(best.items(), key=lambda each: (each[1].details is None, each[1].total))

    def _look_closely(
        self,
        laid: Sequence[tuple[int, Alignment]],
        places: Sequence[int],
        bare: bool,
        leaving_out: str | None,
    ) -> dict[int, Evidence]:
        """What speaks against some of the faces when they are pulled exactly onto the tile."""
        exact = [(laid[place][0], _pulled(laid[place][1], _STEPS[1])) for place in places]
        cover = None if bare else _cover(exact)
        found = dict(zip(places, _weighed_closely(exact, cover), strict=True))
        for place in sorted(places, key=lambda place: found[place].total)[:_ASKED]:
            index, alignment = laid[place]
            # What perhaps stands there is no excuse: no face explains it if it does.
            parts = self._parts.borrowed(index, alignment, grain_of(alignment), leaving_out)
            found[place] = replace(found[place], borrowed=parts)
        return found

    def telling(self, index: int) -> Truths:
        """Where on a face (as a crop) those that look most like it are different.

        A tile on which that is hidden may be one that nobody has shown.
        """
        if index not in self._telling:
            face = self.faces[index]
            shown = LitTile(face.crop)
            others = [each for each in self._likely(face.crop) if self._is_other(each[0], face)]
            laid = [
                _pulled(Alignment(self.patterns[other], shown, turn), sum(_STEPS))
                for other, turn in others
            ]
            nearest = sorted(laid, key=lambda each: weigh(each, grain_of(each)).total)
            found = np.zeros((SIDE, SIDE), np.bool_)
            for alignment in nearest[:_WEIGHED]:
                found |= alignment.on_crop(differing(alignment, grain_of(alignment)))
            self._telling[index] = found
        return self._telling[index]

    def _is_other(self, index: int, face: Face) -> bool:
        return self.faces[index].name != face.name

    def look_alikes(self, from_chance: float = TOO_ALIKE) -> list[tuple[str, str, float]]:
        """Pairs of names of which one may be taken for the other, the worst first.

        Faces are compared as they are: no lamp and no lens makes one of them look like the other.
        """
        pairs: dict[tuple[str, str], float] = {}
        for face in self.faces:
            for name, evidence in self.rank(face.crop, leaving_out=face.name, usual=UNKNOWN):
                chance = right_chance(evidence, _CLEAR_LEAD)
                if name != face.name and chance >= from_chance:
                    first, second = sorted((face.name, name))
                    pairs[first, second] = max(chance, pairs.get((first, second), 0.0))
        return sorted(((*pair, round(how, 4)) for pair, how in pairs.items()), key=lambda p: -p[2])

    def _likely(self, crop: Image, leaving_out: str | None = None) -> list[tuple[int, int]]:
        """The faces that are worth an exact look, each with its turn in steps of the rings."""
        asked = np.array([face.name != leaving_out for face in self.faces], np.bool_)
        if not asked.any():
            return []
        alike, turns = self._index.likeness(rings_of(crop))
        order = np.argsort(-np.where(asked, alike, -np.inf), kind="stable")
        order = order[: min(_LIKELY, int(asked.sum()))]
        soft = light(softened(crop, 1.5), STRAY)
        turned = {int(turn): _coarse(soft, int(turn)) for turn in np.unique(turns[order])}
        scores = np.stack(
            [
                _agreement(np.stack([turned[int(turn)] for turn in column]), self._coarse[order])
                for column in turns[order].T
            ]
        )
        best = scores.argmax(axis=0)
        agree = scores.max(axis=0)
        kept = np.argsort(-agree, kind="stable")[:_KEPT]
        near = int((agree[kept] > agree.max() - _BEHIND).sum())
        # Too much light washes a tile out; along the rings it is still the one most like it.
        kept = np.unique(np.append(kept[: max(near, _FEWEST)], range(min(_BY_RINGS, len(order)))))
        return [(int(order[each]), int(turns[order[each], best[each]])) for each in kept]

    @cached_property
    def _telling(self) -> dict[int, Truths]:
        return {}

    @cached_property
    def _index(self) -> RingIndex:
        return RingIndex(np.stack([rings_of(face.crop) for face in self.faces]))

    @cached_property
    def _parts(self) -> Parts:
        return Parts([face.name for face in self.faces], self.patterns, self._index)

    @cached_property
    def _coarse(self) -> Light:
        return np.stack([_coarse(light(softened(face.crop, 1.5), STRAY), 0) for face in self.faces])

    @cached_property
    def patterns(self) -> Sequence[Pattern]:
        """Its faces, ready to be laid over tiles; what that takes is made once."""
        return [Pattern(face.crop) for face in self.faces]

    @cached_property
    def colourful(self) -> Sequence[Pattern]:
        """The same in all their colours: by these it is told what lies on a tile."""
        return [Pattern(face.crop, stray=0.0) for face in self.faces]


def _pulled(alignment: Alignment, steps: int) -> Alignment:
    for _ in range(steps):
        alignment.step()
    return alignment


def _weighed(laid: Sequence[tuple[int, Alignment]]) -> list[Evidence]:
    """What speaks against each face. The one that fits best tells how much noise there is."""
    grain = _noise(laid)
    return [weigh(alignment, grain) for _, alignment in laid]


def _cover(laid: Sequence[tuple[int, Alignment]]) -> Truths | None:
    """What may stand on the tile: the face that fits best tells."""
    grain = _noise(laid)
    best = min((alignment for _, alignment in laid), key=lambda a: weigh(a, grain).total)
    return cover_of(best, grain)


def _weighed_closely(laid: Sequence[tuple[int, Alignment]], cover: Truths | None) -> list[Evidence]:
    """The same with details."""
    grain = _noise(laid)
    return [weigh(alignment, grain, cover, closely=True) for _, alignment in laid]


def _noise(laid: Sequence[tuple[int, Alignment]]) -> Floats:
    return np.asarray(np.min([grain_of(alignment) for _, alignment in laid], axis=0), np.float32)


def _coarse(soft: Light, turn: int) -> Light:
    matrix = turning(turn * 360 / STEPS, _COARSE)
    return np.asarray(cv2.warpAffine(soft, matrix, (_COARSE, _COARSE)), np.float32)[_WITHIN]


def _agreement(tiles: Light, faces: Light) -> npt.NDArray[np.float32]:
    """How much of each tile agrees with its face, once the lamp is taken away."""
    off = tiles - faces
    off = off - np.median(off[:, ::_SOME_POINTS], axis=1, keepdims=True)
    return np.asarray((1 / (1 + (off**2).sum(axis=2) / _FADED**2)).mean(axis=1))


def lead_over(best: Evidence, other: Evidence) -> float:
    """By how much less speaks against the best face than against another one.

    Two neighbours differ in one emblem. Little speaks against the wrong one as a whole, but
    another face explains that part of it.
    """
    parts = _PARTS_LEAD * max(0.0, other.borrowed - best.borrowed)
    return min(other.total - best.total + parts, _CLEAR_LEAD)


def right_chance(evidence: Evidence, lead: float) -> float:
    """How likely the best name is right: that it is one of these, and not the next one."""
    details = evidence.details
    if details is None:
        return 0.0
    start, *weights = _WEIGHTS
    found = (
        np.log1p(evidence.worst),
        np.log(details.share + _LITTLE),
        min(details.worst, _UNLIKE),
        evidence.borrowed,
    )
    clear = np.sqrt(min(max(lead, 0.0), _CLEAR_LEAD))
    odds = start + float(np.dot(weights, found)) + evidence.covered * (_COVERED + _LED * clear)
    one_of_these = 1 / (1 + np.exp(-odds))
    this_one = 1 / (1 + np.exp(-_TELLS_APART * lead))
    return float(one_of_these * this_one)
