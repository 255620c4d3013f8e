"""A camera is set up step by step: what is measured, what is kept, and that the eye uses it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.common.errors import InputError
from companion.common.words import Said
from companion.phones.camera_record.record import BY_TAPS
from companion.phones.camera_record.shapes import tap_points
from companion.phones.setup_view import STEPS, StaleError
from companion.tabletop.observation import Point
from companion.tabletop.problems import Problem
from hardware.simulated.light import Light, Sensor
from hardware.simulated.viewpoint import Viewpoint
from tests.companion.camera.setup.hung import GAME, Hung, near, rolled_state

CHART = GAME.chart(rolled_state())
MEASURED = ("aim", "focus", "light", "board", "zones")

#: What a camera sees that hangs over the whole table.
ISLANDS = ("forge", "dock:0", "dock:1", "island:0", "island:1")


@pytest.fixture
def hung(tmp_path: Path) -> Iterator[Hung]:
    made = Hung(tmp_path)
    yield made.look()
    made.table.close()


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hung]:
    """The same, once for all tests in which nothing is kept."""
    made = Hung(tmp_path_factory.mktemp("settled"))
    yield made.look()
    made.table.close()


def true_taps(view: Viewpoint, miss: float = 0.0) -> tuple[Point, ...]:
    """Where the board's corners really are, as shares of the picture; fingers miss a little."""
    pixels = view.project([(x, y, 0.0) for x, y in tap_points(CHART.main)])
    rng = np.random.default_rng(3)
    shares = pixels / view.size + rng.uniform(-miss, miss, pixels.shape)
    return tuple(Point(float(x), float(y)) for x, y in shares)


def test_a_camera_that_hangs_well_is_set_up_step_by_step(hung: Hung) -> None:
    surveyor = hung.surveyor
    assert [step.name for step in surveyor.steps()] == list(STEPS)
    assert {step.state for step in surveyor.steps()} == {"open"}
    for step in MEASURED:
        surveyor.keep(step)
    surveyor.skip("lens")
    states = {step.name: step for step in surveyor.steps()}
    assert states["aim"].state == "warning", "the other island is out of the picture"
    assert "Player 2" in str(states["aim"].finding)
    assert states["focus"].state == states["light"].state == "good"
    assert states["board"].state == states["zones"].state == "good"
    assert states["lens"].state == "skipped"
    assert states["verdict"].finding.found == "1 step is still open."
    tried = surveyor.read_roll()
    assert surveyor.tried() == tried
    plain = surveyor.roll_picture(tried.number)
    roll = surveyor.judge_roll(tried.number, (1, 2, 3, 3, 4))
    assert (roll.score.dice, roll.score.right, roll.score.false) == (5, 5, 0)
    assert surveyor.roll_picture(tried.number) != plain, "now with what was read"
    assert surveyor.tried() is None
    assert hung.state("verdict") == "warning"
    assert all(isinstance(s.finding.found, Said) for s in surveyor.steps() if s.finding)


def test_what_was_kept_is_there_after_a_restart(hung: Hung) -> None:
    for step in MEASURED:
        hung.surveyor.keep(step)
    hung.surveyor.tap(hung.surveyor.still().number, true_taps(hung.view))
    before = [step.finding for step in hung.surveyor.steps()]
    hung.open()
    hung.look()
    assert [step.finding for step in hung.surveyor.steps()] == before


@pytest.mark.parametrize(
    ("options", "more", "step", "said"),
    [
        ({"size": (400, 300)}, {}, "aim", "Too small: a die has"),
        ({}, {"sensor": Sensor(blur=3.5)}, "focus", "Sharpness"),
        ({}, {"light": Light(strength=0.25)}, "light", "Too dark."),
        ({}, {"light": Light(falloff=0.95)}, "light", "Uneven:"),
        ({}, {"light": Light(strength=3.2)}, "light", "bright"),
    ],
)
def test_what_is_wrong_is_said_in_words(
    tmp_path: Path, options: dict[str, Any], more: dict[str, Any], step: str, said: str
) -> None:
    hung = Hung(tmp_path, near(**options), **more).look(2)
    live = hung.surveyor.live(step)
    assert live.finding.state == "bad"
    assert said in live.finding.found
    assert live.finding.advice
    hung.surveyor.keep(step)
    assert hung.state("verdict") == "bad"
    hung.table.close()


def test_a_board_that_is_cut_off_is_said(tmp_path: Path) -> None:
    view = near(("forge",), margin=-0.06)
    hung = Hung(tmp_path, view).look(2)
    live = hung.surveyor.live("aim")
    assert live.finding.state == "bad"
    assert live.finding.found == "What lies around the Forge is cut off."
    hung.table.close()


def test_taps_are_put_exactly_where_our_own_drawing_fits(hung: Hung) -> None:
    surveyor = hung.surveyor
    surveyor.tap(surveyor.still().number, true_taps(hung.view, miss=0.012))
    forge = hung.file.record.forge
    assert forge.by == BY_TAPS
    assert forge.is_ours
    missed = np.array(hung.file.record.taps) - np.array(true_taps(hung.view))
    assert float(np.abs(missed * hung.view.size).max()) < 2.0
    hung.look()
    assert surveyor.live("board").finding.found == "the Forge: found by your four taps."


def unknown_board(folder: Path) -> Hung:
    """A camera over a board of a look that is not found by itself.

    Most are, and of the others chance decides: how the noise of a picture falls. So try some.
    """
    for style in range(10, 30):
        hung = Hung(folder / str(style), style=style).look(2)
        if hung.surveyor.live("board").finding.state == "bad":
            return hung
        hung.table.close()
    raise AssertionError("every board is found by itself; then nobody needs to tap")


def test_a_board_of_another_look_is_read_by_taps(tmp_path: Path) -> None:
    hung = unknown_board(tmp_path)
    surveyor = hung.surveyor
    with pytest.raises(InputError, match="tap its corners"):
        surveyor.keep("board")
    still = surveyor.still()
    assert not surveyor.board(still.number).is_found
    surveyor.tap(still.number, true_taps(hung.view, miss=0.002))
    assert not hung.file.record.forge.is_ours
    hung.look(6)
    assert hung.newest.look.camera is not None
    seen = next(each for each in hung.newest.look.observations if each.zone == "forge")
    assert sorted(die.value for die in seen.dice) == [1, 2, 3, 3, 4]
    assert {die.place for die in seen.dice} == {f"forge/{n}" for n in (1, 2, 3, 4)}
    # After a restart nothing but the file is known.
    hung.open()
    hung.look(6)
    assert hung.newest.look.camera is not None
    hung.table.close()


def test_a_bump_is_said_and_the_board_is_found_again_or_asked_for(tmp_path: Path) -> None:
    hung = Hung(tmp_path, style=5).look(2)
    surveyor = hung.surveyor
    surveyor.tap(surveyor.still().number, true_taps(hung.view, miss=0.002))
    hung.look(4)
    assert hung.state("board") == "good"
    bumped = near(("forge", "dock:0"), tilt=19, turn=7, margin=0.05)
    hung.simulated.bump(bumped)
    hung.look(6)
    assert hung.state("board") == "warning"
    assert "moved since its corners were tapped" in str(surveyor.live("board").finding.found)
    truth = np.array(true_taps(bumped))
    seen = hung.newest.look.camera.pixels(tap_points(CHART.main)) / bumped.size
    assert float(np.abs(seen - truth).max()) < 0.01
    # So far that the Forge is no longer in the picture: it is asked for.
    hung.simulated.bump(near(("dock:0", "dock:1"), tilt=10, margin=0.01))
    hung.look(6)
    assert hung.newest.look.reason == Problem("tap-again")
    assert hung.state("board") == "bad"
    assert surveyor.live("board").finding.advice.endswith("Tap its corners again.")
    # Or nothing but wood.
    hung.simulated.bump(Viewpoint(Point(900, 900), 700, 10, 40, (960, 720)))
    hung.look(6)
    assert hung.state("board") == "bad"
    hung.table.close()


def test_taps_on_a_picture_from_before_a_bump_are_refused(hung: Hung) -> None:
    surveyor = hung.surveyor
    still = surveyor.still()
    taps = true_taps(hung.view)
    hung.simulated.bump(near(tilt=25, turn=12))
    hung.look(2)
    with pytest.raises(StaleError, match="has moved since this picture was taken"):
        surveyor.tap(still.number, taps)
    with pytest.raises(StaleError, match="That picture is gone"):
        surveyor.tap(1, taps)
    assert hung.file.record.forge is None


def test_zones_are_proposed_and_drawn_and_the_eye_uses_them(tmp_path: Path) -> None:
    hung = Hung(tmp_path, near(ISLANDS, size=(1280, 960)))
    hung.look(6)
    surveyor = hung.surveyor
    still = surveyor.still()
    zones = {zone.zone: zone for zone in surveyor.zones(still.number)}
    assert set(zones) == {"island:0", "island:1", "dock:0", "dock:1"}
    assert [zones[f"island:{n}"].seat for n in (0, 1)] == [0, 1]
    assert not any(zone.is_drawn for zone in zones.values())
    for zone in zones.values():
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in zone.outline)

    def tiles(island: str) -> int:
        seen = [each for each in hung.newest.look.observations if each.zone == island]
        return sum(piece.kind == "tile" for each in seen for piece in each.pieces)

    assert tiles("island:0") > 0
    # The people have changed sides: each island belongs to the other seat.
    left, right = zones["island:0"].outline, zones["island:1"].outline
    surveyor.draw(still.number, {"island:0": right, "island:1": left})
    hung.look(6)
    drawn = {zone.zone: zone for zone in surveyor.zones(surveyor.still().number)}
    assert drawn["island:0"].is_drawn
    assert np.mean(drawn["island:0"].outline, axis=0)[0] > 0.5
    # A corner where no tile lies: nothing is read as seat 1's island any more.
    corner = (Point(0, 0), Point(0.12, 0), Point(0.12, 0.12), Point(0, 0.12))
    surveyor.draw(surveyor.still().number, {"island:1": corner})
    hung.look(6)
    assert tiles("island:1") == 0
    assert hung.file.record.zones[2].keys() == {"island:0", "island:1"}
    surveyor.again("zones")
    hung.look(6)
    assert hung.file.record.zones == {}
    assert tiles("island:0") > 0
    hung.table.close()


@pytest.mark.parametrize(
    ("outlines", "said"),
    [
        ({"island:9": ((0, 0), (1, 0), (1, 1))}, "no such zone"),
        ({"forge": ((0, 0), (1, 0), (1, 1))}, "no such zone"),
        ({"island:0": ((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9))}, "folded"),
        ({"island:0": ((0.1, 0.1), (0.13, 0.1), (0.13, 0.13), (0.1, 0.13))}, "not even one tile"),
        ({"island:0": ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
          "island:1": ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))}, "Both claim"),
    ],
)  # fmt: skip
def test_a_zone_that_makes_no_sense_is_refused_and_nothing_is_kept(
    settled: Hung, outlines: dict[str, Any], said: str
) -> None:
    still = settled.surveyor.still()
    drawn = {zone: tuple(Point(*p) for p in each) for zone, each in outlines.items()}
    with pytest.raises(InputError, match=said):
        settled.surveyor.draw(still.number, drawn)
    assert settled.file.record.zones == {}
    assert settled.state("zones") == "open"


def test_steps_are_skipped_done_again_and_forgotten(hung: Hung) -> None:
    surveyor = hung.surveyor
    surveyor.keep("focus")
    surveyor.skip("focus")
    assert hung.state("focus") == "skipped"
    surveyor.keep("focus")
    assert hung.state("focus") == "good"
    surveyor.again("focus")
    assert hung.state("focus") == "open"
    for step in ("verdict", "roll"):
        with pytest.raises(InputError):
            surveyor.keep(step)
    with pytest.raises(InputError):
        surveyor.skip("verdict")


def test_before_the_first_picture_nothing_is_measured(tmp_path: Path) -> None:
    hung = Hung(tmp_path)
    assert hung.surveyor.picture() is None
    assert hung.surveyor.trouble == "The camera has taken no picture yet."
    with pytest.raises(InputError, match="no picture yet"):
        hung.surveyor.live("aim")
    hung.table.close()


def test_a_roll_is_judged_once_and_only_with_dice(hung: Hung) -> None:
    surveyor = hung.surveyor
    tried = surveyor.read_roll()
    for truth in ((), (0,), (7,), (1,) * 21):
        with pytest.raises(InputError):
            surveyor.judge_roll(tried.number, truth)
    surveyor.judge_roll(tried.number, (6, 6))
    for number in (tried.number, 5):
        with pytest.raises(StaleError):
            surveyor.judge_roll(number, (1,))
    assert len(surveyor.rolls()) == 1
    assert hung.state("roll") == "bad"


def test_a_hand_is_waited_for_before_dice_are_read(
    hung: Hung, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.camera.setup.surveyor.PATIENCE", 600.0)
    scenery = hung.simulated.scenery
    hung.simulated.play(scenery, Point(0, 0), frames=2)
    hung.look(2)
    assert hung.newest is not None
    forge = [seen for seen in hung.newest.look.observations if seen.zone == "forge"]
    assert not any(seen.at_rest for seen in forge)
    before = hung.newest.number
    assert hung.surveyor.read_roll().dice == 5
    assert hung.newest.number > before


def test_a_hand_that_stays_is_said(hung: Hung, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hung, "after", lambda *_: None)
    hung.simulated.play(hung.simulated.scenery, Point(0, 0), frames=2)
    hung.look(2)
    with pytest.raises(InputError, match="take your hands off the table"):
        hung.surveyor.read_roll()


class Flickering(Sensor):
    """Every other picture is dimmer, as under a lamp that flickers."""

    exposed = count()

    def expose(self, picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        dim = 0.82 if next(self.exposed) % 2 else 1.0
        return np.clip(super().expose(picture, rng) * dim, 0, 255).astype(np.uint8)


def test_flicker_is_noticed_over_some_pictures(tmp_path: Path) -> None:
    hung = Hung(tmp_path, sensor=Flickering())
    for _ in range(8):
        hung.look(1)
        live = hung.surveyor.live("light")
    assert live.finding.found.startswith("The light flickers by ")
    hung.table.close()
