"""The eye at a rendered table: what it says is what lies there, or it says nothing."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from companion.benches.eye.scenes import TaughtArt, shown
from companion.camera.eyes.opening import open_dice_eye
from companion.games import find
from companion.games.random_games import plies
from companion.tabletop.observation import Observation, Point
from companion.tabletop.scenery import Scenery
from hardware.frame import Frame
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.light import Light
from hardware.simulated.viewpoint import above
from vision.drawing.debug_view import draw
from vision.eye import Eye, Kit, Look
from vision.motion.board_keeper import BoardKeeper
from vision.motion.scene import ZoneState
from vision.viewpoint.finding_board import Reference
from vision.viewpoint.view import BoardSize

GAME: Any = find("propeller-islands")
ZONES = ("forge", "island:0", "dock:0")


@cache
def table() -> tuple[Any, Scenery]:
    states = [ply.state for ply in plies(GAME, {"players": 2}, 8)]
    state = next(s for s in states[25:] if sum(s.forge) >= 4 and all(s.market.values()))
    return state, GAME.scenery(state, 8)


@cache
def kit() -> TaughtArt:
    names = {thing.identity for thing in table()[1].things if thing.kind == "tile"}
    return shown(GAME, 70, 0, names=names, boards=("forge", "dock-0"))


@cache
def dice() -> Any:
    return open_dice_eye(1)


def new_eye() -> Eye:
    chart = GAME.chart(table()[0]).only(*ZONES)
    size = BoardSize(*chart.main.size)
    keeper = BoardKeeper(size, Reference(kit().pictures["forge"], size, chart.main.outline))
    known = kit()
    return Eye(chart, Kit(known.tiles, known.tokens, known.pictures, known.colours), dice(), keeper)


def new_camera() -> SimulatedCamera:
    scenery = table()[1]
    view = above(*scenery.bounds(*ZONES), tilt=22, turn=7)
    return SimulatedCamera(scenery, view, Light(warmth=0.4, azimuth=40), seed=8)


class Watched:
    """A camera and an eye that looks through it."""

    def __init__(self) -> None:
        self.camera, self.eye = new_camera(), new_eye()
        self._frames = self.camera.frames()
        self.frame: Frame | None = None

    def look(self, frames: int = 1) -> Look:
        for _ in range(frames):
            self.frame = next(self._frames)
            found = self.eye.look(self.frame)
        return found


@pytest.fixture(scope="module")
def settled() -> tuple[Watched, Look]:
    watched = Watched()
    return watched, watched.look(5)


def by_zone(look: Look) -> dict[str, Observation]:
    return {each.zone: each for each in look.observations}


def test_dice_stand_where_their_feet_are(settled: tuple[Watched, Look]) -> None:
    seen, expected = by_zone(settled[1])["forge"], GAME.project(table()[0], "forge")
    assert sorted((d.place, d.value) for d in seen.dice) == sorted(
        (d.place, d.value) for d in expected.dice
    )
    assert seen.looked_at == expected.looked_at
    assert not seen.hidden


@pytest.mark.parametrize("zone", ["forge", "island:0"])
def test_tiles_have_places_and_no_wrong_name(settled: tuple[Watched, Look], zone: str) -> None:
    seen, expected = by_zone(settled[1])[zone], GAME.project(table()[0], zone)
    names = {p.place: p.identity for p in expected.pieces if p.kind == "tile"}
    read = {p.place: p for p in seen.pieces if p.kind == "tile"}
    assert read.keys() == names.keys() - seen.hidden
    assert all(
        piece.identity == names[place]
        for place, piece in read.items()
        if piece.identity and piece.confidence >= 0.9
    )
    assert seen.looked_at == expected.looked_at


@pytest.mark.parametrize("zone", ["island:0", "dock:0"])
def test_workers_are_seen_where_they_are(settled: tuple[Watched, Look], zone: str) -> None:
    seen, expected = by_zone(settled[1])[zone], GAME.project(table()[0], zone)
    workers = [
        {(p.place, p.identity) for p in each.pieces if p.kind == "worker"}
        for each in (seen, expected)
    ]
    assert workers[0] == {one for one in workers[1] if one[0] not in seen.hidden}
    assert len(seen.hidden) <= 1


def test_nothing_moved_is_nothing_new(settled: tuple[Watched, Look]) -> None:
    watched, before = settled
    after = watched.look()
    assert not after.read
    assert by_zone(after) == by_zone(before)


def test_all_beliefs_are_drawn_and_the_frame_stays_as_it_is(settled: tuple[Watched, Look]) -> None:
    watched, look = settled
    assert watched.frame is not None
    before = watched.frame.image.copy()
    drawn = draw(watched.frame.image, look)
    assert (watched.frame.image == before).all()
    assert (drawn != before).any()
    assert {"board", "die", "tile", "worker"} <= {belief.kind for belief in look.beliefs}


def test_a_hand_a_move_and_a_push() -> None:
    watched = Watched()
    watched.look(5)
    before = table()[1]
    gone = next(t for t in before.things if t.place == "market/C1")
    left = replace(before, things=tuple(t for t in before.things if t is not gone))
    watched.camera.play(left, at=Point(0, 0))
    look = watched.look(4)
    assert look.states["forge"] in (ZoneState.MOVING, ZoneState.HAND)
    assert not by_zone(look)["forge"].at_rest
    while watched.camera.busy:
        watched.look()
    forge = by_zone(watched.look(5))["forge"]
    assert "market/C1" in forge.looked_at - forge.hidden
    assert all(piece.place != "market/C1" for piece in forge.pieces)
    assert len([piece for piece in forge.pieces if piece.kind == "tile"]) == 11

    view = watched.camera.renderer.view
    watched.camera.bump(replace(view, aim=Point(view.aim.x + 20, view.aim.y - 14), turn=10.0))
    looks = [watched.look() for _ in range(6)]
    assert any(look.camera_moved for look in looks)
    outline = np.array(watched.eye.chart.main.outline)
    flat = np.column_stack([outline, np.zeros(len(outline))])
    assert watched.eye.camera is not None
    found = watched.eye.camera.pixels(outline)
    assert np.abs(found - watched.camera.renderer.view.project(flat)).max() < 6
    again = by_zone(watched.look(4))["forge"]
    assert {(p.place, p.kind) for p in again.pieces} == {(p.place, p.kind) for p in forge.pieces}


def test_a_table_without_the_board_is_told_not_guessed() -> None:
    eye = new_eye()
    picture = np.random.default_rng(3).integers(90, 130, (960, 1280, 3)).astype(np.uint8)
    look = eye.look(Frame(picture, 0.0, "test"))
    assert look.reason.code == "board-few-details"
    assert eye.camera is None
    assert all(not each.at_rest for each in look.observations)
    assert not look.beliefs
