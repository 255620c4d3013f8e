"""`check` names rule, sentence, pages and pieces: dock, plans, shared die, the table."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.worked_examples.propeller_islands.refusals import Case, is_refused
from tests.worked_examples.propeller_islands.table import (
    DISPLAY,
    SUSANS_PLAN,
    Table,
    a_fresh_game,
    a_turn,
    the_end_of_my_turn,
    the_shared_die,
)

JOKER = "I/0/3/joker"


def before(expected: str, **config: object) -> Callable[[], Table]:
    """A game that is being set up, when the table is asked for this."""

    def found() -> Table:
        table = a_fresh_game(**config)
        while table.expected != expected:
            table.play(table.moves[0])
        return table

    return found


def deploying(**settings: Any) -> Callable[[], Table]:
    """A worker is being deployed."""
    island = {(1, 0): "05/1", (0, 1): "02", (0, -1): "06/2 standing"}
    return lambda: a_turn(4, island=island, dock="a1 b1 c1", **settings).play(
        "activate @0,0 worker"
    )


def two_depots() -> Table:
    """The reward of the second column: up to two depots."""
    island = {(1, 0): "05/1", (0, 1): "02", (0, -1): "03"}
    table = a_turn(4, island=island, dock="b1 a1")
    return table.play("activate @0,0 worker deploy b1 @1,0 depot @0,1")


def claiming() -> Table:
    """A row and a column were emptied together."""
    table = a_turn(4, island={(1, 0): "05/1"}, dock="a1 b2")
    return table.play("activate @0,0 worker deploy a1 @1,0")


def drawing(**settings: Any) -> Callable[[], Table]:
    """A plan was completed, a new one is drawn."""
    return lambda: the_end_of_my_turn(hand=JOKER, **settings).play(f"plan {JOKER} aside")


def turn(**settings: Any) -> Callable[[], Table]:
    """A turn with a 4."""
    return lambda: a_turn(4, **settings)


def planning(**settings: Any) -> Callable[[], Table]:
    """The end of a turn with Susan's plan in hand."""
    return lambda: the_end_of_my_turn(**{"hand": SUSANS_PLAN, "stock": "e1s1g1", **settings})


CASES = [
    Case(
        "deploy.no-dock-cell",
        deploying(),
        "deploy a4 @1,0",
        "There is no dock cell a4.",
        pages=("8", "8"),
    ),
    Case(
        "deploy.dock-cell-empty",
        deploying(),
        "deploy d1 @1,0",
        "There is no worker on the dock cell d1.",
        ("dock/0/d1",),
        ("8", "8"),
    ),
    Case(
        "deploy.no-tile",
        deploying(),
        "deploy a1 @3,0",
        "There is no tile on the place 3 steps to the right from the capitol in the drawing.",
        ("island/0/(3,0)",),
        ("8", "8"),
    ),
    Case(
        "deploy.no-worker-cell",
        deploying(),
        "deploy a1 @0,1",
        "There is no worker cell on the depot.",
        ("island/0/(0,1)",),
        ("3", "3"),
    ),
    Case(
        "deploy.cell-taken",
        deploying(),
        "deploy a1 @0,-1",
        "There is a worker on the refinery already.",
        ("island/0/(0,-1)",),
        ("8", "8"),
    ),
    Case(
        "claim.not-emptied",
        claiming,
        "claim row3",
        "Nobody has emptied row 3 just now.",
        ("dock/0/row3",),
        ("8", "8"),
    ),
    Case(
        "depot.no-depot",
        two_depots,
        "depot @1,0",
        "That is no depot: the workshop.",
        ("island/0/(1,0)",),
        ("12", "12"),
    ),
    Case(
        "depot.used-already",
        two_depots,
        "depot @0,1",
        "This depot has given its bonus for this effect: the depot next to the workshop.",
        ("island/0/(0,1)",),
        ("8", "8"),
    ),
    Case(
        "gain.not-offered",
        lambda: the_end_of_my_turn(hand=JOKER, character="nicola", fame=10).play(
            f"plan {JOKER} aside"
        ),
        "gain gear",
        "The ability gives energy or steel, not gear.",
        pages=("11", "11"),
    ),
    Case(
        "plan.not-in-hand",
        planning(),
        f"plan {JOKER} aside",
        "This plan is not in the hand.",
        ("hand/0",),
        ("9", "9"),
    ),
    Case(
        "plan.cannot-pay",
        planning(hand=f"{SUSANS_PLAN} {JOKER}", stock="e1s2"),
        f"plan {SUSANS_PLAN} aside",
        "The plan costs 1 energy, 1 steel and 1 gear; there is 1 energy and 2 steel.",
        pages=("9", "9"),
    ),
    Case(
        "upgrade.no-tile",
        planning(),
        f"plan {SUSANS_PLAN} @1,0",
        "There is no tile on the place right of the capitol in the drawing.",
        ("island/0/(1,0)",),
        ("9", "9"),
    ),
    Case(
        "upgrade.no-slot",
        planning(),
        f"plan {SUSANS_PLAN} @0,0",
        "There is no slot for this upgrade on the capitol. (This rests on assumed data.)",
        ("island/0/(0,0)",),
        ("9", "9"),
    ),
    Case(
        "upgrade.slot-taken",
        planning(island={(1, 0): "06/2 banner:science"}),
        f"plan {SUSANS_PLAN} @1,0",
        "There is an upgrade of this kind on the refinery already.",
        ("island/0/(1,0)",),
        ("9", "9"),
    ),
    Case(
        "draw.not-on-display",
        drawing(),
        f"draw {SUSANS_PLAN}",
        "This plan does not lie on the display.",
        ("display",),
        ("9", "9"),
    ),
    Case(
        "draw.pile-empty",
        drawing(piles=(3, 0)),
        "draw II",
        "The pile of level II is empty.",
        ("pile/II",),
        ("9", "9"),
    ),
    Case(
        "shared.no-energy",
        lambda: the_shared_die(4, stock="e3"),
        "d4+1",
        "No energy may be spent on the shared die.",
        pages=("10", "10"),
    ),
    Case(
        "shared.no-plan",
        lambda: the_shared_die(4, hand=JOKER),
        f"plan {JOKER} aside",
        "No plan may be completed with the shared die.",
        pages=("10", "10"),
    ),
    Case(
        "shared.out-of-reach",
        lambda: the_shared_die(6, character="nelson", fame=5),
        "shared 3",
        "Nelson can't read the shared 6 as a 3 at this level.",
        ("forge",),
        ("11", "11"),
    ),
    Case(
        "roll.count",
        before("the dice are rolled first"),
        "roll 1234",
        "5 dice are rolled, not 4.",
        ("forge",),
    ),
    Case(
        "roll.bad-die",
        before("the dice are rolled first"),
        "roll 12347",
        "A die shows 1 to 6, not 7.",
        ("forge",),
    ),
    Case(
        "card.level",
        before("a plan is drawn from the pile first"),
        f"card {DISPLAY.split()[4]}",
        "A plan of level I is drawn here.",
        ("pile/I",),
        ("9", "9"),
    ),
    Case(
        "card.face-up",
        before("the display of plans is filled first"),
        "card ?",
        "A plan on the display lies face up; say what is printed on it.",
        ("display",),
        ("9", "9"),
    ),
    Case(
        "reveal.capitol",
        lambda: a_turn(4).play("scrap C4"),
        "tile 01",
        "A capitol is not among the tiles of the stack.",
        ("stack",),
        ("4", "4"),
    ),
    Case(
        "character.unknown",
        before("the characters are dealt first", characters=[]),
        "character vera",
        "There is no character vera.",
        pages=("11", "11"),
    ),
    Case(
        "character.taken",
        before("the characters are dealt first", characters=["marie"]),
        "character marie",
        "Marie belongs to another seat.",
        pages=("9", "9"),
    ),
    Case("hold.no-seat", turn(), f"hold 2 {JOKER}", "There is no seat 3.", pages=("4", "4")),
    Case(
        "hold.nothing-hidden",
        turn(),
        f"hold 1 {JOKER}",
        "Player 2 has no unknown card of level I.",
        ("hand/1",),
        ("9", "9"),
    ),
    Case(
        "stack.range", turn(), "stack 71", "The stack holds 0 to 70 tiles.", ("stack",), ("4", "4")
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_a_bad_move_is_refused_with_rule_sentence_pieces_and_pages(case: Case) -> None:
    """Each rule id alone; the pages are those of the rule in FR and DE."""
    is_refused(case)
