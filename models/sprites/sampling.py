"""Looking up colours between the pixels of a picture, for any number of points."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# OpenCV takes at most 32767 points in a row or column.
_ROW = 256


def looked_up(picture: Floats, across: Floats, down: Floats) -> Floats:
    """The colours (N x channels) of a picture at N points, in pixels; its rim goes on forever."""
    missing = -len(across) % _ROW
    rows = [np.pad(each, (0, missing)).reshape(-1, _ROW) for each in (across, down)]
    x, y = (np.asarray(each, np.float32) for each in rows)
    found = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(-1, picture.shape[2])[: len(across)], np.float32)
