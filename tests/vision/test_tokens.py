"""Tokens a few pixels wide, and tiles that are remembered when something is put on them."""

from typing import Any

import cv2
import numpy as np
import pytest

from vision.crops import SIDE
from vision.gallery import Face, Gallery, Match
from vision.polar import light
from vision.tile_reader import TileReader
from vision.tokens import Tokens

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


class Told:
    """A gallery that says what it is told to say."""

    def __init__(self, *matches: Match) -> None:
        self._matches = iter(matches)

    def recognise(self, crop: Any, *, bare: bool = False) -> Match:
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
    assert reader.read("island", bare, FromAbove(), at, 0.0).match == CERTAIN
    now = reader.read("island", taken, FromAbove(), at, 0.0).match
    assert now.name == name
    assert now.is_fact == (name is not None)
