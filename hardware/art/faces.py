"""Draws what is printed on a face: ground, frame, pictures, signs, numbers, smaller faces in it.

`draw_face` gives a BGRA picture of the face, so many pixels a millimetre, its middle in the middle.
"""

import cv2
import numpy as np

from companion.tabletop.outlines import Outline
from companion.tabletop.scenery import Print
from hardware.art.canvas import Canvas
from hardware.art.icons import draw_die, draw_icon, draw_mark
from hardware.art.style import Colour, mixed
from hardware.frame import Image

#: Faces up to this width have one thing in their middle; larger ones are arranged.
_SMALL = 30.0
#: Large faces that have one thing in their middle all the same.
_PLAIN = ("name", "space", "forge-centre")
_WHITE: Colour = (252, 253, 255)
_BLACK: Colour = (18, 20, 24)


def draw_face(face: Print, outline: Outline, scale: float, seed: int = 0) -> Image:
    """The picture of a face in the style of this number."""
    width, height = extent(outline)
    canvas = Canvas(width, height, scale, seed)
    _ground(canvas, face, (width, height))
    arranged = width > _SMALL and face.ground not in _PLAIN
    upright = height > width and len(outline) == 4
    if arranged and not upright:
        _picture(canvas, face, width / 55)
    for inlay in face.inlays:
        _paste(canvas, draw_face(inlay.print, inlay.outline, scale, seed), inlay.at)
    _frame(canvas, face, outline)
    if not arranged:
        _alone(canvas, face, (width, height))
    elif upright:
        _card(canvas, face, (width, height))
    else:
        _tile(canvas, face, width / 55)
    found: Image = np.dstack([canvas.image, canvas.mask(outline)])
    return found


def extent(outline: Outline) -> tuple[float, float]:
    """How wide and high a picture must be that has the outline's origin in its middle."""
    return (2 * max(abs(point.x) for point in outline), 2 * max(abs(point.y) for point in outline))


def _ground(canvas: Canvas, face: Print, size: tuple[float, float]) -> None:
    look = canvas.style
    colour = look.colour(face.ground)
    canvas.image[:] = colour
    width, height = size
    if width <= _SMALL or face.ground == "name":
        return
    rng = np.random.default_rng([look.seed, *face.ground.encode()])
    if look.ground == "stripes":
        for x in np.arange(-width, width, 7):
            slope = [(x, height / 2), (x + 3, height / 2), (x + 3 + height / 2, -height / 2)]
            canvas.polygon([*slope, (x + height / 2, -height / 2)], mixed(colour, _WHITE, 0.25))
    elif look.ground == "dots":
        for x in np.arange(-width / 2, width / 2, 5):
            for y in np.arange(-height / 2, height / 2, 5):
                canvas.disc(x, y, 0.7, mixed(colour, _BLACK, 0.15))
    elif look.ground == "clouds":
        for x, y in rng.uniform(-0.5, 0.5, (14, 2)) * size:
            canvas.disc(x, y, rng.uniform(2, 8), mixed(colour, _WHITE, rng.uniform(0.1, 0.4)))
    elif look.ground == "sky":
        share = np.linspace(0.28, -0.12, canvas.size[1], dtype=np.float32)[:, None, None]
        light = canvas.image + (255 - canvas.image.astype(np.float32)) * share
        canvas.image[:] = np.clip(light, 0, 255).astype(np.uint8)
    grain = rng.normal(0, 2.5, canvas.image.shape[:2]).astype(np.float32)
    soft = cv2.GaussianBlur(grain, (0, 0), 1.2)[..., None] * 2
    canvas.image[:] = np.clip(canvas.image + soft, 0, 255).astype(np.uint8)


def _frame(canvas: Canvas, face: Print, outline: Outline) -> None:
    look = canvas.style
    colour = look.colour(face.ground)
    edge = mixed(colour, _BLACK, 0.35)
    wide = extent(outline)[0]
    if wide <= _SMALL or face.ground == "name":
        canvas.line(outline, edge, 0.05 * min(wide, 16.0), closed=True)
        return
    tone = look.colour(face.emblem.tone) if face.emblem and face.emblem.tone else edge
    inner = [(0.94 * p.x, 0.94 * p.y) for p in outline]
    if look.frame == "rim":
        canvas.line(outline, tone, 3.4, closed=True)
        canvas.line(inner, mixed(tone, _WHITE, 0.5), 0.4, closed=True)
    elif look.frame == "double":
        canvas.line(inner, edge, 0.6, closed=True)
        canvas.line([(0.88 * p.x, 0.88 * p.y) for p in outline], edge, 0.4, closed=True)
    elif look.frame == "corners":
        for point in outline:
            canvas.disc(0.93 * point.x, 0.93 * point.y, 2.2, tone)
    canvas.line(outline, mixed(edge, _BLACK, 0.3), 0.5, closed=True)


def _alone(canvas: Canvas, face: Print, size: tuple[float, float]) -> None:
    look = canvas.style
    colour, low = look.colour(face.ground), min(size)
    ink = look.ink_on(colour)
    if face.ground in ("cell", "slot"):
        faint = mixed(colour, _BLACK, 0.22)
        draw_icon(canvas, face.picture, (0, 0), 0.6 * low, faint)
    elif face.emblem:
        draw_mark(canvas, face.emblem, (0, 0), 0.86 * low)
    elif face.picture:
        tint = mixed(ink, colour, 0.15)
        draw_icon(canvas, face.picture, (0, 0), 0.66 * low, tint)
    if face.number:
        pale = mixed(colour, ink, 0.75)
        height = min(0.42 * low, 0.5 * size[1])
        canvas.text(face.number, (0, 0), height, pale, widest=0.8 * size[0])
    if face.title:
        canvas.text(face.title, (0, 0), 0.4 * low, ink, widest=0.9 * size[0])
    _row(canvas, face, (0, 0), (0.8 * low, 0.9 * size[0]))


def _row(canvas: Canvas, face: Print, at: tuple[float, float], room: tuple[float, float]) -> None:
    """Signs side by side, as large as height and width allow."""
    count = len(face.row)
    if not count:
        return
    height, width = room
    size = min(height, width / (1.1 * count))
    for index, mark in enumerate(face.row):
        x = at[0] + (index - (count - 1) / 2) * 1.1 * size
        draw_mark(canvas, mark, (x, at[1]), size)


def _picture(canvas: Canvas, face: Print, unit: float) -> None:
    """The large drawing of a tile: in its upper half, or pale behind everything."""
    if not face.picture:
        return
    look = canvas.style
    colour = look.colour(face.ground)
    tint = mixed(look.colour(f"picture-{face.picture}"), look.ink_on(colour), 0.35)
    if look.backdrop:
        pale = mixed(tint, colour, 0.6)
        draw_icon(canvas, face.picture, (0, -2 * unit), 40 * unit, pale)
    else:
        draw_icon(canvas, face.picture, (0, -8.5 * unit), 17 * unit, tint)


def _tile(canvas: Canvas, face: Print, unit: float) -> None:
    """What is written on a tile; a unit is a millimetre on one that is 55 wide."""
    look = canvas.style
    colour = look.colour(face.ground)
    ink, side = look.ink_on(colour), -1 if look.mirrored else 1
    if face.die:
        draw_die(canvas, face.die, (-18 * side * unit, -8 * unit), 10.5 * unit)
    if face.emblem:
        draw_mark(canvas, face.emblem, (18 * side * unit, -8 * unit), 12 * unit)
    if face.title:
        at = (0, 2.9 * unit)
        canvas.text(face.title, at, 2.9 * unit, ink, widest=44 * unit, weight=0.14)
    if face.corner:
        where = (18 * side * unit, 1.8 * unit if len(face.title) < 9 else -16.5 * unit)
        canvas.text(face.corner, where, 2.4 * unit, mixed(ink, colour, 0.3))
    _row(canvas, face, (0, 7.2 * unit), (5.2 * unit, 26 * unit))


def _card(canvas: Canvas, face: Print, size: tuple[float, float]) -> None:
    width, height = size
    look = canvas.style
    colour, side = look.colour(face.ground), -1 if look.mirrored else 1
    ink = look.ink_on(colour)
    if face.picture:
        faint = mixed(colour, ink, 0.25)
        draw_icon(canvas, face.picture, (0, 0), 0.7 * width, faint)
    if face.number:
        at = (-0.28 * side * width, -0.36 * height) if face.row else (0.0, 0.0)
        canvas.text(face.number, at, 0.16 * width, ink)
    if face.corner:
        at = (0.3 * side * width, -0.37 * height)
        canvas.text(face.corner, at, 0.1 * width, mixed(ink, colour, 0.25))
    if face.emblem:
        draw_mark(canvas, face.emblem, (0, -0.03 * height), 0.42 * width)
    _row(canvas, face, (0, 0.33 * height), (0.2 * width, 0.86 * width))


def _paste(canvas: Canvas, patch: Image, at: tuple[float, float]) -> None:
    """Puts a smaller face onto this one, to the nearest pixel."""
    high, wide = patch.shape[:2]
    x, y = canvas.pixels([at])[0]
    left, top = round(x - (wide - 1) / 2), round(y - (high - 1) / 2)
    view = canvas.image[max(0, top) : top + high, max(0, left) : left + wide]
    part = patch[max(0, -top) :, max(0, -left) :][: view.shape[0], : view.shape[1]]
    share = part[..., 3:].astype(np.float32) / 255
    view[:] = (view * (1 - share) + part[..., :3] * share + 0.5).astype(np.uint8)
