"""`check` names rule, sentence, pages and pieces: dice, market, placing, activating."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.propeller_islands.rules import moves
from tests.worked_examples.propeller_islands.refusals import Case, is_refused
from tests.worked_examples.propeller_islands.table import Table, a_turn, edition, the_shared_die


def over() -> Table:
    """The end of a game."""
    return the_shared_die(4, island={(0, 0): "01 lying"}, stack=0).play("pass")


def deploying(**settings: Any) -> Callable[[], Table]:
    """A worker is being deployed."""
    island = {(1, 0): "05/1", (0, 1): "02", (0, -1): "06/2 standing"}
    return lambda: a_turn(4, island=island, dock="a1 b1 c1", **settings).play(
        "activate @0,0 worker"
    )


def fresh() -> Table:
    """A worker was deployed in this action, in an edition that lets him wait."""
    island = {(1, 0): "06/4", (0, 1): "06/4 standing"}
    table = a_turn(4, island=island, rules=edition(fresh_workers=False))
    return table.play("activate @0,0 worker deploy a1 @1,0")


def turn(**settings: Any) -> Callable[[], Table]:
    """A turn with a 4."""
    return lambda: a_turn(4, **settings)


CASES = [
    Case("order.over", over, "pass", "The game is over.", pages=("10", "10")),
    Case(
        "order.not-now",
        turn(),
        "d5",
        "This can't be done now: build, scrap or activate with the die.",
    ),
    Case("order.must", deploying(), "pass", "This can't be left out: a worker is deployed now."),
    Case(
        "take.no-die", lambda: a_turn(dice="35"), "d4", "There is no 4 on the Forge.", ("forge/4",)
    ),
    Case(
        "take.reroll-first",
        lambda: a_turn(dice="35", character="jacques", fame=5),
        moves.Take(3, 1, True),
        "Roll the die again first; a change comes after it.",
        pages=("11", "11"),
    ),
    Case(
        "change.too-far",
        lambda: a_turn(dice="3", stock="e2"),
        "d3+2",
        "The die can't be changed by +2: at most 1 is allowed.",
    ),
    Case(
        "change.cannot-pay",
        lambda: a_turn(dice="3"),
        "d3-1",
        "The change costs 1 energy; there is 0.",
    ),
    Case(
        "reroll.only-jacques",
        lambda: a_turn(dice="3"),
        "d3r",
        "Only Jacques may roll the die again, from his first trumpet on.",
        pages=("11", "11"),
    ),
    Case("market.no-slot", turn(), "scrap C7", "There is no market slot C7.", pages=("3", "3")),
    Case(
        "market.out-of-reach",
        turn(),
        "scrap E6",
        "E6 does not touch the Forge space 4; it touches 1 and 6.",
        ("market/E6", "forge/4"),
        ("7", "7"),
    ),
    Case(
        "market.empty",
        turn(market={"C4": None}),
        "build C4 @1,0",
        "No tile lies in C4.",
        ("market/C4",),
        ("7", "7"),
    ),
    Case(
        "island.cell-taken",
        turn(),
        "build C4 @0,0",
        "A tile lies there already: the capitol.",
        ("island/0/(0,0)",),
        ("7", "7"),
    ),
    Case(
        "island.not-connected",
        turn(),
        "build C4 @2,0",
        "A tile does not touch the island: the workshop.",
        ("island/0/(2,0)",),
        ("7", "7"),
    ),
    Case(
        "activate.no-tile",
        turn(),
        "activate @1,0",
        "There is no tile on the place right of the capitol in the drawing.",
        ("island/0/(1,0)",),
        ("8", "8"),
    ),
    Case(
        "activate.no-bar",
        turn(island={(1, 0): "14 standing"}),
        "activate @1,0",
        "There is no activation bar on the luxury apartments.",
        ("island/0/(1,0)",),
        ("3", "3"),
    ),
    Case(
        "activate.no-worker",
        turn(island={(1, 0): "06/4"}),
        "activate @1,0",
        "There is no worker on the refinery.",
        ("island/0/(1,0)",),
        ("8", "8"),
    ),
    Case(
        "activate.worker-lies",
        turn(island={(1, 0): "06/4 lying"}),
        "activate @1,0",
        "The worker on the refinery lies down: it was activated this round.",
        ("island/0/(1,0)",),
        ("8", "8"),
    ),
    Case(
        "activate.fresh-worker",
        fresh,
        "activate @1,0",
        "The worker on the refinery with the 4 right of the capitol in the drawing came in this "
        "action; in this edition "
        "it can't be used before the next.",
        ("island/0/(1,0)",),
        ("8", "8"),
    ),
    Case(
        "activate.wrong-number",
        turn(island={(1, 0): "06/2 standing"}),
        "activate @1,0",
        "A 2 is needed for the refinery; the die counts as 4.",
        ("island/0/(1,0)",),
        ("8", "8"),
    ),
    Case(
        "activate.marie-cannot-pay",
        turn(island={(1, 0): "06/2 standing"}, character="marie", fame=5),
        "activate @1,0",
        "Marie's additional tile costs 1 energy; there is none.",
        ("island/0/(1,0)",),
        ("11", "11"),
    ),
    Case(
        "activate.no-option",
        turn(),
        "activate @0,0",
        "Say which effect of the capitol is meant, one of: worker, resources.",
        ("island/0/(0,0)",),
        ("12", "12"),
    ),
    Case(
        "activate.cannot-pay",
        turn(island={(1, 0): "09/4 standing"}, stock="e1g2"),
        "activate @1,0",
        "To activate the smelter costs 2 energy; there is 1 energy and 2 gears.",
        ("island/0/(1,0)",),
        ("8, 12", "8, 12"),
    ),
    Case(
        "activate.cannot-deploy",
        turn(),
        "activate @0,0 worker",
        "Nobody can be deployed with the capitol: there is no free worker cell on the island, "
        "or no worker on the dock.",
        ("island/0/(0,0)",),
        ("8, 12", "8, 12"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_a_bad_move_is_refused_with_rule_sentence_pieces_and_pages(case: Case) -> None:
    """Each rule id alone; the pages are those of the rule in FR and DE."""
    is_refused(case)
