"""A camera above a table is tried out: what is wrong is named, with what to do about it."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera.setup.findings import verdict
from companion.cli import main
from companion.common.finding import bad, good, skipped, warning
from companion.games import find
from companion.games.random_games import plies
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.viewpoint import above

GAME: Any = find("propeller-islands")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Forge after a roll of 1, 2, 3, 3 and 4, seen from near; two pictures of it."""
    state = [*islice(plies(GAME, {"players": 2, "hands": "hidden"}, 1), 25)][-1].state
    scenery = GAME.scenery(state, 1)
    view = above(*scenery.bounds("forge", "dock:0"), tilt=15, size=(1280, 960))
    frames = SimulatedCamera(scenery, view, seed=1).frames()
    folder = tmp_path_factory.mktemp("table")
    for number in range(2):
        cv2.imwrite(str(folder / f"{number}.png"), next(frames).image)
    return folder


def calibrate(
    capsys: pytest.CaptureFixture[str], camera: Path, *options: str
) -> tuple[int, dict[str, dict[str, str]]]:
    status = main(["calibrate", "--camera", f"folder:{camera}", "--json", *options])
    return status, {each["check"]: each for each in json.loads(capsys.readouterr().out)}


def test_a_table_that_is_seen_well_is_ready_or_says_what_is_out_of_sight(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = calibrate(capsys, table, "--roll", "12334")
    assert status == 0
    assert list(found) == [
        *("picture", "light", "focus", "board", "aim", "lens", "zones", "roll", "verdict")
    ]
    assert found["picture"]["found"] == "1280 x 960 pixels"
    assert found["light"]["state"] == found["focus"]["state"] == "good"
    assert found["board"]["found"] == "the Forge: found in 2 of 2 tries"
    assert "island of Player 2" in found["aim"]["found"]
    assert found["lens"]["state"] == "skipped"
    assert found["zones"]["found"] == "As the set-up proposes them."
    assert found["roll"]["found"].startswith("10 of 10 dice read right and for certain (")
    assert found["verdict"]["state"] == "warning"


def test_another_roll_than_the_one_that_lies_there_is_noticed(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = calibrate(capsys, table, "--roll", "55566")
    assert status == 1
    assert found["roll"]["state"] == "bad"
    assert found["roll"]["found"].startswith("0 of 10 dice read right and for certain (0 to ")
    assert found["roll"]["found"].endswith("0 unsure, 10 wrong.")


def test_without_a_board_there_is_no_more_to_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.random.default_rng(1).integers(
        20, 40, (30, 40, 3)).repeat(8, 0).repeat(8, 1).astype(np.uint8))  # fmt: skip
    assert main(["calibrate", "--camera", f"folder:{tmp_path}"]) == 1
    out = capsys.readouterr().out
    assert "WRONG light        Too dark." in out
    assert "-> More light on the table" in out
    assert "WRONG board        the Forge: found in 0 of " in out
    assert "WRONG verdict      Not like this." in out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "no camera is set: name one with --camera, or run `companion setup`"),
        (["--camera", "usb:0", "--roll", "127"], "--roll 127: the values of dice are needed"),
        (["--camera", "usb:0", "--players", "9"], "Propeller Islands is for 2 to 4 players"),
        (["--camera", "folder:nowhere"], "nowhere: no such folder"),
    ],
)
def test_a_wrong_option_gets_one_clear_line(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *options]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"companion: {complaint}")
    assert error.count("\n") == 1


def test_the_verdict_is_as_good_as_the_worst() -> None:
    assert verdict([good("a"), skipped("b")]).state == "good"
    assert verdict([good("a"), warning("b", "c")]).state == "warning"
    assert verdict([bad("a", "b"), warning("b", "c")]).state == "bad"
