"""The whole way from hands to the log, with an eye that knows the truth, or most of it."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import find
from companion.log.events import Confirm, Play
from companion.simulated.rehearsal import Rehearsal
from companion.tabletop.observation import Observation
from hardware.frame import Frame
from tests.companion.true_eye import TrueEye
from vision.motion.scene import ZoneState
from vision.reading.look import Look

GAME: Any = find("propeller-islands")
SIZE = (320, 180)


def rehearsal(folder: Path, eye: type[TrueEye] = TrueEye) -> Rehearsal:
    return Rehearsal(folder, GAME, "1", eye, size=SIZE)


def play(made: Rehearsal, moves: int, most: int = 2000) -> None:
    """Until so many moves were made and understood."""
    steps = itertools.count()

    def is_enough() -> bool:
        assert next(steps) < most, made.watcher.opinion
        return len(made.people.played) > moves

    made.play(is_enough)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Rehearsal]:
    made = rehearsal(tmp_path)
    with made.table:
        yield made


def test_what_people_do_comes_out_in_the_log(evening: Rehearsal) -> None:
    play(evening, moves=32)
    assert evening.wrong == []
    entered = [e for e in evening.table.events() if isinstance(e.action, Play | Confirm)]
    assert len(entered) > 8
    assert evening.people.touches == 0


def test_nobody_is_judged_before_people_have_told_what_no_camera_reads(evening: Rehearsal) -> None:
    play(evening, moves=24)
    assert evening.performance.read == {"forge", "island:0", "island:1", "dock:0", "dock:1"}
    assert "waiting" in evening.words
    assert "differs" not in evening.words
    assert "illegal" not in evening.words


class Covers(TrueEye):
    """Can't make out what lies at one place until somebody straightens it."""

    place = "market/E3"
    before: Any = None

    def look(self, frame: Frame) -> Look:
        look = super().look(frame)
        lies = next((t for t in self._stage.camera.scenery.things if t.place == self.place), None)
        if lies is None or not set(look.states.values()) <= {ZoneState.SETTLED}:
            return look
        if self.before is None:
            self.before = lies
        if lies != self.before:
            return look
        return replace(look, observations=tuple(map(self._without, look.observations)))

    def _without(self, seen: Observation) -> Observation:
        pieces = tuple(piece for piece in seen.pieces if piece.place != self.place)
        hidden = seen.hidden | ({self.place} & seen.looked_at)
        return replace(seen, pieces=pieces, hidden=hidden)


def test_what_can_t_be_made_out_is_straightened_by_people(tmp_path: Path) -> None:
    evening = rehearsal(tmp_path, Covers)
    with evening.table:
        play(evening, moves=24)
        assert evening.people.touches > 0
        assert evening.wrong == []
        reasons = [name for name, _ in evening.figures() if name.startswith("straightened: ")]
        assert reasons, "nobody can tell why"


class Blind(Covers):
    """Never sees what lies there."""

    def look(self, frame: Frame) -> Look:
        look = TrueEye.look(self, frame)
        return replace(look, observations=tuple(map(self._without, look.observations)))


def test_what_nobody_ever_makes_out_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    evening = rehearsal(tmp_path, Blind)
    with evening.table:
        play(evening, moves=24)
        assert evening.wrong == []
        told = [e for e in evening.table.events() if isinstance(e.action, Play | Confirm)]
        assert any(e.by.role != "referee" for e in told)
