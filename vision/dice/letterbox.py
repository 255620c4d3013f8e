"""Fitting a picture of any shape to the grid a network wants, and finding the way back."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.session import Floats

# The grey that the network saw around its pictures while it was trained.
_GREY = (114, 114, 114)


@dataclass(frozen=True)
class Fit:
    """How a picture was laid into the network's input: enlarged by `scale`, moved by an offset."""

    scale_x: float
    scale_y: float
    left: int
    top: int
    width: int
    height: int

    def back(self, boxes: Floats) -> Floats:
        """Bring boxes from the network's pixels to the picture's, cut at its edges."""
        offset = np.array([self.left, self.top] * 2, dtype=np.float32)
        scale = np.array([self.scale_x, self.scale_y] * 2, dtype=np.float32)
        edge = np.array([self.width, self.height] * 2, dtype=np.float32)
        return np.asarray(np.clip((boxes - offset) / scale, 0, edge), dtype=np.float32)


def letterbox(
    image: npt.NDArray[np.uint8], longest: int, *, stride: int = 32
) -> tuple[Floats, Fit]:
    """Fit a picture into the smallest rectangle of whole strides; never more grey than needed.

    Args:
        image: H x W x 3 in BGR.
        longest: What its longer side shall become.
        stride: Both sides of the result are multiples of this.

    Returns:
        1 x 3 x H' x W' in RGB from 0 to 1, and the way back.
    """
    height, width = image.shape[:2]
    scale = longest / max(height, width)
    inner_width, inner_height = max(1, round(width * scale)), max(1, round(height * scale))
    if (inner_width, inner_height) != (width, height):
        # Linear sampling would skip pixels when shrinking a lot, and pips with them.
        how = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
        image = np.asarray(
            cv2.resize(image, (inner_width, inner_height), interpolation=how), dtype=np.uint8
        )
    right, bottom = -inner_width % stride, -inner_height % stride
    left, top = right // 2, bottom // 2
    if right or bottom:
        image = np.asarray(
            cv2.copyMakeBorder(
                image, top, bottom - top, left, right - left, cv2.BORDER_CONSTANT, value=_GREY
            ),
            dtype=np.uint8,
        )
    blob = cv2.dnn.blobFromImage(image, 1 / 255, swapRB=True)
    fit = Fit(inner_width / width, inner_height / height, left, top, width, height)
    return np.asarray(blob, dtype=np.float32), fit


def decode(raw: Floats, least_score: float) -> tuple[Floats, Floats]:
    """Turn the finder's raw answer into boxes and scores.

    Args:
        raw: 5 x N: centre x, centre y, width, height, score.
        least_score: Weaker answers are left out.

    Returns:
        Boxes (M x 4, corners) and scores (M), in the network's pixels.
    """
    chosen = raw[:, raw[4] >= least_score]
    half = chosen[2:4] / 2
    boxes = np.concatenate([chosen[:2] - half, chosen[:2] + half]).T
    return np.ascontiguousarray(boxes, dtype=np.float32), chosen[4].astype(np.float32)
