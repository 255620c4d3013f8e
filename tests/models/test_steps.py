"""Steps are skipped when nothing changed, and say what they do without photos."""

from pathlib import Path

import pytest

from models.__main__ import main
from models.learning.finder import falling
from models.photos.own_pictures import COUNT, own_photos
from models.pictures import prepare
from models.places import Folders, find_places
from models.steps import Workshop, fingerprint, folder_print, mark_of, once, read_recipe


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(Folders(tmp_path / "runs", tmp_path / "shared"), read_recipe())


def test_a_step_is_done_once_and_again_only_when_something_changed(workshop: Workshop) -> None:
    done: list[int] = []
    for mark in ("a", "a", "b"):
        once(workshop, "step", mark, lambda: done.append(1))
    assert len(done) == 2
    assert mark_of(workshop, "step") == "b"
    assert mark_of(workshop, "other") == "not made"


def test_a_step_that_fails_is_tried_again(workshop: Workshop) -> None:
    def fail() -> None:
        raise RuntimeError("no power")

    with pytest.raises(RuntimeError, match="no power"):
        once(workshop, "step", "a", fail)
    assert once(workshop, "step", "a", lambda: None)


def test_fingerprints_tell_settings_and_files_apart(tmp_path: Path) -> None:
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
    empty = folder_print(tmp_path)
    (tmp_path / "photo").write_text("x")
    assert folder_print(tmp_path) != empty


def test_without_photos_it_says_so_and_goes_on(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(workshop)
    assert "synthetic pictures alone" in capsys.readouterr().out


def test_without_torch_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def needs_torch(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr("models.__main__.run", needs_torch)
    assert main(["train", "--runs", str(tmp_path)]) == 1
    assert "torch is missing; pip install -e '.[train]'" in capsys.readouterr().err


def test_an_error_is_a_sentence_and_an_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["finetune", "--runs", str(tmp_path)]) == 1
    assert "say where your photos are" in capsys.readouterr().err


def test_what_is_made_goes_where_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_RUNS", str(tmp_path / "made"))
    assert find_places().runs == (tmp_path / "made").resolve()
    assert find_places(runs=tmp_path / "else").runs == (tmp_path / "else").resolve()


def test_our_own_pictures_are_labelled_within_their_frame() -> None:
    photos = own_photos()
    assert len(photos) == COUNT
    for photo in photos:
        height, width = photo.pixels().shape[:2]
        for (x0, y0, x1, y1), value in zip(photo.boxes, photo.values, strict=True):
            assert 0 <= x0 < x1 <= width
            assert 0 <= y0 < y1 <= height
            assert 1 <= value <= 6
    assert {value for photo in photos for value in photo.values} == {1, 2, 3, 4, 5, 6}
    assert any(not photo.boxes for photo in photos), "a table without dice belongs to the set"


def test_the_learning_rate_falls_to_nearly_nothing_within_one_epoch() -> None:
    heights = [falling(share / 10) for share in range(11)]
    assert heights[0] == 1.0
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] == pytest.approx(0.01)
