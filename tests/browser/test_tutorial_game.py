"""Two phones play the game of the tutorial to its end, by hand; nobody has drawn a page for it."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.benches.trust.served import ServedSite, served
from companion.games.protocol import CHANCE
from companion.games.windmill_hill import GAME
from tests.browser.phones import open_page, phone, too_wide
from tests.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def sit(page: "Page", site: ServedSite, seat: int, url: str) -> None:
    """Make a phone that of a seat."""
    cookies = site.seat(seat).cookies.items()
    page.context.add_cookies([{"name": key, "value": text, "url": url} for key, text in cookies])


def enter(page: "Page", site: ServedSite, button: str) -> None:
    """Tap a button of the page by hand, however deep it lies."""
    number = site.table.now.number
    with page.expect_response("**/tap/play"):
        page.locator(button).first.evaluate("button => button.click()")
    until(lambda: site.table.now.number > number, "the move in the log")


def test_two_phones_play_it_to_the_end(browser: "Browser", tmp_path: Path) -> None:
    with (
        served(GAME, tmp_path, moves=0, has_camera=False) as site,
        phone(browser, f"http://127.0.0.1:{site.port}/", is_calm=False) as one,
        phone(browser, f"http://127.0.0.1:{site.port}/", is_calm=False) as other,
    ):
        pages = (one, other)
        url = f"http://127.0.0.1:{site.port}"
        for seat, page in enumerate(pages):
            sit(page, site, seat, url)
        open_page(one, f"{url}/hand")
        enter(one, site, "button[value='hold 0 low']")
        open_page(one, f"{url}/seat")
        assert one.get_by_text("low", exact=True).is_visible()
        open_page(other, f"{url}/seat")
        assert not other.get_by_text("low", exact=True).count()
        while (seat := GAME.to_move(site.table.now.state)) is not None:
            page = pages[0 if seat == CHANCE else seat]
            open_page(page, f"{url}/hand")
            enter(page, site, ".choices-list button[formaction$='/tap/play']:not([value^=hold])")
        for page in pages:
            for path in ("/", "/seat", "/score", "/history"):
                open_page(page, f"{url}{path}")
                assert too_wide(page) == []
        open_page(other, f"{url}/")
        state = site.table.now.state
        assert state.players[0].shown == ("low",)
        for place in ("hill/N1", *(f"hill/{site}" for site in state.players[1].mills)):
            assert other.locator(f"[data-place='{place}']").count()
