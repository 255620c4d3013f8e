"""Answers about values that never change are found once."""

import threading

import pytest

from companion.common.remembering import forget_all, remembering

pytestmark = pytest.mark.live


def test_the_same_thing_is_asked_once_and_an_equal_one_again() -> None:
    asked = []

    @remembering(most=8)
    def total(dice: list[int], more: int) -> int:
        asked.append(more)
        return sum(dice) + more

    dice = [1, 2]
    assert [total(dice, 1), total(dice, 1), total([1, 2], 1)] == [4, 4, 4]
    assert len(asked) == 2
    assert total(dice, 2) == 5


def test_only_what_decides_is_looked_at() -> None:
    asked = []

    @remembering(most=8, by=lambda table, seat: (table[seat],))
    def of_seat(table: list[list[int]], seat: int) -> int:
        asked.append(seat)
        return sum(table[seat])

    mine = [4]
    assert of_seat([mine, [1]], 0) == of_seat([mine, [2]], 0) == 4
    assert asked == [0]


def test_what_is_forgotten_is_asked_again_and_never_mistaken_for_another() -> None:
    @remembering(most=2)
    def first(of: list[int]) -> int:
        return of[0]

    # Lists that are gone leave their identities to others.
    assert [first([number]) for number in range(500)] == list(range(500))


def test_many_may_ask_at_once() -> None:
    @remembering(most=3)
    def double(number: int) -> int:
        return 2 * number

    wrong: list[int] = []

    def ask() -> None:
        wrong.extend(number for number in range(2000) if double(number % 7) != 2 * (number % 7))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_when_a_game_is_over_every_answer_is_forgotten() -> None:
    asked = []

    @remembering(most=8)
    def first(of: list[int]) -> int:
        asked.append(of)
        return of[0]

    dice = [3]
    first(dice)
    forget_all()
    assert first(dice) == first(dice) == 3
    assert len(asked) == 2
