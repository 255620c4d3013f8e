"""Scenes for `companion bench eye`: any position of a game, any home, any printer's art.

Everything comes from a seed. What an owner would have shown the eye before (one photo of each
face, the board, how the figures are coloured) is taken under another lamp and from another side.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.camera.eyes.own_art import drawn_on_grey, own_gallery
from companion.games import find
from companion.games.capabilities import Laid, watchable
from companion.games.propeller_islands.components.pieces import Upgrade
from companion.games.random_games import plies
from companion.tabletop.chart import Measures
from companion.tabletop.observation import Point
from companion.tabletop.outlines import hexagon, moved, rectangle
from companion.tabletop.scenery import Cutout, Figure, FlatPiece, Scenery, Thing
from hardware.art.style import style as style_of
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.renderer import Renderer
from hardware.simulated.takes import Take, take
from hardware.simulated.truth import truth
from vision.faces.crops import cut_tile
from vision.faces.gallery import Face as Shot
from vision.faces.gallery import Gallery
from vision.geometry import Image

_SPACING = 1.15
_OFF = 0.008
"""By which share of a tile its corners are off when somebody cuts it out of a photo."""
_SPARE = 1_000_003
"""Far from the seeds of scenes: photos are taken in another light."""
_IN_A_PHOTO = 40
_PER_MM = 3.0
"""Pixels a millimetre of a board's picture."""
BOARDS = ("forge", "dock-0", "dock-1")
_UPGRADED = 0.75
"""Share of the tiles with room for a token that get one."""


@dataclass(frozen=True)
class Position:
    """A state of a random game, laid on the table."""

    game: Any
    state: Any
    scenery: Scenery


def position(seed: int) -> Position:
    """A position of a random game: the first moves, the last, or any in between."""
    game = watchable(find("propeller-islands"))
    assert isinstance(game, Laid)
    states = [ply.state for ply in plies(game, {"players": 2}, f"eye/{seed}")]
    state = states[int(np.random.default_rng([seed, 41]).integers(len(states)))]
    return Position(game, state, game.scenery(state, seed))


def with_upgrades(table: Position, seed: int) -> Position:
    """The same position with a token on most tiles of the first island that have room for one."""
    rng = np.random.default_rng([seed, 71])
    state = table.state
    every = [Upgrade.parse(each.name) for each in _tokens(table.game.cutouts(state.edition.name))]
    first = state.players[0]
    tiles = {}
    for cell, placed in first.island.tiles.items():
        slots = state.edition.slots_of(placed.tile)
        if slots and not placed.upgrades and rng.random() < _UPGRADED:
            fitting = [each for each in every if each.kind in slots]
            token = fitting[int(rng.integers(len(fitting)))]
            tiles[cell] = replace(placed, upgrades=(token,))
        else:
            tiles[cell] = placed
    first = replace(first, island=replace(first.island, tiles=tiles))
    state = replace(state, players=(first, *state.players[1:]))
    return Position(table.game, state, table.game.scenery(state, seed))


def photo_of(
    faces: Sequence[Cutout], seed: int, style: int, *, tilt: float
) -> tuple[Image, Renderer, Scenery]:
    """Faces laid out in rows and photographed."""
    rng = np.random.default_rng([seed, 43])
    wide, high = (
        _SPACING
        * max(max(p[axis] for p in f.outline) - min(p[axis] for p in f.outline) for f in faces)
        for axis in (0, 1)
    )
    columns = max(1, round((len(faces) * 4 / 3 * high / wide) ** 0.5))
    things = []
    for i, face in enumerate(faces):
        at = Point(i % columns * wide, i // columns * high)
        body = FlatPiece(at, float(rng.uniform(-8, 8)), face.outline, face.print)
        things.append(Thing("face", at, (body,), face.name))
    return _photo(Scenery(tuple(things)), seed, style, tilt=tilt)


def _photo(
    table: Scenery, seed: int, style: int, *, tilt: float
) -> tuple[Image, Renderer, Scenery]:
    shot = take(seed + _SPARE, *table.bounds(), tilt=tilt, style=style)
    if shot.sensor.film is not None:  # nobody keeps a photo in which a lamp mirrors itself
        film = replace(shot.sensor.film, glare=None)
        shot = replace(shot, sensor=replace(shot.sensor, film=film))
    camera = camera_of(shot, table, style)
    return next(camera.frames()).image, camera.renderer, table


def grounds(game: Any) -> list[str]:
    """What tiles are printed on; some tables have a cloth of such a colour."""
    cutouts = game.cutouts(next(iter(game.editions)))
    return sorted({each.print.ground for each in cutouts if each.kind == "tile"})


def camera_of(shot: Take, table: Scenery, style: int) -> SimulatedCamera:
    """The camera of a take."""
    return SimulatedCamera(
        table, shot.view, shot.light, shot.sensor, style=style, seed=shot.seed, cloth=shot.cloth
    )


@dataclass(frozen=True)
class TaughtArt:
    """What an owner has shown the eye: photos of one printer's art."""

    style: int
    tiles: Gallery
    tokens: Gallery
    pictures: dict[str, Image]
    colours: dict[str, tuple[int, int, int]]


def shown(
    game: Any,
    seed: int,
    style: int,
    *,
    names: Container[str] | None = None,
    boards: Container[str] = BOARDS,
) -> TaughtArt:
    """Photos of every face, token, board and figure, each taken once, all by the same lamp.

    `names` are the faces that are shown, if not all; `boards` those of the boards.
    """
    cutouts = game.cutouts(next(iter(game.editions)))
    tiles = [
        each
        for each in cutouts
        if len(each.outline) == 6 and (names is None or each.name.partition(" ")[0] in names)
    ]
    half = len(tiles) // 2
    photos = [tiles] if len(tiles) < _IN_A_PHOTO else [tiles[:half], tiles[half:]]
    return TaughtArt(
        style,
        _gallery(photos, seed, style),
        _gallery([_tokens(cutouts)], seed, style),
        {
            name: _board_picture(board, seed, style)
            for name, board in _boards(cutouts).items()
            if name in boards
        },
        _colours([f"seat-{seat}" for seat in range(4)], seed, style),
    )


def drawn(
    game: Any, measures: Measures, style: int, *, names: Container[str] | None = None
) -> TaughtArt:
    """The same art as it was drawn, for people who play with our own prints."""
    tiles = own_gallery(game, style=style).faces
    return TaughtArt(
        style,
        Gallery(face for face in tiles if names is None or face.name in names),
        own_gallery(game, kind=measures.token_kind, style=style),
        {
            name: drawn_on_grey(board.print, board.outline, _PER_MM, style)
            for name, board in _boards(game.cutouts(next(iter(game.editions)))).items()
        },
        {f"seat-{seat}": style_of(style).colour(f"seat-{seat}") for seat in range(4)},
    )


def _boards(cutouts: Sequence[Cutout]) -> dict[str, Cutout]:
    docks = [each for each in cutouts if each.name.startswith("Dock")]
    return {"forge": cutouts[0]} | {f"dock-{seat}": dock for seat, dock in enumerate(docks)}


def _tokens(cutouts: Iterable[Cutout]) -> list[Cutout]:
    """The tokens that lie on tiles."""
    return [
        c for c in cutouts if c.name.startswith(("banner:", "production:")) or c.name == "joker"
    ]


def _gallery(photos: Sequence[Sequence[Cutout]], seed: int, style: int) -> Gallery:
    rng = np.random.default_rng([seed, 47])
    shots = []
    for faces in photos:
        image, renderer, table = photo_of(faces, seed, style, tilt=12)
        for seen in truth(renderer, table):
            corners = _corners(seen.body, renderer.view)
            off = _OFF * float(np.ptp(corners, axis=0).mean())
            name = str(seen.thing.identity)
            crop = cut_tile(image, corners + rng.normal(0, off, corners.shape))
            shots.append(Shot(name.split(" ", maxsplit=1)[0], crop))
    return Gallery(shots)


def _corners(body: Any, view: Any) -> np.ndarray[Any, Any]:
    """The corners of a tile in the picture, or of the hexagon around a round token."""
    outline = body.outline
    if len(outline) != 6:
        outline = hexagon(2 * max(point.x for point in outline))
    points = np.array(moved(outline, body.at, body.turn))
    found: np.ndarray[Any, Any] = view.project(np.column_stack([points, np.zeros(len(points))]))
    return found


def _colours(tones: Sequence[str], seed: int, style: int) -> dict[str, tuple[int, int, int]]:
    """The colours of figures in a photo of one of each: their middle values."""
    figures = tuple(
        Thing(
            "figure", Point(30.0 * i, 0), (Figure(Point(30.0 * i, 0), 20, 16, False, tone),), tone
        )
        for i, tone in enumerate(tones)
    )
    image, renderer, table = _photo(Scenery(figures), seed, style, tilt=12)
    found = {}
    for seen in truth(renderer, table):
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.rint(seen.outline).astype(np.int32)], 1)
        blue, green, red = np.median(image[cv2.erode(mask, np.ones((5, 5), np.uint8)) > 0], axis=0)
        found[str(seen.thing.identity)] = (int(blue), int(green), int(red))
    return found


def _board_picture(board: Cutout, seed: int, style: int) -> Image:
    """A photo of a board, straightened: four taps on its corners would give the same."""
    image, renderer, table = photo_of([board], seed, style, tilt=10)
    wide, high = (2 * max(abs(p[axis]) for p in board.outline) for axis in (0, 1))
    body: Any = table.things[0].bodies[0]
    box = moved(rectangle(wide, high), body.at, body.turn)
    corners = renderer.view.project([(*point, 0.0) for point in box])
    size = (round(wide * _PER_MM), round(high * _PER_MM))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(image, way, size), np.uint8)
