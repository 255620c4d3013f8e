"""What is in a hand decides about no move of others: tables that differ in it answer the same."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import find
from companion.games.protocol import CHANCE
from companion.games.secrets import public
from companion.log.events import Accept, Command, Correct, Event, Play, Who
from companion.table.table import Table
from tests.companion.tables import HOST, VIEWER, do, refused, seat, send

GAME: Any = find("propeller-islands")
CONFIG = {"players": 2, "hands": "hidden", "characters": ["marie", "amelia"]}
#: What seat 0 holds at one table and at the other, and what nobody holds.
HELD = ("I/e1s1g1/3/banner:industry", "I/e2g1/3/production:energy")
OTHER = "I/e2g1/3/banner:science"
RICH = ("stock/0/energy 9", "stock/0/steel 9", "stock/0/gear 9")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[list[Table]]:
    """Seat 0 may complete a plan now, and has told its whole hand: at each table another one."""
    made = [Table.create(tmp_path / plan[2:4] / "game.log", GAME, CONFIG) for plan in HELD]
    for table, plan in zip(made, HELD, strict=True):
        play_to_a_plan(table)
        state = table.now.state
        for line in RICH:
            state = GAME.repaired(state, line)
        do(table, Accept(GAME.state_to_json(state)))
        tell_hand(table, plan)
    yield made
    for table in made:
        table.close()


def tell_hand(table: Table, plan: str) -> None:
    """Seat 0 tells that it holds this plan, and whatever else it may be."""
    do(table, Play(f"hold 0 {plan}"), seat(0))
    while hidden := table.now.state.players[0].hidden:
        unseen = (one for one in table.now.state.unseen_plans if one.level == hidden[0])
        other = next(one for one in map(str, unseen) if one not in (*HELD, OTHER))
        do(table, Play(f"hold 0 {other}"), seat(0))


def play_to_a_plan(table: Table) -> None:
    source = random.Random(3)
    while True:
        state = table.now.state
        asked = type(state.agenda[-1]).__name__ == "CompletePlan"
        if asked and GAME.to_move(state) == 0:
            return
        if GAME.to_move(state) == CHANCE:
            move = GAME.chance(state, source)
        else:
            move = [*GAME.moves(state)][-1] if asked else source.choice([*GAME.moves(state)])
        do(table, Play(GAME.move_text(move)))


def answer_of(table: Table, action: Any, who: Who) -> Any:
    """All that anybody hears of a command: the answer, what is told, what does not apply."""
    answer = send(table, action, who)
    if isinstance(answer, Event):
        told = [(step.told, step.unapplied) for step in table.story()]
        return public(GAME, table.now.state), told, answer.seats
    return answer.reason, answer.text, answer.violations


PLAYERS = [pytest.param(who, id=str(who)) for who in (HOST, seat(1), VIEWER)]


@pytest.mark.parametrize("plan", [*HELD, OTHER])
@pytest.mark.parametrize("who", PLAYERS)
def test_nobody_learns_from_an_answer_what_another_holds(
    tables: list[Table], plan: str, who: Who
) -> None:
    one, other = [answer_of(table, Play(f"plan {plan} aside"), who) for table in tables]
    assert one == other
    assert (one[0] == "forbidden") == (who != HOST)


@pytest.mark.parametrize("plan", [*HELD, OTHER])
@pytest.mark.parametrize("who", PLAYERS)
def test_nobody_learns_from_a_told_plan_what_another_holds(
    tables: list[Table], plan: str, who: Who
) -> None:
    one, other = [answer_of(table, Play(f"hold 0 {plan}"), who) for table in tables]
    assert one == other
    assert (one[0] == "forbidden") == (who != HOST)


def test_whoever_holds_them_is_told_what_is_wrong(tables: list[Table]) -> None:
    for table, plan in zip(tables, HELD, strict=True):
        assert refused(table, Play(f"plan {OTHER} aside"), seat(0)).violations[0].rule == (
            "plan.not-in-hand"
        )
        do(table, Play(f"plan {plan} aside"), seat(0))


def test_a_move_that_counted_is_told_and_counts_whatever_was_thought_of_the_hand(
    tables: list[Table],
) -> None:
    """The host enters what lies on the table: then what was told of this hand was wrong."""
    for table in tables:
        others = [player.hand for player in table.now.state.players[1:]]
        do(table, Play(f"plan {OTHER} aside"))
        assert not table.now.unapplied
        assert OTHER in map(str, table.now.state.players[0].completed)
        assert [player.hand for player in table.now.state.players[1:]] == others


def test_a_correction_does_not_say_of_later_events_what_was_in_a_hand(tables: list[Table]) -> None:
    """Whoever strikes out what another told of the hand reads no verdict about that hand."""
    found = []
    for table, plan in zip(tables, HELD, strict=True):
        hold = next(s.event for s in table.story() if str(s.line) == f"hold 0 {plan}")
        do(table, Play(f"plan {plan} aside"), seat(0))
        found.append(answer_of(table, Correct(hold, f"hold 0 {OTHER}"), HOST))
        assert not table.now.unapplied
    assert found[0][1][-2:] != found[1][1][-2:], "another plan lies on the table now"


def test_nobody_plays_for_another_by_correcting_what_nobody_did(tables: list[Table]) -> None:
    """Any seat corrects what the table did; a move of somebody's turn is no correction of that."""
    table = tables[0]
    told = next(s for s in table.story() if s.line.startswith("roll"))
    after = GAME.apply(told.before, told.moves[0])
    assert GAME.to_move(after) == 0
    line = f"{told.line} {GAME.move_text(next(iter(GAME.moves(after))))}"
    assert refused(table, Correct(told.event, line), seat(1)).reason == "forbidden"
    do(table, Correct(told.event, str(told.line)), seat(1))


def test_why_an_event_does_not_apply_quotes_nothing(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a mistake in the rules says of itself may hold a hand."""

    def fail(state: Any, move: Any) -> Any:
        raise KeyError(str(state.players[0].hand))

    monkeypatch.setattr(type(GAME), "apply", staticmethod(fail))
    table = tables[0]
    hold = table.story()[-1].event
    assert table.post(Command(Correct(hold, ""), HOST, table.now.number))
    for step in table.story_if(1, ""):
        assert not any(held in reason.text for reason in step.unapplied for held in HELD)


def test_who_tells_the_last_card_is_asked_as_before(tables: list[Table]) -> None:
    """If the question went away with the telling, everybody would know what the hand can't pay."""
    for table in tables:
        state = table.now.state
        for line in ("stock/0/energy 0", "stock/0/steel 0", "stock/0/gear 0"):
            state = GAME.repaired(state, line)
        do(table, Accept(GAME.state_to_json(GAME.covered(state))))
        while table.now.state.players[0].hidden:
            level = table.now.state.players[0].hidden[0]
            unseen = (one for one in table.now.state.unseen_plans if one.level == level)
            do(table, Play(f"hold 0 {next(unseen)}"), seat(0))
            assert GAME.to_move(table.now.state) == 0
        do(table, Play("pass"), seat(0))
