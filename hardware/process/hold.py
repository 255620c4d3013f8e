"""When a camera keeps its focus, exposure and white balance, and when it measures them anew."""

from enum import Enum

from hardware.frame import Image

WARM_UP = 2.0
"""Seconds that a camera gets to find its exposure by itself."""
CHANGED = 1.8
"""So many times as bright, or as dark, means that somebody switched a lamp."""
_LASTING = 4.0
"""Seconds that a change must last: a hand or a head above the table goes away again."""


class HoldStep(Enum):
    """What a camera should do now."""

    NOTHING = "nothing"
    LOCK = "lock"
    RELEASE = "release"


class Hold:
    """Lets a camera measure for a moment, then holds its settings until the light is another.

    A camera that keeps adjusting makes the whole picture flicker when a hand comes in, and a scene
    that flickers never comes to rest.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._locked_at: float | None = None
        self._other_since: float | None = None

    def see(self, image: Image, now: float) -> HoldStep:
        """Look at the brightness of a picture; `now` is in seconds of any steady clock."""
        if self._since is None:
            self._since = now
        brightness = max(1.0, float(image[::16, ::16].mean()))
        if self._locked_at is None:
            if now - self._since < WARM_UP:
                return HoldStep.NOTHING
            self._locked_at = brightness
            return HoldStep.LOCK
        ratio = brightness / self._locked_at
        if 1 / CHANGED < ratio < CHANGED:
            self._other_since = None
            return HoldStep.NOTHING
        if self._other_since is None:
            self._other_since = now
        if now - self._other_since < _LASTING:
            return HoldStep.NOTHING
        self._since, self._locked_at, self._other_since = now, None, None
        return HoldStep.RELEASE
