"""What a page that teaches needs: words and bytes, no pixels. `Teacher` does it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.common.words import Said, say
from companion.phones.lessons.lesson import Cut, ExaminedTile, Lesson


@dataclass(frozen=True)
class FaceName:
    """A name of the game's list, with words for people and the die that is printed on it."""

    name: str
    words: str
    die: int | None = None


@dataclass(frozen=True)
class Grade:
    """What the test has shown: how many of how many, and the interval of the share of mistakes.

    Attributes:
        right: How often the gallery was right.
        cases: How many tiles were judged.
        low: The least share of mistakes that is likely.
        high: The largest.
    """

    right: int
    cases: int
    low: float
    high: float

    @property
    def words(self) -> Said:
        """The same as a sentence."""
        if not self.cases:
            return say("nothing was judged yet")
        wrong = self.cases - self.right
        return say(
            "{wrong} of {cases} wrong = {share:.1f} % ({low:.1f} to {high:.1f} %)",
            wrong=wrong,
            cases=self.cases,
            share=100 * wrong / self.cases,
            low=100 * self.low,
            high=100 * self.high,
        )

    def __str__(self) -> str:
        return self.words


class Classroom(Protocol):
    """One lesson, as a page sees it. Whatever a person can put right is raised as `InputError`."""

    @property
    def lesson(self) -> Lesson:
        """What was shown, and what it is called."""

    @property
    def choices(self) -> tuple[FaceName, ...]:
        """The names of the game's list; empty when any name will do."""

    @property
    def missing(self) -> tuple[FaceName, ...]:
        """Those that nobody has given yet."""

    @property
    def progress(self) -> tuple[int, int]:
        """How many names of the list are known, and how many there are."""

    @property
    def grade(self) -> Grade:
        """How the test went, as far as it is judged."""

    def show_photo(self, data: bytes) -> tuple[Cut, ...]:
        """Cut all tiles out of a photo."""

    def name(self, number: int, name: str) -> tuple[int, ...]:
        """Name a cut-out and its look-alikes."""

    def rename(self, old: str, new: str) -> int:
        """Call a face by another name."""

    def remove(self, numbers: Iterable[int]) -> None:
        """Forget cut-outs."""

    def forget(self, name: str) -> int:
        """Forget a face, to take it again."""

    def examine_photo(self, data: bytes) -> tuple[ExaminedTile, ...]:
        """Read a second photo with the gallery."""

    def judge(self, number: int, truth: str | None) -> None:
        """Say what a tile of the test is; None for something that was never shown."""

    def look_alikes(self) -> tuple[tuple[str, str], ...]:
        """Pairs of names that look too alike to be told apart for sure."""

    def to_bytes(self) -> bytes:
        """The gallery as a file."""

    def take_in_bytes(self, data: bytes) -> int:
        """Take the faces of somebody's gallery file in."""
