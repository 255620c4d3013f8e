"""The first look: where are dice? Large photos are looked at again where dice are small."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.dice.boxes import iou, longer_sides, suppress
from vision.dice.letterbox import decode, letterbox
from vision.dice.odds import chance_of, log_odds
from vision.dice.session import Floats
from vision.dice.windows import Window, alone, around, grid, whole

_ENLARGED = 2.0
"""How much closer each further look is."""

_LARGE = 150.0
"""The network knows dice up to about this size; looking closer at larger ones helps nobody."""

_CLEAR = 0.5
"""A score from which something is hardly anything but a die."""

_TOUCHING = 2.0
"""A box this near to the rim of a part (in the network's pixels) is cut by it."""


_DOUBTFUL = (0.05, 0.8)
"""From which score to which a thing is looked at by itself; see `Effort.glances`."""

_NOTHING = 0.01
"""The score of a thing that another look does not find."""

_SAME = 0.45
"""How much a box must overlap when its thing is looked at by itself."""


@dataclass(frozen=True)
class CloseLook:
    """A look at one thing by itself.

    Attributes:
        size: What its longer side becomes, in the network's pixels.
        mirrored: Left and right exchanged.
    """

    size: float
    mirrored: bool = False


@dataclass(frozen=True)
class Effort:
    """How closely to look; sizes are in pixels as the network sees them.

    Attributes:
        wholes: Longer sides at which the whole picture is looked at, smallest first. Dice that
            fill the picture are found best when it is small, small ones when it is large.
        hurry: Leave out the larger ones once dice were found for sure and none seems small. Dice
            on a table are of one size: where one is small, others may have been missed.
        sweep: Longer side at which a picture that large is looked at in parts too, and a smaller
            one as a whole, if its dice seem to be small; 0 for never.
        tiny: So they seem if one is below this size in the largest whole.
        small: Dice below this size are looked at again, closer.
        sure: So are dice with a lower score than this.
        looks: How many times at most.
        closest: How much a picture is enlarged at most when looking again.
        part: The largest part looked at in one go.
        overlap: Of neighbouring parts; dice up to this size are never cut by all of them.
        context: How much around a die is looked at again, as a multiple of its size.
        hint: A score from which something is worth another look.
        covered: A box that lies in a better one by more than this is the same die.
        glances: How each doubtful thing is looked at by itself in the end. What a network takes for
            a die at one size is none at another or in a mirror, but a die is a die each time.
        doubts: How many of them at most, best first.
    """

    wholes: tuple[int, ...] = (320, 640)
    hurry: bool = False
    sweep: int = 1280
    tiny: float = 40.0
    small: float = 28.0
    sure: float = 0.0
    looks: int = 2
    closest: float = 1.5
    part: int = 704
    overlap: int = 96
    context: float = 1.5
    hint: float = 0.1
    covered: float = 0.8
    glances: tuple[CloseLook, ...] = ()
    doubts: int = 16


THOROUGH = Effort(glances=(CloseLook(36.0, mirrored=True), CloseLook(56.0)))
"""For a photo: somebody is waiting for the right answer."""

QUICK = Effort(wholes=(384, 640), hurry=True, sweep=0, small=22.0, sure=0.5, looks=1, hint=0.15)
"""For a live camera: the next frame comes soon."""


@dataclass(frozen=True)
class FoundBoxes:
    """Boxes of dice in pixels of the picture, best first, with the finder's scores."""

    boxes: Floats
    scores: Floats

    def __len__(self) -> int:
        return len(self.scores)


class Finder:
    """Finds dice in a picture of any size.

    Args:
        network: Takes 1 x 3 x H x W (RGB, 0 to 1), answers 1 x 5 x N (centre, size, score).
        threshold: The score from which something counts as a die.
        iou: Two boxes that overlap more than this are the same die.
        stride: The network takes sides that are multiples of this.
    """

    def __init__(
        self,
        network: Callable[[Floats], Floats],
        *,
        threshold: float = 0.3,
        iou: float = 0.5,
        stride: int = 32,
    ) -> None:
        self._network = network
        self._threshold = threshold
        self._iou = iou
        self._stride = stride

    def find(self, image: npt.NDArray[np.uint8], effort: Effort = THOROUGH) -> FoundBoxes:
        """Find the dice in a picture (H x W x 3, BGR)."""
        height, width = image.shape[:2]
        seen = np.zeros((0, 6), dtype=np.float32)
        scale = 0.0
        for longest in effort.wholes:
            view = whole(width, height, longest)
            scale = view.scale
            seen = self._look_again(image, seen, [view], effort)
            if effort.hurry and self._good_enough(seen[seen[:, 4] >= effort.hint], effort):
                break
        if effort.sweep and max(width, height) >= effort.sweep:
            scale = effort.sweep / max(width, height)
            parts = list(grid(width, height, scale, side=effort.part, overlap=effort.overlap))
            seen = self._look_again(image, seen, parts, effort)
        elif effort.sweep and _perhaps_tiny(seen, scale, effort):
            view = whole(width, height, effort.sweep)
            # What is larger, the looks before have judged.
            largest = _ENLARGED * effort.tiny / view.scale
            scale = view.scale
            seen = self._look_again(image, seen, [view], effort, largest)
        for _ in range(effort.looks):
            unsettled = self._unsettled(seen, effort) & (seen[:, 4] >= effort.hint)
            unsettled &= seen[:, 5] < effort.closest
            if not unsettled.any():
                break
            scale = min(effort.closest, scale * _ENLARGED)
            parts = around(
                seen[unsettled, :4], width, height, scale, context=effort.context, side=effort.part
            )
            if sum(part.area for part in parts) > width * height:
                parts = list(grid(width, height, scale, side=effort.part, overlap=effort.overlap))
            seen = self._look_again(image, seen, parts, effort)
        best = self._weigh_doubts(image, self._merge(seen, effort), effort)
        best = best[best[:, 4] >= self._threshold]
        return FoundBoxes(best[:, :4], best[:, 4])

    def _weigh_doubts(self, image: npt.NDArray[np.uint8], seen: Floats, effort: Effort) -> Floats:
        """Look at doubtful things by themselves; half of the odds are what those looks say."""
        low, high = _DOUBTFUL
        weighed = seen.copy()
        if effort.glances:
            doubtful = np.flatnonzero((seen[:, 4] >= low) & (seen[:, 4] < high))
            for index in doubtful[: effort.doubts]:
                box, score = seen[index, :4], float(seen[index, 4])
                looks = [log_odds(self._glance(image, box, one)) for one in effort.glances]
                weighed[index, 4] = chance_of((log_odds(score) + float(np.mean(looks))) / 2)
        return weighed[np.argsort(-weighed[:, 4], kind="stable")]

    def _glance(self, image: npt.NDArray[np.uint8], box: Floats, glance: CloseLook) -> float:
        """How sure the network is of one box, seen alone."""
        height, width = image.shape[:2]
        view = alone(box, width, height, glance.size)
        part = image[view.y0 : view.y1, view.x0 : view.x1]
        if glance.mirrored:
            part = np.ascontiguousarray(part[:, ::-1])
        blob, fit = letterbox(part, view.longest, stride=self._stride)
        boxes, scores = decode(self._network(blob)[0], _NOTHING)
        boxes = fit.back(boxes)
        if glance.mirrored:
            boxes[:, [0, 2]] = part.shape[1] - boxes[:, [2, 0]]
        boxes += np.array([view.x0, view.y0] * 2, dtype=np.float32)
        same = iou(box[None], boxes)[0] >= _SAME
        return float(scores[same].max(initial=_NOTHING))

    def _look_again(
        self,
        image: npt.NDArray[np.uint8],
        seen: Floats,
        parts: list[Window],
        effort: Effort,
        largest: float = np.inf,
    ) -> Floats:
        """Look closer at parts; what was not settled before is judged by the closer look alone."""
        closer = [self._look(image, part, effort) for part in parts]
        closer = [found[longer_sides(found[:, :4]) <= largest] for found in closer]
        judged = np.zeros(len(seen), dtype=bool)
        for part in parts:
            inside = (seen[:, 0] >= part.x0) & (seen[:, 1] >= part.y0)
            judged |= inside & (seen[:, 2] <= part.x1) & (seen[:, 3] <= part.y1)
        kept = seen[~(judged & self._unsettled(seen, effort))]
        return self._merge(np.concatenate([kept, *closer]), effort)

    def _good_enough(self, seen: Floats, effort: Effort) -> bool:
        sure = seen[:, 4] >= max(effort.sure, self._threshold)
        return bool(sure.any() and not self._small(seen, effort).any())

    @staticmethod
    def _small(seen: Floats, effort: Effort) -> npt.NDArray[np.bool_]:
        return np.asarray(longer_sides(seen[:, :4]) * seen[:, 5] < effort.small)

    def _unsettled(self, seen: Floats, effort: Effort) -> npt.NDArray[np.bool_]:
        larger = longer_sides(seen[:, :4]) * seen[:, 5] * _ENLARGED
        doubtful = (seen[:, 4] < effort.sure) & (larger < _LARGE)
        return np.asarray(self._small(seen, effort) | doubtful)

    def _look(self, image: npt.NDArray[np.uint8], view: Window, effort: Effort) -> Floats:
        """Run the network on one part: rows of x0, y0, x1, y1, score, scale."""
        height, width = image.shape[:2]
        blob, fit = letterbox(
            image[view.y0 : view.y1, view.x0 : view.x1], view.longest, stride=self._stride
        )
        least = min(effort.hint, self._threshold, _DOUBTFUL[0] if effort.glances else 1.0)
        boxes, scores = decode(self._network(blob)[0], least)
        boxes = fit.back(boxes) + np.array([view.x0, view.y0] * 2, dtype=np.float32)
        rim = _TOUCHING / view.scale
        # Only rims inside the picture cut dice; what lies there, a neighbouring part sees whole.
        whole_die = (view.x0 == 0) | (boxes[:, 0] > view.x0 + rim)
        whole_die &= (view.y0 == 0) | (boxes[:, 1] > view.y0 + rim)
        whole_die &= (view.x1 == width) | (boxes[:, 2] < view.x1 - rim)
        whole_die &= (view.y1 == height) | (boxes[:, 3] < view.y1 - rim)
        scales = np.full((len(scores), 1), view.scale, dtype=np.float32)
        seen = np.hstack([boxes, scores[:, None], scales])[whole_die]
        return self._merge(seen, effort)

    def _merge(self, seen: Floats, effort: Effort) -> Floats:
        best = suppress(seen[:, :4], seen[:, 4], most_iou=self._iou, most_covered=effort.covered)
        return seen[best]


def _perhaps_tiny(seen: Floats, scale: float, effort: Effort) -> bool:
    """Whether there may be dice too small to be seen so far: none is clear, or one is small.

    Of 540 dice on boards, most of 20 pixels, this showed 30 more to a finder that had never seen
    such photos, and no more that are none.
    """
    hinted = seen[seen[:, 4] >= effort.hint]
    clear = (hinted[:, 4] >= _CLEAR).any()
    return bool(not clear or (longer_sides(hinted[:, :4]) * scale < effort.tiny).any())
