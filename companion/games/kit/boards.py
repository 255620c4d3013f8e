"""Boards and fields of tiles on phones: what lies where is drawn as the chart and the faces say.

What lies there is what a camera should see (`project`), a spot's outline is that of the `chart`,
and what is printed on a thing is its `cutout`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

from companion.common.remembering import remembering
from companion.common.words import joined, say, say_n
from companion.games.capabilities import Laid, Rules, Watchable
from companion.games.kit import defaults
from companion.games.panels import (
    GROUNDS,
    TONES,
    BoardPanel,
    DrawnPiece,
    HasLooks,
    Looks,
    Token,
)
from companion.games.protocol import Seat
from companion.games.secrets import public
from companion.tabletop.chart import Board, Chart, Spot, TileField
from companion.tabletop.observation import Piece, Point
from companion.tabletop.outlines import HexGrid, Outline, box, hexagon, middle, moved
from companion.tabletop.scenery import Cutout, Mark
from companion.tabletop.sight import LyingThing

AnyRules = Rules[Any, Any]

#: Signs that every page has.
FIGURE, LYING, DOT = "figure", "figure-lying", "dot"


class There(NamedTuple):
    """What lies at a place."""

    dice: list[int]
    pieces: list[Piece]


def lying(game: Any, state: Any, zone: str) -> dict[str, There]:
    """By place, what lies in a zone."""
    found: dict[str, There] = {}
    seen = game.project(state, zone)
    for die in seen.dice:
        found.setdefault(str(die.place), There([], [])).dice.append(die.value)
    for piece in seen.pieces:
        found.setdefault(str(piece.place), There([], [])).pieces.append(piece)
    return found


def owner(zone: str) -> Seat | None:
    """The seat of a zone such as `board:1`."""
    seat = zone.rpartition(":")[2]
    return int(seat) if ":" in zone and seat.isdecimal() else None


def name(zone: str) -> str:
    """A zone without its seat."""
    return zone.partition(":")[0]


def boards(game: AnyRules, state: Any, before: Any = None) -> dict[str, BoardPanel]:
    """A drawing of each zone that has a board or where tiles are laid; what differs is news."""
    if not isinstance(game, Laid) or not isinstance(game, Watchable):
        return {}
    atlas = _atlas_of(game, state)
    now, old = game.parts(state), game.parts(before) if before else {}
    return {
        zone: _board(atlas, zone, (state, before), now[zone], old.get(zone))
        for zone in atlas.grounds
        if zone in now
    }


def choosing(
    game: AnyRules, state: Any, seat: Seat | None, places: tuple[str, ...]
) -> BoardPanel | None:
    """A drawing with numbers at the places to choose from; None where no board has any of them.

    It is the board of the seat if that has some, else the first board that does.
    """
    drawn = boards(game, public(game, state))
    for zone in sorted(drawn, key=lambda zone: owner(zone) != seat):
        panel, atlas = drawn[zone], _atlas_of(game, state)
        known = (place for place in places if atlas.knows(zone, place))
        here = {place: str(number) for number, place in enumerate(known, 1)}
        if here:
            pieces = [replace(p, badge=here.pop(p.place, "")) for p in panel.pieces]
            pieces += (atlas.free(zone, place, number) for place, number in here.items())
            label = say("{board}, and places to choose", board=panel.label)
            return replace(panel, pieces=tuple(pieces), label=label)
    return None


def _atlas_of(game: Any, state: Any) -> "_Atlas":
    return _atlas(game, game.edition_of(state), len(game.score(state)), state)


@remembering(most=8, by=lambda game, edition, seats, state: (game, edition, seats))
def _atlas(game: Any, edition: str, seats: int, state: Any) -> "_Atlas":
    cutouts = game.cutouts(edition)
    faces = {(cut.kind, cut.identity): cut for cut in cutouts if cut.kind}
    looks = game.looks if isinstance(game, HasLooks) else Looks()
    return _Atlas(game, game.chart(state), faces, {cut.outline: cut for cut in cutouts}, looks)


@remembering(
    most=128, by=lambda atlas, zone, states, now, old: (atlas, zone, *now, None, *(old or (0,)))
)
def _board(
    atlas: "_Atlas", zone: str, states: tuple[Any, Any], now: tuple[Any, ...], old: Any
) -> BoardPanel:
    state, before = states
    earlier = None if old is None else lying(atlas.game, before, zone)
    return atlas.panel(zone, lying(atlas.game, state, zone), earlier)


class _Spot(NamedTuple):
    """A place on a board, or (without a `ground`) where a tile was laid."""

    place: str
    at: Point
    outline: Outline
    ground: str


@dataclass(frozen=True, eq=False)
class _Atlas:
    """Where things are on the boards of a table, and how they look."""

    game: Any
    chart: Chart
    faces: Mapping[tuple[str, str], Cutout]
    printed: Mapping[Outline, Cutout]
    looks: Looks

    @cached_property
    def grounds(self) -> dict[str, Board | TileField]:
        """By zone, its board or field; the first board comes first."""
        every: tuple[Board | TileField, ...] = (*self.chart.boards, *self.chart.fields)
        return {one.zone: one for one in every}

    @cached_property
    def _symbols(self) -> set[str]:
        return {name for kind in self.looks.symbols.values() for name in kind}

    def panel(
        self, zone: str, now: dict[str, There], earlier: dict[str, There] | None
    ) -> BoardPanel:
        """A board or field with what lies on it, now and earlier."""
        ground, title = self.grounds[zone], defaults.zone_name(self.game, zone)
        pieces: list[DrawnPiece] = []
        label = title
        if isinstance(ground, TileField):
            spots = [spot for place in now if (spot := self._cell(ground, place))]
            label = say_n("{board}: {n} piece", "{board}: {n} pieces", len(spots), board=title)
        else:
            spots = [self._spot(spot) for spot in ground.spots]
            pieces += self._printed(ground)
        for spot in spots:
            there = now.get(spot.place, There([], []))
            fresh = earlier is not None and _is_news(earlier.get(spot.place), there)
            pieces.append(_piece(self, spot, tuple(there.dice), tuple(there.pieces), fresh))
        return BoardPanel(name=name(zone), title=title, label=label, pieces=tuple(pieces))

    def _spot(self, spot: Spot) -> _Spot:
        at = middle(spot.outline)
        around = moved(spot.outline, Point(-at.x, -at.y), 0)
        holds_faces = any(kind in spot.kinds for kind, _ in self.faces)
        return _Spot(spot.place, at, around, "empty" if holds_faces else "spot")

    def _cell(self, field: TileField, place: str) -> _Spot | None:
        """A cell as the owner of its field sees it."""
        found = _pattern(field.place).fullmatch(place)
        if found is None:
            return None
        cell, sizes = (int(found["q"]), int(found["r"])), self.chart.measures
        return _Spot(place, HexGrid(sizes.pitch).middle(cell), hexagon(sizes.tile), "")

    def _printed(self, board: Board) -> Iterator[DrawnPiece]:
        """A board with the pictures that are printed on it."""
        name = defaults.zone_name(self.game, board.zone)
        yield DrawnPiece((0, 0), board.size[0], board.outline, "board", name)
        cut = self.printed.get(board.outline)
        for inlay in cut.print.inlays if cut else ():
            picture, size = inlay.print.picture, _width(inlay.outline)
            if picture in self._symbols:
                ground = self.ground(inlay.print.ground)
                yield DrawnPiece(inlay.at, size, inlay.outline, ground, name, picture=picture)

    def knows(self, zone: str, place: str) -> bool:
        """Whether a place is on that board or field."""
        ground = self.grounds[zone]
        if isinstance(ground, TileField):
            return _pattern(ground.place).fullmatch(place) is not None
        return any(spot.place == place for spot in ground.spots)

    def free(self, zone: str, place: str, number: str) -> DrawnPiece:
        """An empty cell of a field that can be chosen."""
        field, label = self.grounds[zone], say("Place {number}", number=number)
        cell = self._cell(field, place) if isinstance(field, TileField) else None
        assert cell is not None, "empty spots of a board are drawn anyhow"
        size = self.chart.measures.tile
        return DrawnPiece(cell.at, size, cell.outline, "free", label, place, badge=number)

    def ground(self, name: str) -> str:
        """The colour behind writing."""
        own = name if name.startswith("seat-") else _any(GROUNDS, name)
        return self.looks.grounds.get(name, own)

    def token(self, mark: Mark, label: str = "") -> Token:
        """A printed sign; one of something that has a sign too carries that."""
        over = mark.tone if mark.tone in self._symbols and mark.tone != mark.icon else ""
        symbol = mark.icon if mark.icon in self._symbols else DOT
        return Token(symbol, tone(self.looks, mark.tone or mark.icon), label, over)

    def sign(self, thing: LyingThing, label: str) -> Token:
        """Something small that lies on something else, or stands on it."""
        face = self.faces.get((thing.kind, thing.identity or ""))
        if face is not None:
            return self.token(face.print.emblem or Mark(face.print.picture), label)
        colour = tone(self.looks, thing.identity or thing.kind)
        return Token(LYING if thing.pose == "lying" else FIGURE, colour, label)


def tone(looks: Looks, name: str) -> str:
    """The colour of a sign; a seat has its own, and a name that nobody chose one for gets one."""
    return name if name.startswith("seat-") else looks.tones.get(name) or _any(TONES, name)


def _any(colours: tuple[str, ...], name: str) -> str:
    return colours[crc32(name.encode()) % len(colours)]


def _is_news(old: There | None, new: There) -> bool:
    """Whether pieces differ; that figures stand up again is no news, nor are dice."""
    before, now = old.pieces if old else [], new.pieces
    if [(p.kind, p.identity) for p in before] != [(p.kind, p.identity) for p in now]:
        return True
    pairs = zip(before, now, strict=True)
    return any(was.pose != "lying" and piece.pose == "lying" for was, piece in pairs)


def _hangs_on(*given: Any) -> tuple[Any, ...]:
    atlas, spot, dice, pieces, fresh = given
    return atlas, spot.place, int(fresh), *dice, None, *pieces


@remembering(most=2048, by=_hangs_on)
def _piece(
    atlas: _Atlas, spot: _Spot, dice: tuple[int, ...], pieces: tuple[Piece, ...], fresh: bool
) -> DrawnPiece:
    """A place with all that lies there: the first thing, if it has a face, bears the others."""
    game, place, short = atlas.game, spot.place, ""
    things = [LyingThing(p.kind, p.identity, p.pose) for p in pieces]
    words = [defaults.thing_name(game, thing) for thing in things]
    said = [*words, *(defaults.thing_name(game, LyingThing("die", str(n))) for n in dice)]
    label = joined(said, ", ") if said else say("empty")
    if spot.ground:
        label = say("{place}: {things}", place=defaults.place_name(game, place), things=label)
        short = place.rpartition("/")[2]
    size = _width(spot.outline)
    piece = DrawnPiece(spot.at, size, spot.outline, spot.ground, label, place, dice=dice)
    tokens = tuple(map(atlas.sign, things, words))
    base = atlas.faces.get((things[0].kind, things[0].identity or "")) if things else None
    if base is None:
        is_plain = spot.ground == "spot" and not tokens
        return (
            replace(piece, number=short) if is_plain else replace(piece, note=short, tokens=tokens)
        )
    print_ = base.print
    return replace(
        piece,
        size=_width(base.outline),
        outline=base.outline,
        ground=atlas.ground(print_.ground),
        number=print_.die or print_.number,
        name=print_.title,
        note=" \N{MIDDLE DOT} ".join(filter(None, (short, print_.corner))),
        mark=atlas.token(print_.emblem) if print_.emblem else None,
        tokens=tokens[1:],
        fresh=fresh,
    )


def _width(outline: Outline) -> float:
    low, _, high, _ = box(outline)
    return high.x - low.x


@remembering(most=32)
def _pattern(place: str) -> re.Pattern[str]:
    text = re.escape(place)
    for name in "qr":
        text = text.replace(re.escape(f"{{{name}}}"), rf"(?P<{name}>-?\d+)")
    return re.compile(text)
