"""A hand above the table: how it comes and goes, and what it looks like."""

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tabletop.observation import Point
from companion.tabletop.outlines import moved
from companion.tabletop.scenery import Hand, Limb
from hardware.art.style import style
from hardware.simulated.light import Light
from hardware.simulated.solids import SolidPicture
from hardware.simulated.viewpoint import Floats, Points, Viewpoint

#: A hand is drawn at a part of the picture's size: it has no fine print.
_COARSE = 2
_NEAREST = 60.0
"""Millimetres in front of the camera within which nothing is drawn."""
_REACH = 420.0
"""How far away, in millimetres, a hand is when it has just set off."""


def visit(to: Point, turn: float, frames: int) -> tuple[Hand, ...]:
    """A hand on its way to a point, in so many pictures; it slows down where it arrives."""
    found = []
    for step in range(frames):
        left = 1 - math.sin(math.pi / 2 * (step + 1) / frames)
        (tip,) = moved((Point(0, _REACH * left),), to, turn)
        found.append(Hand(tip, turn, height=22 + 50 * left))
    return tuple(found)


def draw_hand(hand: Hand, view: Viewpoint, light: Light, look: int) -> SolidPicture | None:
    """The hand as the camera sees it; None when it is outside of the picture."""
    limbs = []
    for limb in hand.limbs():
        ends = _in_front(limb, view)
        if ends is None:
            continue
        pixels = view.project(ends)
        rims = view.project(ends + limb.radius * view.axes[0])
        widths = np.linalg.norm(rims - pixels, axis=1)
        limbs.append((limb, pixels, widths))
    if not limbs:
        return None
    low = np.min([p.min(0) - w.max() for _, p, w in limbs], axis=0)
    high = np.max([p.max(0) + w.max() for _, p, w in limbs], axis=0)
    left, top = np.maximum(np.floor(low), 0).astype(int)
    right, bottom = np.minimum(np.ceil(high), view.size).astype(int)
    if left >= right or top >= bottom:
        return None
    size = ((right - left) // _COARSE + 1, (bottom - top) // _COARSE + 1)
    grid = np.mgrid[: size[1], : size[0]][::-1].transpose(1, 2, 0).astype(np.float32)
    grid = grid * _COARSE + np.array([left, top], np.float32)
    heights, colours = _heights(limbs, grid, look)
    cover = (heights > 0).astype(np.float32)
    scale = float(np.median([widths.mean() / limb.radius for limb, _, widths in limbs]))
    colour = colours * _brightness(heights, cover, scale / _COARSE, light)[..., None]
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.8), np.float32)
    smooth = np.clip(np.asarray(cv2.GaussianBlur(colour, (0, 0), 0.8), np.float32), 0, 255)
    whole = (size[0] * _COARSE, size[1] * _COARSE)
    wide = cv2.resize(smooth * cover[..., None], whole)
    mask = cv2.resize(cover, whole)
    return SolidPicture(
        np.asarray(wide, np.float32), np.asarray(mask, np.float32), int(left), int(top), 0.0
    )


def _in_front(limb: Limb, view: Viewpoint) -> Points | None:
    """The ends of a limb (2 x 3), without what is behind the camera; None if all of it is."""
    ends = np.array([(*limb.start, limb.height), (*limb.end, limb.height)])
    depths = (ends - view.eye) @ view.axes[2] - _NEAREST
    if (depths <= 0).all():
        return None
    if (depths > 0).all():
        return ends
    cut = ends[0] + (ends[1] - ends[0]) * depths[0] / (depths[0] - depths[1])
    found: Points = np.where(depths[:, None] > 0, ends, cut)
    return found


def _heights(
    limbs: list[tuple[Limb, Points, Points]], grid: Floats, look: int
) -> tuple[Floats, Floats]:
    """How high the hand is at each point, in millimetres (0 beside it), and the colour there."""
    colours = style(look)
    heights = np.zeros(grid.shape[:2], np.float32)
    found = np.zeros((*grid.shape[:2], 3), np.float32)
    for limb, (start, end), (first, last) in limbs:
        along = (end - start).astype(np.float32)
        length = max(float(along @ along), 1e-6)
        share = np.clip((grid - start.astype(np.float32)) @ along / length, 0, 1)
        gap = grid - start.astype(np.float32) - share[..., None] * along
        away = (gap**2).sum(-1) / (first + (last - first) * share) ** 2
        top = limb.height + limb.radius * np.sqrt(np.maximum(1 - away, 0))
        over = (away < 1) & (top > heights)
        found[over] = colours.colour(limb.tone)
        heights = np.where(over, top, heights).astype(np.float32)
    return heights, found


def _brightness(heights: Floats, cover: Floats, scale: float, light: Light) -> Floats:
    """How bright each point is: skin is soft, so the limbs flow into each other."""

    def smooth(blur: float) -> NDArray[Any]:
        around = cv2.GaussianBlur(cover, (0, 0), blur)
        return cv2.GaussianBlur(heights * cover, (0, 0), blur) / np.maximum(around, 1e-3)

    blur = max(0.6, 2.2 * scale)
    soft = smooth(blur)
    down, right = np.gradient(soft * scale)
    normals = np.stack([-right, -down, np.ones_like(soft)], -1).reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    # What lies deep between the fingers gets less of the light that comes from all around.
    deep = np.clip(1 + 0.02 * (heights - smooth(4 * blur)), 0.7, 1.1)
    bright = 0.2 + 0.8 * light.shade(normals.astype(np.float32))
    return np.asarray(bright.reshape(soft.shape) * deep, np.float32)
