"""The fame track of a dock: its marker is seen where it stands, and nowhere when it is away."""

from dataclasses import replace
from typing import Any

import pytest

from companion.camera.eyes.own_kit import OwnEyes
from companion.games import find
from companion.games.random_games import plies
from companion.tabletop.chart import on_track
from companion.tabletop.scenery import Scenery
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.light import Light
from hardware.simulated.viewpoint import above

GAME: Any = find("propeller-islands")
STATE = [ply.state for ply in plies(GAME, {"players": 2, "hands": "hidden"}, 3)][120]
PLACE = "goods/0/fame"


@pytest.fixture(scope="module")
def eyes() -> OwnEyes:
    return OwnEyes(GAME, STATE, threads=1)


def with_fame(fame: int) -> Scenery:
    first, *others = STATE.players
    state = replace(STATE, players=(replace(first, fame=fame), *others))
    scenery: Scenery = GAME.scenery(state, 5)
    return scenery


def seen_on(scenery: Scenery, eyes: OwnEyes, tilt: float) -> tuple[list[str], list[Any]]:
    """What is read on the track, and all pieces that the referee is told of that dock."""
    view = above(*scenery.bounds("forge", "dock:0"), tilt=tilt, turn=12, size=(1280, 960))
    frames = SimulatedCamera(scenery, view, Light(warmth=0.5, azimuth=40), seed=3).frames()
    eye = eyes.open(2)
    for _ in range(4):
        look = eye.look(next(frames))
    told = [piece for each in look.observations if each.zone == "dock:0" for piece in each.pieces]
    assert told, "the dock itself is read"
    return [one.label for one in look.beliefs if one.place == PLACE], told


@pytest.mark.parametrize(
    ("fame", "tilt"),
    [
        (0, 10.0),
        pytest.param(4, 30.0, marks=pytest.mark.thorough),
        pytest.param(15, 20.0, marks=pytest.mark.thorough),
        (16, 30.0),
    ],
)
def test_the_marker_is_seen_in_its_box_and_nobody_is_held_to_it(
    eyes: OwnEyes, fame: int, tilt: float
) -> None:
    labels, told = seen_on(with_fame(fame), eyes, tilt)
    assert labels == [str(on_track(fame, STATE.edition.fame_track)[1])]
    assert {piece.kind for piece in told} == {"worker"}


def test_without_a_marker_nothing_is_said(eyes: OwnEyes) -> None:
    scenery = with_fame(7)
    things = tuple(thing for thing in scenery.things if thing.place != "goods/0/fame")
    assert len(things) == len(scenery.things) - 1
    assert seen_on(replace(scenery, things=things), eyes, 20.0)[0] == []
