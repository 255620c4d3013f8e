"""Lines of a log and the answer of replay fit their schemas."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.cli import main
from companion.games import find
from companion.games.random_games import plies
from companion.log import events
from companion.log.events import START, Action, Command, Event, Who, from_line, to_line
from companion.log.reasons import Counted, Repaired, Seen, Why
from companion.table.table import Table
from companion.tabletop.sight import Difference, LyingThing

GAME = find("propeller-islands")
ACTIONS: list[Action] = [
    events.Begin("stones", {"players": 2}),
    events.Play("roll 5"),
    events.Confirm("take 1 take 2"),
    events.Accept({"left": 3}),
    events.Correct(2, ""),
    events.Undo(3),
    events.Redo(3),
    events.Sit(0, "Vera"),
    events.Choose("auto"),
    events.Pause(),
    events.Resume(),
    events.End(),
    events.Lost(),
]


def test_every_action_is_tried() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))


WHYS: list[Why] = [
    "why",
    Counted((37, 41)),
    Repaired("heap 9"),
    Seen.of(
        [
            Difference("heap", LyingThing("match", None, "lying", 0.5), None, 1.0),
            Difference("coin", None, LyingThing("die", "4"), 1.0),
        ]
        * 10
    ),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
@pytest.mark.parametrize("by", ["host", "seat 1", "viewer", "referee"])
def test_every_line_fits_the_schema(validator: Any, action: Action, by: str) -> None:
    for event in (
        Event(7, 1.5, Who.parse(by), action),
        *(Event(7, 1.5, Who.parse(by), action, why, "000001-9f86d081.jpg", (0,)) for why in WHYS),
    ):
        line = to_line(event, START)
        assert from_line(line) == event
        validator("event").validate(json.loads(line))


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 0},
        {"by": "seat"},
        {"action": {"kind": "fly"}},
        {"action": {"kind": "undo", "event": None}},
        {"action": {"kind": "pause", "moves": ""}},
        {"check": "x"},
        {"more": 1},
        {"why": {"kind": "guessed"}},
        {"why": {"kind": "counted", "points": ["many"]}},
    ],
)
def test_other_lines_do_not(validator: Any, wrong: dict[str, object]) -> None:
    line = json.loads(to_line(Event(7, 1.5, Who("host"), events.Pause()), START))
    assert validator("event").is_valid(line)
    assert not validator("event").is_valid({**line, **wrong})


def test_replay(validator: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Table.create(tmp_path / "game.log", GAME, {"players": 2}) as table:
        wishes: list[Action] = [
            events.Play(str(ply.move)) for ply in list(plies(GAME, {"players": 2}, 3))[:60]
        ]
        for wish in (*wishes, events.Correct(30, ""), events.Sit(0, "Vera")):
            table.post(Command(wish, Who("host"), table.now.number))
    assert main(["replay", str(tmp_path / "game.log"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    validator("replay").validate(answer)
    assert {one["applied"] for one in answer["line"]} == {True, False}
