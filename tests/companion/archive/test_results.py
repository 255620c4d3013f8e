"""How the games on the shelf stand: their title, names, points and winners."""

from pathlib import Path

import pytest

from companion.archive.results import result
from companion.archive.shelf import Shelf
from companion.games import find
from companion.games.capabilities import playable
from companion.games.random_games import plies
from companion.log.events import Play, Sit, Undo
from tests.companion import stones
from tests.companion.tables import do, ticking

ISLANDS = playable(find("propeller-islands"))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, ticking())


def test_a_game_that_is_over_says_who_won_with_how_many_points(shelf: Shelf) -> None:
    with shelf.begin(ISLANDS, {"players": 2}) as table:
        do(table, Sit(1, "Vera"))
        for ply in plies(ISLANDS, {"players": 2}, seed=1):
            do(table, Play(ISLANDS.move_text(ply.move)))
        points = [score.points for score in ISLANDS.score(table.now.state).values()]
        outcome = ISLANDS.outcome(table.now.state)
    (record,) = shelf.records()
    found = result(record.history, stones.GAME)
    assert found is not None
    assert outcome is not None
    assert found.title == "Propeller Islands", "another game is told by its own rules"
    assert found.names == ("Player 1", "Vera")
    assert list(found.points) == points
    assert found.winners == tuple(outcome.winners)


def test_what_was_taken_back_does_not_count_and_nobody_has_won_yet(shelf: Shelf) -> None:
    with shelf.begin(stones.GAME, {"players": 2}) as table:
        before = [score.points for score in stones.GAME.score(table.now.state).values()]
        event = do(table, Play("roll 5"))
        do(table, Undo(event.number))
    (record,) = shelf.records()
    found = result(record.history, stones.GAME)
    assert found is not None
    assert list(found.points) == before
    assert found.winners == ()


def test_a_game_that_we_do_not_know_has_no_result(shelf: Shelf) -> None:
    shelf.begin(stones.GAME, {"players": 2}).close()
    (record,) = shelf.records()
    assert result(record.history, ISLANDS) is None
