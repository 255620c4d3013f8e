"""The agenda: what settles by itself, what waits, and which order makes a difference."""

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from companion.games.kit.agenda import (
    Consequence,
    HasAgenda,
    asked,
    beginning_with,
    first,
    in_any_order,
    lost_if,
    settle,
    within,
)


@dataclass(frozen=True)
class Gain:
    """Coal; a cellar holds no more than four."""

    coal: int


@dataclass(frozen=True)
class Sell:
    """All coal, for a point each."""


@dataclass(frozen=True)
class Cheer:
    """A point, whatever else happens."""


@dataclass(frozen=True)
class Ask:
    seat: int


@dataclass(frozen=True)
class Lose:
    """What nobody can answer."""


@dataclass(frozen=True)
class Cellar(HasAgenda):
    agenda: tuple[Any, ...]
    coal: int = 0
    points: int = 0


def gain(state: Cellar, task: Gain) -> Cellar:
    return state.then(coal=min(4, state.coal + task.coal))


def sell(state: Cellar, task: Sell) -> Cellar:
    return state.then(coal=0, points=state.points + state.coal)


def cheer(state: Cellar, task: Cheer) -> Cellar:
    return state.then(points=state.points + 1)


RULES: dict[type, Consequence[Cellar]] = {
    Gain: gain,
    Sell: sell,
    Cheer: cheer,
    Lose: lost_if(lambda state, task: True),
    Ask: lost_if(lambda state, task: task.seat > state.coal + 2),
}


def settled(*agenda: Any) -> Cellar:
    return settle(Cellar(agenda), RULES)


def test_what_needs_nobody_is_done_up_to_a_question() -> None:
    assert settled(Sell(), Ask(1), Lose(), Gain(2), Ask(3)) == Cellar((Sell(), Ask(1)), coal=2)


@pytest.mark.parametrize("order", [*permutations([Gain(1), Gain(2), Cheer(), Cheer()])][::5])
def test_nobody_is_asked_for_an_order_without_a_difference(order: tuple[Any, ...]) -> None:
    assert settled(*in_any_order(*order)) == Cellar((), coal=3, points=2)


def test_the_owner_is_asked_for_an_order_with_a_difference_and_only_for_that() -> None:
    state = settled(*in_any_order(Sell(), Cheer(), Gain(2), Lose()))
    assert asked(state.agenda) == (Gain(2), Sell())
    assert state.points == 1
    ends = {settle(beginning_with(state, task), RULES) for task in asked(state.agenda)}
    assert ends == {Cellar((), coal=0, points=3), Cellar((), coal=2, points=1)}


def test_a_choice_among_them_is_left_to_its_owner() -> None:
    state = settled(*in_any_order(Ask(0), Ask(1), Cheer()))
    assert asked(state.agenda) == (Ask(0), Ask(1), Cheer())


def test_what_another_answer_may_still_make_possible_is_not_lost() -> None:
    assert asked(settled(*in_any_order(Ask(0), Ask(3))).agenda) == (Ask(0), Ask(3))
    assert settled(*in_any_order(Ask(4), Ask(3))).agenda == ()
    assert asked(settled(*in_any_order(Ask(3), Gain(1))).agenda) == (Ask(3), Gain(1))


def test_two_orders_of_the_same_answers_leave_the_same_agenda() -> None:
    agenda = in_any_order(Ask(2), Ask(0), Ask(1), Ask(1))
    assert asked(agenda) == (Ask(0), Ask(1), Ask(2))

    def after(*tasks: Ask) -> tuple[Any, ...]:
        rest = agenda
        for task in tasks:
            rest = first(rest, task)[:-1]
        return rest

    assert after(Ask(0), Ask(2)) == after(Ask(2), Ask(0)) == (Ask(1), Ask(1))
    assert len({after(*order) for order in permutations([Ask(0), Ask(1), Ask(2)])}) == 1


def test_what_goes_on_is_found_below_everything_else() -> None:
    assert within((Ask(0), Sell(), Ask(1), Gain(1)), Ask) == Ask(1)
    assert within((Ask(0),), Sell) is None
