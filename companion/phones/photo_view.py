"""Photos that people send from their phones, as a page sees them: words and bytes, no pixels."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from companion.common.words import say
from companion.games.protocol import Seat

#: What a photo may have in bytes at most.
LARGEST_PHOTO = 25_000_000


class Progress(Enum):
    """How far a photo has come."""

    READING = "reading"
    READ = "read"
    FAILED = "failed"


class Subject(NamedTuple):
    """What can be photographed: a zone; `seat` is whose it is, None for everybody's."""

    zone: str
    seat: Seat | None = None


@dataclass(frozen=True)
class Shot:
    """A photo that somebody has sent.

    Attributes:
        number: Another one for every photo.
        game: The game that was on the table.
        zone: What it is of.
        progress: How far it has come.
        said: What was seen on it, or why nothing could be read.
        strange: Whether it looks like another game.
        picture: JPEG, with everything drawn on it that was recognised; empty when there is none.
    """

    number: int
    game: str
    zone: str
    progress: Progress = Progress.READING
    said: str = ""
    strange: bool = False
    picture: bytes = b""


class Photographs(Protocol):
    """Takes photos in and has them read, one at a time. Methods may be called from any thread.

    A `sender` is told apart from others by any text; nobody but the sender gets a photo back.
    """

    def subjects(self) -> tuple[Subject, ...]:
        """What can be photographed at this table."""

    def take(self, data: bytes, zone: str, sender: str) -> Shot:
        """Take a photo in; it is read meanwhile.

        Raises:
            InputError: It can't be read now, or never.
        """

    def newest(self, sender: str) -> Shot | None:
        """The last photo of this sender in the game on the table."""

    def put_away(self, sender: str) -> None:
        """What was photographed does not count any more."""


def too_large() -> str:
    """What is said of a file that is larger than any photo."""
    return say("That photo is too large: {most} MB at most.", most=LARGEST_PHOTO // 1_000_000)
