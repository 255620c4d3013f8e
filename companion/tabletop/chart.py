"""What a game tells an eye: where things can be on its table, how large they are, in millimetres.

No rule is in it and no pixel. The table's millimetres begin in the middle of the first board, the
one by which the table is found; x grows to the right and y towards the near edge, as in a
`Scenery`. Where other boards and the tiles of a seat lie is a proposal, made from the set-up:
people may draw other regions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, moved


@dataclass(frozen=True)
class Spot:
    """A named place on a board.

    Attributes:
        place: As `Game.project` calls it.
        outline: Around the board's middle.
        kinds: What can be there: `die`, `tile`, or the kind of the game's figures.
    """

    place: str
    outline: Outline
    kinds: frozenset[str]


@dataclass(frozen=True)
class Track:
    """Boxes in a row on a board, one of which has a marker.

    Attributes:
        place: What it is called.
        boxes: Their middles around the board's middle; the first is 0.
        marker: How wide and high the marker is.
    """

    place: str
    boxes: tuple[Point, ...]
    marker: float


@dataclass(frozen=True)
class Board:
    """A board that lies on the table.

    Attributes:
        name: What its picture is called.
        zone: The zone to which its places belong.
        outline: Its rim, around its middle.
        at: Where its middle lies when people follow the set-up.
        turn: How it is turned then, in degrees clockwise.
        spots: Its places.
        owner: Whose figures stand on it, by the name of their colour; empty for nobody's.
        track: Where its owner counts, if it has such a track.
    """

    name: str
    zone: str
    outline: Outline
    at: Point
    turn: float
    spots: tuple[Spot, ...]
    owner: str = ""
    track: Track | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box around its outline, which is around (0, 0)."""
        return 2 * max(abs(p.x) for p in self.outline), 2 * max(abs(p.y) for p in self.outline)

    def laid(self, outline: Outline) -> Outline:
        """An outline of this board on the table."""
        return moved(outline, self.at, self.turn)


@dataclass(frozen=True)
class TileField:
    """A part of the table where hexagonal tiles are laid side to side.

    Attributes:
        zone: Its zone.
        place: How its cells are called, with `{q}` and `{r}` for the axial coordinates.
        origins: Identities of the tile at (0, 0).
        turn: How the field is turned, to within a twelfth of a turn, in degrees clockwise; 0 has
            the cell (1, 0) to the right of (0, 0).
        owner: Whose figures stand on it, by the name of their colour.
        tokens: Whether tokens may lie on its tiles.
    """

    zone: str
    place: str
    origins: frozenset[str]
    turn: float = 0.0
    owner: str = ""
    tokens: bool = True

    def place_of(self, q: int, r: int) -> str:
        """What a cell is called."""
        return self.place.format(q=q, r=r)


@dataclass(frozen=True)
class Measures:
    """How large things are, in millimetres.

    Attributes:
        tile: From flat side to flat side.
        pitch: From the middle of a tile to the middle of its neighbour.
        die: The side of a die.
        figure: The height of a standing figure.
        token: The diameter of a round token that lies on tiles.
        figure_kind: What the game calls its figures.
        token_kind: What the game calls its tokens.
    """

    tile: float
    pitch: float
    die: float
    figure: float
    token: float
    figure_kind: str = "figure"
    token_kind: str = "token"


@dataclass(frozen=True)
class Chart:
    """A table as an eye needs to know it.

    Attributes:
        boards: The first is the one by which the table is found.
        fields: Where tiles are laid.
        measures: How large things are.
        regions: For each zone the part of the table where it lies.
    """

    boards: tuple[Board, ...]
    fields: tuple[TileField, ...]
    measures: Measures
    regions: Mapping[str, Outline] = field(default_factory=dict)

    @property
    def main(self) -> Board:
        """The board by which the table is found."""
        return self.boards[0]

    def with_regions(self, regions: Mapping[str, Outline]) -> "Chart":
        """The same chart with some zones elsewhere, as people drew them."""
        return replace(self, regions={**self.regions, **regions})

    def only(self, *zones: str) -> "Chart":
        """The same chart with nothing but these zones; the main board stays."""
        return replace(
            self,
            boards=tuple(b for b in self.boards if b is self.main or b.zone in zones),
            fields=tuple(f for f in self.fields if f.zone in zones),
            regions={zone: each for zone, each in self.regions.items() if zone in zones},
        )


def on_track(total: int, last: int) -> tuple[int, int]:
    """How a track that ends at `last` shows a total: tokens and marker.

    A token is taken when the total goes beyond the end, so the marker stays on the end itself.

    >>> on_track(15, 15), on_track(16, 15)
    ((0, 15), (1, 1))
    """
    tokens = max(0, total - 1) // last
    return tokens, total - tokens * last
