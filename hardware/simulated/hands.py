"""A hand above the table: how it comes and goes, and what it looks like."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenery import Hand, Limb, Point
from hardware.art.style import style
from hardware.simulated.light import Light
from hardware.simulated.solids import Sprite
from hardware.simulated.viewpoint import Points, Viewpoint

Floats = NDArray[np.float32]
#: A hand is drawn at a part of the picture's size: it has no fine print.
_COARSE = 2
_REACH = 420.0
"""How far away, in millimetres, a hand is when it has just set off."""


def visit(to: Point, turn: float, frames: int, tone: str = "skin") -> tuple[Hand, ...]:
    """A hand on its way to a point, in so many pictures; it slows down where it arrives."""
    back = math.radians(turn)
    found = []
    for step in range(frames):
        left = 1 - math.sin(math.pi / 2 * (step + 1) / frames)
        tip = Point(to.x - math.sin(back) * _REACH * left, to.y + math.cos(back) * _REACH * left)
        found.append(Hand(tip, turn, height=22 + 50 * left, tone=tone))
    return tuple(found)


def draw_hand(hand: Hand, view: Viewpoint, light: Light, look: int) -> Sprite | None:
    """The hand as the camera sees it; None when it is outside of the picture."""
    limbs = []
    for limb in hand.limbs():
        ends = np.array([(*limb.start, limb.height), (*limb.end, limb.height)])
        pixels = view.project(ends)
        rims = view.project(ends + limb.radius * view.axes[0])
        widths = np.linalg.norm(rims - pixels, axis=1)
        limbs.append((limb, pixels, widths))
    low = np.min([p.min(0) - w.max() for _, p, w in limbs], axis=0)
    high = np.max([p.max(0) + w.max() for _, p, w in limbs], axis=0)
    left, top = np.maximum(np.floor(low), 0).astype(int)
    right, bottom = np.minimum(np.ceil(high), view.size).astype(int)
    if left >= right or top >= bottom:
        return None
    size = ((right - left) // _COARSE + 1, (bottom - top) // _COARSE + 1)
    grid = np.mgrid[: size[1], : size[0]][::-1].transpose(1, 2, 0).astype(np.float32)
    grid = grid * _COARSE + np.array([left, top], np.float32)
    colour, heights = _shaded(limbs, grid, light, look)
    cover = (heights > 0).astype(np.float32)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.8), np.float32)
    smooth = np.asarray(cv2.GaussianBlur(colour, (0, 0), 1.2), np.float32)
    whole = (size[0] * _COARSE, size[1] * _COARSE)
    wide = cv2.resize(smooth * cover[..., None], whole, interpolation=cv2.INTER_LINEAR)
    mask = cv2.resize(cover, whole, interpolation=cv2.INTER_LINEAR)
    return Sprite(
        np.asarray(wide, np.float32), np.asarray(mask, np.float32), int(left), int(top), 0.0
    )


def _shaded(
    limbs: list[tuple[Limb, Points, Points]], grid: Floats, light: Light, look: int
) -> tuple[Floats, Floats]:
    """The colours of the highest limb at each point, and how high it is there."""
    colours = style(look)
    heights = np.zeros(grid.shape[:2], np.float32)
    found = np.zeros((*grid.shape[:2], 3), np.float32)
    for limb, (start, end), (first, last) in limbs:
        along = (end - start).astype(np.float32)
        length = max(float(along @ along), 1e-6)
        share = np.clip((grid - start.astype(np.float32)) @ along / length, 0, 1)
        gap = grid - start.astype(np.float32) - share[..., None] * along
        radius = first + (last - first) * share
        across = gap / radius[..., None]
        away = (across**2).sum(-1)
        rise = np.sqrt(np.maximum(1 - away, 0))
        top = np.where(away < 1, limb.height + limb.radius * rise, 0)
        over = top > heights
        normals = np.concatenate([across, rise[..., None]], -1)[over].astype(np.float32)
        bright = 0.25 + 0.75 * light.shade(normals)
        found[over] = np.array(colours.colour(limb.tone), np.float32) * bright[:, None]
        heights = np.where(over, top, heights)
    return np.clip(found, 0, 255), heights
