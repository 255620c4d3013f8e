"""Cells are counted from the right tile, or from none."""

from dataclasses import replace

import numpy as np

from companion.tabletop.hexes import Cell
from vision.faces.crops import SIDE
from vision.faces.gallery import Match
from vision.tiles.origin import Origin
from vision.tiles.tile_reader import TileReading


def tile(name: str | None, at: tuple[float, float] = (0, 0), certain: bool = True) -> TileReading:
    match = Match(name, 0.95 if certain else 0.5, certain, 0.9, None, 0.1)
    blank = np.zeros((SIDE, SIDE, 3), np.uint8)
    return TileReading(np.array(at, float), np.zeros((6, 2)), blank, match)


def seen(named: dict[Cell, str | None], push: float = 0.0) -> dict[Cell, TileReading]:
    return {
        (q, r): tile(name, (57.0 * (q + r / 2) + push, 49.0 * r), certain=name is not None)
        for (q, r), name in named.items()
    }


ISLAND: dict[Cell, str | None] = {(0, 0): "capitol", (1, 0): "mill", (0, 1): "port", (-1, 1): "inn"}
COVERED = ISLAND | {(0, 0): None}


def taught() -> Origin:
    origin = Origin(frozenset({"capitol"}))
    assert origin.find(seen(ISLAND)) == (0, 0)
    origin.keep((0, 0), seen(ISLAND))
    return origin


def test_the_tile_that_is_certain_is_the_origin():
    shifted = {(q + 3, r - 1): name for (q, r), name in ISLAND.items()}
    assert Origin(frozenset({"capitol"})).find(seen(shifted)) == (3, -1)


def test_under_a_figure_its_neighbours_tell():
    assert taught().find(seen(COVERED)) == (0, 0)


def test_an_island_pushed_aside_by_a_tile_keeps_its_coordinates():
    """The place where the capitol lay is another tile's now."""
    assert taught().find(seen(COVERED, push=57.0)) == (0, 0)


def test_another_count_of_the_same_tiles_gives_the_same_origin():
    shifted = {(q - 2, r + 2): name for (q, r), name in COVERED.items()}
    assert taught().find(seen(shifted)) == (-2, 2)


def test_a_tile_that_is_certain_to_be_another_is_no_origin():
    strange = ISLAND | {(0, 0): "tower"}
    assert taught().find(seen(strange)) is None


def test_where_nobody_can_tell_nothing_is_said():
    assert Origin(frozenset({"capitol"})).find(seen(COVERED)) is None


def test_tiles_laid_anew_are_learnt_anew():
    origin = taught()
    anew: dict[Cell, str | None] = {(0, 0): "capitol", (1, 0): "port", (0, 1): "mill"}
    origin.keep((0, 0), seen(anew))
    assert origin.find(seen(anew | {(0, 0): None})) == (0, 0)


def unsure(best: str) -> TileReading:
    """A tile that is none of those known; the face that fits best is this one."""
    known = tile(None, (0, 0), certain=False)
    return replace(known, match=replace(known.match, runner_up=best))


def test_the_only_tile_whose_best_face_it_is_is_the_origin():
    origin = Origin(frozenset({"capitol"}))
    laid = seen(ISLAND) | {(0, 0): unsure("capitol"), (2, 0): unsure("inn")}
    assert origin.find(laid) == (0, 0)
    assert origin.find(laid | {(2, 0): unsure("capitol")}) is None
