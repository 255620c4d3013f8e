"""A rendered photo is sent from a phone, read by the real eye, and confirmed with a tap."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from companion.archive.pictures import Pictures
from companion.archive.shelf import PICTURES
from companion.camera.photos.photo_desk import PhotoDesk
from companion.camera.photos.table_photo import PhotoEyes
from companion.log.events import Confirm, Play
from companion.referee.watcher import Watcher
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.light import Light
from hardware.simulated.viewpoint import above
from tests.browser.phones import arrive, catch_up, findings, fits, is_thumb_sized, phone, tap
from tests.companion.evenings import tools
from tests.companion.tables import do
from tests.web.tables import DONE, GAME, NAME, Place, played, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

#: The log is at the roll; seat 0 has taken a die and built a tile since.
LOG, LATER = played()[65:67], played()[68].state


def photograph(folder: Path, zone: str, tilt: float, turn: float, state: object = LATER) -> Path:
    """A photo of a part of the table, as a phone takes it."""
    scenery = GAME.scenery(state, 5)
    view = above(*scenery.bounds(zone), tilt=tilt, turn=turn, size=(1280, 960))
    camera = SimulatedCamera(scenery, view, Light(warmth=0.5, azimuth=40), seed=3)
    path = folder / f"{zone.replace(':', '-')}.jpg"
    cv2.imwrite(str(path), next(camera.frames()).image)
    return path


@contextmanager
def at_home(browser: "Browser", folder: Path) -> Iterator[tuple[Place, "Page"]]:
    """The host with a phone at a table without a camera."""
    place = Place(folder, "watch")
    for ply in LOG:
        do(place.table, Play(GAME.move_text(ply.move)))
    place.watcher = Watcher(place.table, is_blind=True)
    place.desk.lay(NAME, place.table, place.watcher)
    place.publish()
    place.table.listen(lambda _: place.publish())
    photos = PhotoDesk(
        place.desk,
        PhotoEyes(lambda _: folder / "nothing.gallery"),
        lambda table: Pictures(table.path.parent / PICTURES),
    )
    options = {"desk": place.desk, "passes": place.passes, "tools": tools(photographs=photos)}
    with (
        place.table,
        served(place.feed, **options) as port,
        phone(browser, f"http://127.0.0.1:{port}/hand", host=place.passes) as page,
    ):
        yield place, page
        photos.close()


def test_two_photos_become_a_move(browser: "Browser", tmp_path: Path) -> None:
    forge = photograph(tmp_path, "forge", tilt=20, turn=30)
    island = photograph(tmp_path, "island:0", tilt=15, turn=170)
    nothing = tmp_path / "nothing.jpg"
    nothing.write_text("no picture")
    with at_home(browser, tmp_path) as (place, page):
        number = place.table.now.number
        page.locator("#hand-photo").tap()
        arrive(page, "**/photo")
        assert fits(page)
        assert is_thumb_sized(page.locator(".shutter, .thing"))

        page.get_by_label("Forge", exact=True).set_input_files(nothing)
        page.get_by_text("That is no picture").wait_for()
        page.get_by_text("Nothing was changed.").wait_for()

        page.get_by_label("Forge", exact=True).set_input_files(forge)
        page.locator(".photo-shot img").wait_for()
        place.publish()
        page.get_by_text("And then?").wait_for()
        assert fits(page)

        first = page.locator(".photo-shot img").get_attribute("src")
        chosen = page.get_by_label("island of Player 1: choose a photo")
        assert chosen.get_attribute("capture") is None, "a phone offers the photos that it has"
        chosen.set_input_files(island)
        page.locator(f".photo-shot img:not([src='{first}'])").wait_for()
        place.publish()
        page.locator("#tap-confirm").wait_for()
        assert fits(page)
        assert findings(page) == []
        assert place.table.now.number == number, "nothing is entered without a yes"
        catch_up(page, place.feed)
        assert tap(page, "#tap-confirm", "/tap/confirm") in DONE
        place.watcher.see()
        place.publish()
        page.get_by_text("Up to date.").wait_for()
        event = place.table.events()[-1]
        assert isinstance(event.action, Confirm)
        assert event.picture
        assert GAME.key(place.table.now.state) == GAME.key(LATER)
        catch_up(page, place.feed)
        page.locator("#photo-away").tap()
        page.wait_for_function("() => !document.querySelector('.photo-shot')")
