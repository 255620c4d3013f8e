"""Solid pieces in perspective: a small picture of each, found by walking along rays of sight."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tabletop.outlines import moved, rectangle
from companion.tabletop.scenery import Cube
from hardware.art.style import style
from hardware.simulated.light import Light
from hardware.simulated.shapes import Field, SolidBody, solid, turn_of
from hardware.simulated.viewpoint import Box, Floats, Points, Viewpoint, common, turned

Window = tuple[slice, slice]
#: Rays for a pixel, along each side.
_FINE = 2
_STEPS = 40
_CLOSE = 0.03
"""A ray that is so near, in millimetres, has arrived."""


class SolidPicture(NamedTuple):
    """The picture of a solid: BGR times its cover (0 to 255), the cover (0 to 1), and where it is.

    It is whole even where it hangs over the edge of the camera's picture.
    """

    colour: Floats
    cover: Floats
    left: int
    top: int
    distance: float


def draw_solid(body: SolidBody, view: Viewpoint, light: Light, look: int) -> SolidPicture | None:
    """A body as the camera sees it, or None when it is outside of the picture."""
    shape = solid(body)
    box = _pixel_box(body, view)
    if box is None:
        return None
    left, top, right, bottom = box
    step = 1 / _FINE
    xs = np.arange(left, right, step) + step / 2 - 0.5
    ys = np.arange(top, bottom, step) + step / 2 - 0.5
    pixels = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
    spin = turned(turn_of(body))
    eye = ((view.eye - [body.at.x, body.at.y, 0.0]) @ spin).astype(np.float32)
    ways = (view.rays(pixels) @ spin).astype(np.float32)
    start = np.float32(np.linalg.norm(eye) - 2 * max(shape.height, *shape.half))
    hit, points, found_ways = _walk(shape.field, eye, ways, start, 4 * shape.height + 20)
    colour = np.zeros((len(pixels), 3), np.float32)
    cover = hit.astype(np.float32)
    if hit.any():
        colour[hit] = _lit(body, points, found_ways, spin=spin, light=light, look=look)
    size = (round((bottom - top) * _FINE), round((right - left) * _FINE))
    small = (right - left, bottom - top)
    shrunk = cv2.resize(colour.reshape(*size, 3), small, interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cover.reshape(size), small, interpolation=cv2.INTER_AREA)
    away = float(np.linalg.norm(view.eye - [body.at.x, body.at.y, shape.height / 2]))
    return SolidPicture(
        np.asarray(shrunk, np.float32), np.asarray(soft, np.float32), left, top, away
    )


def _pixel_box(body: SolidBody, view: Viewpoint) -> Box | None:
    shape = solid(body)
    corners = moved(rectangle(*(2 * half for half in shape.half)), body.at, turn_of(body))
    pixels = view.project([(*corner, z) for corner in corners for z in (0.0, shape.height)])
    left, top = np.floor(pixels.min(0)).astype(int) - 1
    right, bottom = np.ceil(pixels.max(0)).astype(int) + 2
    box = int(left), int(top), int(right), int(bottom)
    return box if common(box, (0, 0, *view.size)) else None


def _walk(
    field: Field, eye: Floats, ways: Floats, start: np.float32, far: float
) -> tuple[NDArray[np.bool_], Floats, Floats]:
    """Which rays arrive at the surface, and where."""
    reach = np.full(len(ways), start, np.float32)
    going = np.arange(len(ways))
    hit = np.zeros(len(ways), bool)
    for _ in range(_STEPS):
        gap = field(eye + reach[going, None] * ways[going])
        arrived = gap < _CLOSE
        hit[going[arrived]] = True
        reach[going] += np.maximum(gap, 0)
        # On their way down through the table they can't meet anything any more.
        lower = eye[2] + reach[going] * ways[going, 2] < -1.0
        going = going[~arrived & ~lower & (reach[going] < start + far)]
        if not len(going):
            break
    points: Floats = eye + reach[hit, None] * ways[hit]
    return hit, points, ways[hit]


def _lit(
    body: SolidBody, points: Floats, ways: Floats, *, spin: Points, light: Light, look: int
) -> Floats:
    """The colours of points on the surface, BGR from 0 to 255, under the light of the table."""
    shape, colours = solid(body), style(look)
    step = np.float32(0.05)
    here = shape.field(points)
    slopes = [shape.field(points + step * np.eye(3, dtype=np.float32)[k]) - here for k in range(3)]
    normals = np.stack(slopes, 1)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    on_table = (normals @ spin.T).astype(np.float32)
    bright = light.shade(on_table)
    # Little light reaches the foot of a piece.
    bright = bright * (0.7 + 0.3 * np.clip(points[:, 2] / (0.45 * shape.height), 0, 1))
    base = np.array(colours.colour(body.tone), np.float32)
    second = np.array(colours.ink_on(colours.colour(body.tone)), np.float32)
    printed = shape.paint(points)[:, None]
    albedo = base * (1 - printed) + second * printed
    towards_eye = -(ways @ spin.T).astype(np.float32)
    middle = towards_eye + light.towards
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    sharp = 48 if isinstance(body, Cube) else 14
    shine = shape.gloss * np.maximum((on_table * middle).sum(1), 0) ** sharp
    found: Floats = albedo * bright[:, None] + 140 * shine[:, None]
    return np.clip(found, 0, 255)


def paste(rows: Floats, sprite: SolidPicture, top: int) -> None:
    """Puts a sprite into some rows of a picture, from `top` on."""
    window = inside(sprite._replace(top=sprite.top - top), rows.shape)
    if window is not None:
        view, part = window
        rows[view] *= 1 - sprite.cover[part][..., None]
        rows[view] += sprite.colour[part]


def inside(sprite: SolidPicture, shape: tuple[int, ...]) -> tuple[Window, Window] | None:
    """Which part of a picture shows which part of a sprite; None when it shows nothing of it."""
    high, wide = sprite.cover.shape
    box = (sprite.left, sprite.top, sprite.left + wide, sprite.top + high)
    seen = common(box, (0, 0, shape[1], shape[0]))
    if seen is None:
        return None
    left, top, right, bottom = seen
    view = (slice(top, bottom), slice(left, right))
    part = (
        slice(top - sprite.top, bottom - sprite.top),
        slice(left - sprite.left, right - sprite.left),
    )
    return view, part
