"""Where the camera is, and where the foot of something stands whose top was seen.

A view of the board's plane knows nothing of height. With the focal length, which a plane seen at
a slant tells by itself, it does: then a die's box in the picture has one place on the board that
explains it, and that place, not the die's top, says which space the die is on.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Matrix, Points
from vision.viewpoint.finding_board import View

_USUAL_FOCAL = 0.85
"""Focal length of a phone or Pi camera as a share of the picture's longer side."""
_FOCALS = (0.5, 2.5)
"""Shares of the longer side that a focal length may be."""
_STEPS = 4
_AROUND = np.deg2rad(np.arange(0, 360, 30))
_RING: Points = np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=-1)
_SOLID = 0.62
"""Radius of a round pillar that looks as wide as a die on average, in sides of the die."""


@dataclass(frozen=True, eq=False)
class Pose:
    """How a camera sees the space above the board: 3 x 4, from x, y, height to pixels."""

    projection: Matrix

    def pixels(self, points: npt.ArrayLike) -> Points:
        """Where points (... x 3, millimetres, height upwards) are in the picture."""
        flat = np.asarray(points, dtype=np.float64)
        seen = flat @ self.projection[:, :3].T + self.projection[:, 3]
        return np.asarray(seen[..., :2] / seen[..., 2:])

    @property
    def camera(self) -> Points:
        """Where the camera is, in millimetres over the board."""
        return np.asarray(np.linalg.solve(self.projection[:, :3], -self.projection[:, 3]))


def pose_of(view: View, size: tuple[int, int], focal: float | None = None) -> Pose:
    """The camera's pose from its view of the board.

    Args:
        view: Of a picture that the lens didn't bend, or that was straightened.
        size: Width and height of the picture.
        focal: In pixels, if it is known; otherwise the slant of the board tells, and where there
            is no slant, a usual one is as good as any.
    """
    width, height = size
    longer = float(max(size))
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]) @ view.homography
    if focal is None:
        focal = focal_of(centred)
        if focal is None or not _FOCALS[0] * longer < focal < _FOCALS[1] * longer:
            focal = _USUAL_FOCAL * longer
    inside = np.diag([1 / focal, 1 / focal, 1.0])
    first, second, third = (inside @ centred).T
    length = np.sqrt(np.linalg.norm(first) * np.linalg.norm(second))
    up = np.cross(first, second) / length
    # The board is seen from above: going up means coming nearer to the camera.
    if up[2] * np.sign(third[2]) > 0:
        up = -up
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    return Pose(np.asarray(lens @ np.column_stack([first, second, up, third])))


def focal_of(centred: Matrix) -> float | None:
    """The focal length at which the board's axes are at right angles and equally long.

    Args:
        centred: A homography with the picture's middle at (0, 0).

    Returns:
        Pixels, or None when the board is seen so straight that nothing can be told.
    """
    (a, b, _), (c, d, _), (e, f, _) = centred / np.linalg.norm(centred)
    # Two equations for 1 / focal**2: the axes' product is nothing, their lengths are the same.
    known = np.array([a * b + c * d, a * a + c * c - b * b - d * d])
    wanted = -np.array([e * f, e * e - f * f])
    inverse_square_is = float(known @ known)
    if inverse_square_is == 0:
        return None
    inverse_square = float(known @ wanted) / inverse_square_is
    return float(1 / np.sqrt(inverse_square)) if inverse_square > 0 else None


def foot(pose: Pose, view: View, box: tuple[float, float, float, float], side: float) -> Points:
    """Where a die stands whose box was seen.

    Args:
        pose: Of the camera.
        view: Of the board, for a first guess.
        box: x0, y0, x1, y1 in pixels.
        side: Of the die, in millimetres.

    Returns:
        The middle of its foot on the board, in millimetres.
    """
    seen = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    at = view.millimetres(seen)
    for _ in range(_STEPS):
        missed = seen - _box_middle(pose, at, side)
        nearby = 0.5 * side
        slope = np.column_stack(
            [
                (_box_middle(pose, at + step, side) - _box_middle(pose, at, side)) / nearby
                for step in (np.array([nearby, 0.0]), np.array([0.0, nearby]))
            ]
        )
        at = at + np.linalg.solve(slope, missed)
    return np.asarray(at)


def _box_middle(pose: Pose, at: Points, side: float) -> Points:
    """The middle of the box around a pillar as high and about as wide as a die."""
    ring = at + _SOLID * side * _RING
    low = np.column_stack([ring, np.zeros(len(ring))])
    high = np.column_stack([ring, np.full(len(ring), side)])
    pixels = pose.pixels(np.vstack([low, high]))
    return np.asarray((pixels.min(axis=0) + pixels.max(axis=0)) / 2)
