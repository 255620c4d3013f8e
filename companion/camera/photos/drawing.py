"""Photos from phones as pictures: opened and made smaller, drawn on, with nothing private left."""

from dataclasses import replace

import cv2
import numpy as np

from companion.camera.encoding import as_jpeg
from companion.camera.viewfinder import flagged, scaled
from companion.common.errors import InputError
from companion.common.words import say
from companion.referee.opinions import Opinion
from vision.drawing.debug_view import draw, ring
from vision.geometry import Image
from vision.motion.scene import is_dark
from vision.photo.apart import decode_apart
from vision.photo.header import COSTLY, HUGE, MOST_PIXELS, PictureError
from vision.reading.look import Look

_SHOWN = 1280
_QUALITY = 80
_GREY = 128
_BOLD = 2.0
_AROUND = 0.08
"""What is shown around what was recognised, as a share of its size."""


def decoded(data: bytes, longest: int) -> Image:
    """A photo, with at most so many pixels along its longer side.

    Raises:
        InputError: It is no picture, takes too much to unpack, or is too dark.
    """
    try:
        image = decode_apart(data, longest)
    except PictureError as error:
        raise InputError(_complaint(error.problem.code)) from error
    if is_dark(image):
        raise InputError(say("The photo is too dark. Turn on a light and take it again."))
    return image


def _complaint(code: str) -> str:
    if code == HUGE:
        most = MOST_PIXELS // 1_000_000
        return say("That photo has too many pixels: {most} megapixels at most.", most=most)
    if code in COSTLY:
        return say("That photo takes too much memory or time to unpack. Send a smaller JPEG.")
    return say("That is no picture, or it was damaged on the way. Send a JPEG, PNG, WebP or HEIC.")


def drawn(image: Image, look: Look, opinion: Opinion | None) -> Image:
    """What was recognised in the picture, as large as a phone needs it; what is wrong has a ring.

    No sentences are written on it: those stand on the page, in the language of the phone.
    """
    near, bare = _enlarged(*_cropped(image, replace(look, states={}, reason=None)))
    canvas = draw(near, bare, _BOLD)
    return ring(canvas, bare, flagged(opinion)) if opinion is not None else canvas


def _cropped(image: Image, look: Look) -> tuple[Image, Look]:
    """The part of the picture in which something was recognised, and some more around it."""
    if not look.beliefs:
        return image, look
    points = np.concatenate([belief.outline for belief in look.beliefs])
    size = np.array([image.shape[1], image.shape[0]])
    more = _AROUND * (points.max(axis=0) - points.min(axis=0)).max()
    low = np.clip(np.floor(points.min(axis=0) - more), 0, size - 1).astype(int)
    high = np.clip(np.ceil(points.max(axis=0) + more), low + 1, size).astype(int)
    beliefs = tuple(replace(belief, outline=belief.outline - low) for belief in look.beliefs)
    return image[low[1] : high[1], low[0] : high[0]], replace(look, beliefs=beliefs)


def _enlarged(image: Image, look: Look) -> tuple[Image, Look]:
    """The same with as many pixels as are shown: lines and letters are drawn sharp."""
    factor = _SHOWN / max(image.shape[:2])
    size = tuple(max(1, round(length * factor)) for length in image.shape[1::-1])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8), scaled(look, factor)


def only_pieces(image: Image, look: Look) -> Image:
    """The picture with nothing on it but what was recognised; all around it is grey."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for belief in look.beliefs:
        hull = cv2.convexHull(np.rint(belief.outline).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255)
    kept: Image = np.where(mask[..., None] > 0, image, np.uint8(_GREY)).astype(np.uint8)
    return kept


def for_pages(image: Image) -> bytes:
    """The picture as a file for a page."""
    return as_jpeg(image, _SHOWN, _QUALITY)
