"""Takes: a camera, a lamp, a sensor and a style drawn from a seed, as different as homes are."""

from dataclasses import dataclass

import numpy as np

from companion.tabletop.observation import Point
from hardware.simulated.light import Light, Sensor
from hardware.simulated.viewpoint import Viewpoint, above

STEEPEST = 35.0
"""Degrees away from straight down, at most."""


@dataclass(frozen=True)
class Take:
    """All that decides about a picture, apart from the table itself."""

    view: Viewpoint
    light: Light
    sensor: Sensor
    style: int
    seed: int


def take(
    seed: int,
    low: Point,
    high: Point,
    *,
    size: tuple[int, int] = (1280, 960),
    tilt: float | None = None,
    style: int | None = None,
) -> Take:
    """The take of this number of a box on the table; tilt and style are drawn unless given."""
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
        blur=rng.uniform(0.3, 1.1),
        noise=rng.uniform(1, 6),
        quality=int(rng.integers(60, 96)),
    )
    chosen = int(rng.integers(1, 1 << 30)) if style is None else style
    return Take(view, light, sensor, chosen, seed)
