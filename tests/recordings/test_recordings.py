"""Recorded games: the looks go in, the log and the points come out."""

import pytest

from tests.recordings.replay import FOLDER, RECORDINGS, read, replay

LARGEST = 200_000


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_gives_its_log_and_its_points(name):
    lines = read(name)
    log, points = replay(lines)
    assert log == [line["moves"] for line in lines[1:-1]]
    assert points == lines[-1]["points"]


@pytest.mark.parametrize("name", RECORDINGS)
def test_recordings_stay_small(name):
    assert (FOLDER / f"{name}.jsonl.gz").stat().st_size < LARGEST
