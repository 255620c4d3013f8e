"""Pieces with several faces: turned, flipped, put on each other and taken away."""

from companion.games.kit.carriers import moved, poses, tops, turned
from companion.tabletop import hexes, squares

SCAFFOLDS = {
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "L": [(0, 0), (0, 1), (0, 2), (1, 2)],
    "T": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "square": [(0, 0), (1, 0), (0, 1), (1, 1)],
}


def test_plain_pieces_have_as_many_poses_as_they_look_different() -> None:
    found = {
        name: len(poses(dict.fromkeys(cells), squares.turned, 4, squares.flipped))
        for name, cells in SCAFFOLDS.items()
    }
    assert found == {"S": 4, "L": 8, "T": 4, "square": 1}


def test_icons_make_poses_different() -> None:
    icons = {cell: str(number) for number, cell in enumerate(SCAFFOLDS["square"])}
    assert len(poses(icons, squares.turned, 4, squares.flipped)) == 8


def test_six_turns_of_a_tile_bring_every_hex_home_and_keep_neighbours_side_by_side() -> None:
    tile = dict(zip([hexes.ORIGIN, *hexes.neighbours(hexes.ORIGIN)[:3]], "abcd", strict=True))
    assert len(poses(tile, hexes.turned, 6)) == 6
    assert turned(tile, hexes.turned, 6) == tile
    for times in range(6):
        at = {face: cell for cell, face in turned(tile, hexes.turned, times).items()}
        assert at["a"] == hexes.ORIGIN
        assert at["b"] == hexes.DIRECTIONS[times]
        assert hexes.distance(at["b"], at["c"]) == 1


def test_a_ring_carries_its_discs_round() -> None:
    discs = {slot: f"disc {slot}" for slot in range(6)}
    lying = turned(discs, lambda slot: (slot + 1) % 6, 4)
    assert lying[4] == "disc 0"
    assert lying[3] == "disc 5"


def test_what_a_piece_covers_shows_again_when_it_is_gone() -> None:
    ground = moved({(0, 0): "coal", (1, 0): "iron"}, (3, 3))
    machine = dict.fromkeys(((x, y) for x in (3, 4) for y in (3, 4, 5)), "machine")
    assert tops([ground, machine])[3, 3] == "machine"
    assert len(tops([ground, machine])) == 6
    assert tops([ground]) == {(3, 3): "coal", (4, 3): "iron"}
