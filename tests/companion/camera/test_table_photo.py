"""Photos of the print-and-play set: a whole table, an island by itself, and what is neither."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera.eyes.own_art import own_gallery
from companion.camera.photos import answers as photo_answers
from companion.camera.photos.table_photo import PhotoEye, PhotoEyes
from companion.cli import main
from companion.common.errors import InputError
from companion.games import find
from companion.games.random_games import plies
from companion.tabletop.sight import Sight
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.light import Light
from hardware.simulated.viewpoint import above
from vision.faces.gallery import Gallery
from vision.faces.gallery_file import save_gallery
from vision.geometry import Image

GAME: Any = find("propeller-islands")
STATE = [ply.state for ply in plies(GAME, {"players": 2, "hands": "hidden"}, 3)][150]
SCENERY = GAME.scenery(STATE, 5)
ISLAND = {
    f"({cell[0]},{cell[1]})": str(placed.tile)
    for cell, placed in STATE.players[1].island.tiles.items()
}
#: Tiles on which nothing stands or lies; of the others a question is good enough.
OPEN = [
    f"({cell[0]},{cell[1]})"
    for cell, placed in STATE.players[1].island.tiles.items()
    if placed.worker is None and not placed.upgrades
]


@cache
def photo(*zones: str, tilt: float, turn: float, size: tuple[int, int] = (1280, 960)) -> Image:
    view = above(*SCENERY.bounds(*zones), tilt=tilt, turn=turn, size=size)
    camera = SimulatedCamera(SCENERY, view, Light(warmth=0.5, azimuth=40), seed=3)
    return next(camera.frames()).image


@pytest.fixture(scope="module")
def eye() -> PhotoEye:
    return PhotoEye(GAME, 2, threads=1)


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a photo of an island."""
    folder = tmp_path_factory.mktemp("photos")
    picture = photo("island:1", tilt=28, turn=20, size=(1000, 750))
    cv2.imwrite(str(folder / "island.png"), picture)
    return folder


def test_an_island_by_itself_is_named_tile_by_tile(
    album: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["look", str(album / "island.png"), "--game", GAME.id, "--threads", "1", "--json"]
    assert main([*words, "--annotate", str(album / "seen")]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["board"] is None
    placed = {tile["place"]: tile for tile in answer["tiles"] if tile["place"]}
    assert placed.keys() >= ISLAND.keys()
    for place, name in ISLAND.items():
        tile = placed[place]
        assert tile["id"] == name or not tile["certain"], place
    wrong = [place for place in OPEN if placed[place]["id"] != ISLAND[place]]
    assert len(wrong) <= 0.15 * len(OPEN), wrong
    assert cv2.imread(str(album / "seen" / "island.jpg")).shape == (750, 1000, 3)


def test_people_are_told_names_and_no_codes(eye: PhotoEye) -> None:
    look = eye.look(photo("forge", "island:0", tilt=24, turn=-14))
    lines = [*photo_answers.in_words(look, GAME)]
    assert lines[0] == "the board was found"
    places = [line.split(": ")[0] for line in lines[1:]]
    assert len(places) == len(set(places)), "each place is named once, and by itself"
    said = "\n".join(lines)
    assert "market slot C1: " in said
    assert "island of Player 1 (0,0): Capitol (01), a" in said
    assert not re.search(r"\b\d\d/|seat-|hub:|banner:|island/", said)


def test_gaps_of_an_island_are_no_tiles_and_its_figures_no_dice(eye: PhotoEye) -> None:
    look = eye.look(photo("island:1", tilt=28, turn=20))
    tiles = {one.place for one in look.beliefs if one.kind == "tile" and one.zone == "island 1"}
    assert tiles == ISLAND.keys()
    assert not [one.label for one in look.beliefs if one.kind == "die"]
    workers = {(one.place, one.label) for one in look.beliefs if one.kind == "worker"}
    standing = {(p, "seat-1") for p in ISLAND.keys() - set(OPEN)}
    assert workers
    assert workers <= standing


def test_a_table_is_read_around_its_board_and_nothing_certain_is_wrong(eye: PhotoEye) -> None:
    picture = photo("forge", "island:0", tilt=24, turn=-14)
    answer = photo_answers.as_json(picture, eye.look(picture))
    assert answer["board"] is not None
    things = [thing for zone in GAME.zones(STATE) for thing in _things(zone)]
    for die in answer["dice"]:
        assert (die["place"], str(die["value"])) in things or not die["certain"], die
    for tile in answer["tiles"]:
        assert (tile["place"], tile["id"]) in things or not tile["certain"], tile
    read = {die["place"] for die in answer["dice"]}
    assert read >= {place for place, _ in things if place.startswith("forge/")}
    named = [tile for tile in answer["tiles"] if tile["id"]]
    assert len(named) >= 8


def _things(zone: str) -> list[tuple[str, str]]:
    """What really lies in a zone."""
    look = GAME.project(STATE, zone)
    dice = [(str(die.place), str(die.value)) for die in look.dice]
    return dice + [(str(p.place), str(p.identity)) for p in look.pieces if p.kind == "tile"]


def test_an_empty_table_has_nothing_on_it(eye: PhotoEye) -> None:
    look = eye.look(np.full((300, 400, 3), 90, np.uint8))
    assert look.beliefs == ()
    assert look.reason


@pytest.mark.parametrize(
    ("zone", "tilt", "turn"),
    [
        ("island:1", 28, 20),
        pytest.param("island:1", 20, 200, marks=pytest.mark.thorough),
        ("forge", 25, 100),
    ],
)
def test_a_photo_from_any_side_is_read_like_the_look_of_a_camera(
    eye: PhotoEye, zone: str, tilt: float, turn: float
) -> None:
    known = GAME.project(STATE, zone)
    look = eye.look_for(photo(zone, tilt=tilt, turn=turn), zone, known)
    assert [seen.zone for seen in look.observations] == [zone], "nothing is said about other zones"
    compared = Sight(look.observations).compare(known)
    assert compared.differences == ()
    (seen,) = look.observations
    assert len(seen.looked_at - seen.hidden) >= 0.8 * len(known.looked_at)


def test_an_island_that_has_grown_is_read_where_it_lies(eye: PhotoEye) -> None:
    """Turned by what lay there before: the log does not know the newest tiles yet."""
    known = GAME.project(STATE, "island:1")
    newest = {piece.place for piece in known.pieces[-3:]}
    before = replace(
        known, pieces=tuple(piece for piece in known.pieces if piece.place not in newest)
    )
    look = eye.look_for(photo("island:1", tilt=20, turn=140), "island:1", before)
    assert Sight(look.observations).compare(known).differences == ()


@pytest.mark.parametrize(
    ("zone", "complaint"), [("forge", "No board was found"), ("island:0", "No island was found")]
)
def test_what_is_not_there_is_said(eye: PhotoEye, zone: str, complaint: str) -> None:
    nothing = np.full((300, 400, 3), 90, np.uint8)
    with pytest.raises(InputError, match=complaint):
        eye.look_for(nothing, zone, GAME.project(STATE, zone))


def test_the_gallery_of_the_owner_is_used_once_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.gallery"
    eyes = PhotoEyes(lambda _: path)
    ours = eyes(GAME, STATE)
    assert eyes(GAME, STATE) is ours, "drawings and networks are made once"
    path.write_bytes(b"broken")
    with pytest.raises(InputError, match="gallery of your copy"):
        eyes(GAME, STATE)
    save_gallery(Gallery(own_gallery(GAME).faces[:3]), path)
    taught = eyes(GAME, STATE)
    assert taught is not ours
    assert len(taught._eyes.kit.tiles.faces) == 3


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--gallery", "x.gallery"], "--gallery needs --game"),
        (["--game", "chess"], "no game 'chess'"),
        (["--game", "propeller-islands", "--players", "7"], "2 to 4 players, not 7"),
        (["--game", "propeller-islands", "--gallery", "none.gallery"], "--gallery none.gallery"),
    ],
)
def test_a_wrong_option_gets_one_clear_line(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["look", "photo.jpg", *options]) == 2
    error = capsys.readouterr().err
    assert error.startswith("companion: ")
    assert complaint in error
    assert error.count("\n") == 1


def test_a_live_camera_is_for_serve(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", "--camera", "0", "--game", GAME.id]) == 2
    assert "`companion serve` follows a table live" in capsys.readouterr().err


def test_the_tiles_of_an_own_copy_come_from_a_gallery(
    album: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faces = own_gallery(GAME).faces[:3]
    save_gallery(Gallery(faces), album / "mine.gallery")
    cv2.imwrite(str(album / "bare.png"), np.full((240, 320, 3), 90, np.uint8))
    words = ["look", str(album / "bare.png"), "--game", GAME.id, "--threads", "1"]
    assert main([*words, "--gallery", str(album / "mine.gallery")]) == 0
    assert "bare.png: no board: " in capsys.readouterr().out
