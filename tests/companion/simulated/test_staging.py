"""A table under its camera: a hand comes, does it, and goes; nothing leaves the picture."""

from typing import Any

import pytest

from companion.common.errors import InputError
from companion.games import find
from companion.games.random_games import plies
from companion.simulated.staging import Stage
from companion.tabletop.scenery import Scenery
from hardware.simulated.truth import truth
from tests.companion import matches

GAME: Any = find("propeller-islands")
SIZE = (320, 180)
STATES = [ply.state for ply in plies(GAME, {"players": 2, "hands": "hidden"}, "stage")]


def stage(at: int) -> Stage:
    return Stage(GAME, STATES[at], "s", size=SIZE, interval=0.0)


def film(made: Stage) -> list[Scenery]:
    frames = made.camera.frames()
    seen = []
    while made.camera.busy:
        next(frames)
        seen.append(made.camera.scenery)
    return seen


def test_a_hand_does_what_was_done() -> None:
    made = stage(100)
    assert made.lay(STATES[104])
    seen = film(made)
    assert [scenery.hand is not None for scenery in seen] == [True] * (len(seen) - 1) + [False]
    assert {thing.place for thing in seen[-1].things} == {
        thing.place for thing in GAME.scenery(STATES[104], "s").things
    }


def test_what_can_t_be_seen_needs_no_hand() -> None:
    made = stage(100)
    assert not made.lay(STATES[100])
    assert not made.camera.busy


def test_only_what_is_touched_lies_differently_and_stays_so() -> None:
    made = stage(100)
    before = made.camera.scenery
    assert made.lay(STATES[100], ["market/C1"])
    after = film(made)[-1]
    moved = [old for old, new in zip(before.things, after.things, strict=True) if old != new]
    assert [thing.place for thing in moved] == ["market/C1"]
    made.lay(STATES[101], ())
    again = film(made)[-1] if made.camera.busy else made.camera.scenery
    touched = next(thing for thing in after.things if thing.place == "market/C1")
    if STATES[101].market["C1"] == STATES[100].market["C1"]:
        assert touched in again.things


def test_everything_that_is_laid_is_in_the_picture_until_the_end() -> None:
    made = stage(60)
    for state in STATES[60::60]:
        made.lay(state)
        film(made)
        camera = made.camera
        seen = truth(camera.renderer, camera.scenery)
        wide, high = SIZE
        for one in seen:
            x, y = one.foot
            assert 0 <= x < wide, one.thing
            assert 0 <= y < high, one.thing
        bodies = sum(len(thing.bodies) for thing in (*camera.scenery.things, *camera.scenery.props))
        assert len(seen) == bodies


def test_a_game_without_a_laid_table_is_refused() -> None:
    state = matches.GAME.setup({"players": 2})
    with pytest.raises(InputError, match="Matches has no simulated table"):
        Stage(matches.GAME, state, "s")
