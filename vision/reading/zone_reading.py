"""What one look at a zone found, before it becomes an `Observation`."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from companion.tabletop.observation import Die, Observation, Piece
from vision.faces.gallery import Match
from vision.geometry import Points
from vision.reading.look import Belief

NOT_CERTAIN = 0.85
"""What is not certain is never worth more than this."""
_UNNAMED = 0.5
"""What it is worth that something lies there, when nobody knows what."""


@dataclass
class ZoneReading:
    """Dice, pieces and places of one zone, filled by the readers."""

    zone: str
    dice: list[Die] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    looked_at: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)
    beliefs: list[Belief] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)

    def see_die(self, value: int, place: str, confidence: float, outline: Points) -> None:
        """A die; below `NOT_CERTAIN` it is a question."""
        self.dice.append(Die(value, place, round(confidence, 4)))
        self._believe("die", str(value), place, confidence, outline)

    def see_piece(
        self,
        kind: str,
        place: str,
        identity: str | None,
        confidence: float,
        outline: Points,
        *,
        pose: str | None = None,
    ) -> None:
        """A piece; one without a name is there, but nobody knows what it is."""
        self.pieces.append(Piece(kind, place, identity, pose, round(confidence, 4)))
        certain = identity is not None and confidence > NOT_CERTAIN
        label = identity or ""
        self.beliefs.append(Belief(self.zone, kind, label, outline, confidence, certain, place))

    def see_tile(self, place: str, match: Match, outline: Points) -> None:
        """A tile as a gallery knows it: a name that is not certain is worth less."""
        worth = match.confidence if match.certain else min(match.confidence, NOT_CERTAIN)
        unnamed = match.name is None
        self.see_piece("tile", place, match.name, _UNNAMED if unnamed else worth, outline)

    def see_tile_again(self, place: str, match: Match, outline: Points) -> None:
        """A tile that was read before, now that it is known what lies on it."""
        self.pieces = [p for p in self.pieces if (p.kind, p.place) != ("tile", place)]
        self.beliefs = [b for b in self.beliefs if (b.kind, b.place) != ("tile", place)]
        self.see_tile(place, match, outline)

    def show(self, kind: str, label: str, place: str, outline: Points) -> None:
        """Something that people like to see, and that the referee is not told."""
        self.beliefs.append(Belief(self.zone, kind, label, outline, 0.9, True, place))

    def doubt(self, place: str, outline: Points, why: str = "", *, mark: int | None = None) -> None:
        """Nothing can be said about a place; a `mark` stays while it looks as it does."""
        self.looked_at.add(place)
        self.hidden.add(place)
        if mark is not None:
            self.marks[place] = mark
        self.beliefs.append(Belief(self.zone, "cell", why, outline, 0.0, False, place))

    def _believe(
        self, kind: str, label: str, place: str, confidence: float, outline: Points
    ) -> None:
        certain = confidence > NOT_CERTAIN
        self.beliefs.append(Belief(self.zone, kind, label, outline, confidence, certain, place))

    def observation(self) -> Observation:
        """The look as the referee hears it: of hidden places nothing is said."""
        return Observation(
            self.zone,
            tuple(die for die in self.dice if die.place not in self.hidden),
            tuple(piece for piece in self.pieces if piece.place not in self.hidden),
            frozenset(self.looked_at),
            frozenset(self.hidden),
            marks=tuple(sorted(self.marks.items())),
        )


def box_outline(box: tuple[float, float, float, float]) -> Points:
    """The corners of a box."""
    x0, y0, x1, y1 = box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def within(outlines: Iterable[Points], size: tuple[int, int]) -> bool:
    """Whether everything lies in the picture."""
    return all(
        bool((points >= 0).all() and (points <= np.array(size) - 1).all()) for points in outlines
    )
