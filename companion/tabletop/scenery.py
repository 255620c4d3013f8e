"""What lies on a table, in millimetres: plain values to draw from, and the exact truth for tests.

x grows to the right and y towards the near edge, as in a picture taken from above; z grows upwards
from the table top. A turn is in degrees, clockwise as seen from above. A `Thing` is what the
referee would hear of: its kind, place, identity and pose are those of `Game.project`. Its bodies
are what a camera would see of it: a tile is one face, a pile of seven is seven, an empty one none.
Flat faces lie in the plane of the table, however thick their cardboard is.

What is printed on a face is told in words (`Print`); whoever draws decides how it looks.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.tabletop.observation import Place, Point
from companion.tabletop.outlines import Outline, box, disc, moved, rectangle


@dataclass(frozen=True)
class Mark:
    """A printed sign: `icon` names its shape, `tone` its colour, `text` what is written with it."""

    icon: str
    tone: str = ""
    text: str = ""


@dataclass(frozen=True)
class Print:
    """What is printed on a face, part by part; what is empty is not there.

    Attributes:
        ground: The colour behind everything, by the name of what it stands for.
        picture: The large drawing, by name.
        title: What it is called.
        corner: Something small and short, such as a catalogue number.
        number: Something large and short.
        die: A printed die: `1` to `6`, or `?`.
        emblem: The sign that says where it belongs.
        row: Signs in a line: what it costs, what it brings.
        inlays: Smaller faces that are printed on it at fixed points.
    """

    ground: str
    picture: str = ""
    title: str = ""
    corner: str = ""
    number: str = ""
    die: str = ""
    emblem: Mark | None = None
    row: tuple[Mark, ...] = ()
    inlays: tuple["Inlay", ...] = ()


@dataclass(frozen=True)
class Inlay:
    """A face printed on another one; `at` is relative to the middle of the larger one."""

    at: Point
    outline: Outline
    print: Print


@dataclass(frozen=True)
class FlatPiece:
    """Something flat: a tile, a board, a card, a token. The outline goes around its middle."""

    at: Point
    turn: float
    outline: Outline
    print: Print
    thickness: float = 2.0

    def corners(self) -> Outline:
        """Its outline on the table."""
        return moved(self.outline, self.at, self.turn)


@dataclass(frozen=True)
class Cube:
    """A die: `value` is on top, `front` is the face towards y before it is turned."""

    at: Point
    turn: float
    size: float
    value: int
    front: int
    tone: str = "die"

    def corners(self) -> Outline:
        """Its foot on the table."""
        return moved(rectangle(self.size, self.size), self.at, self.turn)


@dataclass(frozen=True)
class Figure:
    """A wooden figure that stands on its feet or lies on its back.

    `at` is below its middle in both cases; `height` is that of a standing one.
    """

    at: Point
    turn: float
    height: float
    lying: bool
    tone: str

    @property
    def width(self) -> float:
        """From hand to hand."""
        return 0.8 * self.height

    @property
    def depth(self) -> float:
        """How thick the wood is."""
        return 0.5 * self.height

    def corners(self) -> Outline:
        """What it covers of the table."""
        length = self.height if self.lying else self.depth
        return moved(rectangle(self.width, length), self.at, self.turn)


@dataclass(frozen=True)
class Peg:
    """A small wooden cylinder: a marker on a track."""

    at: Point
    radius: float
    height: float
    tone: str

    def corners(self) -> Outline:
        """Its foot on the table."""
        return moved(disc(self.radius), self.at, 0.0)


Body = FlatPiece | Cube | Figure | Peg


@dataclass(frozen=True)
class Thing:
    """One thing of the game, called as the referee would call it, with all that shows it."""

    kind: str
    place: Place
    bodies: tuple[Body, ...]
    identity: str | None = None
    pose: str | None = None
    value: int | None = None


@dataclass(frozen=True)
class Hand:
    """A hand above the table: the tip of its forefinger, where it points, and how high it is.

    Attributes:
        tip: Below which point the forefinger ends.
        turn: The direction in which the fingers point; 0 is away from the near edge.
        height: Of the fingers above the table.
    """

    tip: Point
    turn: float = 0.0
    height: float = 30.0

    def limbs(self) -> tuple["Limb", ...]:
        """Its parts, those farther from the fingertips first."""
        found = []
        for ax, ay, bx, by, radius, rise, clothed in _LIMBS:
            start, end = moved((Point(ax, ay), Point(bx, by)), self.tip, self.turn)
            tone = "sleeve" if clothed else "skin"
            found.append(Limb(start, end, radius, self.height + rise, tone))
        return tuple(found)


class Limb(NamedTuple):
    """A part of a hand: everything within `radius` of the line from `start` to `end`."""

    start: Point
    end: Point
    radius: float
    height: float
    tone: str


#: A right hand about to grasp, fingers pointing to -y: from, to, radius, height, sleeve or skin.
_LIMBS = (
    (20, 205, 30, 560, 38, 34, True),
    (17, 140, 23, 240, 25, 26, False),
    (16, 104, 17, 150, 20, 22, False),
    (4, 98, -17, 62, 13, 12, False),
    (28, 106, 46, 66, 11, 14, False),
    (10, 100, 2, 48, 12, 15, False),
    (22, 104, 33, 56, 12, 16, False),
    (16, 102, 18, 50, 12, 17, False),
    (-17, 62, -23, 34, 9.5, 7, False),
    (46, 66, 48, 30, 7, 6, False),
    (33, 56, 34, 13, 8, 5, False),
    (18, 50, 17, 3, 8.5, 4, False),
    (2, 48, 0, 8, 8, 2, False),
)


@dataclass(frozen=True)
class Scenery:
    """A whole table. `props` are boards and stacks: they are seen, but no zone speaks of them."""

    things: tuple[Thing, ...]
    props: tuple[Thing, ...] = ()
    regions: Mapping[str, Outline] | None = None
    hand: Hand | None = None

    def bodies(self) -> Iterator[tuple[Thing, Body]]:
        """Everything in the order in which it was laid down."""
        for thing in (*self.props, *self.things):
            for body in thing.bodies:
                yield thing, body

    def bounds(self, *zones: str) -> tuple[Point, Point]:
        """The corners of the box around everything, or around some of the regions."""
        outlines = (
            [(self.regions or {})[zone] for zone in zones]
            if zones
            else [body.corners() for _, body in self.bodies()]
        )
        low, _, high, _ = box(point for outline in outlines for point in outline)
        return low, high


@dataclass(frozen=True)
class Cutout:
    """Something to print and to cut out, as often as the game has it.

    Attributes:
        name: What it is called on the sheet; no two are called the same.
        outline: Its rim.
        print: What is printed on it.
        copies: How often it is in the box.
        kind: What `Game.project` calls this kind of thing; empty where it speaks of none.
        identity: What `Game.project` calls this one.
    """

    name: str
    outline: Outline
    print: Print
    copies: int = 1
    kind: str = ""
    identity: str = ""
