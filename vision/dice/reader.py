"""The second look: which face of a die lies on top, from a sharp crop of the whole picture."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.session import Floats

FACES = 6
"""Classes 0 to 5 are the faces 1 to 6; class 6 says that no die can be read here."""

# A crop of one flat colour has no spread to divide by.
_LEAST_SPREAD = 1.0
# A box thinner than that is half a die, not a squeezed one.
_MOST_SQUEEZED = 2.0
# A box this near to the rim of the picture (in pixels) is cut off by it.
_RIM = 2.0


def cut(
    image: npt.NDArray[np.uint8], box: Sequence[float], *, size: int = 64, margin: float = 1.5
) -> npt.NDArray[np.uint8]:
    """Cut a box with its surroundings out of a picture and bring it to a square of one size.

    Pictures get squeezed by apps and by careless resizing, and then dice are no cubes any more; a
    box that is higher than wide is widened, so the die is nearly a cube again. One that the
    picture's rim cuts off stays as it is.

    Args:
        image: The whole picture, H x W x 3, at full resolution.
        box: x0, y0, x1, y1 in pixels of that picture.
        size: Side of the result in pixels.
        margin: How much is cut out, as a multiple of each side of the box.

    Returns:
        size x size x 3. Where the cut leaves the picture, the picture's edge is repeated.
    """
    left, top, wide, high = window(image.shape, box, margin=margin)
    rows = np.clip(np.arange(top, top + high), 0, image.shape[0] - 1)
    columns = np.clip(np.arange(left, left + wide), 0, image.shape[1] - 1)
    how = cv2.INTER_AREA if wide * high > size * size else cv2.INTER_LINEAR
    square = cv2.resize(image[rows[:, None], columns], (size, size), interpolation=how)
    return np.asarray(square, dtype=np.uint8)


def window(
    shape: Sequence[int], box: Sequence[float], *, margin: float
) -> tuple[int, int, int, int]:
    """Which part of a picture of this shape `cut` cuts out: left, top, width and height."""
    x0, y0, x1, y1 = box
    longer = max(x1 - x0, y1 - y0)
    rims = shape[1] - _RIM, shape[0] - _RIM
    cut_off = (x0 < _RIM or x1 > rims[0], y0 < _RIM or y1 > rims[1])
    least = [longer if rim else longer / _MOST_SQUEEZED for rim in cut_off]
    wide = max(2, round(max(x1 - x0, least[0]) * margin))
    high = max(2, round(max(y1 - y0, least[1]) * margin))
    return round((x0 + x1 - wide) / 2), round((y0 + y1 - high) / 2), wide, high


def normalise(crops: npt.NDArray[np.uint8]) -> Floats:
    """Turn crops into what the reader is fed; training uses this very function.

    Each crop loses its own brightness and contrast, so that a white die under a lamp and a black
    one in the dark arrive alike. Colours keep their differences: one mean and one spread for
    the three channels together.

    Args:
        crops: N x S x S x 3, BGR as OpenCV has them.

    Returns:
        N x 3 x S x S, RGB, each crop with mean 0 and spread 1.
    """
    values = crops[..., ::-1].astype(np.float32)
    values -= values.mean(axis=(1, 2, 3), keepdims=True)
    values /= np.maximum(values.std(axis=(1, 2, 3), keepdims=True), _LEAST_SPREAD)
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))


def softmax(logits: Floats) -> Floats:
    """Turn each row of scores into probabilities."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


class Reader:
    """Reads the value of dice whose boxes are known.

    Args:
        network: Takes N x 3 x S x S as `normalise` makes them, answers N x 7 scores.
        size: Side of its input in pixels.
        margin: How much of the surroundings it is shown.
    """

    def __init__(
        self, network: Callable[[Floats], Floats], *, size: int = 64, margin: float = 1.5
    ) -> None:
        self._network, self._size, self._margin = network, size, margin

    def read(self, image: npt.NDArray[np.uint8], boxes: Sequence[Sequence[float]]) -> Floats:
        """Tell for each box how likely each face is.

        Returns:
            N x 7 probabilities: faces 1 to 6, then "no readable die here".
        """
        answers = [self._read_one(image, box) for box in boxes]
        return np.stack(answers) if answers else np.zeros((0, FACES + 1), dtype=np.float32)

    def _read_one(self, image: npt.NDArray[np.uint8], box: Sequence[float]) -> Floats:
        crop = cut(image, box, size=self._size, margin=self._margin)
        # Pips mean the same in a mirror.
        logits = self._network(normalise(np.stack([crop, crop[:, ::-1]])))
        return np.asarray(softmax(logits).mean(axis=0), dtype=np.float32)
