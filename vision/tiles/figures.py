"""Wooden figures: where something of their colour stands or lies that doesn't belong there.

Colours are compared as logarithms, without their brightness, so that a figure's lit and its dark
side count alike. A figure that stands hides a patch that leans away from the camera; one that lies
hides a wider one that leans half as much.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.light import Light, light
from vision.geometry import Points, Truths
from vision.viewpoint.table_camera import TableCamera

Floats = npt.NDArray[np.float32]

_GREY, _ALIKE = 0.25, 0.2
"""Below which strength a colour is none to speak of, and how far it may be off then."""
_PALE, _ASIDE = 0.3, 0.55
"""How much weaker a colour may be seen, and how far aside, as a share of its strength."""
_AROUND = np.deg2rad(np.arange(0, 360, 30))
_RING: Points = np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=-1)
_STANDING, _LYING = (0.32, 1.0), (0.42, 0.5)
"""Radius and height of a pillar that hides about as much, in heights of a standing figure."""

_SOLID = 0.5


def tint_of(colour: tuple[int, int, int]) -> Floats:
    """The colour of a figure, without its brightness."""
    one = np.array(colour, np.uint8).reshape(1, 1, 3)
    return np.asarray(light(one)[0, 0, 1:], np.float32)


def of_colour(seen: Light, tint: Floats) -> Truths:
    """Where a picture (as light, the lamp taken away) has a colour, bright or dark.

    Shade and shine make a colour paler, but hardly another one.
    """
    strength = max(float(np.hypot(*tint)), 1e-6)
    chroma = seen[..., 1:]
    along = chroma @ (tint / strength)
    aside = np.abs(chroma[..., 0] * tint[1] - chroma[..., 1] * tint[0]) / strength
    if strength < _GREY:
        return np.asarray(np.hypot(along - strength, aside) < _ALIKE)
    return np.asarray((along > _PALE * strength) & (aside < _ASIDE * np.maximum(along, 0)))


@dataclass(frozen=True, eq=False)
class Shape:
    """What a figure at a place hides, and what is around it, seen from straight above."""

    inner: Floats
    ring: Floats

    @classmethod
    def at(
        cls, camera: TableCamera, foot: Points, figure: float, per_mm: float, *, lying: bool
    ) -> "Shape":
        """The shape of a figure that stands or lies at a point."""
        radius, height = _LYING if lying else _STANDING
        half = int(np.ceil(2.4 * figure * per_mm))

        def hidden(grow: float) -> Truths:
            ring = foot + (radius * figure + grow) * _RING
            low = np.column_stack([ring, np.zeros(len(ring))])
            high = np.column_stack([ring, np.full(len(ring), height * figure)])
            seen = camera.table(camera.pixels(np.vstack([low, high]))) - foot
            hull = cv2.convexHull(np.asarray(seen * per_mm + half, np.float32))
            mask = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
            cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 1)
            return mask > 0

        inner, ring = hidden(0.0), hidden(0.2 * figure) & ~hidden(0.08 * figure)
        return cls(
            (inner / inner.sum()).astype(np.float32), (ring / max(1, ring.sum())).astype(np.float32)
        )


def covered(evidence: Floats, shape: Shape, at: Points, search: int) -> tuple[float, Points]:
    """How much of a shape around a point is evidence, at best, and where (pixels from above)."""
    half = shape.inner.shape[0] // 2
    column, row = np.rint(at).astype(int)
    reach = half + search
    padded = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    top, left = max(0, row - reach), max(0, column - reach)
    part = evidence[top : max(0, row + reach + 1), left : max(0, column + reach + 1)]
    y, x = top - (row - reach), left - (column - reach)
    padded[y : y + part.shape[0], x : x + part.shape[1]] = part
    fit = np.asarray(cv2.matchTemplate(padded, shape.inner, cv2.TM_CCORR))
    best = int(fit.argmax())
    shift = np.array([best % fit.shape[1], best // fit.shape[1]]) - search
    return float(fit.flat[best]), np.array([column, row]) + shift


@dataclass(frozen=True, eq=False)
class SeenFigure:
    """A figure: its foot in pixels from above, whether it seems to lie, how sure it is."""

    at: Points
    lies: bool
    score: float


@dataclass(frozen=True, eq=False)
class FigureBlob:
    """Something in one piece on a picture from above."""

    mask: Truths

    @property
    def area(self) -> float:
        """How many pixels it has."""
        return float(self.mask.sum())

    @property
    def at(self) -> Points:
        """Its middle."""
        rows, columns = np.nonzero(self.mask)
        return np.array([columns.mean(), rows.mean()])


def blob_near(evidence: Floats, at: Points, near: int) -> FigureBlob | None:
    """What there is most of around a point, as a whole; None where there is nothing."""
    count, labels = cv2.connectedComponents((evidence > _SOLID).astype(np.uint8))
    around = cv2.circle(
        np.zeros(evidence.shape, np.uint8), (round(float(at[0])), round(float(at[1]))), near, 1, -1
    )
    here = np.bincount(labels[around > 0], minlength=count)
    here[0] = 0
    return FigureBlob(np.asarray(labels == int(here.argmax()))) if here.any() else None


def find_figures(
    evidence: Floats, standing: Shape, lying: Shape, *, allowed: Truths, apart: float, most: int
) -> Iterator[SeenFigure]:
    """Figures on a picture from above, the clearest first.

    Args:
        evidence: 1 where something of their colour is that doesn't belong there.
        standing: What a standing one hides.
        lying: What a lying one hides.
        allowed: Where feet can be.
        apart: How far apart they are at least, in pixels.
        most: How many there can be.
    """
    left = evidence.copy()
    may = allowed.copy()
    rows, columns = np.mgrid[: left.shape[0], : left.shape[1]]
    for _ in range(most):
        if left.max() == 0:
            return
        scores = [np.where(may, _score(left, shape), -1) for shape in (standing, lying)]
        peaks = [float(score.max()) for score in scores]
        upright = peaks[0] >= peaks[1]
        score = scores[0] if upright else scores[1]
        best = int(score.argmax())
        if score.flat[best] < 0.3:
            return
        at = np.array([best % score.shape[1], best // score.shape[1]])
        yield SeenFigure(at.astype(np.float64), not upright, float(score.flat[best]))
        may &= np.hypot(columns - at[0], rows - at[1]) > apart
        _erase(left, (standing if upright else lying).inner > 0, at)


def _score(evidence: Floats, shape: Shape) -> Floats:
    inner = cv2.filter2D(evidence, -1, shape.inner, borderType=cv2.BORDER_CONSTANT)
    ring = cv2.filter2D(evidence, -1, shape.ring, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(inner - 0.6 * ring, np.float32)


def _erase(where: Floats, shape: Truths, at: npt.NDArray[np.int_]) -> None:
    half = shape.shape[0] // 2
    grown = cv2.dilate(shape.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    top, left = int(at[1]) - half, int(at[0]) - half
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(where.shape[0], top + 2 * half + 1), min(where.shape[1], left + 2 * half + 1)
    where[y0:y1, x0:x1][grown[y0 - top : y1 - top, x0 - left : x1 - left]] = 0
