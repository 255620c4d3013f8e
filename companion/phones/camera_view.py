"""What people get to see of a camera: a picture now and then, and the same in words."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Glimpse:
    """What the camera sees right now.

    Attributes:
        number: Another one for every picture.
        lines: What is believed about each zone, as sentences.
        trouble: Why nothing is seen; empty when all is well.
    """

    number: int
    lines: tuple[str, ...] = ()
    trouble: str = ""


class Viewfinder(Protocol):
    """A window onto what the camera sees. All methods may be called from any thread."""

    def glimpse(self) -> Glimpse:
        """What is seen, in words."""

    def picture(self) -> bytes | None:
        """The newest picture as JPEG, with all that is believed drawn on it; None before the first.

        What is wrong by the rules is ringed.
        """

    def report(self) -> Path:
        """Write everything about the newest picture into one file.

        Raises:
            CompanionError: There is no picture yet, or the file can't be written.
        """
