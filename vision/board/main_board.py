"""Reading a board: dice on its places, tiles beside it."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.chart import Board, Measures, Spot
from companion.tabletop.outlines import Outline
from vision.board.places import Places
from vision.board.standing import (
    CLOSE,
    Box,
    Patch,
    backed_by,
    box_of,
    foot_of,
    pillar,
    propose,
    read_at,
    read_track,
)
from vision.dice.dice import DiceEye, DieReading
from vision.faces.bare import Bare, BoardDifference
from vision.geometry import Image, Points, Truths
from vision.lattice.edges import EdgeField
from vision.lattice.field_search import hexagons
from vision.lattice.field_top import seen_of, unlike_the_table
from vision.reading.zone_reading import NOT_CERTAIN, ZoneReading, box_outline, within
from vision.tiles.figures import Floats, Shape, covered, of_colour
from vision.tiles.tile_reader import TileReader
from vision.viewpoint.table_camera import Anchors, TableCamera

_PER_MM = 1.0
_AROUND = 30.0
"""Millimetres around the places that are looked at too."""
_OFF = 6
"""How far a tile may lie from the middle of its place, in pixels from above."""
_TILE, _PERHAPS, _CLEAR_SIDES = 0.85, 0.6, 0.95
"""How much of a tile's sides must be edges to know exactly where it lies, or that one may."""
_LIES, _NONE = 0.5, 0.2
"""Share of a place's middle that doesn't look like the table where a tile lies, and where none."""
_BESIDE, _CLEAR = 10.0, 3.0
"""Millimetres beside the places within which the table is bare, and how near it may not be."""
_INNER = 0.36
_SURE_FOOT = 3.0
"""Millimetres from the border of a place within which nobody can say on which side a die is."""
_TOO_NEAR = 0.85
"""Two dice can't stand nearer than a side; feet are seen a little off."""
_SAME_DIE = 0.75
"""So far apart, in sides, the finder and the bare board may see the foot of one die."""
_UNEXPLAINED = 0.35
"""Share of a die's foot that may differ on a place without anybody knowing why."""
_STANDS, _EMPTY, _STEP = 0.45, 0.2, 2.0
"""How much of what a figure would hide must be of its colour, how little, and how far it may be."""
_WEIGHT = 0.6
_TRUST = 0.85
"""What a patch that differs is worth at most beside the finder's scores: the reader decides."""


class BoardReader:
    """Reads dice and tiles on the places of one board.

    Args:
        board: Where its places are.
        measures: How large things are.
        dice: Sees dice.
        tiles: Knows tiles.
        picture: The bare board from above, if there is one; without it dice are found less surely,
            and figures not at all.
        tint: The colour of the figures that stand on it (`figures.tint_of`).
    """

    def __init__(
        self,
        board: Board,
        measures: Measures,
        dice: DiceEye,
        tiles: TileReader,
        *,
        picture: Image | None,
        tint: Floats | None = None,
    ) -> None:
        self._board, self._measures = board, measures
        self._dice, self._tiles = dice, tiles
        outline = np.array(board.outline)
        self._bare = None if picture is None else Bare(picture, board.size, outline)
        self._die_spots = [spot for spot in board.spots if "die" in spot.kinds]
        self._tile_spots = [spot for spot in board.spots if "tile" in spot.kinds]
        self._figure_spots = [spot for spot in board.spots if measures.figure_kind in spot.kinds]
        self._tint = tint
        self._places = Places({spot.place: spot.outline for spot in self._die_spots})

    def read(self, image: Image, camera: TableCamera) -> ZoneReading:
        """Everything on the board."""
        reading = ZoneReading(self._board.zone)
        difference = None
        if self._bare is not None:
            top = camera.top(image, self._bare.low, self._bare.size, self._bare.per_mm)
            difference = self._bare.compare(top)
        self._read_dice(image, camera, difference, reading)
        if difference is not None and self._tint is not None:
            self._read_figures(camera, difference, self._tint, reading)
        if self._tile_spots:
            self._read_tiles(image, camera, reading)
        return reading

    def anchors(self, image: Image, camera: TableCamera) -> Anchors | None:
        """Tiles beside the board, whose places are known: they tell how the table is seen."""
        low, top = self._top(image, camera)
        edges = self._edges(top)
        found = [
            (np.mean(spot.outline, axis=0), *self._tile_at(edges, low, spot))
            for spot in self._tile_spots
        ]
        sure = [(middle, at) for middle, at, score in found if score > _TILE]
        if not sure:
            return None
        points, seen = (np.array(each) for each in zip(*sure, strict=True))
        return Anchors(points, camera.pixels(seen), np.full(len(points), _WEIGHT))

    # --- dice ---

    def _read_dice(
        self,
        image: Image,
        camera: TableCamera,
        difference: BoardDifference | None,
        reading: ZoneReading,
    ) -> None:
        side = self._measures.die
        seen = [
            spot for spot in self._die_spots if within([camera.pixels(spot.outline)], camera.size)
        ]
        reading.looked_at |= {spot.place for spot in seen}
        boxes, scores = self._found(image, camera)
        found = len(boxes)
        if difference is not None:
            for at, score in self._proposed(difference, camera, seen):
                boxes.append(box_of(camera, at, side))
                scores.append(float(np.clip((score - 0.15) / 0.4, 0.05, _TRUST)))
        stand: list[tuple[DieReading, Points]] = []
        feet = [foot_of(camera, box, side) for box in boxes]
        backed = backed_by(feet, scores, range(found, len(boxes)), _SAME_DIE * side)
        read = read_at(self._dice, image, boxes, scores, backed=backed, camera=camera, side=side)
        for die in sorted(read, key=lambda d: -d.confidence):
            at = foot_of(camera, die.box, side)
            if all(np.linalg.norm(at - other) > _TOO_NEAR * side for _, other in stand):
                stand.append((die, at))
        for die, at in stand:
            placed = self._places.at(at, _SURE_FOOT)
            if placed.name is None:
                continue
            outline = box_outline(die.box)
            if not placed.certain:
                reading.doubt(placed.name, outline, str(die.value))
            confidence = die.confidence if die.certain else min(die.confidence, NOT_CERTAIN)
            reading.see_die(die.value, placed.name, confidence, outline)
        if difference is not None:
            self._doubt_the_rest(difference, camera, [at for _, at in stand], seen, reading)

    def _found(self, image: Image, camera: TableCamera) -> tuple[list[Box], list[float]]:
        """What the finder says about the part of the picture where dice can be."""
        points = np.concatenate([np.array(spot.outline) for spot in self._die_spots])
        high = np.column_stack([points, np.full(len(points), self._measures.die)])
        seen = np.vstack([camera.pixels(points), camera.pixels(high)])
        x0, y0 = np.maximum(np.floor(seen.min(axis=0)), 0).astype(int)
        x1, y1 = np.ceil(seen.max(axis=0)).astype(int) + 1
        part = image[y0:y1, x0:x1]
        if min(part.shape[:2]) < 32:
            return [], []
        found = self._dice.find(part, CLOSE)
        boxes: list[Box] = []
        scores: list[float] = []
        for box, score in zip(found.boxes + np.array([x0, y0, x0, y0]), found.scores, strict=True):
            at = foot_of(camera, box, self._measures.die)
            usual = np.array(box_of(camera, at, self._measures.die))
            size = np.sqrt(np.prod(box[2:] - box[:2]) / np.prod(usual[2:] - usual[:2]))
            if 0.7 < size < 1.4 and self._places.at(at, 0).name is not None:
                boxes.append((float(box[0]), float(box[1]), float(box[2]), float(box[3])))
                scores.append(float(score))
        return boxes, scores

    def _proposed(
        self, difference: BoardDifference, camera: TableCamera, spots: Sequence[Spot]
    ) -> list[tuple[Points, float]]:
        assert self._bare is not None
        side, bare = self._measures.die, self._bare
        patches = {}
        for spot in spots:
            middle = np.mean(spot.outline, axis=0)
            patches[spot.place] = (middle, Patch.at(camera, middle, side, bare.per_mm))
        reach = max(
            float(
                np.linalg.norm(np.array(spot.outline) - np.mean(spot.outline, axis=0), axis=1).max()
            )
            for spot in self._die_spots
        )
        return list(propose(difference, bare, patches, reach=0.75 * reach, apart=side))

    def _doubt_the_rest(
        self,
        difference: BoardDifference,
        camera: TableCamera,
        feet: Sequence[Points],
        spots: Sequence[Spot],
        reading: ZoneReading,
    ) -> None:
        """A place where something solid lies that is no die that was read is left open."""
        assert self._bare is not None
        bare, side = self._bare, self._measures.die
        rest = difference.solid.astype(np.uint8)
        for at in feet:
            hidden = (camera.table(pillar(camera, at, side, 0.9)) - bare.low) * bare.per_mm
            hull = cv2.convexHull(np.asarray(hidden, np.float32))
            cv2.fillConvexPoly(rest, np.rint(hull).astype(np.int32), 0)
        grain = np.ones((max(3, round(3 * bare.per_mm)),) * 2, np.uint8)
        rest = np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, grain))
        most = _UNEXPLAINED * (side * bare.per_mm) ** 2
        for spot in spots:
            mask = np.zeros_like(rest)
            outline = (np.array(spot.outline) - bare.low) * bare.per_mm
            cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1)
            if int((rest & mask).sum()) > most:
                reading.doubt(spot.place, camera.pixels(spot.outline))

    # --- figures ---

    def _read_figures(
        self, camera: TableCamera, difference: BoardDifference, tint: Floats, reading: ZoneReading
    ) -> None:
        """Who stands on which place: something of their colour hides what a figure would hide."""
        assert self._bare is not None
        bare = self._bare
        evidence = (difference.differs & of_colour(difference.seen, tint)).astype(np.float32)
        evidence = np.asarray(
            cv2.morphologyEx(evidence, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        )
        for spot in self._figure_spots:
            outline = camera.pixels(spot.outline)
            if not within([outline], camera.size):
                continue
            reading.looked_at.add(spot.place)
            middle = np.mean(spot.outline, axis=0)
            shape = Shape.at(camera, middle, self._measures.figure, bare.per_mm, lying=False)
            at = (middle - bare.low) * bare.per_mm
            share, _ = covered(evidence, shape, at, round(_STEP * bare.per_mm))
            if share > _STANDS:
                reading.see_piece(
                    self._measures.figure_kind, spot.place, self._board.owner, 0.95, outline
                )
            elif share > _EMPTY:
                reading.doubt(spot.place, outline)
        if self._board.track is not None:
            box, outline = read_track(self._board.track, evidence, bare, camera)
            if box is not None and within([outline], camera.size):
                reading.show("marker", str(box), self._board.track.place, outline)

    # --- tiles ---

    def _read_tiles(self, image: Image, camera: TableCamera, reading: ZoneReading) -> None:
        low, top = self._top(image, camera)
        edges = self._edges(top)
        strange = unlike_the_table(top, self._beside(camera, low, top.shape[1::-1]))
        reach = round(_INNER * self._measures.tile * _PER_MM)
        for spot in self._tile_spots:
            outline = camera.pixels(spot.outline)
            if not within([outline], camera.size):
                continue
            reading.looked_at.add(spot.place)
            at, sides = self._tile_at(edges, low, spot)
            x, y = np.rint((np.mean(spot.outline, axis=0) - low) * _PER_MM).astype(int)
            part = strange[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
            share = float(part.mean())
            unmarked = share < _LIES and sides > _CLEAR_SIDES
            if share < _NONE and not unmarked:
                continue
            if not unmarked and (share < _LIES or sides < _PERHAPS):
                reading.doubt(spot.place, outline)
                continue
            tile = self._tiles.read(image, camera, at, 0.0, bare=True)
            if unmarked and tile.match.name is None:
                reading.doubt(spot.place, outline)
            else:
                reading.see_tile(spot.place, tile.match, tile.outline)

    def _beside(self, camera: TableCamera, low: Points, size: tuple[int, ...]) -> Truths:
        """Where the table is bare, close to the places for tiles."""
        places, all_ = np.zeros(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
        for spot in self._tile_spots:
            cv2.fillPoly(places, [_pixels(spot.outline, low)], 1)
        cv2.fillPoly(all_, [_pixels(self._board.outline, low)], 1)
        near, too_near = (2 * round(each * _PER_MM) + 1 for each in (_BESIDE, _CLEAR))
        ring = cv2.dilate(places, np.ones((near, near), np.uint8)) > 0
        ring &= cv2.dilate(places | all_, np.ones((too_near, too_near), np.uint8)) == 0
        return np.asarray(ring & seen_of(camera, low, (size[0], size[1]), _PER_MM))

    def _top(self, image: Image, camera: TableCamera) -> tuple[Points, Image]:
        """The tiles' places from straight above, and the corner of that picture."""
        points = np.concatenate([np.array(spot.outline) for spot in self._tile_spots])
        low = points.min(axis=0) - _AROUND
        wide, high = (int(n) for n in np.ceil((points.max(axis=0) + _AROUND - low) * _PER_MM))
        return low, camera.top(image, low, (wide, high), _PER_MM)

    def _edges(self, top: Image) -> Floats:
        return hexagons(EdgeField(top), self._measures.tile * _PER_MM, 0.0)

    def _tile_at(self, edges: Floats, low: Points, spot: Spot) -> tuple[Points, float]:
        """Where around a place a tile's sides fit best, and how well."""
        x, y = np.rint((np.mean(spot.outline, axis=0) - low) * _PER_MM).astype(int)
        part = edges[y - _OFF : y + _OFF + 1, x - _OFF : x + _OFF + 1]
        best = int(part.argmax())
        row, column = divmod(best, part.shape[1])
        at = np.array([x - _OFF + column, y - _OFF + row]) / _PER_MM + low
        return at, float(part.flat[best])


def _pixels(outline: Outline, low: Points) -> npt.NDArray[np.int32]:
    """An outline in pixels of a picture from above."""
    return np.rint((np.array(outline) - low) * _PER_MM).astype(np.int32)
