"""What is going on in front of the camera, zone by zone, before anybody reads anything.

Cheap enough for every frame: it works on a picture a few hundred pixels wide. A zone is read only
when it has come to rest and looks different from when it was read last, or when something moved in
it: what a hand has done may be a token of two pixels in so small a picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image, Points, Truths
from vision.motion.watch import Steadiness, Watch
from vision.viewpoint.finding_board import BoardError

_WIDTH = 320
_STEP = 14
"""Shades of grey by which a pixel changes when something is there that wasn't."""
_MOVES = 0.003
"""Share of a zone that moves, or has changed, before it counts."""
_SPOT = 12
"""Shades of any colour by which a spot changes when a small thing lies there that didn't. A pale
token on a pale tile is as bright as what it hides, and too small to be a share of anything."""
_HAND, _WHOLE = 0.02, 0.7
"""Share of the picture that a hand covers at least, and at most."""
_IN_ZONE = 0.01
"""Share of a zone that a hand covers before it counts as in that zone."""
_DARK = 40.0
"""Shade of the brightest twentieth of the picture below which nothing can be read."""
_BLURRED = 0.3
"""Share of the sharpness it once had below which a picture is blurred."""


class ZoneState(Enum):
    """The state of a zone."""

    MOVING = "moving"
    HAND = "hand"
    SETTLED = "settled"
    CAMERA_MOVED = "camera moved"
    TOO_DARK = "too dark"
    BLURRED = "blurred"


@dataclass(frozen=True)
class ZoneLook:
    """One zone at one moment.

    Attributes:
        state: What is going on.
        changed: Whether it looks different from when it was read last, or something moved in it
            since; only known at rest.
    """

    state: ZoneState
    changed: bool = False

    @property
    def worth_reading(self) -> bool:
        """Whether there is anything new that can be read."""
        return self.state is ZoneState.SETTLED and self.changed


class Scene:
    """Watches zones.

    Args:
        zones: For each name an outline in pixels, N x 2.
        rest: How many frames in a row must look the same before a zone has settled.
    """

    def __init__(self, zones: Mapping[str, Points], rest: int = 3) -> None:
        self._outlines = dict(zones)
        self._rest = rest
        self._masks: dict[str, Truths] = {}
        self._before: Image | None = None
        self._colours: Image | None = None
        self._still = dict.fromkeys(zones, 0)
        self._at_rest: Image | None = None
        self._read: dict[str, Image] = {}
        self._touched: set[str] = set()
        self._sharpest = 0.0
        self._shrink = 1.0
        self._watch: Watch | None = None

    def look(self, image: Image) -> dict[str, ZoneLook]:
        """Take in one frame and say what is going on in each zone."""
        small = self._small(image)
        before, self._before = self._before, small
        if is_dark(small):
            self._still = dict.fromkeys(self._still, 0)
            return self._everywhere(ZoneState.TOO_DARK)
        moving = None if before is None else _differences(small, before)
        for zone, mask in self._masks.items():
            quiet = moving is not None and float(moving[mask].mean()) < _MOVES
            self._still[zone] = self._still[zone] + 1 if quiet else 0
            if not quiet:
                self._touched.add(zone)
        if self._camera_moved(image):
            return self._everywhere(ZoneState.CAMERA_MOVED)
        if self._blurred(small):
            return self._everywhere(ZoneState.BLURRED)
        hand = self._hand(small)
        looks = {zone: self._judge(zone, hand) for zone in self._masks}
        if all(count >= self._rest for count in self._still.values()) and not hand.any():
            self._remember(image, small)
        return looks

    @property
    def still(self) -> bool:
        """Whether nothing has moved for some frames, be it a hand that rests."""
        return min(self._still.values(), default=0) >= self._rest

    def move_zone(self, zone: str, outline: Points) -> None:
        """Say that a zone has grown, or lies elsewhere now; what is known of it stays."""
        self._outlines[zone] = outline
        if self._before is not None:
            self._masks[zone] = self._mask(outline, self._before.shape)

    def mark_read(self, *zones: str) -> None:
        """Say that zones were read just now: they count as unchanged until they change again."""
        if self._colours is not None:
            for zone in zones:
                self._read[zone] = self._colours
                self._touched.discard(zone)

    def _small(self, image: Image) -> Image:
        height, width = image.shape[:2]
        size = (_WIDTH, max(1, round(height * _WIDTH / width)))
        shrunk = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        self._colours = np.asarray(cv2.GaussianBlur(shrunk, (3, 3), 0), np.uint8)
        small = np.asarray(cv2.cvtColor(self._colours, cv2.COLOR_BGR2GRAY), np.uint8)
        if self._before is None or self._before.shape != small.shape:
            self._before = self._at_rest = self._watch = None
            self._read = {}
            self._shrink = _WIDTH / width
            for zone, outline in self._outlines.items():
                self._masks[zone] = self._mask(outline, small.shape)
        return small

    def _mask(self, outline: Points, shape: tuple[int, ...]) -> Truths:
        mask = np.zeros(shape, np.uint8)
        cv2.fillPoly(mask, [np.rint(outline * self._shrink).astype(np.int32)], 1)
        return mask.astype(np.bool_)

    def _judge(self, zone: str, hand: Truths) -> ZoneLook:
        mask = self._masks[zone]
        if float(hand[mask].mean()) > _IN_ZONE:
            self._touched.add(zone)
            return ZoneLook(ZoneState.HAND)
        if self._still[zone] < self._rest:
            return ZoneLook(ZoneState.MOVING)
        read = self._read.get(zone)
        changed = read is None or zone in self._touched or self._looks_different(read, mask)
        return ZoneLook(ZoneState.SETTLED, changed)

    def _looks_different(self, read: Image, mask: Truths) -> bool:
        assert self._colours is not None
        rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return False
        box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        gap = self._colours[box].astype(np.int16) - read[box]
        gap -= np.median(gap[::4, ::4], axis=(0, 1)).astype(np.int16)
        return bool((np.abs(gap).max(axis=-1) > _SPOT)[mask[box]].any())

    def _hand(self, small: Image) -> Truths:
        """Where something large reaches in over the rim of the picture; at rest it wasn't there."""
        nothing = np.zeros(small.shape, np.bool_)
        if self._at_rest is None:
            return nothing
        changed = _differences(small, self._at_rest).astype(np.uint8)
        if float(changed.mean()) < _HAND / 2:
            return nothing
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        rim = {int(label) for side in _rims(np.asarray(labels)) for label in np.unique(side)}
        hands = [
            label
            for label in range(1, count)
            if label in rim and _HAND < stats[label, cv2.CC_STAT_AREA] / small.size < _WHOLE
        ]
        return np.isin(labels, hands) if hands else nothing

    def _camera_moved(self, image: Image) -> bool:
        """Whether the camera is elsewhere; told once, and only when everything is quiet again."""
        if self._watch is None or not self.still:
            return False
        if self._watch.glance(image) is not Steadiness.MOVED:
            return False
        self._watch = self._at_rest = None
        self._read = {}
        self._sharpest = 0.0
        return True

    def _blurred(self, small: Image) -> bool:
        """Whether the whole picture has lost its details; a hand takes only those under it."""
        sharpness = float(cv2.Laplacian(small, cv2.CV_16S).std())
        self._sharpest = max(self._sharpest, sharpness)
        return sharpness < _BLURRED * self._sharpest

    def _remember(self, image: Image, small: Image) -> None:
        self._at_rest = small
        if self._watch is None:
            try:
                self._watch = Watch(image)
            except BoardError:
                self._watch = None  # a plain table: nothing to notice a bump by

    def _everywhere(self, state: ZoneState) -> dict[str, ZoneLook]:
        return {zone: ZoneLook(state) for zone in self._outlines}


def _differences(now: Image, then: Image) -> Truths:
    """Where two pictures differ by more than light and noise."""
    gap = now.astype(np.int16) - then
    # The camera sets its exposure anew now and then: that shifts everything.
    gap -= np.int16(np.median(gap[::4, ::4]))
    return np.asarray(np.abs(gap) > _STEP)


def _rims(labels: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], ...]:
    return labels[0], labels[-1], labels[:, 0], labels[:, -1]


def is_dark(image: Image) -> bool:
    """Whether nothing in a picture is bright enough to be read."""
    return float(np.percentile(image[::2, ::2], 95)) < _DARK
