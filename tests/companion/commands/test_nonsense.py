"""Nonsense is refused with a clear error, and never with a traceback."""

from pathlib import Path
from typing import Any

import pytest

from tests.companion.commands.answers import Run, Write, changed

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
        position: Write,
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

    def test_two_tiles_on_one_cell_cannot_be_scored(self, run: Run, position: Write) -> None:
        island = [{"at": [0, 0], "tile": "01"}, {"at": [0, 0], "tile": "05"}]
        answer = run("score", position(changed(seat__island=island)))
        assert answer.status == 2
        assert "A tile lies there already" in answer.err

    def test_a_ten_megabyte_file_is_refused(self, run: Run, position: Write) -> None:
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
