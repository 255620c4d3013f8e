"""Our own print-and-play tiles in a random style, drawn as large as the random ones."""

import cv2
import numpy as np

from companion.games import find
from hardware.art.faces import draw_face
from tests.vision.art.tiles import PITCH, SIZE, Image

_WIDTH = 55.0


def draw_own_set(style: int) -> dict[str, Image]:
    """One picture of each tile, by the name that no two share; the neighbours look alike."""
    scale = PITCH / _WIDTH
    tiles = {}
    for cut in find("propeller-islands").cutouts("de"):
        if cut.kind == "tile":
            drawn = draw_face(cut.print, cut.outline, scale, style)
            height, width = drawn.shape[:2]
            move = np.float64([[1, 0, (SIZE - width) / 2], [0, 1, (SIZE - height) / 2]])
            tiles[cut.name] = cv2.warpAffine(drawn[..., :3], move, (SIZE, SIZE))
    return tiles
