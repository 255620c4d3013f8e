"""A copy that looks otherwise: known by what its owner has taught, found by printed markers."""

from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera.eyes.opening import open_owners_eye
from companion.camera.eyes.own_art import own_gallery
from companion.camera.eyes.own_kit import free_rectangle, marker_places
from companion.games import find
from companion.games.random_games import plies
from companion.phones.camera_record.record import SetupFile
from companion.tabletop.observation import Point
from companion.tabletop.scenery import Body, FlatPiece, Print, Scenery
from hardware.frame import Frame
from hardware.printing.markers import CORNER_CUT, CORNER_SIZE, corner_marker
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.viewpoint import Viewpoint, above
from vision.faces.gallery_file import save_gallery
from vision.geometry import Image
from vision.reading.look import Look

GAME: Any = find("propeller-islands")
STYLE = 7
BITS = 6


@cache
def state() -> Any:
    """After the first roll."""
    return [*islice(plies(GAME, {"players": 2, "hands": "hidden"}, 1), 25)][-1].state


def with_other_board(scenery: Scenery) -> Scenery:
    """The same table with a Forge that has nothing of ours but its outline."""
    other = Print("back-II", picture="worker", title="Made by somebody else")

    def painted(body: Body) -> Body:
        return replace(body, print=other) if isinstance(body, FlatPiece) else body

    props = [
        replace(prop, bodies=tuple(map(painted, prop.bodies))) if prop.identity == "forge" else prop
        for prop in scenery.props
    ]
    return replace(scenery, props=tuple(props))


def on_table(picture: Image, view: Viewpoint, square: Any, flat: Image) -> None:
    """Lay a flat picture on the table, into a square in millimetres around the board's middle."""
    side = flat.shape[0]
    begins = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    ends = view.project([(x, y, 0.0) for x, y in square]).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(begins, ends)
    size = picture.shape[1], picture.shape[0]
    laid = cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(flat, 255), matrix, size) > 127
    picture[mask] = np.repeat(laid[..., None], 3, axis=2)[mask]


@cache
def unmarked() -> tuple[Image, Viewpoint]:
    """The table of somebody whose copy looks otherwise, and from where it is seen."""
    scenery = with_other_board(GAME.scenery(state(), 1))
    wide, high = free_rectangle(GAME.chart(state()))
    corner = Point(wide / 2 + CORNER_CUT, high / 2 + CORNER_CUT)
    view = above(Point(-corner.x, -corner.y), corner, tilt=15, size=(1280, 960))
    return next(SimulatedCamera(scenery, view, style=STYLE, seed=1).frames()).image, view


def photo(markers: int) -> Image:
    """That table with some markers around the board."""
    picture, view = unmarked()[0].copy(), unmarked()[1]
    chart = GAME.chart(state())
    middle = np.array(chart.main.size) / 2
    rim = round((CORNER_CUT - CORNER_SIZE) / 2 / CORNER_SIZE * BITS * 20)
    for number, corners in [*marker_places(chart).items()][:markers]:
        marker = np.kron(corner_marker(number), np.ones((20, 20), np.uint8))
        flat = cv2.copyMakeBorder(marker, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=230)
        at = corners.mean(axis=0) - middle
        around = at + (corners - corners.mean(axis=0)) * CORNER_CUT / CORNER_SIZE
        on_table(picture, view, around, np.asarray(flat, np.uint8))
    return picture


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("taught") / "mine.gallery"
    save_gallery(own_gallery(GAME, style=STYLE), path)
    return path


def looked(gallery: Path, picture: Image) -> Look:
    file = SetupFile(gallery.parent, "usb:0", GAME.id)
    eye = open_owners_eye(GAME, state(), gallery, file)
    for number in range(6):
        look = eye.look(Frame(picture, float(number), "test"))
    return look


@pytest.mark.parametrize("markers", [4, 2])
def test_dice_and_tiles_of_another_copy_are_read_between_markers(
    gallery: Path, markers: int
) -> None:
    look = looked(gallery, photo(markers))
    assert look.reason is None
    seen = next(each for each in look.observations if each.zone == "forge")
    expected = GAME.project(state(), "forge")
    assert seen.at_rest
    assert sorted((d.place, d.value) for d in seen.dice) == sorted(
        (d.place, d.value) for d in expected.dice if d.place not in seen.hidden
    )
    assert len(seen.dice) >= 4
    names = {p.place: p.identity for p in expected.pieces}
    certain = [p for p in seen.pieces if p.identity and p.confidence >= 0.9]
    assert len(certain) >= 9
    assert all(names[p.place] == p.identity for p in certain)


def test_without_markers_a_board_of_another_look_is_not_found(gallery: Path) -> None:
    look = looked(gallery, photo(1))
    assert look.reason
    assert not [each for each in look.observations if each.at_rest]


def test_the_page_about_cameras_says_where_the_markers_lie() -> None:
    wide, high = free_rectangle(GAME.chart(state()))
    page = Path(__file__).parents[3] / "docs" / "cameras.md"
    assert f"{wide:.0f} x {high:.0f} mm" in page.read_text("utf-8")
