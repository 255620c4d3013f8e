"""A table in millimetres out of its areas and its pieces: laid, printed, drawn and looked at.

An area is a board, or a part of the table where pieces are laid; it says where each of its places
is. What lies there follows from `project`. x grows to the right, y towards the near edge.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.kit.laying import Laying, Row
from companion.games.kit.places import Table
from companion.tabletop.chart import Board, Chart, Measures, Spot
from companion.tabletop.observation import Point
from companion.tabletop.outlines import ORIGIN, Outline, moved, rectangle
from companion.tabletop.scenery import Cutout, FlatPiece, Inlay, Print, Scenery, Thing

#: Several pieces at one place lie side by side, so much of the widest one's width apart.
_APART = 1.15


@dataclass(frozen=True)
class Area:
    """A board, or a part of the table where something lies.

    Attributes:
        name: What it is called; on a print-and-play sheet too.
        zone: The zone of its places.
        size: Its width and height.
        spots: Where each place is, from its middle.
        at: Where its middle is on the table.
        ground: Its colour, for a board that is printed; without one there is nothing but the table.
        spot: The width of a printed spot; 0 where none is printed.
    """

    name: str
    zone: str
    size: tuple[float, float]
    spots: Mapping[str, Point]
    at: Point = ORIGIN
    ground: str = ""
    spot: float = 0.0

    @property
    def outline(self) -> Outline:
        """Its rim, around its middle."""
        return rectangle(*self.size)

    @property
    def print(self) -> Print:
        """What is printed on it: its spots, each with the end of its name."""
        cell = rectangle(self.spot, self.spot)
        inlays = (
            Inlay(at, cell, Print("space", number=place.rpartition("/")[2]))
            for place, at in self.spots.items()
            if self.spot
        )
        return Print(self.ground, inlays=tuple(inlays))


@dataclass(frozen=True)
class Look:
    """What a kind of piece looks like.

    Attributes:
        outline: Its rim.
        faces: What is printed on each, by its identity; "" is one that nobody knows, a back.
        copies: How many there are of each face in the box.
        thickness: Of its cardboard.
    """

    outline: Outline
    faces: Mapping[str, Print]
    copies: int = 1
    thickness: float = 2.0


@dataclass(frozen=True)
class Layout:
    """A table.

    Attributes:
        areas: The first is the board by which a camera finds the table.
        looks: What each kind of piece looks like, by what `project` calls it.
        die: The side of a die.
    """

    areas: tuple[Area, ...]
    looks: Mapping[str, Look] = field(default_factory=dict)
    die: float = 16.0

    def scenery(self, table: Table[Any], state: Any, seed: int | str) -> Scenery:
        """Everything that lies on the table in a state."""
        grounds = (area.print for area in self.areas if area.ground)
        laying = Laying(self.chart(), grounds, self._look, lambda of: ORIGIN, seed)
        wide = max(
            (2 * p.x for look in self.looks.values() for p in look.outline), default=self.die
        )
        for area in self.areas:
            for place, spot in area.spots.items():
                at = Point(area.at.x + spot.x, area.at.y + spot.y)
                laying.rows[place] = Row(place, at, 0.0, _APART * wide)
        boards = (Thing("board", face.at, (face,), name) for name, face in laying.boards.items())
        things = tuple(laying.things(table, state))
        return Scenery(things, tuple(boards), self.chart().regions)

    def _look(self, kind: str, of: str, place: str) -> FlatPiece:
        """A piece of this kind; one that nobody knows shows the first face."""
        look = self.looks[kind]
        face = look.faces.get(of) or next(iter(look.faces.values()))
        return FlatPiece(ORIGIN, 0.0, look.outline, face, look.thickness)

    def cutouts(self) -> Iterator[Cutout]:
        """The boards, and every face of every kind of piece."""
        for area in self.areas:
            if area.ground:
                yield Cutout(area.name, area.outline, area.print)
        for kind, look in self.looks.items():
            for name, face in look.faces.items():
                called = f"{kind} {name}" if name else f"{kind}, back"
                yield Cutout(called, look.outline, face, look.copies, kind, name)

    def chart(self) -> Chart:
        """Where a camera has to look."""
        kinds = frozenset({"die", *self.looks})
        boards = tuple(
            Board(
                area.name,
                area.zone,
                area.outline,
                area.at,
                0.0,
                tuple(
                    Spot(place, moved(rectangle(area.spot, area.spot), at, 0.0), kinds)
                    for place, at in area.spots.items()
                ),
            )
            for area in self.areas
            if area.ground
        )
        regions = {area.zone: moved(area.outline, area.at, 0.0) for area in self.areas}
        size = max((p.x * 2 for look in self.looks.values() for p in look.outline), default=20.0)
        return Chart(boards, (), Measures(size, size, self.die, size, size), regions)


class OnTable:
    """A game whose table is laid as its `layout` says."""

    layout: Layout

    def scenery(self, state: Any, seed: int | str = 0) -> Scenery:
        """Everything that lies on the table."""
        game: Any = self
        return self.layout.scenery(game.table, state, seed)

    def cutouts(self, edition: str) -> tuple[Cutout, ...]:
        """Everything that can be printed."""
        return tuple(self.layout.cutouts())

    def edition_of(self, state: Any) -> str:
        """All copies are alike."""
        return ""

    def chart(self, state: Any) -> Chart:
        """Where a camera has to look."""
        return self.layout.chart()
