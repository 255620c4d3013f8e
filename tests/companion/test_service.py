import pytest

from companion.games import find
from companion.games.protocol import CHANCE
from companion.service import Show, SimulatedTable

GAME = find("propeller-islands")
SHOW = Show(GAME, {"players": 2}, "7", pace=0.001)


def test_the_same_seed_shows_the_same_games() -> None:
    assert list(SHOW.scenes(0)) == list(SHOW.scenes(0))


def test_each_game_of_a_show_is_another_one() -> None:
    first = [sentence for _, sentence, _ in SHOW.scenes(0)]
    assert first != [sentence for _, sentence, _ in SHOW.scenes(1)]


def test_the_set_up_is_one_scene_that_ends_with_somebodys_decision() -> None:
    scenes = list(SHOW.scenes(0))
    assert GAME.to_move(scenes[0][0]) not in (CHANCE, None)
    assert scenes[0][1] == "A new game of Propeller Islands with 2 players."
    assert all(scene[0] != scenes[0][0] for scene in scenes[1:])


def test_the_last_scene_names_the_winner_and_stays_longer() -> None:
    state, sentence, seconds = list(SHOW.scenes(0))[-1]
    outcome = GAME.outcome(state)
    assert outcome is not None
    points = max(score.points for score in GAME.score(state).values())
    names = " and ".join(f"Player {seat + 1}" for seat in outcome.winners)
    assert sentence.startswith(f"The game is over. {names} win")
    assert sentence.endswith(f"with {points} points.")
    assert seconds > 5 * SHOW.pace


def test_a_table_plays_on_with_nobody_watching_into_the_next_game() -> None:
    table = SimulatedTable(SHOW)
    length = len(list(SHOW.scenes(0)))
    table.start()
    try:
        moment = None
        for number in range(length + 5):
            moment = table.feed.after(number, patience=30)
        assert moment is not None
        assert moment.number > length
    finally:
        table.stop()
        table.wait()


def test_a_table_that_breaks_says_why() -> None:
    table = SimulatedTable(Show(GAME, {"players": 9}, "1", pace=0.001))
    with pytest.raises(ValueError, match="2 to 4 can play"):
        table.start()
