"""A simulated table with nothing but dice, which a hand rolls again and again.

It needs no game: a camera to try things with when there is no other.
"""

import random
from collections.abc import Iterator

from companion.tabletop.observation import Point
from companion.tabletop.scenery import Cube, Scenery, Thing
from hardware.camera import Size
from hardware.frame import Frame
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.viewpoint import above

_SIZE = (1280, 960)
_DICE = 6
_WIDTH, _DEPTH, _EDGE = 300.0, 220.0, 16.0
_APART = 30.0
_REST = 25
"""Pictures from one roll to the next."""


class SimulatedDice:
    """The same seed shows the same rolls."""

    def __init__(
        self, name: str, seed: int = 0, size: Size | None = None, interval: float = 0.2
    ) -> None:
        self.id = name
        self._source = random.Random(seed)
        low, high = Point(-_WIDTH / 2, -_DEPTH / 2), Point(_WIDTH / 2, _DEPTH / 2)
        view = above(low, high, tilt=12, size=size or _SIZE)
        self._camera = SimulatedCamera(self._roll(), view, seed=seed, interval=interval)

    def frames(self) -> Iterator[Frame]:
        """Picture after picture until the camera is closed."""
        for number, frame in enumerate(self._camera.frames(), 1):
            yield Frame(frame.image, frame.taken, self.id)
            if number % _REST == 0:
                self._camera.play(self._roll(), Point(0, 0))

    def close(self) -> None:
        """No more pictures."""
        self._camera.close()

    def _roll(self) -> Scenery:
        """Dice that lie apart from each other."""
        points: list[Point] = []
        while len(points) < _DICE:
            x = self._source.uniform(-0.4, 0.4) * _WIDTH
            y = self._source.uniform(-0.4, 0.4) * _DEPTH
            if all((x - p.x) ** 2 + (y - p.y) ** 2 > _APART**2 for p in points):
                points.append(Point(x, y))
        return Scenery(tuple(self._die(point) for point in points))

    def _die(self, at: Point) -> Thing:
        value = self._source.randint(1, 6)
        front = self._source.choice([f for f in range(1, 7) if f not in (value, 7 - value)])
        cube = Cube(at, self._source.uniform(0, 90), _EDGE, value, front)
        return Thing("die", at, (cube,), value=value)
