"""Find, then read: from a picture to dice with values."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.finder import THOROUGH, Effort, Finder, FoundBoxes
from vision.dice.neighbours import ALONE, Neighbours, distinct, neighbours
from vision.dice.odds import LEAST, chance_of, log_odds
from vision.dice.reader import FACES, Reader
from vision.dice.session import Floats, Network
from vision.dice.weights import Joint, Weights


@dataclass(frozen=True)
class DieReading:
    """A die as seen in a picture.

    Attributes:
        value: The face on top, 1 to 6.
        confidence: How likely it is that this is a die and that it shows this value.
        box: x0, y0, x1, y1 in pixels of the picture.
        certain: Whether the value may be taken as a fact; otherwise it is a question.
    """

    value: int
    confidence: float
    box: tuple[float, float, float, float]
    certain: bool


class DiceEye:
    """Sees dice.

    There are two questions about a box: is it a die, and is its value read rightly? Whatever is
    likely a die is reported, for a die that can't be read is a question and not a silence.

    Args:
        finder: Finds where dice are.
        reader: Reads what they show.
        certain: How likely a value must be right to be a fact.
        joint: How likely it is that, from the finder's score, the reader's chance of the value, and
            the other dice in the picture.
        least: How likely something must be a die to be reported.
        die: How likely it is that, from the finder's score, the reader's chance that it is one,
            and the other dice in the picture.
    """

    def __init__(
        self,
        finder: Finder,
        reader: Reader,
        *,
        certain: float,
        joint: Joint | None = None,
        least: float = 0.5,
        die: Joint | None = None,
    ) -> None:
        self._finder = finder
        self._reader = reader
        self._certain = certain
        self._joint = joint or Joint()
        self._least = least
        self._die = die or Joint()

    def look(
        self, image: npt.NDArray[np.uint8], effort: Effort = THOROUGH
    ) -> tuple[DieReading, ...]:
        """See the dice in a picture (H x W x 3, BGR), in reading order."""
        return self.read(image, self._finder.find(image, effort))

    def find(self, image: npt.NDArray[np.uint8], effort: Effort = THOROUGH) -> FoundBoxes:
        """Where dice may be, before anybody reads them."""
        return self._finder.find(image, effort)

    def read(self, image: npt.NDArray[np.uint8], found: FoundBoxes) -> tuple[DieReading, ...]:
        """Read dice whose boxes are known, and leave out what turns out to be none."""
        chances = self.chances(image, found.boxes)
        scores = [float(score) for score in found.scores]
        others = neighbours(found.boxes, scores, (1 - chances[:, FACES]).tolist())
        each = list(zip(scores, chances, others, strict=True))
        likely = [self._likelihood(*one) for one in each]
        dice = [
            self.judge(found.boxes[index], *each[index])
            for index in distinct(found.boxes, likely, scores)
        ]
        return tuple(sorted((die for die in dice if die), key=lambda die: die.box[1::-1]))

    def chances(self, image: npt.NDArray[np.uint8], boxes: Floats) -> Floats:
        """What the reader says about boxes: for each six faces, and that it is no die to read."""
        return self._reader.read(image, boxes.tolist())

    def judge(
        self, box: Floats, score: float, chances: Floats, others: Neighbours = ALONE
    ) -> DieReading | None:
        """What to make of a box, the finder's score and the reader's chances; None is no die."""
        face = int(chances[:FACES].argmax())
        if self._likelihood(score, chances, others) < self._least:
            return None
        readable = chances[face] >= chances[FACES]
        chance, sure = float(chances[face]), one_face(chances.tolist())
        confidence = joint_confidence(self._joint, score, chance, others, sure)
        x0, y0, x1, y1 = (round(float(edge), 1) for edge in box)
        return DieReading(
            value=face + 1,
            confidence=round(confidence, 4),
            box=(x0, y0, x1, y1),
            certain=bool(readable) and confidence >= self._certain,
        )

    def _likelihood(self, score: float, chances: Floats, others: Neighbours) -> float:
        found, read = score, 1 - float(chances[FACES])
        return joint_confidence(self._die, found, read, others, one_face(chances.tolist()))


def one_face(chances: Sequence[float]) -> float:
    """How likely the likeliest face is, to the reader, supposed that there is a die at all."""
    faces = chances[:FACES]
    return max(faces) / max(sum(faces), LEAST)


def joint_confidence(
    joint: Joint, finder: float, reader: float, others: Neighbours = ALONE, face: float = 0.5
) -> float:
    """How likely something is, from the finder's score and the reader's probability of it.

    Args:
        joint: What each of these weighs.
        finder: The finder's score.
        reader: The reader's probability.
        others: The other dice in the picture.
        face: See `one_face`.
    """
    odds = joint.bias + joint.finder * log_odds(finder) + joint.reader * log_odds(reader)
    odds += joint.alike * np.log1p(others.alike) + joint.unlike * np.log1p(others.unlike)
    odds += joint.face * log_odds(face)
    return chance_of(float(odds))


def open_eye(weights: Weights, *, threads: int = 1) -> DiceEye:
    """Load both networks, ready to look."""
    cv2.setNumThreads(threads)
    finder = Finder(
        Network(weights.finder.path, threads=threads),
        threshold=weights.finder.threshold,
        iou=weights.finder.iou,
        stride=weights.finder.stride,
    )
    reader = Reader(
        Network(weights.reader.path, threads=threads),
        size=weights.reader.crop,
        margin=weights.reader.margin,
    )
    return DiceEye(
        finder,
        reader,
        certain=weights.reader.certain,
        joint=weights.reader.joint,
        least=weights.reader.least,
        die=weights.reader.die,
    )
