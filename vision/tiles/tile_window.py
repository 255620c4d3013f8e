"""A tile and its surroundings from straight above: the figure on it, and round tokens."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.chart import Measures
from vision.geometry import Points, Truths
from vision.tiles.figures import FigureBlob, SeenFigure, Shape, blob_near, find_figures
from vision.tiles.meeple import Pose, fit_pose, outline_masks, silhouette
from vision.viewpoint.table_camera import TableCamera

Floats = npt.NDArray[np.float32]

PER_MM = 2.0
"""Pixels of a window in a millimetre."""
GRAIN = np.ones((3, 3), np.uint8)
_PERHAPS = 0.3
_ELSEWHERE = 5.0
"""Millimetres by which a figure's foot may be elsewhere than it seemed."""
_DISC, FAINT_DISC = 0.15, 0.55
"""How much of a disc must differ to be something, even if nobody can name it; and how much of one
that hardly differs."""
_UNKNOWN = 30.0
"""Square millimetres of something solid that nobody has an explanation for."""
_SIGN = 0.85
"""Share of a token that its sign may have."""
_FOOT = 3.0
"""Millimetres from a tile's sides within which no foot of a figure is."""
_CLOSE = 3.0
"""Millimetres around a figure within which its colour is its own."""


@dataclass(frozen=True, eq=False)
class TileWindow:
    """What is left over on a tile and around it, when its face is taken away.

    Attributes:
        measures: How large things are.
        middle: The tile's middle, in millimetres of the table.
        low: The window's upper left corner, likewise.
        figure: What has the figures' colour.
        other: What differs from the tile's face.
        faint: What hardly differs from it.
        inside: Where the tile is.
    """

    measures: Measures
    middle: Points
    low: Points
    figure: Floats
    other: Floats
    faint: Floats
    inside: Truths

    @property
    def token_radius(self) -> float:
        """Seen from straight above."""
        return self.measures.token / 2 * PER_MM

    def find_figure(self, camera: TableCamera) -> SeenFigure | None:
        """What may be a figure on the tile."""
        size = self.measures.figure
        standing, lying = (
            Shape.at(camera, self.middle, size, PER_MM, lying=lies) for lies in (False, True)
        )
        feet = cv2.erode(
            self.inside.astype(np.uint8), np.ones((2 * round(_FOOT * PER_MM) + 1,) * 2, np.uint8)
        )
        found = find_figures(
            self.figure, standing, lying, allowed=feet > 0, apart=0.6 * size * PER_MM, most=1
        )
        return next((each for each in found if each.score > _PERHAPS), None)

    def fit(self, camera: TableCamera, figure: SeenFigure) -> Pose:
        """How the figure stands or lies: its outline tells."""
        size = self.measures.figure
        shapes = [
            shape
            for lies in (False, True)
            for shape in outline_masks(camera, self.middle, size, PER_MM, lying=lies)
        ]
        return fit_pose(self.figure, figure.at, shapes, round(_ELSEWHERE * PER_MM))

    def blob_of(self, figure: SeenFigure) -> FigureBlob | None:
        """The patch of colour that seems to be a figure."""
        return blob_near(self.figure, figure.at, round(_ELSEWHERE * PER_MM))

    def hides_print(self, blob: FigureBlob) -> bool:
        """Whether something without an outline is a figure on a tile of its own colour.

        Only so much of one is seen there as hides print of another colour. A sign on a token is
        smaller than the token, and the rest of the token is seen around it.
        """
        x, y = np.rint(blob.at).astype(int).tolist()
        token = cv2.circle(
            np.zeros(blob.mask.shape, np.uint8), (x, y), round(self.token_radius), 1, -1
        )
        around = float(self.other[(token > 0) & ~blob.mask].sum())
        whole = float(token.sum())
        return blob.area > _SIGN * whole and around < _DISC * whole

    def hide(self, camera: TableCamera, at: Points, lies: bool) -> None:
        """What a figure hides, and its shadow's rim, is no token; nor its colour close by."""
        outline = silhouette(camera, at, 1.15 * self.measures.figure, lies)
        points = (camera.table(outline) - self.low) * PER_MM
        hull = np.rint(cv2.convexHull(points.astype(np.float32))).astype(np.int32)
        hidden = cv2.fillConvexPoly(np.zeros(self.other.shape, np.uint8), hull, 1)
        near = cv2.dilate(hidden, np.ones((2 * round(_CLOSE * PER_MM) + 1,) * 2, np.uint8))
        gone = (hidden > 0) | ((near > 0) & (self.figure > 0.5))
        self.other[gone] = 0
        self.faint[gone] = 0

    def discs(self) -> Iterator[tuple[Points, bool]]:
        """Round things as large as a token, the clearest first, and whether they are faint."""
        radius = self.token_radius
        for left, least in ((self.other, _DISC), (self.faint, FAINT_DISC)):
            for _ in range(4):
                score = np.where(self.inside, disc_score(left, radius), 0)
                best = int(score.argmax())
                if score.flat[best] < least:
                    break
                at = np.array([best % score.shape[1], best // score.shape[1]])
                yield at.astype(np.float64), left is self.faint
                for each in (self.other, self.faint):
                    cv2.circle(each, (int(at[0]), int(at[1])), round(1.5 * radius), 0.0, -1)

    def has_more(self) -> bool:
        """Whether something is left that is neither a figure nor a round token."""
        solid = cv2.morphologyEx((self.other > 0.5).astype(np.uint8), cv2.MORPH_OPEN, GRAIN)
        _, _, stats, _ = cv2.connectedComponentsWithStats(solid)
        largest = max((int(each[cv2.CC_STAT_AREA]) for each in stats[1:]), default=0)
        return largest > _UNKNOWN * PER_MM**2


def disc_score(mask: Floats, radius: float) -> Floats:
    """How much of a disc around each point is set, and not of the ring around it."""
    half = int(np.ceil(1.8 * radius))
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(x, y)
    inner = (away <= radius).astype(np.float32)
    ring = ((away > 1.2 * radius) & (away <= 1.7 * radius)).astype(np.float32)
    inside, around = (
        np.asarray(cv2.filter2D(mask, -1, each / each.sum()), np.float32) for each in (inner, ring)
    )
    return inside - np.float32(0.7) * around
