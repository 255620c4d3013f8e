"""Rolls are scored by what would have been entered, and what was kept comes back or is refused."""

import json
import math
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from companion.archive.backup import back_up, restore
from companion.camera.setup import findings
from companion.common.errors import CompanionError
from companion.common.words import Said
from companion.games import find
from companion.phones.camera_record.measures import Aim, Focus, LensFit, LightMeasure, Roll, Score
from companion.phones.camera_record.record import (
    BY_TAPS,
    FOLDER,
    BoardSetup,
    CameraRecord,
    SetupFile,
    SheetPicture,
)  # fmt: skip
from companion.tabletop.observation import Point
from companion.tabletop.problems import Problem

RECORD = CameraRecord(
    aim=Aim(True, None, True, 27.0, 18.0, ("island:1",)),
    focus=Focus(80.0),
    light=LightMeasure("", 110.0, 0.0, 1.5, 0.001),
    lens=LensFit(0.8, -0.02, 0.4, 5),
    forge=BoardSetup(BY_TAPS, 1280, 960, False),
    taps=(Point(0.4, 0.4), Point(0.6, 0.4), Point(0.6, 0.6), Point(0.4, 0.6)),
    zones={2: {"island:0": (Point(-500.0, -100.0), Point(-200.0, -100.0), Point(-300.0, 90.0))}},
    rolls=(Roll((1, 2), (1,), (2,), 1),),
    sheets=(SheetPicture((1, 2), (Point(0.1, 0.2), Point(0.3, 0.4))),),
    kept=frozenset({"zones"}),
    skipped=frozenset({"lens"}),
)


@pytest.mark.parametrize(
    ("roll", "score"),
    [
        (Roll((1, 2, 3), (1, 2, 3)), Score(3, right=3)),
        (Roll((1, 2, 3), (1, 2), (3,)), Score(3, right=2, unsure=1)),
        (Roll((1, 2, 3), (1, 2), (5,)), Score(3, right=2, unsure=1)),
        (Roll((1, 2, 3), (1, 2)), Score(3, right=2, missed=1)),
        (Roll((1, 2, 3), (1, 2), (), 1), Score(3, right=2, unsure=1)),
        (Roll((1, 2, 3), (1, 2, 6)), Score(3, right=2, wrong=1)),
        (Roll((1, 2, 3), (1, 2, 3, 3)), Score(3, right=3, extra=1)),
        (Roll((6, 6), (1, 2, 3)), Score(2, wrong=2, extra=1)),
    ],
)
def test_dice_are_right_unsure_wrong_missed_or_too_many(roll: Roll, score: Score) -> None:
    assert roll.score == score
    counted = score.right + score.unsure + score.wrong + score.missed
    assert counted == score.dice, "every die that lies there is counted once"


def test_rolls_are_summed_up_with_an_interval() -> None:
    assert findings.roll(()).state == "skipped"
    few = findings.roll([Roll((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))])
    assert few.state == "warning"
    assert few.found == "5 of 5 dice read right and for certain (57 to 100 %), 0 unsure, 0 wrong."
    assert few.advice == "Roll 10 more dice to be surer."
    assert findings.roll([Roll((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))] * 3).state == "good"
    assert findings.roll([Roll((1, 2, 3, 4, 5), (1, 2, 3, 4, 6))] * 3).state == "warning"
    assert findings.roll([Roll((1, 2, 3, 4, 5), (6, 6, 6, 6, 6))] * 3).state == "bad"


@pytest.mark.parametrize(
    ("seen", "state", "said"),
    [
        (Aim(False, Problem("board-not-found")), "bad", "The camera does not find the Forge."),
        (Aim(True, inside=False, die=30), "bad", "What lies around the Forge is cut off."),
        (Aim(True, die=12), "bad", "Too small: a die has 12 pixels, and 16 are the least."),
        (Aim(True, die=20), "warning", "A die has 20 pixels; 24 would be good."),
        (Aim(True, die=30, tilt=47), "bad", "Too tilted: 47 degrees from straight down."),
        (Aim(True, die=30, tilt=34), "warning", "Rather tilted: 34 degrees from straight down."),
        (Aim(True, die=30, unseen=("dock:0",)), "warning", "Nothing is seen of: dock of Player 1."),
        (Aim(True, die=30, tilt=12), "good", "All is in view; a die has 30 pixels, 12 degrees"),
    ],
)
def test_where_the_camera_looks_is_said_in_words(seen: Aim, state: str, said: str) -> None:
    finding = findings.aim(find("propeller-islands"), "forge", seen)
    assert finding.state == state
    assert finding.found.startswith(said)
    assert bool(finding.advice) == (state != "good")


def test_everything_that_was_kept_comes_back(tmp_path: Path) -> None:
    file = SetupFile(tmp_path / FOLDER, "usb:0", "g")
    before = file.version
    file.change(board=b"png", **{name: getattr(RECORD, name) for name in asdict(RECORD)})
    assert file.version > before
    again = SetupFile(tmp_path / FOLDER, "usb:0", "g")
    assert again.record == RECORD
    assert again.board == b"png"
    assert SetupFile(tmp_path / FOLDER, "usb-0", "g").record == CameraRecord(), "another camera"
    assert SetupFile(tmp_path / FOLDER, "usb:0", "h").record == CameraRecord(), "another game"
    version = again.version
    again.change(focus=Focus(20.0))
    assert again.version == version, "that is nothing to the eye"


@pytest.mark.parametrize(
    "damage",
    [
        "", "{", "[]", "null", '{"version": 1}', '{"version": "x"}',
        '{"version": 1, "camera": "usb:0", "taps": 3}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path, damage: str) -> None:
    file = SetupFile(tmp_path, "usb:0", "g")
    file.change(focus=Focus(50.0))
    file.path.write_text(damage)
    again = SetupFile(tmp_path, "usb:0", "g")
    assert again.record == CameraRecord()
    assert "set aside (g.damaged)" in again.trouble
    assert again.path.with_suffix(".damaged").read_text() == damage
    again.change(focus=Focus(60.0))
    assert SetupFile(tmp_path, "usb:0", "g").record.focus == Focus(60.0)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("taps", [[2.0, 0.5]]),
        ("taps", [["NaN", 0.5]]),
        ("zones", {"2": {"island:0": [[1e9, 0]]}}),
        ("zones", {"x": {}}),
        ("focus", {"sharpness": "sharp"}),
        ("focus", {"sharpness": True} | {"sharpness": None}),
        ("forge", {"by": "magic"}),
        ("rolls", [{"truth": [7]}]),
        ("aim", {"found": 1}),
        ("aim", {"found": False, "reason": 3}),
        ("aim", {"found": False, "reason": {"code": "board-few-details", "values": {"m": 3}}}),
        ("light", []),
    ],
)
def test_what_can_t_be_is_not_believed(tmp_path: Path, place: str, value: object) -> None:
    data = {"version": 1, "camera": "usb:0", **RECORD.to_json(), place: value}
    file = SetupFile(tmp_path, "usb:0", "g")
    file.path.parent.mkdir(parents=True)
    file.path.write_text(json.dumps(data))
    assert SetupFile(tmp_path, "usb:0", "g").trouble


def test_why_the_board_was_not_found_is_kept_by_its_code(tmp_path: Path) -> None:
    seen = Aim(False, Problem("board-few-details", {"n": 3}))
    SetupFile(tmp_path, "usb:0", "g").change(aim=seen)
    assert SetupFile(tmp_path, "usb:0", "g").record.aim == seen
    advice = findings.aim(find("propeller-islands"), "forge", seen).advice
    assert isinstance(advice, Said)
    assert isinstance(advice.values["reason"], Said)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", None), ("the board was not found", Problem("the board was not found"))],
)
def test_a_reason_that_was_kept_as_text_stays_as_it_was_said(
    text: str, reason: Problem | None
) -> None:
    assert Aim.from_json({"found": False, "reason": text}) == Aim(False, reason)


def test_a_file_of_a_newer_companion_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = SetupFile(tmp_path, "usb:0", "g")
    file.change(focus=Focus(50.0))
    newer = file.path.read_text().replace('"version": 1', '"version": 99')
    file.path.write_text(newer)
    with pytest.raises(CompanionError, match="newer Table Companion"):
        SetupFile(tmp_path, "usb:0", "g")
    assert file.path.read_text() == newer


def test_what_can_t_be_written_changes_nothing(tmp_path: Path) -> None:
    file = SetupFile(tmp_path / "cameras", "usb:0", "g")
    (tmp_path / "cameras").write_text("a file where a folder should be")
    with pytest.raises(CompanionError):
        file.change(focus=Focus(50.0))
    assert file.record == CameraRecord()


def test_numbers_that_are_none_are_never_kept() -> None:
    with pytest.raises(ValueError, match="nan"):
        Focus.from_json({"sharpness": math.nan})


def test_what_was_set_up_is_part_of_a_backup(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config.toml"
    file = SetupFile(data / FOLDER, "usb:0", "g")
    file.change(board=b"png", taps=RECORD.taps, zones=RECORD.zones, forge=RECORD.forge)
    back_up(data, config, tmp_path / "all.zip")
    shutil.rmtree(data)
    restore(tmp_path / "all.zip", data, config)
    again = SetupFile(data / FOLDER, "usb:0", "g")
    assert again.record == file.record
    assert again.board == b"png"
