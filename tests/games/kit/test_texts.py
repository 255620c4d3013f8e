"""Moves as lines of text, for any game."""

from typing import Annotated

import pytest

from companion.common.errors import InputError
from companion.games.kit.texts import CELL, Form, Written, parse
from companion.games.kit.values import value
from companion.tabletop.hexes import Cell


@value
class Ship(Written):
    verb = "ship"
    to: Cell
    goods: int = 1
    how: Annotated[str | None, Form(str, among=("fast", "slow"))] = None


@value
class Drop(Written):
    verb = "drop"
    where: Annotated[Cell | None, CELL._replace(none="overboard")]


@value
class Wait(Written):
    verb = "wait"


KINDS = (Ship, Drop, Wait)
SHORT = {"w([1-3])": lambda times: Ship((int(times), 0)), "z": Wait}


@pytest.mark.parametrize(
    "move",
    [Ship((1, -2), 3), Ship((0, 0), 1, "fast"), Drop(None), Drop((4, 4)), Wait()],
    ids=str,
)
def test_what_is_written_is_read_again(move):
    assert parse(str(move), KINDS) == (move,)
    assert parse(f"wait {move} wait", KINDS) == (Wait(), move, Wait())


def test_words_of_their_own_come_before_verbs():
    assert parse("w2 z drop overboard", KINDS, SHORT) == (Ship((2, 0)), Wait(), Drop(None))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("sail", "no move 'sail'; there is ship, drop, wait"),
        ("ship", "'ship' needs more words behind it"),
        ("ship @1,1 many", "'many' is no number"),
        ("ship here 1", "'here' is no cell; write @1,-1"),
        ("drop fast", "'fast' is no cell; write @1,-1"),
        ("ship @1,1 2 quickly", "no move 'quickly'; there is ship, drop, wait"),
    ],
)
def test_a_line_that_is_none_says_what_is_wrong(line, wrong):
    with pytest.raises(InputError) as error:
        parse(line, KINDS)
    assert str(error.value) == wrong
