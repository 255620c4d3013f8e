"""The simulated camera: a `Camera` like any other, above a table that somebody else lays."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from companion.tabletop.observation import Point
from companion.tabletop.scenery import Scenery
from hardware.art.style import Colour
from hardware.frame import Frame
from hardware.simulated.hands import visit
from hardware.simulated.light import Light, Sensor
from hardware.simulated.renderer import Renderer
from hardware.simulated.viewpoint import Viewpoint


class SimulatedCamera:
    """Renders the table it is shown, a picture every `interval` seconds.

    `show` changes the table at once, `play` with a hand that comes, does it, and goes. The same
    seed and the same calls give the same pictures.
    """

    id = "simulated"

    def __init__(
        self,
        scenery: Scenery,
        view: Viewpoint,
        light: Light | None = None,
        sensor: Sensor | None = None,
        *,
        style: int = 0,
        seed: int = 0,
        cloth: Colour | None = None,
        interval: float = 0.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._look_from = partial(Renderer, light=light, style=style, seed=seed, cloth=cloth)
        self._renderer: Renderer | None = None
        self._view = view
        self._drawing = threading.Lock()
        self._sensor = sensor or Sensor()
        self._rng = np.random.default_rng([seed, 5])
        self._interval, self._clock = interval, clock
        self._now = scenery
        self._coming: deque[Scenery] = deque()
        self._changed = threading.Condition()
        self._closed = False

    @property
    def scenery(self) -> Scenery:
        """The table of the last picture that was taken."""
        with self._changed:
            return self._now

    def show(self, scenery: Scenery) -> None:
        """Let the next pictures show this table."""
        with self._changed:
            self._coming.append(scenery)

    def play(self, scenery: Scenery, at: Point, turn: float = 0.0, *, frames: int = 3) -> None:
        """Let a hand come to a point, change the table to this one below it, and go again.

        `turn` is where it points: 0 comes from the near edge of the table, 180 from the far one.
        """
        with self._changed:
            before = self._coming[-1] if self._coming else self._now
            way = visit(at, turn, frames)
            self._coming.extend(replace(before, hand=hand) for hand in way)
            self._coming.extend(replace(scenery, hand=hand) for hand in reversed(way))
            self._coming.append(scenery)

    def bump(self, view: Viewpoint) -> None:
        """Let somebody push the camera: from the next picture on it looks from elsewhere."""
        with self._drawing:
            # It is large, so the new one is not made before nobody draws with the old one.
            self._renderer, self._view = None, view

    @property
    def renderer(self) -> Renderer:
        """Draws what the camera sees from where it hangs now."""
        with self._drawing:
            if self._renderer is None:
                self._renderer = self._look_from(self._view)
            return self._renderer

    @property
    def busy(self) -> bool:
        """Whether there is something to show that no picture has shown yet."""
        with self._changed:
            return bool(self._coming)

    def frames(self) -> Iterator[Frame]:
        """Picture after picture until the camera is closed."""
        while True:
            started = time.monotonic()
            with self._changed:
                if self._closed:
                    return
                if self._coming:
                    self._now = self._coming.popleft()
                scenery = self._now
            shot = self._sensor.expose(self.renderer.glow(scenery), self._rng)
            yield Frame(shot, self._clock(), self.id)
            del shot
            left = self._interval - (time.monotonic() - started)
            if left > 0:
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, timeout=left)

    def close(self) -> None:
        """No more pictures."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
