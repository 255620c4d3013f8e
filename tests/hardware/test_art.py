"""What is drawn on tiles, cards and boards."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from companion.games import find
from companion.tabletop.outlines import disc, hexagon, rectangle
from companion.tabletop.scenery import Mark, Print
from hardware.art import icons
from hardware.art.faces import draw_face, extent
from hardware.art.style import brightness, style

GAME = find("propeller-islands")
TILES = [c for c in GAME.cutouts("de") if len(c.outline) == 6]


def difference(one, other):
    inside = one[..., 3] > 0
    return np.abs(one[inside][:, :3].astype(int) - other[inside][:, :3]).mean()


def test_every_picture_of_the_game_is_drawn_and_not_made_up():
    names = json.loads((Path(icons.__file__).parent / "pictures.json").read_text("utf-8"))
    printed = {c.print.picture for c in GAME.cutouts("de")} | {
        mark.icon for c in GAME.cutouts("de") for mark in c.print.row
    }
    assert printed - {""} <= set(names)


def test_shapes_stay_within_their_square():
    names = json.loads((Path(icons.__file__).parent / "pictures.json").read_text("utf-8"))
    for name, parts in names.items():
        for role, kind, *numbers in parts:
            assert role in ("main", "light", "dark", "accent", "line"), name
            assert kind in ("polygon", "disc", "line"), name
            assert max(map(abs, numbers)) <= 1, name


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_faces_that_differ_look_different(seed):
    drawn = {c.name: draw_face(c.print, c.outline, 2.0, seed) for c in TILES[::3]}
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        assert difference(one, other) > 0.5, (a, b)


def test_the_same_face_is_drawn_the_same_way_and_in_another_style_otherwise():
    cut = TILES[10]
    first = draw_face(cut.print, cut.outline, 2.0, 3)
    assert np.array_equal(first, draw_face(cut.print, cut.outline, 2.0, 3))
    assert difference(first, draw_face(cut.print, cut.outline, 2.0, 4)) > 5


def test_a_picture_is_as_large_as_the_face_and_clear_outside_of_it():
    face = draw_face(Print("building"), hexagon(55), 4.0)
    assert face.shape[:2] == (round(4 * extent(hexagon(55))[1]), 220)
    assert face[0, 0, 3] == 0
    assert face[face.shape[0] // 2, 110, 3] == 255


@pytest.mark.parametrize("seed", range(12))
def test_guilds_and_seats_can_be_told_apart_in_every_style(seed):
    look = style(seed)
    for group in (("industry", "science", "culture"), [f"seat-{n}" for n in range(4)]):
        for one, other in combinations(group, 2):
            gap = np.abs(np.subtract(look.colour(one), look.colour(other)))
            assert gap.max() > 40, (one, other)


@pytest.mark.parametrize("seed", range(6))
def test_letters_stand_out_from_what_they_are_written_on(seed):
    look = style(seed)
    for ground in ("building", "depot", "monument", "capitol", "plan-I", "back-I"):
        paper = look.colour(ground)
        assert abs(brightness(paper) - brightness(look.ink_on(paper))) > 60


def test_words_that_nobody_drew_get_an_ornament_of_their_own():
    outline = rectangle(20, 20)
    one, other = (draw_face(Print("odd", picture=p), outline, 4.0) for p in ("wombat", "yak"))
    assert difference(one, other) > 1


def test_letters_that_the_font_lacks_do_no_harm():
    plain = draw_face(Print("building", title="Cafe"), hexagon(55), 3.0)
    assert np.array_equal(plain, draw_face(Print("building", title="Café"), hexagon(55), 3.0))
    draw_face(Print("token", emblem=Mark("banner", "science")), disc(5), 3.0)
