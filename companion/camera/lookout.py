"""Looks at the newest picture of a camera, all the time, in threads of its own.

One thread takes pictures, another looks at them. Whoever looks slowly misses pictures and never
falls behind. A camera that fails is named, closed and opened again; an eye that fails is named, and
tries the next picture. Neither ends the evening.
"""

import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from companion.common.words import said_by, say
from hardware.camera import Camera, CameraError
from hardware.frame import Frame
from vision.reading.look import Look

#: Seconds until a camera that failed is opened again: after the first time, and at most.
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 10.0
_BROKEN = say("The camera does not work: {reason}. Trying again.")


class SeesTables(Protocol):
    """What an eye must be able to do."""

    @property
    def zones(self) -> frozenset[str]:
        """The zones that it reads."""

    def look(self, frame: Frame) -> Look:
        """What is in this picture."""


@dataclass(frozen=True)
class Sighting:
    """One look: the picture, and what the eye made of it; `number` counts them from 1."""

    number: int
    frame: Frame
    look: Look


class Lookout:
    """Looks until it is stopped.

    Args:
        open_camera: Opens the camera, again and again if need be.
        eye: Looks at its pictures.
        listen: Hears of every look, in the thread that looked.
        ailment: What is wrong with a camera that sends no pictures for now; empty if nothing is.
        missing: What a look can't find on the table; empty if nothing is missing.
        is_recording: Whether the camera's pictures end; from the beginning they would be wrong.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        eye: SeesTables,
        listen: Callable[[Sighting], object] = lambda _: None,
        *,
        ailment: Callable[[Camera], str] = lambda _: "",
        missing: Callable[[Look], str] = lambda _: "",
        is_recording: bool = False,
    ) -> None:
        self._open_camera = open_camera
        self._eye = eye
        self._listen = listen
        self._ailment, self._missing = ailment, missing
        self._is_recording = is_recording
        self._bell = threading.Condition()
        self._frame: Frame | None = None
        self._camera: Camera | None = None
        self._newest: Sighting | None = None
        self._no_pictures = self._no_looks = ""
        self._began: float | None = None
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._take, name="camera", daemon=True),
            threading.Thread(target=self._look, name="eye", daemon=True),
        ]

    def start(self) -> None:
        """Begin to look."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let go of the camera and end; nobody hears of anything after this."""
        self._stopped.set()
        with self._bell:
            camera = self._camera
            self._bell.notify_all()
        if camera is not None:
            camera.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    @property
    def newest(self) -> Sighting | None:
        """The last look."""
        return self._newest

    @property
    def trouble(self) -> str:
        """Why nothing is seen right now; empty when all is well."""
        camera, newest = self._camera, self._newest
        return (
            self._no_pictures
            or (self._ailment(camera) if camera else "")
            or self._no_looks
            or (self._missing(newest.look) if newest else "")
        )

    def looking_for(self) -> float:
        """Seconds that the eye has been busy with one and the same picture."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    def after(self, number: int, patience: float) -> Sighting | None:
        """The newest look once there is one after `number`; None when patience runs out."""
        with self._bell:
            self._bell.wait_for(lambda: self._stopped.is_set() or self._is_after(number), patience)
            return self._newest if self._is_after(number) else None

    def _is_after(self, number: int) -> bool:
        return self._newest is not None and self._newest.number > number

    # --- the two threads ----------------------------------------------------------------------

    def _take(self) -> None:
        """Keep the newest picture, and open the camera again when it fails."""
        pause = FIRST_PAUSE
        while not self._stopped.is_set():
            try:
                for frame in self._pictures():
                    pause, self._no_pictures = FIRST_PAUSE, ""
                    with self._bell:
                        self._frame = frame
                        self._bell.notify_all()
                if self._is_recording:
                    self._no_pictures = say("The recording has ended.")
                    return
                trouble = say("The camera has no more pictures. Trying again.")
            except CameraError as error:
                trouble = _BROKEN.fill(reason=said_by(error))
            except Exception as error:
                trouble = _BROKEN.fill(reason=_told(error))
            if self._stopped.is_set():
                return
            self._no_pictures = trouble
            self._stopped.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _pictures(self) -> Iterator[Frame]:
        camera = self._open_camera()
        with self._bell:
            self._camera = camera
        try:
            if not self._stopped.is_set():
                yield from camera.frames()
        finally:
            camera.close()

    def _look(self) -> None:
        while not self._stopped.is_set():
            with self._bell:
                self._bell.wait_for(lambda: self._stopped.is_set() or self._frame is not None)
                frame, self._frame = self._frame, None
            if frame is not None and not self._stopped.is_set():
                self._look_at(frame)

    def _look_at(self, frame: Frame) -> None:
        self._began = time.monotonic()
        try:
            look = self._eye.look(frame)
            number = self._newest.number + 1 if self._newest else 1
            sighting = Sighting(number, frame, look)
            self._listen(sighting)
        except Exception as error:
            self._no_looks = say(
                "The eye failed at a picture: {reason}. Trying the next one.", reason=_told(error)
            )
            return
        finally:
            self._began = None
        self._no_looks = ""
        with self._bell:
            self._newest = sighting
            self._bell.notify_all()


def _told(error: Exception) -> str:
    """What went wrong and where, in a line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} (line {last.lineno} of {last.name})"
