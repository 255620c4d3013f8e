"""What every camera can do, whatever it is made of."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from companion.tabletop.problems import ProblemError
from hardware.frame import Frame

Size = tuple[int, int]
"""Width and height in pixels."""


class CameraError(ProblemError):
    """The camera can't be used; the message says what to try."""


@dataclass(frozen=True)
class FoundCamera:
    """A camera that is there: the name to open it by, and what it calls itself."""

    name: str
    model: str


class Camera(Protocol):
    """Something that takes pictures of the table."""

    @property
    def id(self) -> str:
        """The name it was opened by."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Pictures from now on: for a live camera always the newest, until it is closed."""
        ...

    def close(self) -> None:
        """Let go of the device. Closing twice is fine."""
        ...
