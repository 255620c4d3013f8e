"""The command line: what it lists, simulates and measures, and its help."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.benches.rules import referee
from companion.common.errors import InputError
from companion.table.table import Table
from tests.companion import stones
from tests.companion.commands.answers import Run, Write
from tests.games import score_only
from tests.games.installing import installed


class TestSimulate:
    def test_the_same_seed_gives_the_same_games(self, run: Run) -> None:
        args = ("simulate", "propeller-islands", "--games", "3", "--seed", "5", "--json")
        one, two = run(*args).json, run(*args).json
        assert one.pop("seconds") >= 0
        two.pop("seconds")
        assert one == two
        assert one["game"] == "propeller-islands"
        assert one["games"] == one["finished"] == 3
        assert sum(one["wins_by_seat"]) >= 3
        assert len(one["mean_scores"]) == 2
        assert one != run(*args[:-2], "6", "--json").json

    def test_a_person_gets_a_table_and_may_see_the_moves(self, run: Run) -> None:
        answer = run("simulate", "propeller-islands", "--players", "4", "--moves")
        assert "1 games of propeller-islands, 1 finished" in answer.out
        assert "tile " in answer.out.splitlines()[0]
        assert answer.err == ""


def test_games_are_listed(run: Run) -> None:
    entry, *others = run("games", "--json").json
    assert [other["title"] for other in others] == ["Windmill Hill"]
    assert entry == {
        "id": "propeller-islands",
        "title": "Propeller Islands",
        "players": [2, 4],
        "editions": ["de", "fr"],
        "can": ["score", "play", "see"],
    }
    assert "Propeller Islands" in run("games").out


class TestAGameWithoutRules:
    """It is listed and scored; whatever needs rules refuses it in one line."""

    @pytest.fixture(autouse=True)
    def register(self, tmp_path: Path) -> Iterator[None]:
        code = f"from {score_only.__name__} import GAME\n"
        with installed(tmp_path, "a_sheet", code, score_only.GAME.id):
            yield

    def test_it_is_listed_with_what_it_can_do(self, run: Run) -> None:
        assert run("games", "--json").json[-1]["can"] == ["score"]
        assert run("games").out.splitlines()[-1].split() == [
            *("score-only", "Score", "Only", "1-2", "players", "score"),
        ]

    def test_a_position_of_it_is_scored_and_checked(self, run: Run, position: Write) -> None:
        file = position({"game": "score-only", "coins": [3, 5]})
        assert run("score", file).out.endswith("Player 2 wins.\n")
        assert run("check", file).status == 0

    @pytest.mark.parametrize(
        "args",
        [("simulate", "score-only"), ("serve", "--game", "score-only", "--camera", "none")],
    )
    def test_commands_that_need_rules_refuse_it(
        self, run: Run, args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        answer = run(*args)
        assert (answer.status, answer.out) == (2, "")
        assert answer.err == "companion: Score Only: nobody has written its rules\n"

    def test_no_table_is_opened_for_it(self, tmp_path: Path) -> None:
        class WithRules(stones.StonesGame):
            id = "score-only"

        log = tmp_path / "log"
        Table.create(log, WithRules(), {"players": 2}).close()
        with pytest.raises(InputError, match="Score Only: nobody has written its rules"):
            Table.open(log)


def test_benchmarks_are_listed_with_their_parts(run: Run) -> None:
    listed = run("bench").out
    assert "python-chess" in listed
    assert "  perfect, bare, pairs, noise, sure-noise, illegal, time\n" in listed


def test_a_benchmark_may_be_asked_for_some_of_its_parts(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "CHEATS", 2)
    figures = run("bench", "referee", "illegal", "--json").json
    assert figures["illegal: flagged with the right rule"].startswith("2 of 2")
    assert all(name.startswith("illegal") for name in figures)


def test_the_referee_is_measured_with_hints_and_without_side_by_side(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "CHEATS", 2)
    shown = run("bench", "referee", "illegal", "--hints", "both").out.splitlines()
    assert shown[0].endswith(" the kit alone")
    assert shown[1].count(" of 2 = ") == 2
    kit = run("bench", "referee", "illegal", "--hints", "kit", "--json").json
    assert "of 2" in kit["illegal: flagged with the right rule"]
    assert run("bench", "rules", "--hints", "kit").status == 2


def test_help_and_version_need_no_camera_and_no_model(run: Run) -> None:
    code = """
import sys
from companion.cli import main
try:
    main(["--help"])
except SystemExit:
    print({"numpy", "cv2", "flask", "onnxruntime", "babel", "rich"} & sys.modules.keys())
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.rstrip().endswith("set()")
    assert run("--version").out == "companion 0.1.0\n"
    for command in ("games", "score", "check", "simulate", "bench"):
        assert command in shown.stdout
        assert run(command, "--help").status == 0


def test_whoever_stops_reading_gets_no_traceback() -> None:
    command = f"{sys.executable} -m companion simulate propeller-islands --moves | head -1"
    shown = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("tile ")
    assert shown.stderr == ""
