import pytest

from companion.games.kit.pictures import picture
from companion.games.panels import BoardPanel, TablePicture
from companion.games.propeller_islands.components.board import slot_cells
from companion.games.protocol import CHANCE
from tests.web.tables import GAME, scenes
from web.drawings.ink import in_lines


def pictures(players: int) -> list[TablePicture]:
    """A whole game, drawn."""
    states = [state for state, _ in scenes(players)]
    return [picture(GAME, *pair) for pair in zip(states, [None, *states[:-1]], strict=True)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_always_exactly_one_players_turn_until_the_end(players: int) -> None:
    for (state, _), shown in zip(scenes(players), pictures(players), strict=True):
        acting = [seat.number for seat in shown.seats if seat.acting]
        to_move = GAME.to_move(state)
        if to_move is None:
            assert acting == []
        elif to_move == CHANCE:
            assert len(acting) == 1
        else:
            assert acting == [to_move]


def test_no_two_pieces_lie_on_each_other() -> None:
    for shown in pictures(2):
        panels = [*shown.panels, *(panel for seat in shown.seats for panel in seat.part.panels)]
        boards = [panel for panel in panels if isinstance(panel, BoardPanel)]
        assert len(boards) == 3
        for board in boards:
            pieces = [one for one in board.pieces if one.ground != "board"]
            centres = {(round(one.at[0]), round(one.at[1])) for one in pieces}
            assert len(centres) == len(pieces)


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
