"""The small ray tracer: what it draws is what its labels say."""

import json
import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.sprites.bank import load_bank
from models.sprites.look import DieLook, draw_look
from models.sprites.room import Room, looked_up, open_room
from models.sprites.sketches import FIRST, make_sketches
from models.sprites.tracer import DieCamera, Lamp, trace


def plain_die(value: int) -> DieLook:
    return replace(
        draw_look(random.Random(value), value),
        material="opaque",
        body=((0.8, 0.8, 0.8),) * 3,
        pip=(0.0, 0.0, 0.0),
        pip_of_one=(0.0, 0.0, 0.0),
        pip_radius=0.09,
        pip_of_one_radius=0.09,
        pip_spread=0.25,
        pip_depth=0.0,
        edge=0.05,
        ball=1.0,
        roughness=0.9,
        emblem="",
    )


def lamp(towards: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Lamp:
    white = np.ones((64, 128, 3), np.float32)
    room = Room((white,) * 4)
    return Lamp(
        np.array(towards, np.float32), 0.1, np.full(3, 0.7, np.float32), room, 0.3, np.zeros(3)
    )


@pytest.mark.parametrize("value", range(1, 7))
def test_from_above_a_die_shows_as_many_pips_as_its_label_says(value):
    seen = trace(plain_die(value), DieCamera(90, 30, 2.2, 160), lamp(), np.random.default_rng(0))
    on_die = seen[..., 3] == 255
    dark = (on_die & (seen[..., :3].max(axis=-1) < 110)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert (stats[1:, cv2.CC_STAT_AREA] > 20).sum() == value


def test_sheets_of_faint_dice_are_drawn_from_their_own_looks(sketches, faint_sketches):
    pages = [
        json.loads((folder / f"sheet{FIRST}.json").read_text())
        for folder in (sketches, faint_sketches)
    ]
    strong, faint = ([die["look"]["pip"] for die in page["dice"]] for page in pages)
    assert all(a != b for a, b in zip(strong, faint, strict=True))
    assert {die["value"] for die in pages[1]["dice"]} == {1, 2, 3, 4, 5, 6}


def test_outline_and_top_lie_where_the_die_is_drawn(sketches):
    opaque = [s for s in load_bank(sketches) if s.material not in ("translucent", "metal")]
    assert len(opaque) > 30
    assert len({sprite.elevation for sprite in opaque}) == 2
    for sprite in opaque:
        told = np.zeros(sprite.pixels.shape[:2], np.uint8)
        cv2.fillConvexPoly(told, np.round(sprite.outline).astype(np.int32), 1)
        drawn = sprite.pixels[..., 3] >= 200
        shared = (drawn & (told > 0)).sum()
        assert shared > 0.95 * told.sum()
        middle = np.round(sprite.top.mean(axis=0)).astype(int)
        assert drawn[middle[1], middle[0]]


def test_the_shadow_falls_away_from_the_lamp():
    die = replace(plain_die(1), heading=0.0)
    seen = trace(die, DieCamera(90, 30, 2.2, 160), lamp((-0.8, 0.0, 0.6)), np.random.default_rng(0))
    left, right = seen[80, 25, 3], seen[80, 135, 3]
    assert right > left + 60


def test_sheets_are_the_same_for_the_same_seed_and_stay_when_they_are_there(tmp_path, sketches):
    make_sketches(tmp_path, tmp_path / "no rooms", 1, seed=3)
    page = tmp_path / f"sheet{FIRST}.json"
    assert json.loads(page.read_text()) == json.loads((sketches / page.name).read_text())
    assert page.with_suffix(".png").read_bytes() == (sketches / f"sheet{FIRST}.png").read_bytes()
    page.with_suffix(".png").write_bytes(b"kept")
    make_sketches(tmp_path, tmp_path / "no rooms", 1, seed=3)
    assert page.with_suffix(".png").read_bytes() == b"kept"


def test_a_picture_of_a_room_that_is_none_is_named(tmp_path):
    broken = tmp_path / "room.hdr"
    broken.write_text("no room")
    wants_a_picture = np.random.default_rng(1)
    with pytest.raises(ValueError, match="no picture of a room"):
        open_room(wants_a_picture, [Path(broken)])


def test_points_between_pixels_are_looked_up_in_any_number():
    ramp = np.tile(np.arange(100, dtype=np.float32)[None, :, None], (10, 1, 2))
    across = np.linspace(0, 99, 70_000, dtype=np.float32)
    found = looked_up(ramp, across, np.full_like(across, 4.5))
    assert found.shape == (70_000, 2)
    assert np.allclose(found[:, 0], across, atol=0.05)
