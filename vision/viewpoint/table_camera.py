"""The camera above the table: from millimetres, with height, to pixels and back.

A homography is enough for one board. Around it the lens bends, and dice have a height; so this is
a whole camera: where it is, its focal length, and how its lens bends. It begins as the view of
one board and gets better with everything on the table whose place is known (`fit`): tiles on a
lattice far from the board tell focal length and lens best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image, Matrix, Points
from vision.viewpoint.view import View

_USUAL_FOCAL = 0.85
"""Focal length of a phone or Pi camera as a share of the picture's longer side."""
_GRID, _BOARD_WEIGHT = 5, 0.8
_WIDEST = 2.0
"""Squared; farther from the middle a lens isn't asked to bend."""
_UNBENDING = 5
_FOCAL_DOUBT, _BEND_DOUBT = 0.12, 0.04
"""How far a focal length (as a logarithm) and a lens may be from what they were taken for."""
_DOUBT = 2.0
"""Pixels from which a point counts less and less."""
_NUDGES = np.array([1e-5, 1e-5, 1e-5, 1e-2, 1e-2, 1e-2, 1e-5, 1e-5])
_ISLAND_NUDGE = np.array([1e-2, 1e-2, 1e-4])


@dataclass(frozen=True, eq=False)
class TableCamera:
    """A camera that sees a table.

    Attributes:
        size: Width and height of its pictures.
        focal: In pixels.
        bend: How the lens bends: the k1 of OpenCV.
        turn: Rotation vector from the table's axes (x, y and *downwards*) to the camera's.
        away: Where the table's (0, 0) is for the camera, in millimetres.
    """

    size: tuple[int, int]
    focal: float
    bend: float
    turn: Points
    away: Points

    @classmethod
    def from_view(
        cls, view: View, size: tuple[int, int], corners: Points, known: "TableCamera | None" = None
    ) -> "TableCamera":
        """The camera that has this view of a board.

        Args:
            view: Of the table's plane.
            size: Width and height of the picture.
            corners: Of the board, in the table's millimetres.
            known: The same camera, when it was elsewhere: its focal length and lens stay.
        """
        focal = _USUAL_FOCAL * max(size) if known is None else known.focal
        guess = cls._upright(view, size, focal)
        if known is not None:
            guess = replace(guess, bend=known.bend)
        low, high = corners.min(axis=0), corners.max(axis=0)
        x, y = np.meshgrid(*np.linspace(low, high, _GRID).T)
        points = np.stack([x, y], axis=-1).reshape(-1, 2)
        board = Anchors(points, view.pixels(points), np.full(len(points), _BOARD_WEIGHT))
        return fit(guess, [board], guess)

    @classmethod
    def _upright(cls, view: View, size: tuple[int, int], focal: float) -> "TableCamera":
        """The camera of this focal length that comes closest to a view."""
        x, y = (np.array(size, np.float64) - 1) / 2
        inside = np.array([[1, 0, -x], [0, 1, -y], [0, 0, focal]]) / focal
        columns = inside @ view.homography
        columns = columns * np.sign(columns[2, 2])
        left, stretch, right = np.linalg.svd(columns[:, :2], full_matrices=False)
        across = left @ right
        turn = np.column_stack([across, np.cross(across[:, 0], across[:, 1])])
        return cls(
            size,
            focal,
            0.0,
            np.asarray(cv2.Rodrigues(turn)[0], np.float64).reshape(3),
            np.asarray(columns[:, 2] / stretch.mean(), np.float64),
        )

    @cached_property
    def rotation(self) -> Matrix:
        """From the table's axes to the camera's."""
        return np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)

    @property
    def _middle(self) -> Points:
        return (np.array(self.size, np.float64) - 1) / 2

    @cached_property
    def eye(self) -> Points:
        """Where the camera is: x, y and height."""
        return np.asarray((-self.rotation.T @ self.away) * [1, 1, -1])

    def pixels(self, points: npt.ArrayLike) -> Points:
        """Where points of the table (... x 2) or above it (... x 3) are in the picture."""
        flat = np.asarray(points, np.float64)
        if flat.shape[-1] == 2:
            seen = flat @ self.rotation[:, :2].T + self.away
        else:
            seen = (flat * [1, 1, -1]) @ self.rotation.T + self.away
        at = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
        return np.asarray(at * self._bending(at) * self.focal + self._middle)

    def _bending(self, at: Points) -> Points:
        away = np.minimum((at**2).sum(axis=-1, keepdims=True), _WIDEST)
        return np.asarray(1 + self.bend * away)

    def table(self, pixels: npt.ArrayLike, height: float = 0.0) -> Points:
        """Which points of the table, or of a plane above it, pixels show."""
        bent = (np.asarray(pixels, np.float64) - self._middle) / self.focal
        flat = bent
        for _ in range(_UNBENDING if self.bend else 0):
            flat = bent / self._bending(flat)
        ways = flat @ self.rotation[:2] + self.rotation[2]
        start = self.eye
        reach = (start[2] - height) / np.maximum(ways[..., 2:], 1e-6)
        return np.asarray(start[:2] + reach * ways[..., :2])

    def scale(self, point: npt.ArrayLike) -> float:
        """Pixels a millimetre around a point of the table."""
        at = np.asarray(point, np.float64)
        around = self.pixels(at + np.array([(0, 0), (1.0, 0), (0, 1.0)]))
        return float(np.sqrt(abs(np.linalg.det(around[1:] - around[0]))))

    def sees(self, points: npt.ArrayLike, margin: float = 0.0) -> npt.NDArray[np.bool_]:
        """Which points are in the picture, at least `margin` pixels from its rim."""
        at = self.pixels(points)
        low, high = margin, np.array(self.size) - 1 - margin
        return np.asarray(((at >= low) & (at <= high)).all(axis=-1))

    def top(self, image: Image, low: Points, size: tuple[int, int], per_mm: float) -> Image:
        """A part of the table as seen from straight above.

        Args:
            image: The picture.
            low: The corner with the smallest x and y.
            size: Width and height of the result in pixels.
            per_mm: Its pixels a millimetre.
        """
        wide, high = size
        # Between knots every eighth of a pixel row the way is as good as straight.
        columns = np.linspace(0, wide - 1, max(2, wide // 8 + 1))
        rows = np.linspace(0, high - 1, max(2, high // 8 + 1))
        knots = np.stack(np.meshgrid(columns, rows), axis=-1) / per_mm + low
        way = self.pixels(knots).astype(np.float32)
        x = np.linspace(0, len(columns) - 1, wide, dtype=np.float32)
        y = np.linspace(0, len(rows) - 1, high, dtype=np.float32)
        whole = cv2.remap(
            way, *np.meshgrid(x, y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        seen = cv2.remap(image, np.asarray(whole), None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
        return np.asarray(seen, np.uint8)

    def over(self, at: npt.ArrayLike, turn: float) -> "TableCamera":
        """The same camera in the millimetres of a board that lies at a point, turned by degrees."""
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        x, y = np.asarray(at, np.float64)
        turned = self.rotation @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        away = self.rotation @ np.array([x, y, 0.0]) + self.away
        return replace(self, turn=np.asarray(cv2.Rodrigues(turned)[0]).reshape(3), away=away)


@dataclass(frozen=True)
class KnownLens:
    """A lens that was measured, whatever the size of its pictures.

    Attributes:
        focal: As a share of the picture's longer side.
        bend: How it bends: the k1 of OpenCV.
    """

    focal: float
    bend: float

    def camera(self, size: tuple[int, int]) -> TableCamera:
        """A camera with this lens that hangs nowhere yet."""
        nowhere = np.array([0.0, 0.0, 1000.0])
        return TableCamera(size, self.focal * max(size), self.bend, np.zeros(3), nowhere)


@dataclass(frozen=True, eq=False)
class Anchors:
    """Points whose place is known, and where they are seen.

    Attributes:
        points: N x 2 in millimetres.
        pixels: N x 2.
        weights: N; how much each counts.
        free: Whether the points lie on something whose place on the table is not known: then only
            their places among themselves count.
    """

    points: Points
    pixels: Points
    weights: Matrix
    free: bool = False


def fit(
    camera: TableCamera, anchors: Sequence[Anchors], usual: TableCamera, rounds: int = 8
) -> TableCamera:
    """The camera that explains best where things are seen.

    Args:
        camera: A first guess.
        anchors: What is known.
        usual: Focal length and lens as they are taken for; far from these it doesn't go.
        rounds: How often to improve.
    """
    # One or two tiles tell nothing about the camera that their own place couldn't explain.
    anchors = [each for each in anchors if not each.free or len(each.points) > 2]
    free = [each for each in anchors if each.free]
    numbers = np.concatenate([camera.turn, camera.away, [np.log(camera.focal), camera.bend]])
    numbers = np.concatenate([numbers, *(lying(camera, each) for each in free)])
    nudges = np.concatenate([_NUDGES, *[_ISLAND_NUDGE] * len(free)])
    weights = np.concatenate([each.weights for each in anchors])
    held = np.array([np.log(usual.focal), usual.bend])
    damping = 1e-3
    missed, cost = _missed(camera, numbers, anchors, weights, held)
    for _ in range(rounds):
        slope = np.stack(
            [
                (_missed(camera, numbers + step, anchors, weights, held)[0] - missed) / size
                for step, size in zip(np.diag(nudges), nudges, strict=True)
            ],
            axis=-1,
        )
        length = len(missed) - len(held)
        trust = np.ones(len(missed))
        pairs = np.hypot(missed[:length:2], missed[1:length:2])
        trust[:length] = np.repeat(1 / (1 + (pairs / _DOUBT) ** 2), 2)
        square = (slope.T * trust) @ slope
        wanted = (slope.T * trust) @ -missed
        better = numbers + np.linalg.solve(square + damping * np.diag(np.diag(square)), wanted)
        now, now_cost = _missed(camera, better, anchors, weights, held)
        if now_cost < cost:
            gain = cost - now_cost
            numbers, missed, cost, damping = better, now, now_cost, damping / 5
            if gain < 1e-3 * cost:
                break
        else:
            damping *= 10
    return _of(camera, numbers)


def _of(camera: TableCamera, numbers: Matrix) -> TableCamera:
    return replace(
        camera,
        turn=numbers[:3],
        away=numbers[3:6],
        focal=float(np.exp(numbers[6])),
        bend=float(numbers[7]),
    )


def lying(camera: TableCamera, anchors: Anchors) -> Matrix:
    """Where something lies on the table as it is seen: x, y, turn in radians."""
    there = camera.table(anchors.pixels)
    ours, theirs = ((p * [1, 1j]).sum(axis=1) for p in (anchors.points, there))
    weights = anchors.weights / anchors.weights.sum()
    centre, other = (weights * ours).sum(), (weights * theirs).sum()
    turn = np.angle((weights * (theirs - other) * np.conj(ours - centre)).sum())
    shift = other - np.exp(1j * turn) * centre
    return np.array([shift.real, shift.imag, turn])


def _missed(
    camera: TableCamera, numbers: Matrix, anchors: Sequence[Anchors], weights: Matrix, held: Matrix
) -> tuple[Matrix, float]:
    """By how much everything is missed, and what that costs."""
    found = _of(camera, numbers)
    rest = numbers[8:]
    gaps = []
    for each in anchors:
        points = each.points
        if each.free:
            (x, y, turn), rest = rest[:3], rest[3:]
            c, s = np.cos(turn), np.sin(turn)
            points = points @ np.array([[c, s], [-s, c]]) + [x, y]
        gaps.append(found.pixels(points) - each.pixels)
    flat = (np.concatenate(gaps) * weights[:, None]).reshape(-1)
    pull = (numbers[6:8] - held) / (_FOCAL_DOUBT, _BEND_DOUBT)
    pairs = (flat.reshape(-1, 2) ** 2).sum(axis=1)
    cost = float(_DOUBT**2 * np.log1p(pairs / _DOUBT**2).sum() + (pull**2).sum())
    return np.concatenate([flat, pull]), cost


def shifted(view: View, at: npt.ArrayLike) -> View:
    """A view whose millimetres begin at another point of the board."""
    step = np.eye(3)
    step[:2, 2] = np.asarray(at, np.float64)
    return View(view.homography @ step, view.score)
