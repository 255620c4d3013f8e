"""`companion replay`: the story of a log, which is not touched by it."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.games import find
from companion.games.random_games import plies
from companion.log.events import Accept, Correct, Play, Sit, Undo
from companion.table.table import Table
from tests.companion.tables import do, ticking

GAME = find("propeller-islands")
PLAYED = list(plies(GAME, {"players": 2}, "replay"))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A whole game, with a name, an undo, and a correction that was taken back."""
    path = tmp_path / "game.log"
    with Table.create(path, GAME, {"players": 2}, ticking()) as table:
        do(table, Sit(0, "Vera"))
        for ply in PLAYED:
            do(table, Play(GAME.move_text(ply.move)))
        do(table, Undo())
        do(table, Play(GAME.move_text(PLAYED[-1].move)))
        do(table, Correct(20, ""))
        do(table, Undo())
    return path


def test_the_story_ends_with_the_score(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()
    end = PLAYED[-1].state
    assert lines[0] == (
        f"Propeller Islands, {len(PLAYED) + 6} events, {len(PLAYED)} of them in the line of play."
    )
    assert lines[1] == f"    3  {GAME.tell(GAME.setup({'players': 2}), PLAYED[0].move)}"
    assert len(lines) == len(PLAYED) + 4
    assert lines[-3] == f"Vera: {GAME.score(end)[0].points} points"
    assert lines[-2] == f"Player 2: {GAME.score(end)[1].points} points"
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert lines[-1].endswith(f"(decided by: {outcome.decided_by}).")


def test_programs_get_events_line_and_scores(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(log), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["game"] == "propeller-islands"
    assert len(answer["events"]) == len(PLAYED) + 6
    assert answer["events"][1]["action"] == {"kind": "sit", "seat": 0, "name": "Vera"}
    assert [one["moves"] for one in answer["line"]] == [GAME.move_text(p.move) for p in PLAYED]
    assert all(one["applied"] for one in answer["line"])
    end = PLAYED[-1].state
    assert answer["scores"] == [score.points for score in GAME.score(end).values()]
    assert answer["names"] == ["Vera", "Player 2"]


def test_moves_that_do_not_apply_are_told_with_their_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.log"
    with Table.create(path, GAME, {"players": 2}, ticking()) as table:
        for ply in PLAYED[:60]:
            do(table, Play(GAME.move_text(ply.move)))
        do(table, Correct(30, ""))
        fallen = len(table.now.unapplied)
        assert fallen
    main(["replay", str(path)])
    out = capsys.readouterr().out
    assert out.count("NOT APPLIED: ") == fallen
    assert "   30  Struck out." in out
    assert out.endswith("The game is not over.\n")


def test_an_accepted_table_is_a_step_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.log"
    with Table.create(path, GAME, {"players": 2}, ticking()) as table:
        do(table, Accept(GAME.state_to_json(PLAYED[-1].state)))
    main(["replay", str(path)])
    out = capsys.readouterr().out
    assert "    2  The table as it lay." in out
    assert "decided by" in out


def test_a_damaged_log_is_told_as_far_as_it_can_be_read_and_left_as_it_is(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = log.read_bytes()
    at = data.index(b'{"number":40,')
    broken = data[: at + 30] + b"?" + data[at + 31 :]
    log.write_bytes(broken)
    assert main(["replay", str(log)]) == 0
    said = capsys.readouterr()
    assert "event 40 is damaged" in said.err
    assert "273 events could be read. None in between is lost. Nothing came after" in said.err
    log.with_name("game.log-lines").unlink()
    assert main(["replay", str(log)]) == 0
    said = capsys.readouterr()
    assert "272 events could be read. Lost: 40. What came after event 273" in said.err
    assert "   40  Something that could not be read any more." in said.out
    assert log.read_bytes() == broken


def test_a_game_can_be_told_while_it_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.log"
    with Table.create(path, GAME, {"players": 2}, ticking()) as table:
        do(table, Play(GAME.move_text(PLAYED[0].move)))
        assert main(["replay", str(path)]) == 0
        do(table, Play(GAME.move_text(PLAYED[1].move)))
        assert table.trouble is None
    assert "2 events, 1 of them" in capsys.readouterr().out


def test_what_is_no_log_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("Dear Vera")
    assert main(["replay", str(tmp_path / "letter.txt")]) == 2
    assert "does not begin like a log" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "nothing.log")]) == 2
    assert "there is no such log" in capsys.readouterr().err
