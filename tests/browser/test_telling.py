"""Under a camera: what it can't see is told with big buttons on the page of the table."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from companion.camera.eyes.opening import open_owners_eye
from companion.camera.mounts import Mount
from companion.games.random_games import plies
from companion.log.events import THE_HOST, Command, Event, Play
from companion.phones.evening import Evening
from companion.phones.passes import Passes
from hardware.simulated import viewpoint
from hardware.simulated.camera import SimulatedCamera
from tests.browser.phones import FINGER, catch_up, phone_in, serving, too_wide
from tests.companion.running.test_camera_table import (
    CONFIG,
    GAME,
    TAUGHT,
    ZONES,
    live,
    not_set_up,
    opinion,
    playing,
)
from tests.companion.shown_camera import put
from tests.web.tables import DONE
from web import Site, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

MOST_TAPS = 3


def up_to_a_drawn_plan() -> list[Any]:
    """A game up to where somebody has completed a plan and draws another."""
    played = []
    for ply in islice(plies(GAME, CONFIG, seed=1), 400):
        played.append(ply)
        if ply.state.agenda and type(ply.state.agenda[-1]).__name__ == "DrawPlan":
            return played
    raise AssertionError("nobody has completed a plan")


@contextmanager
def under_a_camera(folder: Path) -> Iterator[tuple[Evening, str, Passes]]:
    played = up_to_a_drawn_plan()
    scenery = GAME.scenery(played[-1].state, 1)
    view = viewpoint.above(*scenery.bounds(*ZONES), tilt=15, size=(960, 720))
    cv2.imwrite(
        str(folder / "now.png"), next(SimulatedCamera(scenery, view, seed=1).frames()).image
    )
    put(folder, "now.png")
    open_eye = partial(open_owners_eye, gallery=TAUGHT, file=not_set_up(folder))
    above = Mount("usb:0", partial(live, folder), open_eye)
    with playing(folder, above) as evening:
        for ply in played:
            line = Play(GAME.move_text(ply.move))
            entered = evening.table.post(Command(line, THE_HOST, evening.table.now.number))
            assert isinstance(entered, Event)
        opinion(evening, lambda it: it.in_step)
        passes = Passes.of_folder(folder)
        app = create_app(Site(evening.feed, evening.desk, passes, tools=lambda: evening.tools))
        with serving(app) as address:
            yield evening, f"{address}/", passes


def tell(page: "Page") -> int:
    """Open lists as long as there are some, and choose the first thing; how many taps it takes."""
    here = page.locator("#part .choices-list").first
    for taps in range(1, 9):
        lists = here.locator("> li > details")
        if not lists.count():
            button = here.locator("button").first
            box = button.bounding_box()
            assert box
            assert box["height"] >= FINGER
            with page.expect_response("**/tap/play") as answer:
                button.tap()
            assert answer.value.status in DONE
            return taps
        lists.first.locator("> summary").tap()
        here = lists.first.locator("> .choices-list")
    raise AssertionError("no end of lists")


def test_a_plan_is_drawn_and_another_laid_out(browser: "Browser", tmp_path: Path) -> None:
    with (
        under_a_camera(tmp_path) as (evening, url, passes),
        phone_in("en", browser, url, host=passes) as page,
    ):
        for asked in ("a new plan", "lays out a new plan of level I."):
            before = evening.table.now.number
            page.locator("#part .telling").wait_for()
            catch_up(page, evening.feed)
            assert page.get_by_text("The camera can't see this").is_visible()
            assert asked in page.locator("#part .reason").inner_text()
            assert too_wide(page) == []
            assert tell(page) <= MOST_TAPS
            assert isinstance(evening.table.events(before)[0].action, Play)
            page.wait_for_function(
                "number => document.getElementById('seen').value > number", arg=before
            )
