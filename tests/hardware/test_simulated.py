"""The simulated camera: what it shows, and that its truth is true."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games import find
from companion.games.random_games import plies
from companion.tabletop.observation import Point
from companion.tabletop.outlines import rectangle
from companion.tabletop.scenery import Cube, FlatPiece, Hand, Print, Scenery, Thing
from hardware.camera import Camera
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.hands import draw_hand
from hardware.simulated.light import Light, Sensor
from hardware.simulated.renderer import Renderer
from hardware.simulated.shapes import faces_around
from hardware.simulated.takes import STEEPEST, take
from hardware.simulated.truth import truth
from hardware.simulated.viewpoint import Viewpoint, above

GAME = find("propeller-islands")
SIZE = (480, 360)


@pytest.fixture(scope="module")
def states():
    return [ply.state for ply in plies(GAME, {"players": 2}, 3)]


@pytest.fixture(scope="module")
def table(states):
    return GAME.scenery(next(s for s in states[80:] if any(s.forge)), 1)


@pytest.fixture(scope="module")
def view(table):
    return above(*table.bounds("forge"), tilt=25, turn=10, size=SIZE, bend=(-0.04, 0.01))


@pytest.fixture(scope="module")
def renderer(table, view):
    found = Renderer(view)
    found.picture(table)
    return found


MIDDLE = Point(0, 0)


def one_die(value, at=MIDDLE):
    front = next(f for f in range(1, 7) if f not in (value, 7 - value))
    return Scenery((Thing("die", at, (Cube(at, 20, 16, value, front),), value=value),))


def test_it_is_a_camera_like_any_other(table, view):
    camera: Camera = SimulatedCamera(table, view, clock=lambda: 7.0)
    frames = camera.frames()
    frame = next(frames)
    assert (frame.image.shape, frame.taken, frame.camera) == ((360, 480, 3), 7.0, camera.id)
    camera.close()
    camera.close()
    assert list(frames) == []


def test_the_same_seed_gives_the_same_pictures_and_another_one_does_not(table, view):
    def take(seed):
        frames = SimulatedCamera(table, view, seed=seed).frames()
        return [next(frames).image for _ in range(2)]

    first, again, other = take(1), take(1), take(2)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], first[1]), "a sensor has noise"
    assert np.abs(first[0].astype(int) - other[0]).mean() > 5


def test_a_picture_after_many_changes_is_that_of_a_fresh_camera(states, view):
    """Only what changed is painted again; nothing of what was there before may be left."""
    worn = Renderer(view)
    tables = [GAME.scenery(state, 2) for state in states[60:120:12]]
    for table in tables:
        picture = worn.picture(table)
    fresh = Renderer(view).picture(tables[-1])
    assert np.abs(picture - fresh).max() < 2


def test_pieces_are_where_the_truth_says(table, renderer):
    """Without a die the picture changes inside of its outline and its shadow, and nowhere else."""
    thing = next(t for t in table.things if t.kind == "die")
    seen = next(s for s in truth(renderer, table) if s.thing is thing)
    without = replace(table, things=tuple(t for t in table.things if t is not thing))
    changed = np.abs(renderer.picture(table) - renderer.picture(without)).max(-1)
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(seen.outline).astype(np.int32)], 1)
    assert changed[mask == 1].mean() > 20
    near = cv2.dilate(mask, np.ones((41, 41)))
    assert changed[near == 0].max() < 2


def test_tiles_are_where_the_truth_says(table, renderer):
    """A white sheet of a tile's shape changes the picture just there."""
    tile = next(t for t in table.things if t.place == "market/C3")
    (face,) = tile.bodies
    bare = Scenery((replace(tile, bodies=(replace(face, print=Print("paper")),)),))
    (seen,) = truth(renderer, bare)
    empty, laid = renderer.picture(Scenery(())).copy(), renderer.picture(bare)
    changed = (np.abs(laid - empty).max(-1) > 25).astype(np.uint8)
    mask = np.zeros_like(changed)
    cv2.fillPoly(mask, [np.round(seen.outline).astype(np.int32)], 1)
    both = (mask & changed).sum() / (mask | changed).sum()
    assert both > 0.9
    assert seen.visible == pytest.approx(1, abs=0.03)


def test_the_truth_names_what_the_game_says_is_there(table, renderer):
    seen = truth(renderer, table)
    market = Counter(s.thing.identity for s in seen if str(s.thing.place).startswith("market/"))
    assert market == Counter(t.identity for t in table.things if str(t.place).startswith("market/"))


def test_a_die_stands_on_its_foot_and_its_top_is_elsewhere(view):
    table = one_die(3, at=Point(60, -60))
    (seen,) = truth(Renderer(view), table)
    assert cv2.pointPolygonTest(seen.outline.astype(np.float32), seen.foot, False) > 0
    middle = seen.outline.mean(0)
    assert middle[1] < seen.foot[1], "the camera stands at the near edge and sees the front"


def test_a_hand_hides_what_is_below_it(table, renderer):
    die = next(t for t in table.things if t.kind == "die")
    at = die.bodies[0].at
    covered = replace(table, hand=Hand(Point(at.x, at.y - 40)))
    shares = [
        next(s.visible for s in truth(renderer, scene) if s.thing is die)
        for scene in (table, covered)
    ]
    assert shares[0] > 0.9
    assert shares[1] < 0.3
    changed = np.abs(renderer.picture(covered) - renderer.picture(table)).max(-1)
    assert (changed > 20).mean() > 0.05


def test_an_arm_that_reaches_behind_the_camera_is_cut_off_there():
    near = Viewpoint(Point(0, 0), 150, tilt=30, size=(240, 180), focal=200, bend=(-0.05, 0.02))
    arm = Hand(Point(0, 60))
    sprite = draw_hand(arm, near, Light(), 0)
    assert sprite is not None
    assert sprite.cover.shape[0] <= 182
    assert sprite.cover.max() > 0.9
    assert draw_hand(Hand(Point(0, 5000)), near, Light(), 0) is None


def test_a_hand_comes_changes_the_table_and_goes(states, view):
    before, after = (GAME.scenery(s, 1) for s in (states[80], states[86]))
    camera = SimulatedCamera(before, view, sensor=Sensor(noise=0, quality=None))
    frames = camera.frames()
    still = next(frames).image
    camera.play(after, Point(0, 0), frames=3)
    hands, last = [], None
    while camera.busy:
        last = next(frames).image
        hands.append(camera.scenery.hand)
    assert [hand is not None for hand in hands] == [True] * 6 + [False]
    assert hands[0].tip.y > hands[2].tip.y == pytest.approx(0)
    assert not np.array_equal(still, last)
    quiet = SimulatedCamera(after, view, sensor=Sensor(noise=0, quality=None))
    assert np.abs(next(quiet.frames()).image.astype(int) - last).max() <= 2


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_says(value):
    view = Viewpoint(Point(0, 0), 120, size=(240, 180), focal=900)
    picture = Renderer(view, Light(elevation=85)).picture(one_die(value))
    grey = cv2.cvtColor(np.clip(picture, 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY)
    # Straight from above only the top face is seen.
    die = cv2.erode((grey > 150).astype(np.uint8), np.ones((3, 3)))
    rims, levels = cv2.findContours(die, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = max((k for k in range(len(rims)) if levels[0][k][3] < 0), key=lambda k: len(rims[k]))
    pips = [k for k in range(len(rims)) if levels[0][k][3] == outer]
    assert len(pips) == value


@pytest.mark.parametrize("seed", range(8))
def test_pips_stand_out_in_every_style(seed):
    view = Viewpoint(Point(0, 0), 120, size=(240, 180), focal=900)
    picture = Renderer(view, style=seed).picture(one_die(1)).mean(-1)
    pip, beside = picture[85:95, 115:125].mean(), picture[70:110, 95:102].mean()
    assert abs(pip - beside) > 35


def test_opposite_sides_of_a_die_add_up_to_seven_and_no_number_is_twice():
    for top in range(1, 7):
        for front in range(1, 7):
            if front not in (top, 7 - top):
                sides = faces_around(top, front)
                assert sorted(sides.values()) == [1, 2, 3, 4, 5, 6]
                assert all(sides[axis, 1] + sides[axis, -1] == 7 for axis in range(3))


def test_light_from_the_left_casts_shadows_to_the_right():
    view = Viewpoint(Point(0, 0), 300, size=(240, 180), focal=240)
    dark = []
    for azimuth in (180, 0):
        renderer = Renderer(view, Light(azimuth=azimuth, elevation=45, falloff=0))
        change = renderer.picture(Scenery(())).copy() - renderer.picture(one_die(6))
        left, right = change[:, :105].clip(0).sum(), change[:, 135:].clip(0).sum()
        dark.append(right / (left + 1))
    assert dark[0] > 3
    assert dark[1] < 1 / 3


def test_a_warm_lamp_makes_the_picture_red():
    view = Viewpoint(Point(0, 0), 300, size=(120, 90))
    sheet = FlatPiece(Point(0, 0), 0, rectangle(400, 400), Print("paper"))
    table = Scenery((Thing("card", Point(0, 0), (sheet,)),))
    cold, warm = (Renderer(view, Light(warmth=w)).picture(table).mean((0, 1)) for w in (0, 1))
    assert warm[2] / warm[0] > 1.3 * cold[2] / cold[0]


def test_what_is_outside_of_the_picture_is_not_in_its_truth(view):
    table = one_die(2, at=Point(5000, 0))
    assert truth(Renderer(view), table) == ()


def test_a_die_cut_off_by_the_edge_is_partly_visible():
    view = Viewpoint(Point(0, 0), 300, size=(240, 180), focal=300)
    edge = Point(float(view.ground([(0, 90)])[0, 0]), 0)
    (seen,) = truth(Renderer(view), one_die(4, at=edge))
    assert 0.3 < seen.visible < 0.8


def test_a_bumped_camera_sees_the_same_table_from_elsewhere(table, view):
    camera = SimulatedCamera(table, view, sensor=Sensor(noise=0, quality=None))
    frames = camera.frames()
    before = next(frames).image
    moved = replace(view, turn=view.turn + 4, aim=Point(view.aim.x + 12, view.aim.y))
    camera.bump(moved)
    after = next(frames).image
    assert np.abs(before.astype(int) - after).mean() > 3
    # What a pixel showed before is found where the new viewpoint puts it.
    spots = np.array([(x, y) for x in range(60, 440, 20) for y in range(60, 320, 20)], float)
    there = moved.project(np.column_stack([view.ground(spots), np.zeros(len(spots))]))
    soft = [cv2.GaussianBlur(i, (0, 0), 2).astype(int) for i in (before, after)]
    old = np.array([soft[0][round(y), round(x)] for x, y in spots])
    new = np.array([soft[1][round(y), round(x)] for x, y in there])
    assert np.median(np.abs(old - new)) < 6


def test_takes_differ_and_each_has_the_box_in_view(table):
    low, high = table.bounds("forge")
    takes = [take(seed, low, high, size=SIZE) for seed in range(12)]
    assert takes[3] == take(3, low, high, size=SIZE)
    assert len({t.style for t in takes}) == 12
    for shot in takes:
        corners = [(x, y, 0) for x in (low.x, high.x) for y in (low.y, high.y)]
        share = shot.view.project(corners) / SIZE
        assert share.min() > 0
        assert share.max() < 1
        assert 0 <= shot.view.tilt <= STEEPEST
