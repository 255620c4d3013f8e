"""The agenda: what settles by itself, what waits, and which order makes a difference."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import pytest

from companion.games.kit.agenda import asked, first, in_any_order, settle, within


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
class Cellar:
    agenda: tuple[Any, ...]
    coal: int = 0
    points: int = 0


def gain(state: Cellar, task: Gain) -> Cellar:
    return replace(state, agenda=state.agenda[:-1], coal=min(4, state.coal + task.coal))


def sell(state: Cellar, task: Sell) -> Cellar:
    return replace(state, agenda=state.agenda[:-1], coal=0, points=state.points + state.coal)


def cheer(state: Cellar, task: Cheer) -> Cellar:
    return replace(state, agenda=state.agenda[:-1], points=state.points + 1)


RULES: dict[type, Callable[[Any, Any], Any]] = {Gain: gain, Sell: sell, Cheer: cheer}


def settled(*agenda: Any) -> Cellar:
    return settle(Cellar(agenda), RULES, lambda state, task: task == Lose())


def test_what_needs_nobody_is_done_up_to_a_question() -> None:
    assert settled(Sell(), Ask(1), Lose(), Gain(2)) == Cellar((Sell(), Ask(1)), coal=2)


@pytest.mark.parametrize("order", [*permutations([Gain(1), Gain(2), Cheer(), Cheer()])][::5])
def test_nobody_is_asked_for_an_order_without_a_difference(order: tuple[Any, ...]) -> None:
    assert settled(*in_any_order(*order)) == Cellar((), coal=3, points=2)


def test_the_owner_is_asked_for_an_order_with_a_difference_and_only_for_that() -> None:
    state = settled(*in_any_order(Sell(), Cheer(), Gain(2), Lose()))
    assert asked(state.agenda) == (Gain(2), Sell())
    assert state.points == 1
    ends = {settled_after(state, task) for task in asked(state.agenda)}
    assert ends == {Cellar((), coal=0, points=3), Cellar((), coal=2, points=1)}


def settled_after(state: Cellar, task: Any) -> Cellar:
    return settle(replace(state, agenda=first(state.agenda, task)), RULES)


def test_a_choice_among_them_is_left_to_its_owner() -> None:
    state = settled(*in_any_order(Ask(0), Ask(1), Cheer()))
    assert asked(state.agenda) == (Ask(0), Ask(1), Cheer())


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
