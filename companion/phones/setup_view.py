"""What pages need on which a camera is set up: words and bytes, no pixels. `Surveyor` does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.common.errors import InputError
from companion.common.finding import Finding
from companion.common.words import say
from companion.games.protocol import Seat
from companion.phones.camera_record.measures import Roll
from companion.tabletop.outlines import Outline

AIM, FOCUS, LIGHT, LENS, BOARD, ZONES, ROLL, VERDICT = STEPS = (
    "aim", "focus", "light", "lens", "board", "zones", "roll", "verdict"
)  # fmt: skip
OPEN = "open"
"""A step that nobody has done yet."""


class StaleError(InputError):
    """It is about a picture that is gone, or that the camera no longer sees."""


class StepState(NamedTuple):
    """A step and how it stands: what was found, or nothing while it is open."""

    name: str
    finding: Finding | None

    @property
    def title(self) -> str:
        """What it is called."""
        return TITLES[self.name]

    @property
    def state(self) -> str:
        """How it stands in a word."""
        return OPEN if self.finding is None else self.finding.state


@dataclass(frozen=True)
class Live:
    """What a step measures right now.

    Attributes:
        picture: The number of the picture it is about.
        finding: What it means.
        size: Its width and height in pixels.
        value: For a bar, 0 to 100; None where there is none.
        outlines: What is seen, to be drawn on the picture (shares of its width and height).
    """

    picture: int
    finding: Finding
    size: tuple[int, int] = (0, 0)
    value: float | None = None
    outlines: tuple[Outline, ...] = ()


@dataclass(frozen=True)
class Still:
    """A picture that stands still, to draw on: its number, width and height in pixels."""

    number: int
    width: int
    height: int


@dataclass(frozen=True)
class BoardDrawing:
    """What is drawn on the picture to see whether the board is where it is taken for.

    Attributes:
        corners: The four corners, as shares of the picture.
        points: The same corners on the board, as shares of its box.
        shapes: Its places with what is printed on them, as shares of its box.
        is_found: Whether the corners were found by the eye, or are only a proposal.
    """

    corners: Outline
    points: Outline
    shapes: tuple[tuple[str, Outline], ...]
    is_found: bool


@dataclass(frozen=True)
class ZoneDrawing:
    """A zone on the picture.

    Attributes:
        zone: Its name.
        title: The same for people.
        seat: Whose it is.
        outline: Where it is, as shares of the picture.
        is_drawn: Whether somebody drew it; otherwise the set-up proposes it.
    """

    zone: str
    title: str
    seat: Seat
    outline: Outline
    is_drawn: bool


@dataclass(frozen=True)
class Tried:
    """A roll that was read and waits for people to say what it was."""

    number: int
    dice: int


class CameraSetup(Protocol):
    """A camera that is set up. All methods may be called from any thread.

    What can't be done raises an `InputError`; what can't be written a `CompanionError`. Nothing is
    changed then.
    """

    @property
    def camera(self) -> str:
        """The camera's name."""

    @property
    def board_name(self) -> str:
        """What the main board is called."""

    @property
    def trouble(self) -> str:
        """Why no picture comes, or what became of an earlier set-up; empty when all is well."""

    def steps(self) -> tuple[StepState, ...]:
        """All steps and how they stand; the last one is the verdict."""

    def live(self, step: str) -> Live:
        """What a step measures right now."""

    def picture(self, number: int | None = None) -> bytes | None:
        """The newest picture, or one that stands still, as JPEG; None where there is none."""

    def still(self) -> Still:
        """A picture that stands still for as long as somebody draws on it."""

    def keep(self, step: str) -> None:
        """Keep what a step measures right now."""

    def skip(self, step: str) -> None:
        """Leave a step out."""

    def again(self, step: str) -> None:
        """Forget what was kept of a step."""

    def board(self, picture: int) -> BoardDrawing:
        """Where the board is taken for in a picture that stands still."""

    def tap(self, picture: int, corners: Outline) -> None:
        """The board's corners are here."""

    def zones(self, picture: int) -> tuple[ZoneDrawing, ...]:
        """Where zones are in a picture that stands still."""

    def draw(self, picture: int, outlines: Mapping[str, Outline]) -> None:
        """Zones are here."""

    def show_sheet(self) -> int:
        """The lens sheet is in the newest picture; how many pictures of it there are now."""

    def sheets(self) -> tuple[int, int]:
        """How many pictures of the lens sheet there are, and how many are needed."""

    def measure_lens(self) -> None:
        """Work the lens out from the pictures of the sheet."""

    def read_roll(self) -> Tried:
        """Read the dice that lie on the board now."""

    def tried(self) -> Tried | None:
        """The roll that waits for an answer."""

    def judge_roll(self, number: int, truth: tuple[int, ...]) -> Roll:
        """What the dice of that roll really showed."""

    def rolls(self) -> tuple[Roll, ...]:
        """All rolls that were judged."""

    def roll_picture(self, number: int) -> bytes | None:
        """The picture of a roll, as JPEG."""


TITLES: Mapping[str, str] = {
    AIM: say("Aim"),
    FOCUS: say("Focus"),
    LIGHT: say("Light"),
    LENS: say("Lens"),
    BOARD: say("Board"),
    ZONES: say("Zones"),
    ROLL: say("Test roll"),
    VERDICT: say("Verdict"),
}
