"""Points, polygons and homographies as plain arrays."""

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
"""Any number of x, y pairs: ... x 2."""
Matrix = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]


def carry(homography: Matrix, points: npt.ArrayLike) -> Points:
    """Carry points (... x 2) through a homography (3 x 3)."""
    flat = np.asarray(points, dtype=np.float64)
    carried = flat @ homography[:, :2].T + homography[:, 2]
    return np.asarray(carried[..., :2] / carried[..., 2:])


def depths(homography: Matrix, points: npt.ArrayLike) -> Matrix:
    """The third coordinate of each point under a homography; it changes sign at the horizon."""
    flat = np.asarray(points, dtype=np.float64)
    return np.asarray(flat @ homography[2, :2] + homography[2, 2])


def slopes(homography: Matrix, point: npt.ArrayLike) -> Matrix:
    """How a small step away from `point` is carried: the 2 x 2 matrix of derivatives."""
    at = np.asarray(point, dtype=np.float64)
    depth = float(at @ homography[2, :2] + homography[2, 2])
    there = carry(homography, at)
    return np.asarray((homography[:2, :2] - np.outer(there, homography[2, :2])) / depth)


def scale_at(homography: Matrix, point: npt.ArrayLike) -> float:
    """How many times longer things become around `point`."""
    return float(np.sqrt(abs(np.linalg.det(slopes(homography, point)))))


def unit(homography: Matrix) -> Matrix:
    """The same homography, written so that its last number is one."""
    return np.asarray(homography / homography[2, 2])


def inverse(homography: Matrix) -> Matrix:
    """The way back."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def area(polygon: Points) -> float:
    """The area within a polygon (N x 2)."""
    return float(cv2.contourArea(np.asarray(polygon, np.float32)))


def overlap(ours: Points, theirs: Points) -> float:
    """Intersection over union of two convex polygons."""
    first, second = (cv2.convexHull(np.asarray(each, np.float32)) for each in (ours, theirs))
    both = float(cv2.intersectConvexConvex(first, second)[0])
    union = cv2.contourArea(first) + cv2.contourArea(second) - both
    return both / union if union > 0 else 0.0


def shrunk(image: Image, longest: int) -> tuple[Image, float]:
    """The picture with its longer side at most `longest` pixels, and the factor that did it."""
    factor = min(1.0, longest / max(image.shape[:2]))
    if factor == 1.0:
        return image, 1.0
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), factor
