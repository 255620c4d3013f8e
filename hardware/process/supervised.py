"""A camera that looks after itself: it runs apart, and is opened again when something is wrong.

It is a `Camera` like any other. Its pictures are good ones only; while there are none, whoever asks
for the next one waits, and `health` says why.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.tabletop.problems import Problem
from hardware.camera import Size
from hardware.cameras import is_recording
from hardware.frame import Frame
from hardware.health import (
    BUSY,
    ENDED,
    FROZEN,
    FROZEN_AFTER,
    GOOD,
    LOST,
    OPENING,
    SILENT,
    Health,
    Inspector,
)
from hardware.process.child import Child, command_for
from hardware.process.silence import Silence
from hardware.process.wire import EndOfFrames

RATE = 5.0
"""Pictures a second, at most: enough to see a hand come and go."""
SILENT_AFTER = 2.0
"""Seconds without a picture after which a camera hangs, if it had a processor to work with."""
OPENING_TAKES = 20.0
"""Seconds that opening may take: a stream over a slow network, a lens that focuses."""
SILENT_AT_LAST = 120.0
"""Seconds without a picture after which even a busy computer is no excuse."""
SHORTEST_WAIT, LONGEST_WAIT = 0.5, 15.0
WELL_AGAIN = 20.0
"""Seconds of good pictures after which earlier trouble is forgotten."""
_LATE = 0.8
"""Seconds that a picture may be late, of a camera that takes one every two seconds."""
_TICK = 0.2


class SupervisedCamera:
    """The camera of that name, in a process of its own that is watched and replaced."""

    def __init__(
        self,
        name: str,
        size: Size | None = None,
        rate: float = RATE,
        command: Sequence[str] | None = None,
    ) -> None:
        self.id = name
        self._command = command or command_for(name, size, rate)
        self._is_recording = is_recording(name)
        self._silent_after = max(SILENT_AFTER, 1 / rate + _LATE)
        self._health = Health(name, OPENING, time.time())
        self._listeners: list[Callable[[Health], None]] = []
        self._newest: Frame | None = None
        self._changed = threading.Condition()
        self._closed = self._ended = False
        self._wait = SHORTEST_WAIT
        self._restarts = 0
        self._frozen_after = FROZEN_AFTER
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def health(self) -> Health:
        """How it does just now."""
        with self._changed:
            return replace(self._health, restarts=self._restarts)

    def listen(self, listener: Callable[[Health], None]) -> None:
        """Be told whenever the health changes, and now."""
        self._listeners.append(listener)
        listener(self.health)

    def frames(self) -> Iterator[Frame]:
        """The newest good picture, again and again; ends when closed, or with its recording."""
        last: Frame | None = None
        while (last := self._after(last)) is not None:
            yield last

    def _after(self, last: Frame | None) -> Frame | None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._ended or self._newest is not last)
            return None if self._closed or self._newest is last else self._newest

    def close(self) -> None:
        """End the camera's process; whoever waits for a picture is let go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._closed:
            child = Child(self._command, self.id)
            try:
                state, problem = self._attend(child)
            finally:
                child.end()
            if self._closed:
                return
            self._tell(state, problem)
            if state == ENDED:
                with self._changed:
                    self._ended = True
                    self._changed.notify_all()
                return
            if state in (LOST, SILENT):
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, timeout=self._wait)
            if state == FROZEN and "://" in self.id:
                # Strong compression may leave nothing new in a still scene; believe it less.
                self._frozen_after = min(2 * self._frozen_after, LONGEST_WAIT)
            self._wait = min(2 * self._wait, LONGEST_WAIT)
            self._restarts += 1

    def _attend(self, child: Child) -> tuple[str, Problem | None]:
        """Hand pictures on until the camera must be opened again; says why.

        Bad pictures alone are told at once but given some time: mostly somebody switches the light
        on again, and then nothing has to be opened.
        """
        inspector = Inspector(may_repeat=self._is_recording, frozen_after=self._frozen_after)
        silence = Silence(child.works, 2 * _TICK, time.monotonic())
        patience, late, at_last = OPENING_TAKES, OPENING_TAKES, SILENT_AT_LAST
        well: float | None = None
        ill: float | None = None
        while not self._closed:
            message = child.take(_TICK)
            now = time.monotonic()
            if message is None:
                lasted = now - silence.since
                if silence.lasts(now) >= patience or lasted >= at_last:
                    return SILENT, Problem("silent-for", {"n": round(lasted)})
                if lasted >= late:
                    self._tell(BUSY)
                continue
            if isinstance(message, EndOfFrames):
                return (LOST if message.trouble else ENDED), message.trouble
            silence.restart(now)
            patience, late = self._silent_after, self._silent_after + _TICK
            if self._is_recording:  # at its own pace
                patience = late = at_last = float("inf")
            is_fit, fault = inspector.see(message, now)
            if fault:
                ill, well = now if ill is None else ill, None
                self._tell(fault)
                if now - ill >= self._wait and not self._is_recording:
                    return fault, None
            elif is_fit:
                ill, well = None, now if well is None else well
                self._publish(message)
                if now - well >= WELL_AGAIN:
                    self._wait = SHORTEST_WAIT
        return LOST, None

    def _publish(self, frame: Frame) -> None:
        with self._changed:
            self._newest = frame
            self._changed.notify_all()
        self._tell(GOOD)

    def _tell(self, state: str, problem: Problem | None = None) -> None:
        """Let everybody know, if it is news."""
        before = self._health
        if (state, problem) == (before.state, before.problem):
            return
        since = before.since if state == before.state else time.time()
        with self._changed:
            self._health = Health(self.id, state, since, problem, self._restarts)
        for listener in tuple(self._listeners):
            listener(self._health)
