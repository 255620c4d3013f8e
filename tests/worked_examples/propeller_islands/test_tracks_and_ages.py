"""Tracks that start again, a stack that was miscounted, and the age of the players."""

import pytest

from companion.common.errors import InputError
from companion.games.kit.values import evolve
from companion.games.propeller_islands import GAME
from companion.games.random_games import final_state
from companion.tabletop.chart import on_track
from tests.worked_examples.propeller_islands.table import a_turn


@pytest.mark.parametrize(
    ("fame", "tokens", "marker"),
    [
        (0, 0, 0),
        (1, 0, 1),
        (14, 0, 14),
        (15, 0, 15),
        (16, 1, 1),
        (17, 1, 2),
        (30, 1, 15),
        (31, 2, 1),
    ],
)
def test_more_than_fifteen_fame_is_a_token_and_the_rest(
    fame: int, tokens: int, marker: int
) -> None:
    """PI-22. FR p.9, DE p.9: beyond 15 take a +15 token; no point is lost."""
    assert on_track(fame, 15) == (tokens, marker)
    track = GAME.close_up(a_turn(4, fame=fame).state, 0, own=True)[0]
    assert (track.rounds, track.at) == (tokens, marker)


def test_fifty_eight_points_are_a_token_and_eight() -> None:
    """PI-43. FR p.10, DE p.10: beyond 50 take a +50 token; exactly 50 stays on the track."""
    assert on_track(58, 50) == (1, 8)
    assert on_track(50, 50) == (0, 50)


def test_the_score_says_how_the_track_shows_it() -> None:
    """FR p.10, DE p.10."""
    texts = [GAME.score(a_turn(4, fame=fame).state)[0].parts[0].text for fame in (15, 17)]
    assert texts == [
        "15 fame, 1 point each",
        "17 fame, 1 point each (1 x +15 and the marker on 2)",
    ]


def test_a_stack_that_was_not_empty_after_all_fills_the_open_slots() -> None:
    """FR p.7, DE p.7: the slot is refilled while there are tiles."""
    table = a_turn(4, stack=0).play("scrap C4")
    assert table.state.market["C4"] is None
    table.play("stack 2")
    assert table.expected == "the empty market slot is filled first"
    table.play("tile 05/1")
    assert (str(table.state.market["C4"]), table.state.stack) == ("05/1", 1)
    assert table.expected == "a die is taken first"


def test_counting_the_stack_opens_no_slot_twice() -> None:
    """FR p.7, DE p.7."""
    table = a_turn(4).play("scrap C4 stack 9")
    assert table.expected == "the empty market slot is filled first"
    table.play("tile 05/1")
    assert table.state.stack == 8
    assert table.expected == "a die is taken first"


def test_an_empty_stack_stays_empty() -> None:
    """FR p.7, DE p.7."""
    table = a_turn(4, stack=0).play("scrap C4 stack 0")
    assert table.state.market["C4"] is None
    assert table.expected == "a die is taken first"


def test_a_finished_game_is_told_nothing_more() -> None:
    """FR p.10, DE p.10."""
    end = final_state(GAME, {"players": 2}, "over")
    for line in ("stack 3", "hold 0 I/0/3/joker"):
        (move,) = GAME.parse_moves(line)
        assert [reason.rule for reason in GAME.check(end, move)] == ["order.over"]


def test_the_youngest_wins_a_tie_of_the_french_edition() -> None:
    """FR p.10: after points and workers on the dock."""
    config = {"players": 2, "edition": "fr", "ages": [40, 9]}
    end = final_state(GAME, config, "ages")
    tied = evolve(end, players=tuple(evolve(end.players[0], age=age) for age in (40, 9)))
    assert [player.age for player in end.players] == [40, 9]
    outcome = GAME.outcome(tied)
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((1,), "youngest")


@pytest.mark.parametrize("ages", ["9", [9, 8, 7], ["nine"], [True]])
def test_nonsense_is_no_age(ages: object) -> None:
    with pytest.raises(InputError, match="ages"):
        GAME.setup({"players": 2, "ages": ages})
