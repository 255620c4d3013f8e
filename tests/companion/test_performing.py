"""The whole way from hands to the log, with an eye that knows the truth, or most of it."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.events import Choose, Confirm, Play
from companion.filming import chart_of, seen_by_an_eye, zones_of
from companion.games import find
from companion.lookout import SeesTables, Sighting
from companion.observation import Observation
from companion.people import SimulatedPeople
from companion.performing import OneByOne, Performance
from companion.staging import Stage
from companion.table import Table
from hardware.frame import Frame
from tests.companion.tables import do
from tests.companion.true_eye import TrueEye
from vision.looking import Look

GAME: Any = find("propeller-islands")
SIZE = (320, 180)


class Evening:
    """People, a stage and an eye, one look after the other."""

    def __init__(self, folder: Path, seed: str = "1", eye: type[TrueEye] = TrueEye) -> None:
        config = GAME.set_up_to_be_watched(2, random.Random(seed))
        self.table = Table.create(folder / "game.log", GAME, config)
        do(self.table, Choose("auto"))
        self.watcher = seen_by_an_eye(self.table)
        self.people = SimulatedPeople(self.table, self.watcher, seed)
        self.stage = Stage(GAME, self.people.state, seed, size=SIZE, interval=0.0)
        chart = chart_of(self.table)
        self.eye: SeesTables = eye(self.table, chart, self.stage)
        self.looks: list[Sighting] = []
        self.words: list[str] = []
        self.wrong: list[str] = []
        self.table.listen(lambda news: self._check(news.now.state))
        look = OneByOne(self.stage.camera, self.eye, self._see)
        self.performance = Performance(self.people, self.stage, self.watcher, look, zones_of(chart))

    def play(self, moves: int, most: int = 2000) -> None:
        """Until so many moves were made and understood."""
        for number, _ in enumerate(self.performance.paces()):
            assert number < most, self.watcher.opinion
            if len(self.people.played) > moves:
                return

    def _see(self, sighting: Sighting) -> None:
        self.looks.append(sighting)
        self.words.append(self.watcher.see(sighting.look.observations).word)

    def _check(self, state: Any) -> None:
        if GAME.key(state) not in self.people.reached:
            self.wrong.append(str(self.table.events()[-1]))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    with made.table:
        yield made


def test_what_people_do_comes_out_in_the_log(evening: Evening) -> None:
    evening.play(moves=32)
    assert evening.wrong == []
    entered = [e for e in evening.table.events() if isinstance(e.action, Play | Confirm)]
    assert len(entered) > 8
    assert evening.people.touches == 0


def test_nobody_is_judged_before_people_have_told_what_no_camera_reads(evening: Evening) -> None:
    evening.play(moves=24)
    assert evening.performance.read == {"forge", "island:0", "island:1", "dock:0", "dock:1"}
    assert "asking" in evening.words
    assert "out of step" not in evening.words
    assert "illegal" not in evening.words


class DropsATile(TrueEye):
    """Reads one tile as another until somebody straightens it."""

    place = "market/E3"
    before: Any = None

    def look(self, frame: Frame) -> Look:
        look = super().look(frame)
        lies = next((t for t in self._stage.camera.scenery.things if t.place == self.place), None)
        if lies is None or not look.at_rest:
            return look
        if self.before is None:
            self.before = lies
        if lies != self.before:
            return look
        return replace(look, observations=tuple(map(self._misread, look.observations)))

    def _misread(self, seen: Observation) -> Observation:
        pieces = tuple(
            replace(piece, identity="17/banner:industry") if piece.place == self.place else piece
            for piece in seen.pieces
        )
        return replace(seen, pieces=pieces)


class Covers(DropsATile):
    """Can't make out what lies there until somebody straightens it."""

    def _misread(self, seen: Observation) -> Observation:
        pieces = tuple(piece for piece in seen.pieces if piece.place != self.place)
        hidden = seen.hidden | ({self.place} & seen.looked_at)
        return replace(seen, pieces=pieces, hidden=hidden)


@pytest.mark.parametrize("eye", [Covers])
def test_what_can_t_be_made_out_is_straightened_by_people(
    tmp_path: Path, eye: type[TrueEye]
) -> None:
    evening = Evening(tmp_path, eye=eye)
    with evening.table:
        evening.play(moves=24)
        assert evening.people.touches > 0
        assert evening.wrong == []


class Blind(TrueEye):
    """Never sees the market's first slot."""

    def look(self, frame: Frame) -> Look:
        look = super().look(frame)
        return replace(look, observations=tuple(map(self._without, look.observations)))

    def _without(self, seen: Observation) -> Observation:
        pieces = tuple(piece for piece in seen.pieces if piece.place != "market/C1")
        return replace(seen, pieces=pieces, hidden=seen.hidden | ({"market/C1"} & seen.looked_at))


def test_what_nobody_ever_makes_out_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, eye=Blind)
    with evening.table:
        evening.play(moves=24)
        assert evening.wrong == []
        told = [e for e in evening.table.events() if isinstance(e.action, Play | Confirm)]
        assert any(e.by.role != "referee" for e in told)
