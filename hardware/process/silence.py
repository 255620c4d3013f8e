"""How long nothing has come from a camera, in seconds in which something could have come.

A busy computer lets processes wait for a processor: the one that has the camera, and ours that
listens. A picture that is late because of that is no fault of the camera, and to open it again
would only keep the computer busier.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_NANO = 1e-9
_WANTS_TO = "R"


class Work(NamedTuple):
    """What a thread has done so far: seconds on a processor, and seconds of waiting for one.

    The system adds to `waited` when the waiting is over; `wants` is whether it works or waits now.
    """

    ran: float
    waited: float
    wants: bool


Works = Mapping[str, Work]
"""Each thread of a process."""


class Silence:
    """Counts from `restart` on; `now` is in seconds of any steady clock.

    Attributes:
        since: When something was last heard.
    """

    def __init__(self, works: Callable[[], Works], longest_step: float, now: float) -> None:
        self._works, self._longest_step = works, longest_step
        self.restart(now)

    def restart(self, now: float) -> None:
        """Something has come."""
        self.since = self._asked = now
        self._lasted = 0.0
        self._before: Works = {}

    def lasts(self, now: float) -> float:
        """Nothing has come: for as long as we listened, without what the other was kept waiting.

        To be asked again and again. Whoever asks late was kept waiting too, so a long step counts
        as a short one. Nobody knows which thread takes the pictures; the one that waited longest
        speaks for its process.
        """
        passed, works = now - self._asked, self._works()
        waited = (
            _waited(self._before[thread], work, passed)
            for thread, work in works.items()
            if thread in self._before
        )
        step = min(passed, self._longest_step)
        self._lasted += step - min(step, max(waited, default=0.0))
        self._asked, self._before = now, works
        return self._lasted


def _waited(before: Work, work: Work, passed: float) -> float:
    since = max(0.0, passed - (work.ran - before.ran)) if work.wants and before.wants else 0.0
    return max(since, work.waited - before.waited)


def works_of(process: int) -> Works:
    """What the system knows of the threads of a process; nothing where it does not count."""
    folders = (_PROC / str(process) / "task").glob("*")
    return {folder.name: work for folder in folders if (work := _work(folder))}


def _work(folder: Path) -> Work | None:
    try:
        ran, waited, _ = (folder / "schedstat").read_text().split()
        state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError, ValueError):
        return None  # the thread has just ended
    return Work(int(ran) * _NANO, int(waited) * _NANO, state == _WANTS_TO)
