"""The command line, as a person uses it: answers, exit statuses, and what happens with nonsense."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.benches.rules import referee
from companion.cli import main

Run = Callable[..., "Answer"]


class Answer:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*args: str) -> Answer:
        try:
            status = main(args)
        except SystemExit as stop:
            status = int(str(stop.code))
        captured = capsys.readouterr()
        return Answer(status, captured.out, captured.err)

    return call


@pytest.fixture
def position(tmp_path: Path) -> Callable[[Any], str]:
    def write(data: Any) -> str:
        path = tmp_path / "position.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return str(path)

    return write


#: The example of the formats page: Vera after her first turn.
VERA: dict[str, Any] = {
    "game": "propeller-islands",
    "edition": "de",
    "players": 2,
    "first_player": 0,
    "forge": {"1": [1], "2": [2, 2], "3": [], "4": [], "5": [], "6": [6]},
    "market": {"C1": "10", "E1": "05"},
    "seats": [
        {
            "name": "Vera",
            "character": "nicola",
            "fame": 11,
            "energy": 7,
            "steel": 3,
            "gears": 2,
            "set_aside": 3,
            "dock": 11,
            "plans": [3, 6],
            "used_dice": [4],
            "island": [
                {"at": [0, 0], "tile": "01", "worker": "standing"},
                {
                    "at": [1, 0],
                    "tile": "10",
                    "number": 4,
                    "hub": "science",
                    "upgrades": ["banner:science"],
                    "worker": "lying",
                },
                {"at": [0, 1], "tile": "18", "banner": "culture"},
            ],
        }
    ],
}


def changed(**changes: Any) -> dict[str, Any]:
    """Vera's position with other values; keys with __ reach into her seat."""
    data: dict[str, Any] = json.loads(json.dumps(VERA))
    for key, value in changes.items():
        if key.startswith("seat__"):
            data["seats"][0][key.removeprefix("seat__")] = value
        else:
            data[key] = value
    return data


class TestScore:
    def test_items_add_up_to_the_total(self, run: Run, position: Callable[[Any], str]) -> None:
        answer = run("score", position(VERA), "--json")
        assert answer.status == 0
        assert list(answer.json) == ["game", "seats", "winners", "decided_by"]
        (vera,) = answer.json["seats"]
        points = {item["rule"]: item["points"] for item in vera["items"]}
        assert points == {
            "fame": 11,
            "energy": 2,
            "steel": 1,
            "gears": 2,
            "set-aside": 1,
            "monument:18": 0,
            "plans": 9,
        }
        assert vera["total"] == sum(points.values()) == 26
        assert all(item["text"] and item["pieces"] for item in vera["items"])
        assert answer.json["winners"] == ["Vera"]
        assert answer.json["decided_by"] == "points"

    def test_a_person_gets_a_table(self, run: Run, position: Callable[[Any], str]) -> None:
        answer = run("score", position(VERA))
        assert answer.out.startswith("Vera: 26 points\n")
        assert "11  fame" in answer.out
        assert answer.out.rstrip().endswith("Vera wins.")

    def test_what_looks_left_out_is_said_aside(
        self, run: Run, position: Callable[[Any], str]
    ) -> None:
        assert "2 completed plans but 4 upgrades" in run("score", position(VERA), "--json").err

    def test_a_tie_names_what_decided(self, run: Run, position: Callable[[Any], str]) -> None:
        seats = [{"name": "A", "fame": 3, "dock": 2}, {"name": "B", "fame": 3, "dock": 3}]
        answer = run("score", position(changed(seats=seats)))
        assert answer.out.rstrip().endswith("B wins (decided by: dock-workers).")
        seats[0]["dock"] = 3
        french = run("score", position(changed(seats=seats, edition="fr")), "--json").json
        assert (french["winners"], french["decided_by"]) == (["A", "B"], "shared")

    def test_standard_input_is_a_file_too(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        typed = io.TextIOWrapper(io.BytesIO(json.dumps(VERA).encode()))
        monkeypatch.setattr(sys, "stdin", typed)
        assert run("score", "-", "--json").json["seats"][0]["total"] == 26


class TestCheck:
    def test_a_possible_table_is_legal(self, run: Run, position: Callable[[Any], str]) -> None:
        answer = run("check", position(VERA), "--json")
        assert answer.status == 0
        assert answer.json == {"legal": True, "violations": []}
        assert run("check", position(VERA)).out == "legal\n"

    @pytest.mark.parametrize(
        ("changes", "rule", "where"),
        [
            ({"forge": {"1": [1, 2], "2": [2], "6": [6]}}, "forge.wrong-space", ["forge/1"]),
            ({"forge": {"1": [1, 1, 1, 1]}}, "forge.more-than-three", ["forge/1"]),
            ({"forge": {"1": [1, 1, 1]}}, "forge.missing-dice", ["forge"]),
            ({"forge": {"1": [1, 1, 1], "2": [2, 2]}}, "forge.extra-dice", ["forge"]),
            ({"forge": {"1": [7, 1, 1], "2": [2]}}, "forge.bad-die", ["forge/1"]),
            ({"seat__used_dice": [0]}, "forge.bad-die", ["dock/0/dice"]),
            (
                {"seat__used_dice": [1, 2, 3], "forge": {"1": [1, 1]}},
                "dock.too-many-dice",
                ["dock/0/dice"],
            ),
            (
                {"seat__island": [{"at": [0, 0], "tile": "01"}, {"at": [2, 0], "tile": "05"}]},
                "island.not-connected",
                ["island/0/(2,0)"],
            ),
            (
                {"seat__island": [{"at": [0, 0], "tile": "01"}, {"at": [0, 0], "tile": "05"}]},
                "island.cell-taken",
                ["island/0/(0,0)"],
            ),
            (
                {
                    "seat__island": [
                        {"at": [0, 0], "tile": "01"},
                        {"at": [1, 0], "tile": "02", "worker": "standing"},
                    ]
                },
                "island.no-worker-cell",
                ["island/0/(1,0)"],
            ),
            (
                {
                    "seat__island": [
                        {"at": [0, 0], "tile": "01"},
                        {"at": [1, 0], "tile": "02", "upgrades": ["joker"]},
                    ]
                },
                "island.upgrade-slot",
                ["island/0/(1,0)"],
            ),
            (
                {
                    "seat__island": [
                        {"at": [0, 0], "tile": "01"},
                        {"at": [1, 0], "tile": "05", "upgrades": ["joker", "joker"]},
                    ]
                },
                "island.upgrade-slot",
                ["island/0/(1,0)"],
            ),
            (
                {"seat__island": [{"at": [0, 0], "tile": "01"}, {"at": [1, 0], "tile": "01"}]},
                "island.too-many-copies",
                ["island/0/(0,0)", "island/0/(1,0)"],
            ),
            (
                {
                    "seat__dock": 12,
                    "seat__island": [
                        {"at": [0, 0], "tile": "01", "worker": "standing"},
                        {"at": [1, 0], "tile": "05", "worker": "lying"},
                    ],
                },
                "island.workers",
                ["dock/0"],
            ),
        ],
    )
    def test_each_impossibility_is_named_with_rule_pages_and_place(
        self,
        run: Run,
        position: Callable[[Any], str],
        changes: dict[str, Any],
        rule: str,
        where: list[str],
    ) -> None:
        answer = run("check", position(changed(**changes)), "--json")
        assert answer.status == 1
        assert answer.json["legal"] is False
        (violation,) = answer.json["violations"]
        assert violation["rule"] == rule
        assert violation["at"] == where
        assert violation["text"]
        assert set(violation["pages"]) == {"fr", "de"}
        assert violation["assumed"] is False
        assert rule in run("check", position(changed(**changes))).out

    def test_all_violations_come_at_once(self, run: Run, position: Callable[[Any], str]) -> None:
        forge = {"1": [2, 2, 2, 2], "2": [9]}
        answer = run("check", position(changed(forge=forge)), "--json")
        rules = [violation["rule"] for violation in answer.json["violations"]]
        assert rules == ["forge.wrong-space"] * 4 + [
            "forge.more-than-three",
            "forge.bad-die",
            "forge.extra-dice",
        ]

    @pytest.mark.parametrize(
        ("tiles", "rule"),
        [
            ([{"at": [1, 0], "tile": "14", "upgrades": ["banner:science"]}], "island.upgrade-slot"),
            (
                [{"at": [1, 0], "tile": "14"}, {"at": [2, 0], "tile": "14"}],
                "island.too-many-copies",
            ),
        ],
    )
    def test_what_rests_on_assumed_data_says_so_and_does_not_make_it_illegal(
        self, run: Run, position: Callable[[Any], str], tiles: list[Any], rule: str
    ) -> None:
        island = [{"at": [0, 0], "tile": "01"}, *tiles]
        answer = run("check", position(changed(seat__island=island)), "--json")
        assert answer.status == 0
        assert answer.json["legal"] is True
        (violation,) = answer.json["violations"]
        assert violation["rule"] == rule
        assert violation["assumed"] is True
        assert "assumed data" in violation["text"]

    def test_copies_are_counted_over_market_and_all_islands(
        self, run: Run, position: Callable[[Any], str]
    ) -> None:
        island = [{"at": [0, 0], "tile": "01"}, {"at": [1, 0], "tile": "15"}]
        seats = [{"island": island}, {"island": [{"at": [0, 0], "tile": "01"}]}]
        data = changed(seats=seats, market={"E6": "15/banner:industry"}, forge={"1": [1] * 3})
        answer = run("check", position(data | {"forge": None}), "--json")
        assert answer.status == 2
        del data["forge"]
        (violation,) = run("check", position(data), "--json").json["violations"]
        assert violation["at"] == ["island/0/(1,0)", "market/E6"]

    def test_a_dock_may_be_given_cell_by_cell(
        self, run: Run, position: Callable[[Any], str]
    ) -> None:
        grid = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]]
        assert run("check", position(changed(seat__dock=grid))).status == 0
        assert run("check", position(changed(seat__dock=grid[:2]))).status == 2


NONSENSE = [
    ("", "the file is empty"),
    ("{", "line 1, column 2: not valid JSON"),
    ("[1, 2]", "expected an object"),
    ("null", "expected an object"),
    ("{}", "'game' is missing"),
    ({"game": "chess", "seats": []}, "no game 'chess'"),
    ({"game": 5}, "game: expected a text"),
    (changed(seats=[]), "seats: expected at least 1 items"),
    (changed(seats=[{}] * 5), "seats: expected at most 4 items"),
    (changed(players=5), "players: 5 is more than 4"),
    (changed(players=1), "players: 1 is less than 2"),
    (changed(seats=[{}] * 3), "seats: 3 seats for 2 players"),
    (changed(first_player=2), "first_player: 2 is more than 1"),
    (changed(edition="en"), "edition: no edition 'en'"),
    (changed(forge={"7": [1]}), "forge.7: unknown key"),
    (changed(forge={"1": 1}), "forge.1: expected a list"),
    (changed(forge={"1": ["1"]}), "forge.1[0]: expected a whole number"),
    (changed(market={"C7": "10"}), "market.C7: unknown key"),
    (changed(market={"C1": "31"}), "market.C1: no tile 31"),
    (changed(market={"C1": "10/9"}), "market.C1: '9' says nothing about a tile"),
    (changed(colour="red"), "colour: unknown key"),
    (changed(seat__energy=-1), "seats[0].energy: -1 is less than 0"),
    (changed(seat__energy=1.5), "seats[0].energy: expected a whole number"),
    (changed(seat__energy="many"), "seats[0].energy: expected a whole number"),
    (changed(seat__gear=1), "seats[0].gear: unknown key; did you mean 'gears'?"),
    (changed(seat__character="nemo"), "seats[0].character: no character 'nemo'"),
    (changed(seat__dock=13), "seats[0].dock: 13 is more than 12"),
    (changed(seat__set_aside=["flag"]), "seats[0].set_aside[0]: no upgrade 'flag'"),
    (changed(seat__plans=["3"]), "seats[0].plans[0]: expected a whole number"),
    (changed(seat__island=[{"tile": "01"}]), "seats[0].island[0]: 'at' is missing"),
    (changed(seat__island=[{"at": [0], "tile": "01"}]), "island[0].at: expected at least 2 items"),
    (changed(seat__island=[{"at": [0, 0], "tile": "31"}]), "seats[0].island[0].tile: no tile 31"),
    (changed(seat__island=[{"at": [0, 0], "tile": 1}]), "island[0].tile: expected a text"),
    (
        changed(seat__island=[{"at": [0, 0], "tile": "01", "worker": "asleep"}]),
        "island[0].worker: no pose of a worker 'asleep'",
    ),
    (
        changed(seat__island=[{"at": [0, 0], "tile": "05", "banner": "science", "hub": "science"}]),
        "a banner or a hub symbol, not both",
    ),
    (
        changed(seat__island=[{"at": [0, 0], "tile": "05", "upgrades": ["banner"]}]),
        "island[0].upgrades[0]: no upgrade 'banner'",
    ),
    ("[" * 100_000, "nested more than 40 levels deep"),
    ('{"game": ' + "9" * 5000 + "}", "too many digits"),
]


class TestNonsense:
    @pytest.mark.parametrize("command", ["score", "check"])
    @pytest.mark.parametrize(("data", "complaint"), NONSENSE)
    def test_a_clear_error_and_status_two(
        self,
        run: Run,
        position: Callable[[Any], str],
        command: str,
        data: Any,
        complaint: str,
    ) -> None:
        answer = run(command, position(data), "--json")
        assert answer.status == 2
        assert answer.out == ""
        assert answer.err.startswith("companion: ")
        assert answer.err.count("\n") == 1
        assert complaint in answer.err

    def test_two_tiles_on_one_cell_cannot_be_scored(
        self, run: Run, position: Callable[[Any], str]
    ) -> None:
        island = [{"at": [0, 0], "tile": "01"}, {"at": [0, 0], "tile": "05"}]
        answer = run("score", position(changed(seat__island=island)))
        assert answer.status == 2
        assert "A tile lies there already" in answer.err

    def test_a_ten_megabyte_file_is_refused(self, run: Run, position: Callable[[Any], str]) -> None:
        answer = run("score", position(" " * 10_000_000))
        assert answer.status == 2
        assert "too large" in answer.err

    def test_a_missing_file_and_a_folder(self, run: Run, tmp_path: Path) -> None:
        assert "No such file" in run("score", str(tmp_path / "none.json")).err
        assert "Is a directory" in run("check", str(tmp_path)).err

    @pytest.mark.parametrize(
        "args",
        [
            ("simulate", "chess"),
            ("simulate", "propeller-islands", "--players", "5"),
            ("simulate", "propeller-islands", "--players", "x"),
            ("simulate", "propeller-islands", "--games", "0"),
            ("simulate", "propeller-islands", "--edition", "en"),
            ("bench", "nothing"),
            ("bench", "referee", "nothing"),
            ("bench", "rules", "illegal"),
            ("play",),
            (),
        ],
    )
    def test_wrong_words_are_refused(self, run: Run, args: tuple[str, ...]) -> None:
        answer = run(*args)
        assert answer.status == 2
        assert answer.err
        assert "Traceback" not in answer.err


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
    (entry,) = run("games", "--json").json
    assert entry == {
        "id": "propeller-islands",
        "title": "Propeller Islands",
        "players": [2, 4],
        "editions": ["de", "fr"],
    }
    assert "Propeller Islands" in run("games").out


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
