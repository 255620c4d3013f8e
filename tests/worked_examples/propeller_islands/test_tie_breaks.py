"""Who wins, and what breaks a tie (FR p.10, DE p.10)."""

from tests.worked_examples.propeller_islands.positions import a_position, a_seat, winner_of
from tests.worked_examples.propeller_islands.table import GAME


def test_most_points_win() -> None:
    """FR p.10, DE p.10: the player with the most points wins."""
    assert winner_of(a_seat(fame=10, dock=12), a_seat(fame=11, dock=0)) == ((1,), "points")
    assert winner_of(a_seat(gears=3), a_seat(steel=4), a_seat(energy=8)) == ((0,), "points")


def test_more_workers_on_the_dock_break_a_tie_in_both_editions() -> None:
    """PI-20. FR p.10, DE p.10: 3 workers against 2."""
    for edition in ("de", "fr"):
        seats = a_seat(fame=9, dock=2, plans=[]), a_seat(fame=9, dock=3, plans=[])
        assert winner_of(*seats, edition=edition) == ((1,), "dock-workers")
        assert winner_of(*reversed(seats), edition=edition) == ((0,), "dock-workers")


def test_the_dock_decides_before_the_number_of_plans() -> None:
    """DE p.10: first the dock, then the plans."""
    many = a_seat(fame=0, dock=3, plans=[3, 3, 3])
    few = a_seat(fame=6, dock=2, plans=[3])
    assert winner_of(many, few, first_player=0) == ((0,), "dock-workers")


def test_in_germany_fewer_completed_plans_come_next() -> None:
    """PI-20. DE p.10: 5 plans beat 6."""
    six = a_seat(fame=0, dock=3, plans=[3] * 6)
    five = a_seat(fame=3, dock=3, plans=[3] * 5)
    assert winner_of(six, five, first_player=0) == ((1,), "fewer-plans")
    assert winner_of(five, six, first_player=0) == ((0,), "fewer-plans")


def test_in_germany_the_seat_farthest_clockwise_from_the_token_comes_last() -> None:
    """PI-21. DE p.10: token at seat 2, seats 1 and 3 tied: seat 1 is three steps away."""
    tied, other = a_seat(fame=9, dock=3, plans=[]), a_seat(fame=1)
    assert winner_of(other, tied, other, tied, first_player=2) == ((1,), "seat-order")
    assert winner_of(other, tied, other, tied, first_player=0) == ((3,), "seat-order")
    assert winner_of(tied, tied, tied, tied, first_player=3) == ((2,), "seat-order")
    assert winner_of(tied, tied, first_player=1) == ((0,), "seat-order")


def test_the_token_holder_himself_is_the_nearest() -> None:
    """DE p.10; specification 9: distance = (seat - token) mod N."""
    tied = a_seat(fame=9, dock=3)
    assert winner_of(tied, tied, tied, first_player=0) == ((2,), "seat-order")
    assert winner_of(tied, tied, first_player=0) == ((1,), "seat-order")


def test_an_empty_seat_at_the_table_counts_for_the_distance() -> None:
    """DE p.10: two typed seats of a game for four sit at seats 0 and 1."""
    tied = a_seat(fame=9, dock=3)
    assert winner_of(tied, tied, players=4, first_player=1) == ((0,), "seat-order")
    assert winner_of(tied, tied, players=4, first_player=3) == ((1,), "seat-order")


def test_in_germany_an_unknown_token_leaves_the_tie() -> None:
    """DE p.10: nobody told where the token lies, so nothing decides."""
    tied, other = a_seat(fame=9, dock=3), a_seat(fame=1)
    assert winner_of(tied, other, tied) == ((0, 2), "shared")


def test_in_france_the_youngest_player_wins_the_tie() -> None:
    """FR p.10: if the tie persists, the youngest."""
    old, young = a_seat(fame=9, dock=3, age=41, plans=[]), a_seat(fame=6, dock=3, age=12, plans=[3])
    assert winner_of(old, young, edition="fr", first_player=1) == ((1,), "youngest")
    assert winner_of(young, old, edition="fr", first_player=1) == ((0,), "youngest")


def test_in_france_unknown_or_equal_ages_leave_the_tie() -> None:
    """FR p.10; specification 9: shared when ages are unknown."""
    tied = a_seat(fame=9, dock=3)
    assert winner_of(tied, a_seat(fame=9, dock=3, age=12), edition="fr") == ((0, 1), "shared")
    twins = a_seat(fame=9, dock=3, age=12)
    assert winner_of(twins, twins, a_seat(fame=9, dock=3, age=30), edition="fr") == (
        (0, 1),
        "shared",
    )


def test_in_france_the_number_of_plans_decides_nothing() -> None:
    """FR p.10: only the dock and the age."""
    six = a_seat(fame=0, dock=3, plans=[3] * 6, age=20)
    five = a_seat(fame=3, dock=3, plans=[3] * 5, age=30)
    assert winner_of(six, five, edition="fr") == ((0,), "youngest")


def test_a_third_seat_with_fewer_points_never_wins_a_tie_break() -> None:
    """FR p.10, DE p.10: only those with the most points."""
    tied, low = a_seat(fame=9, dock=3), a_seat(fame=8, dock=12)
    assert winner_of(low, tied, tied, first_player=0) == ((2,), "seat-order")


def test_ties_below_the_first_place_stay() -> None:
    """Specification 9: only the first place is decided."""
    sheet = GAME.score_position(a_position(a_seat(fame=9), a_seat(fame=3), a_seat(fame=3)))
    assert [seat.score.points for seat in sheet.seats] == [9, 3, 3]
    assert sheet.outcome.winners == (0,)


def test_the_dock_may_be_given_cell_by_cell() -> None:
    """FR p.8, DE p.8: three rows of four cells."""
    grid = [[1, 0, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0]]
    assert winner_of(a_seat(fame=9, dock=grid), a_seat(fame=9, dock=2)) == ((0,), "dock-workers")
    assert winner_of(a_seat(fame=9, dock=grid), a_seat(fame=9, dock=4)) == ((1,), "dock-workers")


def test_a_dock_that_nobody_counted_decides_nothing() -> None:
    """FR p.10, DE p.10: who has more workers on the dock is unknown, and a guess is no fact."""
    counted, unknown = a_seat(fame=9, dock=2), a_seat(fame=9)
    assert winner_of(counted, unknown, first_player=0)[1] != "dock-workers"
