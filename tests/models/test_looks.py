"""Dice are numbered and painted as real dice are."""

import random
from dataclasses import replace

import numpy as np
import pytest

from models.sprites.look import (
    EMBLEMS,
    DieLook,
    draw_faces,
    draw_look,
    pip_centres,
    with_faint_pips,
)
from models.sprites.shape import FACE_PIXELS, corners, face_atlas


def looks(count: int) -> list[DieLook]:
    rng = random.Random(7)
    return [draw_look(rng, 1 + n % 6) for n in range(count)]


def is_right_handed(faces: tuple[int, ...]) -> bool:
    """Whether 1, 2, 3 run counter-clockwise around their corner."""
    axes = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
    return bool(np.linalg.det([axes[faces.index(value)] for value in (1, 2, 3)]) > 0)


@pytest.mark.parametrize("top", range(1, 7))
def test_opposite_sides_add_up_to_seven(top: int) -> None:
    for seed in range(20):
        faces = draw_faces(random.Random(seed), top)
        assert faces[4] == top
        assert [faces[0] + faces[1], faces[2] + faces[3], faces[4] + faces[5]] == [7, 7, 7]
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def test_dice_of_both_handedness_are_made() -> None:
    hands = {is_right_handed(look.faces) for look in looks(40)}
    assert hands == {True, False}


def test_handedness_is_told_by_one_two_three_around_their_corner() -> None:
    assert is_right_handed((1, 6, 2, 5, 3, 4))
    assert not is_right_handed((2, 5, 1, 6, 3, 4))


def test_no_die_has_a_seventh_side() -> None:
    with pytest.raises(ValueError, match="no side 7"):
        draw_faces(random.Random(0), 7)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_its_value(value: int) -> None:
    assert len(set(pip_centres(value, 0.25))) == value


def test_the_same_seed_draws_the_same_die() -> None:
    assert draw_look(random.Random(3), 5) == draw_look(random.Random(3), 5)


def lightness(colour: tuple[float, float, float]) -> float:
    return float(np.sqrt(np.dot(colour, (0.3, 0.6, 0.1))))


def test_faint_pips_are_about_as_light_as_the_body_and_not_the_same() -> None:
    rng = random.Random(5)
    strong = looks(300)
    faint = [with_faint_pips(rng, look) for look in strong]
    for look in faint:
        assert look.pip != look.body[0]
        assert look.pip == look.pip_of_one
        assert look.pip_depth > 0
    apart = [abs(lightness(look.pip) - lightness(look.body[0])) for look in faint]
    before = [abs(lightness(look.pip) - lightness(look.body[0])) for look in strong]
    assert np.median(apart) < np.median(before) / 2
    assert max(apart) < 0.45
    assert all(a.faces == b.faces for a, b in zip(strong, faint, strict=True))


def test_pips_stand_out_from_every_colour_of_the_body() -> None:

    for look in looks(300):
        if look.material in {"wood", "metal"}:
            continue
        for colour in look.body:
            assert abs(lightness(colour) - lightness(look.pip)) > 0.08, look
        faint = abs(lightness(look.body[0]) - lightness(look.pip)) < 0.15
        # Who can't tell a pip by its colour must be able to tell it by its shade.
        assert not faint or look.pip_depth >= 0.5


def test_some_dice_have_an_emblem_on_their_one_and_nowhere_else() -> None:
    marked = [look for look in looks(300) if look.emblem]
    assert {look.emblem for look in marked} == set(EMBLEMS)
    for look in marked[:12]:
        plain = replace(look, emblem="")
        atlas, without = face_atlas(look), face_atlas(plain)
        for side, value in enumerate(look.faces):
            column, row = side % 3, side // 3
            cell = np.s_[
                row * FACE_PIXELS : (row + 1) * FACE_PIXELS,
                column * FACE_PIXELS : (column + 1) * FACE_PIXELS,
            ]
            assert (atlas[cell] == without[cell]).all() == (value != 1)


def test_the_body_is_one_wide_and_has_no_corner_outside() -> None:
    for look in looks(12):
        points = corners(look)
        assert np.isclose(points.max(), 0.5)
        assert np.isclose(points.min(), -0.5)


def test_the_atlas_shows_each_face_once() -> None:
    look = looks(1)[0]
    inked = face_atlas(look)[..., 0]
    ink = [
        inked[
            r * FACE_PIXELS : (r + 1) * FACE_PIXELS, c * FACE_PIXELS : (c + 1) * FACE_PIXELS
        ].sum()
        for r in range(2)
        for c in range(3)
    ]
    per_pip = [amount / value for amount, value in zip(ink, look.faces, strict=True) if value > 1]
    assert np.allclose(per_pip, per_pip[0], rtol=0.03)
