"""A bad move and everything that `check` says about it."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from companion.games.propeller_islands.rules.moves import Move
from companion.games.protocol import IllegalMove
from tests.worked_examples.propeller_islands.table import GAME, Table


class Case(NamedTuple):
    """A bad move, and what is wrong with it."""

    rule: str
    table: Callable[[], Table]
    move: str | Move
    text: str
    pieces: tuple[str, ...] = ()
    pages: tuple[str, str] = ("6", "6")


def is_refused(case: Case) -> None:
    """The move breaks this one rule; it is not offered, and playing it says the same."""
    table = case.table()
    move = GAME.parse_moves(case.move)[0] if isinstance(case.move, str) else case.move
    (found,) = GAME.check(table.state, move)
    assert (found.rule, found.text, found.pieces) == (case.rule, case.text, case.pieces)
    assert (found.pages["fr"], found.pages["de"]) == case.pages
    assert found.assumed == ("assumed data" in case.text)
    assert move not in list(GAME.moves(table.state))
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(table.state, move)
    assert refused.value.violations == (found,)
    assert str(refused.value) == case.text
