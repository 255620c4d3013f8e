"""What the commands answer with --json fits the schemas."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.dice.dice import DieReading

DICE = [
    DieReading(5, 0.998, (10.0, 12.5, 30.0, 33.0), True),
    DieReading(2, 0.4, (40.0, 12.5, 60.0, 33.0), False),
]


class ReadyEye:
    """Sees the same dice everywhere; the shape of the answer is what is tested here."""

    def look(self, *_: object) -> list[DieReading]:
        return DICE


@pytest.fixture
def ask(capsys, monkeypatch):
    """Runs a command; gives its exit status and what it printed."""
    monkeypatch.setattr("companion.camera.eyes.opening.open_dice_eye", lambda _=None: ReadyEye())

    def run(*words: object) -> tuple[int, str]:
        status = main([str(word) for word in words])
        return status, capsys.readouterr().out

    return run


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.zeros((48, 64, 3), np.uint8))
    return path


def test_games(ask, validator):
    status, out = ask("games", "--json")
    assert status == 0
    validator("games").validate(json.loads(out))


@pytest.mark.parametrize("edition", ["de", "fr"])
def test_simulate(ask, validator, edition):
    words = ["propeller-islands", "--games", 3, "--players", 3, "--edition", edition]
    status, out = ask("simulate", *words, "--json")
    answer = json.loads(out)
    assert status == 0
    validator("simulate").validate(answer)
    assert answer["finished"] == 3
    assert len(answer["mean_scores"]) == len(answer["wins_by_seat"]) == 3


@pytest.mark.parametrize(("name", "expected"), [("vera-and-susan", 0), ("impossible", 1)])
def test_score_and_check(ask, validator, root, name, expected):
    path = root / "docs" / "examples" / f"{name}.json"
    status, out = ask("check", path, "--json")
    answer = json.loads(out)
    assert status == expected
    assert answer["legal"] == (expected == 0)
    validator("check").validate(answer)
    status, out = ask("score", path, "--json")
    answer = json.loads(out)
    assert status == 0
    validator("score").validate(answer)
    for seat in answer["seats"]:
        assert sum(item["points"] for item in seat["items"]) == seat["total"]


def test_look_at_a_photo_and_at_something_else(ask, validator, photo, root):
    status, out = ask("look", photo, root / "README.md", "--json")
    good, bad = json.loads(out)
    assert status == 1
    validator("look").validate([good, bad])
    validator("look", "photo").validate(good)
    validator("look", "failed").validate(bad)
    assert [die["certain"] for die in good["dice"]] == [True, False]


def test_look_at_a_video(ask, validator, tmp_path):
    path = tmp_path / "table.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    for _ in range(3):
        film.write(np.zeros((48, 64, 3), np.uint8))
    film.release()
    status, out = ask("look", "--camera", path, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert len(lines) == 1
    validator("look", "live").validate(lines[0])


def test_cameras(ask, validator, photo):
    status, out = ask("cameras", photo.parent, "usb:99", "--pictures", photo.parent, "--json")
    assert status == 1
    validator("cameras").validate(json.loads(out))
    assert [bool(camera["error"]) for camera in json.loads(out)] == [False, True]


def test_calibrate(ask, validator, photo):
    status, out = ask("calibrate", "--camera", photo.parent, "--json")
    assert status == 1
    validator("doctor").validate(json.loads(out))
    assert [one["check"] for one in json.loads(out)] == [
        *("picture", "light", "focus", "board", "verdict")
    ]


def test_doctor(ask, validator, tmp_path):
    checks = ("python", "disk", "memory", "camera")
    _, out = ask("doctor", *checks, "--json", "--set", f"data.folder={tmp_path}")
    validator("doctor").validate(json.loads(out))
    assert [one["check"] for one in json.loads(out)] == list(checks)


@pytest.mark.parametrize(
    ("schema", "change"),
    [
        ("score", {"winners": []}),
        ("score", {"seats": []}),
        ("score", {"extra": 1}),
        ("check", {"legal": "yes"}),
        ("simulate", {"games": 0}),
        ("simulate", {"mean_scores": 3}),
    ],
)
def test_another_shape_would_not_fit(ask, validator, root, schema, change):
    example = root / "docs" / "examples" / "vera-and-susan.json"
    words = ["propeller-islands"] if schema == "simulate" else [example]
    answer = json.loads(ask(schema, *words, "--json")[1])
    validator(schema).validate(answer)
    assert not validator(schema).is_valid({**answer, **change})
