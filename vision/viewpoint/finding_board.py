"""Finding a flat board in a picture: from a picture of it, or from markers around it.

The board has millimetres of its own, with (0, 0) in its upper left corner. A `View` carries them
to pixels and back. Nothing here guesses: a view that the picture doesn't bear out is refused with
a reason.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.problems import ProblemError
from hardware.printing.markers import corner_book
from vision.geometry import (
    Image,
    Matrix,
    Points,
    Truths,
    area,
    carry,
    depths,
    inverse,
    shrunk,
    unit,
)
from vision.viewpoint.refining import BoardDetails, refined
from vision.viewpoint.view import BoardSize, View

_LONGEST = 1000
_FEATURES, _CONTRAST = 2500, 0.015
_PATCH, _OVERLAP = 256, 48
"""Pixels: details are looked for patch by patch, since all at once takes 200 MB for a moment. The
overlap is for those near the edge of a patch; details that are larger than it are rare."""
_RATIO = 0.88
"""A detail is matched when the second best match is that much worse."""
_LEAST_MATCHES = 6
_MISSES = 3.0
"""Pixels by which a match may miss."""
_TURNS, _SIZES = 25.0, 0.5
"""Degrees, and logarithms of size, by which matches of one board may differ: it is seen aslant."""
_LEAST_AREA = 0.01
"""Share of the picture that a board covers at least."""
_GRID = (8, 6)
_ALIKE, _LEAST_ALIKE = 0.4, 0.5
"""From which correlation on a part of the board looks the same, and which share must."""


class BoardError(ProblemError):
    """The board can't be found; the message says why, and what may help."""


class Markers:
    """Printed ArUco markers (4 x 4 bits, the first fifty) around a board that has no picture.

    Args:
        places: Where on the board each marker is: four corners in millimetres, clockwise from
            the marker's own upper left.
    """

    def __init__(self, places: Mapping[int, npt.ArrayLike]) -> None:
        self._places = places

    def find(self, image: Image) -> View:
        """Find the board.

        Raises:
            BoardError: Fewer than two of them are to be seen, or they don't lie as told.
        """
        settings = cv2.aruco.DetectorParameters()
        settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        corners, ids, _ = cv2.aruco.ArucoDetector(corner_book(), settings).detectMarkers(image)
        names = [] if ids is None else [int(name) for name in ids.reshape(-1)]
        places = self._places
        seen = {name: at for name, at in zip(names, corners, strict=True) if name in places}
        if len(seen) < 2:
            raise BoardError("markers-hidden", n=len(seen), all=len(places))
        plane = np.concatenate([np.asarray(places[name], float).reshape(4, 2) for name in seen])
        pixels = np.concatenate([at.reshape(4, 2) for at in seen.values()])
        matrix, kept = cv2.findHomography(plane, pixels, cv2.RANSAC, _MISSES)
        if matrix is None or kept.mean() < 0.75:
            raise BoardError("markers-moved")
        return View(np.asarray(matrix, np.float64))


class Reference:
    """What the board looks like from straight above, to find it by.

    Args:
        picture: The board and nothing else, upper left corner first.
        size: How large the board is.
        outline: Its rim around its middle, if it is no rectangle: what is beyond is no part of it.
    """

    def __init__(
        self, picture: Image, size: BoardSize, outline: npt.ArrayLike | None = None
    ) -> None:
        self._picture, _ = shrunk(picture, _LONGEST)
        self.size = size
        self._outline = None if outline is None else np.asarray(outline, np.float64)
        high, wide = self._picture.shape[:2]
        self._to_mm = np.diag([size.width / wide, size.height / high, 1.0])

    def find(self, image: Image) -> View:
        """Find the board.

        Raises:
            BoardError: It can't be found for sure; the message says why.
        """
        small, factor = shrunk(image, _LONGEST)
        ours, theirs = self._matches(small)
        if len(ours) < _LEAST_MATCHES:
            raise BoardError("board-few-details", n=len(ours))
        matrix, kept = cv2.findHomography(ours, theirs, cv2.USAC_MAGSAC, _MISSES, maxIters=5000)
        if matrix is None or int(kept.sum()) < _LEAST_MATCHES:
            raise BoardError("board-details-elsewhere")
        found = unit(np.asarray(matrix, np.float64) @ inverse(self._to_mm))
        self._refuse_nonsense(found, small)
        rough = unit(np.diag([1 / factor, 1 / factor, 1.0]) @ found)
        view = View(refined(image, rough, self._fine))
        self._refuse_nonsense(view.homography, image)
        score = self.agreement(image, view)
        if score < _LEAST_ALIKE:
            raise BoardError("board-unlike", share=round(100 * score))
        return View(view.homography, score)

    def agreement(self, image: Image, view: View) -> float:
        """The share of the board's parts that look as they should; hands and pieces cost some."""
        wide, high = 40 * _GRID[0], 40 * _GRID[1]
        per = np.diag([wide / self.size.width, high / self.size.height, 1.0])
        flat = cv2.warpPerspective(
            image, per @ inverse(view.homography), (wide, high), flags=cv2.INTER_AREA
        )
        now = _parts(flat)
        was = _parts(cv2.resize(self._picture, (wide, high), interpolation=cv2.INTER_AREA))
        spread = was.std(axis=1)
        telling = (spread > max(3.0, 0.25 * float(np.median(spread)))) & self._own
        if not telling.any():
            return 0.0
        alike = (_standardised(was) * _standardised(now)).mean(axis=1)
        return float((alike[telling] > _ALIKE).mean())

    @cached_property
    def _own(self) -> Truths:
        """Which of its parts lie within its rim."""
        wide, high = 40 * _GRID[0], 40 * _GRID[1]
        mask = np.full((high, wide), 255, np.uint8)
        if self._outline is not None:
            mask[:] = 0
            box = np.array([self.size.width, self.size.height])
            points = (self._outline / box + 0.5) * [wide, high]
            cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], 255)
        parts = mask.reshape(_GRID[1], 40, _GRID[0], 40).mean(axis=(1, 3)).ravel()
        return np.asarray(parts > 0.9 * 255)

    @cached_property
    def _fine(self) -> BoardDetails:
        return BoardDetails.of(self._picture, self.size.width, self.size.height)

    @cached_property
    def _details(self) -> tuple[Sequence[cv2.KeyPoint], Matrix]:
        return _details(self._picture)

    def _matches(self, image: Image) -> tuple[Points, Points]:
        points, words = self._details
        others, other_words = _details(image)
        if len(points) < 2 or len(others) < 2:
            return np.empty((0, 2)), np.empty((0, 2))
        pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(words, other_words, k=2)
        good = [best for best, second in pairs if best.distance < _RATIO * second.distance]
        # One detail of the picture is one detail of the board.
        nearest = {match.trainIdx: match for match in sorted(good, key=lambda m: -m.distance)}
        matched = [(points[m.queryIdx], others[m.trainIdx]) for m in nearest.values()]
        agreed = _agreed(matched)
        ours = np.array([one.pt for one, _ in agreed]).reshape(-1, 2)
        theirs = np.array([other.pt for _, other in agreed]).reshape(-1, 2)
        return ours, theirs

    def _refuse_nonsense(self, homography: Matrix, image: Image) -> None:
        corners = self.size.corners
        pixels = carry(homography, corners)
        flat = pixels.astype(np.float32).reshape(-1, 1, 2)
        whole = (
            (depths(homography, corners) > 0).all()
            and cv2.isContourConvex(flat)
            and cv2.contourArea(flat, oriented=True) > 0
            and area(pixels) > _LEAST_AREA * image.shape[0] * image.shape[1]
        )
        if not whole:
            raise BoardError("board-impossible")


def _agreed(
    matched: list[tuple[cv2.KeyPoint, cv2.KeyPoint]],
) -> list[tuple[cv2.KeyPoint, cv2.KeyPoint]]:
    """The matches that agree on how much the board is turned and how large it is seen."""
    if not matched:
        return []
    turns = np.array([other.angle - one.angle for one, other in matched])
    sizes = np.log([other.size / one.size for one, other in matched])
    apart = np.abs((turns[:, None] - turns + 180) % 360 - 180)
    alike = (apart < _TURNS) & (np.abs(sizes[:, None] - sizes) < _SIZES)
    best = alike[int(alike.sum(axis=1).argmax())]
    return [pair for pair, kept in zip(matched, best, strict=True) if kept]


def _details(image: Image) -> tuple[Sequence[cv2.KeyPoint], Matrix]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    high, wide = grey.shape
    found = [
        detail
        for top in range(0, high, _PATCH)
        for left in range(0, wide, _PATCH)
        for detail in _details_of_patch(grey, left, top)
    ]
    if not found:
        return (), np.empty((0, 128))
    best = sorted(found, key=lambda detail: -detail[0].response)[:_FEATURES]
    words = np.array([word for _, word in best], np.float32)
    # Square roots compare better than the raw histograms do.
    normed = words / np.maximum(words.sum(axis=1, keepdims=True), 1e-6)
    return [point for point, _ in best], np.sqrt(normed, dtype=np.float32)


def _details_of_patch(
    grey: npt.NDArray[np.uint8], left: int, top: int
) -> list[tuple[cv2.KeyPoint, npt.NDArray[np.uint8]]]:
    """The details whose middle lies in this patch, with their descriptions."""
    x, y = max(0, left - _OVERLAP), max(0, top - _OVERLAP)
    patch = grey[y : top + _PATCH + _OVERLAP, x : left + _PATCH + _OVERLAP]
    sift = cv2.SIFT.create(nfeatures=_FEATURES, contrastThreshold=_CONTRAST)
    points, words = sift.detectAndCompute(patch, None)
    kept = []
    # They are whole numbers up to 255.
    for point, word in zip(points, words.astype(np.uint8) if points else (), strict=True):
        across, down = point.pt[0] + x, point.pt[1] + y
        if left <= across < left + _PATCH and top <= down < top + _PATCH:
            point.pt = (across, down)
            kept.append((point, word))
    return kept


def _parts(flat: npt.ArrayLike) -> Matrix:
    """The board cut into parts, each a row of brightness."""
    grey = cv2.cvtColor(np.asarray(flat, np.uint8), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.5).astype(np.float64)
    rows = smooth.reshape(_GRID[1], 40, _GRID[0], 40).swapaxes(1, 2)
    return rows.reshape(_GRID[0] * _GRID[1], -1)


def _standardised(parts: Matrix) -> Matrix:
    centred = parts - parts.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(centred.std(axis=1, keepdims=True), 1e-6))
