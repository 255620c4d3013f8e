"""`companion cameras`: what is there, with a picture of each."""

import json

import cv2
import numpy as np
import pytest

from companion.camera import one_picture
from companion.cli import main


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch, tmp_path):
    monkeypatch.setattr(one_picture, "SETTLING", 0.0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_every_camera_gets_a_test_picture(capsys, tmp_path):
    (tmp_path / "photos").mkdir()
    table = np.random.default_rng(1).integers(60, 200, (60, 80, 3)).astype(np.uint8)
    table = cv2.resize(table, (640, 480), interpolation=cv2.INTER_NEAREST)
    cv2.imwrite(str(tmp_path / "photos" / "1.png"), table)
    name = f"folder:{tmp_path / 'photos'}"
    assert main(["cameras", name, "--json", "--pictures", str(tmp_path / "seen")]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert (answer["name"], answer["width"], answer["height"]) == (name, 640, 480)
    assert answer["error"] == answer["remark"] == ""
    assert cv2.imread(answer["picture"]).shape == (480, 640, 3)


def test_without_a_name_all_that_is_there_is_listed(capsys, monkeypatch, tmp_path):
    main(["cameras"])
    out = capsys.readouterr().out
    assert "sim:   simulated dice on a table\n    1280 x 960, the picture is good: " in out
    assert (tmp_path / "cache" / "table-companion" / "cameras" / "sim.jpg").is_file()


def test_one_that_fails_does_not_hide_the_others(capsys):
    assert main(["cameras", "usb:99", "sim:2"]) == 1
    first, complaint, second, *_ = capsys.readouterr().out.splitlines()
    assert (first, second) == ("usb:99", "sim:2")
    assert "is it plugged in" in complaint


def test_a_folder_that_can_not_be_made_is_named(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert main(["cameras", "sim:", "--pictures", str(tmp_path / "file" / "in")]) == 2
    assert "Not a directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (("black", 2, 0, 0), "the picture is black"),
        (("", 30, 0, 100), "too dark"),
        (("", 120, 0.3, 100), "too bright"),
        (("", 120, 0, 5), "soft"),
        (("", 120, 0, 100), ""),
    ],
)
def test_a_picture_gets_the_advice_that_helps(numbers, said):
    assert one_picture.remark(*numbers).startswith(said)
    assert bool(one_picture.remark(*numbers)) == bool(said)


def test_a_camera_can_be_watched(capsys, tmp_path):
    table = np.zeros((48, 64, 3), np.uint8)
    table[10:30, 10:40] = 200
    cv2.imwrite(str(tmp_path / "1.png"), table)
    options = ["--set", f"camera.name=folder:{tmp_path}"]
    assert main(["cameras", "--watch", "--json", *options]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["state"] for one in told] == ["opening", "good", "ended"]
    assert told[0]["camera"] == f"folder:{tmp_path}"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "no camera is set: name one, or run `companion setup`"),
        (["sim:", "usb:0"], "--watch takes one camera"),
        (["sim:", "--set", "camera.width=640"], "camera.width and camera.height go together"),
    ],
)
def test_what_can_not_be_watched(words, complaint, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["cameras", "--watch", *words]) == 2
    assert complaint in capsys.readouterr().err
