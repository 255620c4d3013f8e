"""Lines of a log and the answer of replay fit their schemas."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.cli import main
from companion.games import find
from companion.games.random_games import plies
from companion.log import events
from companion.log.events import START, Action, Command, Event, Who, to_line
from companion.table.table import Table

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


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
@pytest.mark.parametrize("by", ["host", "seat 1", "viewer", "referee"])
def test_every_line_fits_the_schema(validator: Any, action: Action, by: str) -> None:
    for event in (
        Event(7, 1.5, Who.parse(by), action),
        Event(7, 1.5, Who.parse(by), action, "why", "000001-9f86d081.jpg", (0, 1)),
    ):
        validator("event").validate(json.loads(to_line(event, START)))


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
