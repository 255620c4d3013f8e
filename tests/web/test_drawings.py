import pytest

from companion.games.propeller_islands.components.board import slot_cells
from companion.games.protocol import CHANCE
from tests.web.tables import GAME, scenes
from web.drawings import painter_of
from web.drawings.shapes import TablePicture, in_lines


def pictures(players: int) -> list[TablePicture]:
    """A whole game, drawn."""
    paint, before, drawn = painter_of(GAME), None, []
    for state, _ in scenes(players):
        view = GAME.view(state, None)
        drawn.append(paint(view, before, GAME.score(state), GAME.outcome(state)))
        before = view
    return drawn


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_always_exactly_one_players_turn_until_the_end(players: int) -> None:
    for (state, _), picture in zip(scenes(players), pictures(players), strict=True):
        acting = [seat.number for seat in picture.seats if seat.acting]
        to_move = GAME.to_move(state)
        if to_move is None:
            assert acting == []
        elif to_move == CHANCE:
            assert len(acting) == 1
        else:
            assert acting == [to_move]


def test_no_two_hexagons_lie_on_each_other() -> None:
    for picture in pictures(2):
        for board in (picture.board, *(seat.island for seat in picture.seats)):
            centres = {(round(item.x), round(item.y)) for item in board.hexagons}
            assert len(centres) == len(board.hexagons)


def test_the_market_lies_around_the_spaces_that_reach_it() -> None:
    """E2 lies between the spaces 2 and 3; C1 beyond space 1."""
    cells = slot_cells()
    assert len(set(cells)) == 12
    assert cells[0] == (2, 0)
    assert cells[3] == (-1, 2)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Depot", ("Depot",)),
        ("Crystal merchant", ("Crystal", "merchant")),
        ("Tour de la vigie", ("Tour de", "la vigie")),
    ],
)
def test_long_names_take_two_lines(name: str, lines: tuple[str, ...]) -> None:
    assert in_lines(name) == lines
