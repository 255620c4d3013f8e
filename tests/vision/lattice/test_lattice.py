"""The lattice as a value: cells, pixels, origins and turns."""

import numpy as np
import pytest

from companion.tabletop.hexes import DIRECTIONS, distance, neighbours
from vision.geometry import carry
from vision.lattice.lattice import CORNERS, Lattice, Tile, cell_of, middle

TILTED = np.array([[80.0, 10.0, 400.0], [-12.0, 60.0, 300.0], [0.0, 0.02, 1.0]])


def lattice(cells, homography=TILTED):
    tiles = {
        cell: Tile(cell, carry(homography, middle(cell) + CORNERS), 1.0, True) for cell in cells
    }
    return Lattice(homography, tiles, 1.0, frozenset({(3, 3)}))


def point(seen, cell):
    """Where the middle of a cell is in the picture."""
    return carry(seen.homography, middle(cell))


def test_neighbours_are_one_apart_and_in_clockwise_order():
    around = middle(DIRECTIONS)
    assert np.allclose(np.linalg.norm(around, axis=1), 1)
    turns = np.diff(np.unwrap(np.arctan2(around[:, 1], around[:, 0])))
    assert np.allclose(turns, np.pi / 3)


@pytest.mark.parametrize("cell", [(0, 0), (2, -1), (-3, 5), (7, 7)])
def test_every_point_of_a_tile_lies_in_its_cell(cell):
    for share in (0.0, 0.5, 0.98):
        assert {cell_of(point) for point in middle(cell) + share * CORNERS} == {cell}


def test_a_pixel_leads_back_to_its_cell():
    seen = lattice([(0, 0), (1, 0)])
    for cell in [(0, 0), (1, 0), (-2, 3), (2, -2)]:
        assert seen.cell_at(point(seen, cell)) == cell
        assert np.allclose(seen.outline(cell).mean(axis=0), point(seen, cell), atol=3)


def test_another_origin_moves_the_names_and_not_the_tiles():
    seen = lattice([(0, 0), (1, 0), (1, 1)])
    moved = seen.from_origin((1, 0))
    assert set(moved.tiles) == {(-1, 0), (0, 0), (0, 1)}
    assert moved.doubtful == {(2, 3)}
    assert np.allclose(point(moved, (0, 0)), point(seen, (1, 0)))
    assert np.allclose(moved.tiles[0, 0].outline, seen.tiles[1, 0].outline)
    assert all(tile.cell == cell for cell, tile in moved.tiles.items())


@pytest.mark.parametrize("steps", range(6))
def test_upright_keeps_neighbours_and_points_east(steps):
    angle = steps * np.pi / 3 + 0.3
    turn = np.eye(3)
    turn[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    seen = lattice([(0, 0), (1, 0), (3, -1)], np.diag([50.0, 50.0, 1.0]) @ turn)
    upright = seen.upright()
    east = point(upright, (1, 0)) - point(upright, (0, 0))
    assert abs(np.arctan2(east[1], east[0])) <= np.pi / 6 + 1e-9
    assert len(upright.tiles) == 3
    for tile in upright.tiles.values():
        assert np.allclose(tile.outline.mean(axis=0), point(upright, tile.cell))
    far = sorted(distance(a, b) for a in upright.tiles for b in upright.tiles)
    assert far == sorted(distance(a, b) for a in seen.tiles for b in seen.tiles)


def test_a_larger_picture_has_the_same_lattice():
    seen = lattice([(0, 0), *neighbours((0, 0))])
    twice = seen.scaled(2)
    assert np.allclose(point(twice, (1, 1)), 2 * point(seen, (1, 1)))
