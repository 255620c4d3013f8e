"""Two phones take their seats, at the size of a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from companion.log.events import SEAT, Confirm, Who
from companion.referee.settling import LOOKS
from tests.browser.phones import (
    SMALL,
    arrive,
    catch_up,
    fits,
    is_thumb_sized,
    phone,
    tap,
)
from tests.web.tables import DONE, Place, served
from web.server import lan_addresses

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def is_table(url: str) -> bool:
    return urlsplit(url).path == "/"


def take_a_seat(page: "Page", code: str, name: str, seat: int) -> None:
    page.get_by_role("link", name="Take a seat").tap()
    arrive(page, "**/join")
    assert fits(page)
    typed = ".join input:not([type=radio], [type=hidden])"
    assert is_thumb_sized(page.locator(f".place, {typed}, .join .button"))
    page.get_by_label("Code").fill(code)
    page.get_by_label("Your name").fill(name)
    page.get_by_label(f"Seat {seat}").check()
    page.get_by_role("button", name="Join").tap()
    arrive(page, is_table)
    page.get_by_text(f"You are {name}, seat {seat}.").wait_for()


@contextmanager
def open_house(folder: Path) -> Iterator[tuple[Place, str]]:
    """A table, and its address for phones: who comes by another one is at this computer."""
    addresses = lan_addresses()
    if not addresses:
        pytest.skip("this computer has no address but its own")
    place = Place(folder, "ask")
    place.table.listen(lambda _: place.publish())
    options = {"desk": place.desk, "passes": place.passes}
    with place.table, served(place.feed, "0.0.0.0", **options) as port:
        yield place, f"http://{addresses[0]}:{port}/"


def test_two_phones_join_confirm_and_leave(browser: "Browser", tmp_path: Path) -> None:
    with (
        open_house(tmp_path) as (place, url),
        phone(browser, url) as vera,
        phone(browser, url, SMALL) as susan,
    ):
        assert vera.locator("#taps").count() == 0
        take_a_seat(vera, place.passes.join_code, "Vera", 1)
        take_a_seat(susan, place.passes.join_code, "Susan", 2)
        assert place.table.now.names == {0: "Vera", 1: "Susan"}
        assert fits(susan)
        place.show(place.next, 2 * LOOKS)
        catch_up(vera, place.feed)
        assert tap(vera, "#tap-confirm", "/tap/confirm") in DONE
        event = place.table.events()[-1]
        assert isinstance(event.action, Confirm)
        assert event.by == Who(SEAT, 0)
        catch_up(susan, place.feed)
        susan.locator(".people summary").tap()
        susan.get_by_role("button", name="Give up the seat").tap()
        susan.get_by_role("link", name="Take a seat").wait_for()
        assert place.table.now.names == {0: "Vera"}


def test_a_phone_whose_seat_is_freed_becomes_a_viewer_s(browser: "Browser", tmp_path: Path) -> None:
    with open_house(tmp_path) as (place, url), phone(browser, url) as vera:
        take_a_seat(vera, place.passes.join_code, "Vera", 1)
        place.desk.sit(0, "", Who("host"))
        place.passes.renew(0)
        vera.get_by_role("link", name="Take a seat").wait_for()
        assert vera.locator("#taps").count() == 0
