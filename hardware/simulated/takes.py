"""Takes: a camera, a lamp, a sensor and a style drawn from a seed, as different as homes are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.tabletop.observation import Point
from hardware.art.style import Colour, style
from hardware.simulated.light import Film, Glare, Light, Sensor
from hardware.simulated.viewpoint import Viewpoint, above

STEEPEST = 35.0
"""Degrees away from straight down, at most."""
_PLAIN, _CLOTHS, _GLARES = 0.15, 0.45, 0.35
"""How many takes have no film; how many of the others have a table cloth, and a glaring lamp."""
_OWN_COLOUR = 0.4
"""How many cloths have the colour of something that lies on them."""


@dataclass(frozen=True)
class Take:
    """All that decides about a picture, apart from the table itself."""

    view: Viewpoint
    light: Light
    sensor: Sensor
    style: int
    seed: int
    cloth: Colour | None = None


def take(
    seed: int,
    low: Point,
    high: Point,
    *,
    size: tuple[int, int] = (1280, 960),
    tilt: float | None = None,
    style: int | None = None,
    grounds: Sequence[str] = (),
) -> Take:
    """The take of this number of a box on the table; tilt and style are drawn unless given.

    Some have a table cloth, and some of these the colour of one of the `grounds` that are printed.
    """
    rng = np.random.default_rng([seed, 13])
    focal = size[0] * rng.uniform(0.7, 1.1)
    bend = rng.uniform(-0.08, 0.03)
    steep = rng.uniform(0, STEEPEST)
    view = above(
        low,
        high,
        tilt=steep if tilt is None else tilt,
        turn=float(rng.uniform(-15, 15) + rng.choice((0, 0, 0, 180))),
        size=size,
        focal=focal,
        bend=(bend, -bend / 4),
        margin=rng.uniform(0.02, 0.08),
    )
    light = Light(
        azimuth=rng.uniform(-180, 180),
        elevation=rng.uniform(38, 80),
        warmth=rng.uniform(-0.25, 0.8),
        strength=rng.uniform(0.75, 1.2),
        ambient=rng.uniform(0.35, 0.75),
        softness=rng.uniform(0.1, 0.7),
        falloff=rng.uniform(0, 0.4),
    )
    sensor = Sensor(
        blur=rng.uniform(0.3, 1.1), noise=rng.uniform(1, 6), quality=int(rng.integers(60, 96))
    )
    chosen = int(rng.integers(1, 1 << 30)) if style is None else style
    film, cloth = _film_and_cloth(seed, chosen, grounds)
    return Take(view, light, replace(sensor, film=film), chosen, seed, cloth)


def _film_and_cloth(
    seed: int, chosen: int, grounds: Sequence[str]
) -> tuple[Film | None, Colour | None]:
    """Drawn apart from all else, so that a take without them is the one that it always was."""
    rng = np.random.default_rng([seed, 17])
    if rng.random() < _PLAIN:
        return None, None
    glare = None
    if rng.random() < _GLARES:
        x, y, size, strength = rng.uniform((0, 0, 0.02, 0.05), (1, 1, 0.07, 0.8)).tolist()
        glare = Glare((x, y), size, strength)
    film = Film(
        veil=rng.uniform(0.01, 0.07),
        contrast=rng.uniform(0.75, 1.1),
        shoulder=rng.uniform(0, 0.6),
        defocus=max(0.0, rng.uniform(-0.6, 1.4)),
        glare=glare,
    )
    cloth = None
    if rng.random() < _CLOTHS:
        name = str(rng.choice(grounds)) if grounds and rng.random() < _OWN_COLOUR else "cloth"
        cloth = style(chosen if name != "cloth" else seed + 1).colour(name)
    return film, cloth
