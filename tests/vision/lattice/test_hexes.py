"""Hexagonal tiles in pictures: drawn boards always, real photos where `../shared` is there."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.benches.eye import hexes as bench
from companion.common.errors import CompanionError
from companion.tabletop.hexes import Cell, distance
from models.places import find_places
from tests.vision.art.photos import Photo, cells_around, lay_board, photograph, table_top
from tests.vision.art.tiles import Style, draw_set
from vision.geometry import Points, carry, overlap
from vision.lattice.hexes import LatticeError, find_lattices
from vision.lattice.lattice import Lattice

SMALL = (800, 600)


def island(seed: int, count: int, **how: float) -> Photo:
    """A photo of a random island of random tiles, a little crooked."""
    rng = np.random.default_rng(seed)
    cells = cells_around(count, rng)
    table = table_top(rng)
    tiles = dict(zip(cells, draw_set(Style.random(rng), count, rng), strict=True))
    laid = lay_board(
        table, tiles, rng, at=(800, 600), pitch=130, turn=rng.uniform(0, 6), crooked=0.01
    )
    return photograph(table, laid, rng, size=SMALL, turn=rng.uniform(0, 360), **how)


def named(lattice: Lattice, outlines: Mapping[Cell, Points]) -> dict[Cell, Cell]:
    """Our name for each of the laid cells whose tile was found."""
    return {
        cell: ours
        for cell, outline in outlines.items()
        for ours, tile in lattice.tiles.items()
        if overlap(tile.outline, outline) > 0.7
    }


@pytest.fixture(scope="module")
def photo() -> Photo:
    return island(1000, 9, tilt=25)


@pytest.fixture(scope="module")
def lattice(photo: Photo) -> Lattice:
    return find_lattices(photo.image, most=1)[0]


def test_all_tiles_of_an_island_are_found_and_nothing_else(photo, lattice):
    assert len(named(lattice, photo.outlines)) == len(photo.outlines) == len(lattice.tiles)


def test_neighbours_on_the_table_are_neighbours_in_the_lattice(photo, lattice):
    names = named(lattice, photo.outlines)
    for one in names:
        for other in names:
            assert distance(names[one], names[other]) == distance(one, other)


def test_an_empty_table_has_no_lattice_and_says_so():
    rng = np.random.default_rng(3)
    empty = photograph(table_top(rng), {}, rng, size=SMALL).image
    with pytest.raises(LatticeError):
        find_lattices(empty)


def test_two_islands_in_one_picture_are_two_lattices():
    rng = np.random.default_rng(11)
    table = table_top(rng)
    style = Style.random(rng)
    laid = [
        lay_board(
            table,
            dict(zip(cells_around(5, rng), draw_set(style, 5, rng), strict=True)),
            rng,
            at=at,
            pitch=120,
            turn=turn,
        )
        for at, turn in (((450, 600), 0.2), ((1150, 600), 0.7))
    ]
    image = photograph(table, {}, rng, size=SMALL, tilt=20)
    truth = [
        {cell: carry(image.homography, corners) for cell, corners in each.items()} for each in laid
    ]
    found = find_lattices(image.image, most=2)
    assert len(found) == 2
    first = max(truth, key=lambda each: len(named(found[0], each)))
    (second,) = (each for each in truth if each is not first)
    assert len(named(found[0], first)) == len(named(found[1], second)) == 5


@pytest.mark.parametrize(
    ("names", "photos", "strays"),
    [("board[1-4]", 4, 1), pytest.param("*", 12, 4, marks=pytest.mark.thorough)],
)
def test_real_photos_of_a_board(names, photos, strays):
    folder = find_places().shared / "data" / "hex" / "settlerseye_tiles"
    if not folder.is_dir():
        pytest.skip(f"no photos in {folder} (set COMPANION_SHARED to where they are)")
    outcomes = bench.measure(folder, names)
    assert len(outcomes) == photos
    assert sum(each.tiles for each in outcomes) == 19 * photos
    assert sum(each.found for each in outcomes) >= 0.95 * 19 * photos, outcomes
    assert sum(each.false for each in outcomes) <= strays, outcomes
    assert all(each.lattice for each in outcomes), outcomes


def test_the_bench_counts_what_it_finds(tmp_path, photo, monkeypatch):
    folder = tmp_path / "data" / "hex" / "settlerseye_tiles"
    for part in ("images", "polygons"):
        (folder / part).mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / "board2.jpg"), photo.image, [cv2.IMWRITE_JPEG_QUALITY, 99])
    lines = [
        " ".join(["0", *(f"{number:.5f}" for number in (outline / SMALL).reshape(-1))])
        for outline in photo.outlines.values()
    ]
    (folder / "polygons" / "board2.txt").write_text("\n".join(lines))
    monkeypatch.setenv("COMPANION_SHARED", str(tmp_path))
    figures = bench.run()
    held_out = figures["held out"]
    assert isinstance(held_out, dict)
    assert held_out["found"] == held_out["tiles"] == 9
    assert held_out["lattice_right"] == 1
    assert figures["tuned on"] == {"photos": 0}
    assert figures["not perfect"] == []


def test_without_photos_the_bench_says_which_are_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_SHARED", str(tmp_path))
    with pytest.raises(CompanionError, match="labelled photos"):
        bench.run()
