"""What stands and lies on tiles: figures of one colour, round tokens.

Each tile is compared with the photo of its face (`aligning`). What is left over is looked at from
straight above, together with what is left over on the tiles around: a figure leans over the next
tile when the camera hangs aslant, and stands where its foot is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.chart import Measures
from companion.tabletop.outlines import hexagon
from vision.faces.alignment import Pattern, disc
from vision.faces.crops import SIDE
from vision.faces.gallery import Gallery, Match
from vision.faces.leftover import INSIDE, TILE, Leftover, leftover
from vision.faces.light import light
from vision.geometry import Points, Truths, carry
from vision.reading.zone_reading import ZoneReading
from vision.tiles.figures import FigureBlob, SeenFigure, of_colour
from vision.tiles.meeple import OUTLINED, Pose, silhouette
from vision.tiles.tile_reader import TileReading
from vision.tiles.tile_window import FAINT_DISC, GRAIN, PER_MM, Floats, TileWindow, disc_score
from vision.tiles.tokens import Named, tokens_of
from vision.viewpoint.table_camera import TableCamera

_AROUND = 22.0
"""Millimetres around a tile within which figures that stand on it may be seen."""
_NOTHING = 22.0
"""Square millimetres that may differ on a tile when nothing is on it."""
_FIGURE = 0.45
_NO_LARGER = 1.3
"""How much larger than a token something of the figures' colour may be to be one itself."""
_IS_TOKEN, _LIKE_TOKEN = 1.4, 1.6
"""How little speaks against a token that it is one rather than a figure; and that something larger
may be one."""
_BORROWED = 0.4
"""How much of what seems to lie on a tile another face explains where that may be print."""
_OWN = 0.25
"""Share of a face in the figures' colour from which they can't be told from it."""
_ENOUGH = 0.62
"""Agreement with the likeliest face from which a tile can be compared with it."""
_SEEN = 0.95
"""What a figure is worth."""
_MOST_HIDDEN = 0.45
"""Share of a tile that may be hidden by what is known to lie on it."""
_TELLING, _EXPLAINED = 0.25, 0.5
"""Share of what a token hides that may tell faces apart; and of what differs there how much less
must differ from another face that explains it."""
_PRINTED = 0.2
"""The same of what seems to be a figure: one hides print that another face may have, too."""
_WHITE, _GLARING = 240, 0.2
"""What is white in every channel, nearly as bright as the camera can tell, and how much of a tile
may be."""
_CROP_PER_MM2 = 2.0
_MIDDLE = disc(SIDE, 0.85)
_RIM = np.ones((9, 9), np.uint8)


@dataclass(frozen=True, eq=False)
class _OnTile:
    """A tile with something on it, and the figure that may be that."""

    tile: TileReading
    left: Leftover
    window: TileWindow
    figure: SeenFigure | None
    fit: Pose | None
    may_be_other: bool = False
    """Whether what seems to be a figure may as well be a token, or print."""

    @property
    def at(self) -> Points:
        """Where the figure's foot is, in millimetres."""
        assert self.fit is not None
        return np.asarray(np.array(self.fit.at) / PER_MM + self.window.low)


class ThingsOnTiles:
    """Reads figures and tokens on tiles.

    Args:
        faces: The tiles' faces.
        tokens: The tokens' faces, to name them.
        measures: How large things are.
        owner: What a figure is called.
        tint: Its colour (`figures.tint_of`); without one nothing can be said about figures.
    """

    def __init__(
        self, faces: Gallery, tokens: Gallery, measures: Measures, owner: str, tint: Floats | None
    ) -> None:
        self._faces: dict[str, list[Pattern]] = {}
        self._indices: dict[Pattern, int] = {}
        for index, (face, pattern) in enumerate(zip(faces.faces, faces.colourful, strict=True)):
            self._faces.setdefault(face.name, []).append(pattern)
            self._indices[pattern] = index
        self._gallery, self._measures = faces, measures
        self._tokens = tokens_of(tokens, measures.token, measures.tile)
        self._owner, self._tint = owner, tint
        self._left: dict[TileReading, Leftover | None] = {}
        self._names: dict[TileReading, str | None] = {}
        self._own: dict[str, bool] = {}
        self._again: dict[TileReading, Match] = {}

    def read(
        self, camera: TableCamera, tiles: Mapping[str, TileReading], reading: ZoneReading
    ) -> None:
        """Add what is on the tiles to a reading."""
        self._left = {tile: self._left_on(tile) for tile in tiles.values()}
        self._again = {tile: match for tile, match in self._again.items() if tile in self._left}
        self._names = {tile: name for tile, name in self._names.items() if tile in self._left}
        busy: list[tuple[str, _OnTile]] = []
        for place, tile in tiles.items():
            left = self._left[tile]
            if left is None or (self._tint is None and left.differs.sum() > _NOTHING):
                reading.doubt(place, tile.outline, mark=tile.number)
            elif left.differs.sum() > _NOTHING * _CROP_PER_MM2 or self._has_faint(left):
                busy.append((place, self._looked_at(camera, tile, left)))
        for place, each in busy:
            for other in (each, *(beside for _, beside in busy if beside is not each)):
                if other.fit is not None:
                    each.window.hide(camera, other.at, other.fit.lies)
            self._read_tile(camera, place, each, reading)

    def _looked_at(self, camera: TableCamera, tile: TileReading, left: Leftover) -> _OnTile:
        window = self._window(camera, tile)
        figure = window.find_figure(camera)
        if figure is None:
            return _OnTile(tile, left, window, None, None)
        fit = window.fit(camera, figure)
        blob = window.blob_of(figure)
        if blob is None:
            return _OnTile(tile, left, window, figure, fit)
        own = self._is_own(tile)
        against = self._against_token(camera, tile, left, blob.at / PER_MM + window.low)
        # On a tile of their own colour the rest of a token, blurred, has that colour, too.
        if own or blob.area <= _NO_LARGER * np.pi * window.token_radius**2:
            # A figure seen from above is as large as a token, and may be like one of its colour.
            if against < _IS_TOKEN and fit.share < OUTLINED and not own:
                return _OnTile(tile, left, window, None, None)
            # A sign on a token that fits none of them is no figure as long as it has not the
            # outline.
            is_figure = fit.share >= OUTLINED or (own and window.hides_print(blob))
            unsure = bool(against < np.inf) or not is_figure
        else:
            # A token that has their colour to its rim seems larger: its soft rim is counted in.
            unsure = against < _LIKE_TOKEN
        unsure = unsure or self._is_printed(camera, tile, left, window, blob)
        return _OnTile(tile, left, window, figure, fit, unsure)

    def _against_token(
        self, camera: TableCamera, tile: TileReading, left: Leftover, at: Points
    ) -> float:
        """How much speaks against a token at a point of the table; no end of it if it is none."""
        spot = _in_crop(tile, camera.pixels(at))
        named = self._tokens.name(left.seen, spot, face=left.plain, focus=left.face.focus)
        return np.inf if named is None or not named.is_token else named.against

    def _left_on(self, tile: TileReading) -> Leftover | None:
        """What a tile shows beyond its face; None when nobody knows its face."""
        if tile in self._left:
            return self._left[tile]
        names: tuple[str, ...] = tile.match.likely
        if tile.match.name is not None:
            names = (tile.match.name,)
        elif tile.match.agreement < _ENOUGH:
            return None
        # With a token on it, a tile looks most like a face that has something printed there.
        laid = [(name, leftover(face, tile.crop)) for name in names for face in self._faces[name]]
        if not laid:
            return None
        self._names[tile], left = min(laid, key=lambda each: int(each[1].differs.sum()))
        return left

    def _read_tile(
        self, camera: TableCamera, place: str, on: "_OnTile", reading: ZoneReading
    ) -> None:
        tile, left, window = on.tile, on.left, on.window
        hides: list[Points] = []
        perhaps: list[Points] = []
        clear = True
        if on.figure is not None and on.fit is not None:
            outline = silhouette(camera, on.at, self._measures.figure, on.fit.lies)
            clear = on.figure.score >= _FIGURE or on.fit.share >= OUTLINED
            clear = clear and not on.may_be_other
            # What may be the emblem of a tile that nobody has shown is no excuse.
            is_print = not clear and tile.match.borrowed > _BORROWED
            (perhaps if is_print else hides).append(outline)
            pose = None if self._is_own(tile) else on.fit.word
            kind = self._measures.figure_kind
            reading.see_piece(kind, place, self._owner, _SEEN, outline, pose=pose)
        tokens: list[tuple[Points, Named]] = []
        for at, faint in window.discs():
            spot = at / PER_MM + window.low
            around = camera.pixels(spot + np.array(hexagon(self._measures.token)))
            named = self._tokens.name(
                left.seen,
                _in_crop(tile, camera.pixels(spot)),
                face=left.plain,
                focus=left.face.focus,
            )
            if faint and (named is None or named.faintly == "print"):
                continue
            unsure = named is None or not named.is_token or (faint and named.faintly != "token")
            # What looks like a token may be the emblem of a tile that nobody has shown.
            if named is None or unsure or self._tells(tile, left, around):
                clear = False
                perhaps.append(around)
                continue
            hides.append(around)
            tokens.append((around, named))
        clear = clear and all(each.clear for _, each in tokens) and not window.has_more()
        # In glaring light colours run together: a blue banner was taken for a green token.
        clear = clear and not (tokens and _glares(tile))
        match = self._read_again(tile, left, hides, perhaps)
        # On a face that was taken for another one, what is printed looks like a token.
        is_other = bool(tokens) and not (match.is_fact and match.name == self._names.get(tile))
        # On a tile that nobody has shown, an emblem in the figures' colour looks like a figure.
        is_other |= on.figure is not None and not match.is_fact and tile.match.borrowed > _BORROWED
        known = match.name == self._names.get(tile)
        if match is not tile.match and match.name is not None and (known or not is_other):
            reading.see_tile_again(place, match, tile.outline)
        if not clear or match.name is None or is_other:
            reading.doubt(place, tile.outline, mark=tile.number)
            return
        for around, named in tokens:
            reading.see_piece(self._measures.token_kind, place, named.name, _SEEN, around)

    def _read_again(
        self, tile: TileReading, left: Leftover, hides: list[Points], perhaps: list[Points]
    ) -> Match:
        """What a tile is, without what is known to lie on it.

        What lies there `perhaps` may be the print of another face. Without it a tile has a name
        when it has none otherwise, but that is no fact.
        """
        if tile.match.is_fact and not tile.match.covered:
            return tile.match
        if tile not in self._again:
            match = self._without(tile, left, hides)
            if match.name is None and perhaps:
                match = replace(self._without(tile, left, hides + perhaps), certain=False)
            self._again[tile] = match
        return self._again[tile]

    def _without(self, tile: TileReading, left: Leftover, hides: list[Points]) -> Match:
        hidden = np.zeros((SIDE, SIDE), np.uint8)
        for outline in hides:
            cv2.fillPoly(hidden, [np.rint(_in_crop(tile, outline)).astype(np.int32)], 1)
        # With the shadow and all else that belongs to it.
        _, labels = cv2.connectedComponents((left.differs | (hidden > 0)).astype(np.uint8))
        touched = np.isin(labels, np.unique(labels[hidden > 0])) & (labels > 0)
        whole = cv2.dilate(touched.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        if whole[INSIDE].mean() >= _MOST_HIDDEN:
            return replace(tile.match, certain=False)
        # What is excused now is known; nothing else can stand there.
        excused = np.asarray(whole) if hides else None
        return self._gallery.recognise(tile.crop, excused, bare=True, usual=tile.usual)

    def _tells(self, tile: TileReading, left: Leftover, outline: Points) -> bool:
        """Whether something lies where faces are told apart.

        The face differs there from those that look like it; or another face has that printed.
        """
        hidden = np.zeros((SIDE, SIDE), np.uint8)
        cv2.fillPoly(hidden, [np.rint(_in_crop(tile, outline)).astype(np.int32)], 1)
        # The rim has one colour all around; what lies on a bit of it hides nothing.
        where = (hidden > 0) & INSIDE & _MIDDLE
        telling = left.face.from_face(self._gallery.telling(self._indices[left.face.pattern]))
        if not where.any() or telling[where].mean() > _TELLING:
            return True
        unexplained = _EXPLAINED * left.faint[where].mean()
        return any(other.faint[where].mean() < unexplained for other in self._others(tile))

    def _is_printed(
        self,
        camera: TableCamera,
        tile: TileReading,
        left: Leftover,
        window: TileWindow,
        blob: FigureBlob,
    ) -> bool:
        """Whether what seems to be a figure is just what another face has printed there.

        Then it may be the emblem of a tile that nobody has shown. Excused as a figure, it would
        leave a face that is like that tile in all else, and make it a fact.
        """
        if self._is_own(tile) or (tile.match.is_fact and not tile.match.covered):
            return False
        way, _ = cv2.findHomography((camera.table(tile.outline) - window.low) * PER_MM, TILE)
        where = cv2.warpPerspective(blob.mask.astype(np.uint8), way, (SIDE, SIDE)) > 0
        unexplained = _PRINTED * (left.differs & where).sum()
        return any((other.differs & where).sum() < unexplained for other in self._others(tile))

    def _others(self, tile: TileReading) -> Iterator[Leftover]:
        """What a tile shows beyond each other face that it is likely to be."""
        names = [name for name in tile.match.likely if name != self._names.get(tile)]
        return (leftover(face, tile.crop) for name in names for face in self._faces[name])

    def _coloured(self, tile: TileReading, left: Leftover) -> Truths:
        """Where something of the figures' colour is that doesn't belong there, to its very rim."""
        if self._tint is None:
            return left.differs
        tinted = of_colour(left.seen, self._tint)
        sure = left.differs & tinted
        if self._is_own(tile):
            return sure
        opened = cv2.morphologyEx(sure.astype(np.uint8), cv2.MORPH_OPEN, GRAIN)
        # Two specks that differ would grow over an emblem printed in that colour.
        printed = of_colour(left.plain, self._tint) & ~left.differs
        return tinted & ~printed & (cv2.dilate(opened, _RIM) > 0)

    def _is_own(self, tile: TileReading) -> bool:
        """Whether a tile has the colour of the figures itself: then their outline tells nothing."""
        name = self._names.get(tile) or ""
        if name not in self._own and self._tint is not None:
            shares = [
                of_colour(light(face.crop), self._tint)[INSIDE].mean()
                for face in self._faces.get(name, [])
            ]
            self._own[name] = max(shares, default=0.0) > _OWN
        return self._own.get(name, False)

    def _has_faint(self, left: Leftover) -> bool:
        """Whether something round and pale may lie on a tile."""
        mask = cv2.morphologyEx(left.faint.astype(np.float32), cv2.MORPH_OPEN, GRAIN)
        score = disc_score(np.asarray(mask, np.float32), self._tokens.radius)
        return bool(score[INSIDE].max() > FAINT_DISC)

    def _window(self, camera: TableCamera, tile: TileReading) -> TileWindow:
        reach = self._measures.tile / np.sqrt(3) + _AROUND
        low = tile.at - reach
        side = round(2 * reach * PER_MM)
        figure, other, faint = (np.zeros((side, side), np.float32) for _ in range(3))
        inside = np.zeros((side, side), np.uint8)
        for each, left in self._left.items():
            if left is None or np.linalg.norm(each.at - tile.at) > 1.3 * self._measures.pitch:
                continue
            corners = (camera.table(each.outline) - low) * PER_MM
            way, _ = cv2.findHomography(TILE, corners)
            figure = np.maximum(figure, _laid(self._coloured(each, left), way, side))
            if each is tile:
                # On a tile of the figures' own colour that says nothing about a token.
                own = self._coloured(each, left) & self._is_own(each)
                other, faint = (_laid(e & ~own, way, side) for e in (left.solid, left.faint))
                cv2.fillConvexPoly(inside, np.rint(corners).astype(np.int32), 1)
        return TileWindow(self._measures, tile.at, low, figure, other, faint, inside > 0)


def _glares(tile: TileReading) -> bool:
    """Whether much of a tile is too bright to tell colours."""
    return bool((tile.crop.min(axis=-1) >= _WHITE)[INSIDE].mean() > _GLARING)


def _in_crop(tile: TileReading, pixels: Points) -> Points:
    """Points of the picture on the crop of a tile."""
    way, _ = cv2.findHomography(tile.outline, TILE)
    return carry(np.asarray(way, np.float64), pixels)


def _laid(mask: Truths, way: npt.ArrayLike, side: int) -> Floats:
    opened = cv2.morphologyEx(mask.astype(np.float32), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(cv2.warpPerspective(opened, np.asarray(way), (side, side)), np.float32)
