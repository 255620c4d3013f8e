"""Photos of our own pieces laid out on the simulated table, as somebody who teaches lays them."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.games import find
from companion.tabletop.observation import Point
from companion.tabletop.scenery import Cutout, FlatPiece, Scenery, Thing
from hardware.simulated.light import Light, Sensor
from hardware.simulated.renderer import Renderer
from hardware.simulated.truth import truth
from hardware.simulated.viewpoint import above
from tests.vision.art.tiles import Image
from vision.geometry import Points

GAME = find("propeller-islands")


def pieces(kind: str, count: int) -> list[Cutout]:
    """Some tiles (`tile`), round tokens (`upgrade`) or cards (`card`), no two alike."""
    every = GAME.cutouts("de")
    if kind == "card":
        return [cut for cut in every if cut.print.ground.startswith("plan-")][:count]
    return [cut for cut in every if cut.kind == kind and " " not in cut.name][:count]


def photo(
    cuts: Sequence[Cutout],
    seed: int,
    *,
    apart: bool = True,
    size: tuple[int, int] = (1000, 750),
    style: int = 0,
) -> tuple[Image, dict[str, Points]]:
    """A photo, and where each piece is in it; those that touch lie as in the game."""
    rng = np.random.default_rng(seed)
    wide = max(np.ptp([point.x for point in cut.outline]) for cut in cuts)
    high = max(np.ptp([point.y for point in cut.outline]) for cut in cuts)
    step = 1.3 * max(wide, high) if apart else 1.03 * wide
    things = []
    for number, cut in enumerate(cuts):
        row, column = divmod(number, 4)
        at = Point(step * column, step * row)
        if not apart:
            at = Point(step * (column + row / 2), step * 3**0.5 / 2 * row)
        turn = float(rng.uniform(-180, 180)) if apart else 60.0 * int(rng.integers(6))
        face = FlatPiece(at, turn, cut.outline, cut.print)
        things.append(Thing(cut.kind or "card", cut.name, (face,), cut.name))
    table = Scenery(tuple(things))
    tilt, turn = float(rng.uniform(5, 25)), float(rng.uniform(-20, 20))
    view = above(*table.bounds(), tilt=tilt, turn=turn, size=size, margin=0.08)
    light = Light(warmth=float(rng.uniform(0, 0.6)), strength=float(rng.uniform(0.8, 1.05)))
    renderer = Renderer(view, light, style=style, seed=seed)
    image = Sensor().expose(renderer.picture(table), rng)
    return image, {seen.thing.identity or "": seen.outline for seen in truth(renderer, table)}


def as_jpeg(image: Image) -> bytes:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return data.tobytes()
