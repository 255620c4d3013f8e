"""`companion bench vision`, on two drawn photos."""

import os
import sys

import cv2
import pytest

from companion.benches.eye import vision as bench
from companion.common.errors import CompanionError


@pytest.fixture
def photos(tmp_path, monkeypatch, draw_dice):
    folder = tmp_path / "data" / "dice" / "damian_phone"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    for name in ("a", "b"):
        image = draw_dice(640, 480, [(160, 120, 64, 5)])
        cv2.imwrite(str(folder / "images" / f"{name}.jpg"), image)
        (folder / "labels" / f"{name}.txt").write_text("4 0.3 0.3166 0.1 0.1333\n")
    monkeypatch.setenv("COMPANION_SHARED", str(tmp_path))
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(bench, "peak_of_look", lambda photo: 123.4)


def test_without_ultralytics_our_own_figures_remain(photos):
    figures = bench.run()
    assert figures["photos"] == 2
    assert "not installed" in figures["ultralytics"]
    assert "times_as_fast" not in figures
    assert figures["look_at_12_mp_peak_mb"] == 123
    for way in figures["ways"].values():
        assert way["dice"] == 2
        assert way["median_ms"] > 0
        assert 0 <= way["right"] <= 2


def test_without_photos_it_says_which_are_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_SHARED", str(tmp_path))
    with pytest.raises(CompanionError, match="labelled photos"):
        bench.run()


def test_one_core_is_given_back():
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system can't keep a process on one core")
    before = os.sched_getaffinity(0)
    with bench.one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_a_photo_of_12_mp_needs_less_than_350_mb(draw_dice):
    peak = bench.peak_of_look(draw_dice(1000, 750, [(160, 120, 40, 5), (400, 300, 20, 3)]))
    if not peak:
        pytest.skip("this system does not tell the peak of memory")
    assert 50 < peak < 350
