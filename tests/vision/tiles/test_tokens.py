"""Tokens a few pixels wide, and tiles that are remembered when something is put on them."""

from typing import Any

import cv2
import numpy as np
import pytest

from vision.faces.crops import SIDE
from vision.faces.gallery import Face, Gallery, Match
from vision.faces.light import light
from vision.tiles.tile_reader import TileReader
from vision.tiles.tokens import Named, Tokens

RED, BLUE = (40, 40, 200), (190, 80, 30)
GREY = (150, 150, 150)


def disc(colour: tuple[int, int, int], at: tuple[int, int], radius: int) -> Any:
    picture = np.full((SIDE, SIDE, 3), GREY, np.uint8)
    cv2.circle(picture, at, radius, colour, -1, cv2.LINE_AA)
    return picture


@pytest.fixture(scope="module")
def tokens() -> Tokens:
    middle = (SIDE // 2, SIDE // 2)
    photos = {"red": disc(RED, middle, 44), "blue": disc(BLUE, middle, 44)}
    return Tokens(Gallery(Face(name, photo) for name, photo in photos.items()), 11, 55)


@pytest.mark.parametrize(("name", "colour"), [("red", RED), ("blue", BLUE)])
def test_a_small_token_is_known_by_its_colour(tokens, name, colour):
    tile = light(disc(colour, (60, 40), round(tokens.radius)))
    found = tokens.name(tile, np.array([61.0, 39.0]))
    assert found is not None
    assert found.name == name
    assert found.clear


def test_a_colour_of_no_token_is_no_fact(tokens):
    tile = light(disc((60, 200, 60), (60, 40), round(tokens.radius)))
    found = tokens.name(tile, np.array([60.0, 40.0]))
    assert found is not None
    assert not found.clear


def test_nothing_is_said_beyond_the_crop_or_without_photos(tokens):
    tile = light(disc(RED, (60, 40), 9))
    assert tokens.name(tile, np.array([-30.0, 40.0])) is None
    assert Tokens(Gallery(), 11, 55).name(tile, np.array([60.0, 40.0])) is None


def test_a_pale_token_is_one_when_it_explains_more_than_the_bare_tile(tokens):
    plain = light(disc(GREY, (60, 40), 9))
    pale = tuple(round(0.75 * g + 0.25 * c) for g, c in zip(GREY, RED, strict=True))
    photos = {"pale": disc(pale, (SIDE // 2,) * 2, 44), "blue": disc(BLUE, (SIDE // 2,) * 2, 44)}
    known = Tokens(Gallery(Face(name, photo) for name, photo in photos.items()), 11, 55)
    seen = light(disc(pale, (60, 40), round(known.radius)))
    found = known.name(seen, np.array([60.0, 40.0]), face=plain)
    assert found is not None
    assert (found.name, found.faintly) == ("pale", "token")


def test_print_that_is_where_it_belongs_is_no_token(tokens):
    tile = light(disc(RED, (60, 40), round(tokens.radius)))
    found = tokens.name(tile, np.array([60.0, 40.0]), face=tile)
    assert found is not None
    assert not found.is_token
    assert found.faintly == "print"


def ringed(outer: tuple[int, int, int], size: float) -> Any:
    """A token with a dark spot in its middle."""
    picture = disc(outer, (SIDE // 2,) * 2, 44)
    cv2.circle(picture, (SIDE // 2,) * 2, round(44 * size), (30, 30, 30), -1, cv2.LINE_AA)
    return picture


def test_what_is_far_from_two_tokens_that_are_alike_is_neither_as_a_fact():
    """A banner in a soft picture was taken for a joker: both are red, and nothing else fitted."""
    assert not Named("joker", 1.22, 1.86, apart=0.86, bare=4.46).clear
    assert Named("joker", 0.57, 1.04, apart=0.72, bare=4.08).clear


def test_tokens_of_one_colour_are_told_by_their_shape_in_the_focus_of_the_tile():
    known = Tokens(
        Gallery([Face("full", ringed(RED, 0.2)), Face("hollow", ringed(RED, 0.6))]), 11, 55
    )
    sharp = cv2.resize(ringed(RED, 0.6), None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)
    tile = np.full((SIDE, SIDE, 3), GREY, np.uint8)
    tile[30 : 30 + len(sharp), 50 : 50 + len(sharp)] = sharp
    at = np.array([50.0, 30.0]) + len(sharp) / 2
    found = known.name(light(tile), at, focus=0.0)
    assert found is not None
    assert found.name == "hollow"
    assert found.clear


def signed(dark: tuple[int, int, int], sign: float) -> Any:
    """A pale token with a dark square that has a white spot in its middle."""
    picture = disc((220, 205, 245), (SIDE // 2,) * 2, 44)
    cv2.rectangle(picture, (24, 24), (72, 72), dark, -1)
    cv2.circle(picture, (SIDE // 2,) * 2, round(sign), (235, 250, 255), -1, cv2.LINE_AA)
    return picture


def test_a_soft_picture_mixes_light():
    """A red banner in a soft picture was a purple joker as a fact: white and red make pink."""
    banner, joker = signed((87, 32, 179), 12), signed((89, 37, 121), 9)
    known = Tokens(Gallery([Face("banner", banner), Face("joker", joker)]), 11, 55)
    scale = known.radius / 44
    small = cv2.resize(banner, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile = np.full((SIDE, SIDE, 3), GREY, np.uint8)
    tile[30 : 30 + len(small), 50 : 50 + len(small)] = small
    at = np.array([50.0, 30.0]) + len(small) / 2
    found = known.name(light(cv2.GaussianBlur(tile, (0, 0), 1.6)), at)
    assert found is not None
    assert found.name == "banner"
    assert found.against < 0.1


@pytest.mark.parametrize("lead", [0.13, 0.38, 1.5])
def test_what_is_between_two_tokens_is_neither_as_a_fact(lead):
    """Much may speak for one and little less for the other: how far apart they are decides."""
    assert not Named("ring", 0.6, 0.6 + lead, apart=5.0, bare=4.0).clear
    assert Named("ring", 0.6, 0.6 + lead + 2.0, apart=5.0, bare=4.0).clear


def test_something_that_two_tokens_explain_a_little_better_than_the_tile_is_none():
    assert not Named("ring", 1.0, 4.0, bare=2.0).is_token
    assert Named("ring", 0.5, 4.0, bare=2.0).is_token


class Told:
    """A gallery that says what it is told to say."""

    def __init__(self, *matches: Match) -> None:
        self._matches = iter(matches)

    def recognise(self, crop: Any, *, bare: bool = False, usual: Any = None) -> Match:
        return next(self._matches)


class FromAbove:
    def pixels(self, points: Any) -> Any:
        return np.asarray(points) + 60


CERTAIN = Match("a", 0.97, True, 0.99, "b", 0.15)


@pytest.mark.parametrize(
    ("covered", "name"),
    [
        (Match(None, 0.9, True, 0.8, "a", 0.1), "a"),
        (Match("a", 0.85, False, 0.8, "b", 0.1), "a"),
        (Match(None, 0.9, True, 0.8, "b", 0.1), None),
        (Match(None, 0.9, True, 0.3, "a", 0.1), None),
    ],
)
def test_a_tile_that_was_certain_stays_the_same_under_a_figure(covered, name):
    reader: Any = TileReader(Told(CERTAIN, covered), 55.0)  # type: ignore[arg-type]
    bare = np.full((120, 120, 3), GREY, np.uint8)
    taken = cv2.circle(bare.copy(), (60, 60), 12, RED, -1)
    at = np.zeros(2)
    assert reader.read(bare, FromAbove(), at, 0.0).match == CERTAIN
    now = reader.read(taken, FromAbove(), at, 0.0).match
    assert now.name == name
    assert now.is_fact == (name is not None)
