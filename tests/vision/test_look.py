"""`companion look` with an eye for drawn dice: shapes, texts and exit statuses."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.play import look
from companion.common.errors import CompanionError


@pytest.fixture
def companion_look(monkeypatch, capsys, drawn_eye):
    """Runs the command; gives exit status, standard output and standard error."""
    monkeypatch.setattr(
        "companion.camera.eyes.opening.open_dice_eye", lambda threads=None: drawn_eye
    )

    def run(*words: object) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser()
        look.configure(parser)
        status = look.run(parser.parse_args([str(word) for word in words]))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def photo(tmp_path, draw_dice):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), draw_dice(640, 480, [(100, 80, 60, 5), (300, 200, 60, 2)]))
    return path


def test_json_has_the_documented_shape(companion_look, photo):
    status, out, err = companion_look(photo, "--json")
    (answer,) = json.loads(out)
    assert status == 0
    assert err == ""
    assert list(answer) == ["photo", "width", "height", "dice", "tiles", "board"]
    assert (answer["photo"], answer["width"], answer["height"]) == (str(photo), 640, 480)
    assert (answer["tiles"], answer["board"]) == ([], None)
    die, other = answer["dice"]
    assert list(die) == ["value", "confidence", "box", "certain", "place"]
    assert (die["value"], die["certain"], die["place"]) == (5, True, None)
    assert die["box"] == pytest.approx([100, 80, 160, 140], abs=3)
    assert 0 <= die["confidence"] <= 1
    assert other["value"] == 2


def test_text_is_one_line_a_photo(companion_look, photo):
    status, out, _ = companion_look(photo)
    assert status == 0
    assert out == f"{photo}: 2 dice: 5 2\n"


def test_doubt_is_shown_as_a_question(companion_look, tmp_path, draw_dice):
    path = tmp_path / "blank.png"
    cv2.imwrite(str(path), draw_dice(640, 480, [(100, 80, 60, 0), (300, 90, 60, 3)]))
    _, out, _ = companion_look(path)
    assert "2 dice: 1? 3   (1 not certain)" in out


def test_an_empty_table_is_no_error(companion_look, tmp_path, draw_dice):
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), draw_dice(640, 480, []))
    assert companion_look(path)[:2] == (0, f"{path}: no dice\n")
    status, out, _ = companion_look(path, "--json")
    assert (status, json.loads(out)[0]["dice"]) == (0, [])


def test_a_bad_file_spoils_only_itself(companion_look, photo, tmp_path):
    bad = tmp_path / "diary.jpg"
    bad.write_text("no picture")
    status, out, _ = companion_look(bad, photo, tmp_path / "gone.jpg", "--json")
    first, second, third = json.loads(out)
    assert status == 1
    assert list(first) == list(third) == ["photo", "error"]
    assert "no picture" in first["error"]
    assert "does not exist" in third["error"]
    assert [die["value"] for die in second["dice"]] == [5, 2]


def test_a_bad_file_is_a_line_on_standard_error(companion_look, photo, tmp_path):
    status, out, err = companion_look(tmp_path / "gone.jpg", photo)
    assert status == 1
    assert out == f"{photo}: 2 dice: 5 2\n"
    assert err == f"{tmp_path / 'gone.jpg'}: does not exist\n"


def test_annotated_pictures_are_saved_and_never_overwrite_each_other(
    companion_look, photo, tmp_path
):
    twin = tmp_path / "other" / photo.name
    twin.parent.mkdir()
    twin.write_bytes(photo.read_bytes())
    folder = tmp_path / "seen" / "today"
    assert companion_look(photo, twin, "--annotate", folder)[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["table-2.jpg", "table.jpg"]
    seen = cv2.imread(str(folder / "table.jpg"))
    assert seen.shape == (480, 640, 3)
    assert np.abs(seen.astype(int) - cv2.imread(str(photo))).max() > 100


def test_a_folder_that_can_not_be_made_is_named(companion_look, photo):
    with pytest.raises(CompanionError, match="--annotate"):
        companion_look(photo, "--annotate", photo / "inside")


@pytest.mark.parametrize("words", [[], ["a.jpg", "--camera", "0"], ["a.jpg", "--threads", "0"]])
def test_commands_that_make_no_sense_are_refused(companion_look, words):
    with pytest.raises(CompanionError):
        companion_look(*words)


@pytest.fixture
def video(tmp_path, draw_dice) -> Path:
    """A die is rolled again after two seconds."""
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (640, 480))
    for value in [3] * 10 + [6] * 10:
        writer.write(draw_dice(640, 480, [(200, 160, 90, value)]))
    writer.release()
    return path


def test_a_video_prints_a_line_for_each_change(companion_look, video):
    assert companion_look("--camera", video)[:2] == (0, "1 die: 3\n1 die: 6\n")


def test_a_video_answers_in_json_lines(companion_look, video, tmp_path):
    status, out, _ = companion_look("--camera", video, "--json", "--annotate", tmp_path / "seen")
    first, second = map(json.loads, out.splitlines())
    assert status == 0
    assert (first["camera"], first["width"], first["height"]) == (str(video), 640, 480)
    assert [first["dice"][0]["value"], second["dice"][0]["value"]] == [3, 6]
    assert (first["taken"], second["taken"]) == pytest.approx((0.0, 2.0), abs=0.3)
    assert len(list((tmp_path / "seen").iterdir())) == 2


def test_a_camera_that_is_not_there_is_a_sentence(companion_look):
    with pytest.raises(CompanionError, match="no such video"):
        companion_look("--camera", "nowhere.avi")
