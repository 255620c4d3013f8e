"""`companion score` and `companion check`: what they answer about a position."""

import io
import json
import sys
from typing import Any

import pytest

from tests.companion.commands.answers import VERA, Run, Write, changed


class TestScore:
    def test_items_add_up_to_the_total(self, run: Run, position: Write) -> None:
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

    def test_a_person_gets_a_table(self, run: Run, position: Write) -> None:
        answer = run("score", position(VERA))
        assert answer.out.startswith("Vera: 26 points\n")
        assert "11  fame" in answer.out
        assert answer.out.rstrip().endswith("Vera wins.")

    def test_what_looks_left_out_is_said_aside(self, run: Run, position: Write) -> None:
        assert "2 completed plans but 4 upgrades" in run("score", position(VERA), "--json").err

    def test_a_tie_names_what_decided(self, run: Run, position: Write) -> None:
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
    def test_a_possible_table_is_legal(self, run: Run, position: Write) -> None:
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
        position: Write,
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

    def test_all_violations_come_at_once(self, run: Run, position: Write) -> None:
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
        self, run: Run, position: Write, tiles: list[Any], rule: str
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
        self, run: Run, position: Write
    ) -> None:
        island = [{"at": [0, 0], "tile": "01"}, {"at": [1, 0], "tile": "15"}]
        seats = [{"island": island}, {"island": [{"at": [0, 0], "tile": "01"}]}]
        data = changed(seats=seats, market={"E6": "15/banner:industry"}, forge={"1": [1] * 3})
        answer = run("check", position(data | {"forge": None}), "--json")
        assert answer.status == 2
        del data["forge"]
        (violation,) = run("check", position(data), "--json").json["violations"]
        assert violation["at"] == ["island/0/(1,0)", "market/E6"]

    def test_a_dock_may_be_given_cell_by_cell(self, run: Run, position: Write) -> None:
        grid = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]]
        assert run("check", position(changed(seat__dock=grid))).status == 0
        assert run("check", position(changed(seat__dock=grid[:2]))).status == 2
