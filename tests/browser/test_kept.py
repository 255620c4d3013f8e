"""News arrive all the time: what somebody was about to do on the phone must outlive them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.log.events import THE_HOST, Play, Sit
from companion.phones.evening import Evening
from tests.browser.phones import phone, ready, serving
from tests.companion.tables import do
from tests.web.evenings import by_hand
from tests.web.tables import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@contextmanager
def host_at(
    browser: "Browser", folder: Path, path: str, until: str = ""
) -> "Iterator[tuple[Evening, Page]]":
    """The host's phone, on a page of a table where a move that begins so is next."""
    with by_hand(folder) as (evening, app, passes):
        while until:
            text = GAME.move_text(next(GAME.moves(evening.table.now.state)))
            if text.startswith(until):
                break
            do(evening.table, Play(text), THE_HOST)
        with serving(app) as home:
            with phone(browser, home + path, host=passes) as page:
                yield evening, page
            evening.feed.close()


def news(evening: Evening, page: "Page", name: str = "Ada") -> None:
    """Something happens that leaves the moves alone, and the page shows it."""
    page.evaluate("document.querySelector('#part > *').dataset.old = 'yes'")
    do(evening.table, Sit(1, name), THE_HOST)
    page.wait_for_selector("#part > [data-old]", state="detached")
    ready(page)


def test_dice_that_are_typed_in_stay(browser: "Browser", tmp_path: Path) -> None:
    with host_at(browser, tmp_path, "/hand", until="roll") as (evening, page):
        for value in (3, 5):
            page.locator(f".die-key[data-value='{value}']").tap()
        news(evening, page)
        assert page.locator("#values").input_value() == "35"
        page.locator(".die-key[data-value='6']").tap()
        assert page.locator("#values").input_value() == "356"


def test_a_list_stays_open_while_it_is_the_same(browser: "Browser", tmp_path: Path) -> None:
    with host_at(browser, tmp_path, "/hand") as (evening, page):
        page.locator("#choice-0 > summary").tap()
        page.wait_for_selector("#choice-0[open]")
        news(evening, page)
        assert page.locator("#choice-0[open]").count() == 1
        do(evening.table, Play(GAME.move_text(next(GAME.moves(evening.table.now.state)))), THE_HOST)
        page.wait_for_selector("#choice-0:not([open])")


def test_what_is_chosen_for_a_new_game_stays(browser: "Browser", tmp_path: Path) -> None:
    with host_at(browser, tmp_path, "/host") as (evening, page):
        page.get_by_label("3", exact=True).tap()
        page.locator("select[name='hands']").select_option(index=1)
        page.evaluate("document.activeElement.blur()")
        news(evening, page)
        assert page.get_by_label("3", exact=True).is_checked()
        assert page.locator("select[name='hands']").input_value() == "1"


def test_who_looks_at_another_island_is_not_thrown_back(browser: "Browser", tmp_path: Path) -> None:
    with host_at(browser, tmp_path, "/seat") as (evening, page):
        page.evaluate("document.querySelector('.wall').scrollLeft = 1000")
        swiped = page.evaluate("document.querySelector('.wall').scrollLeft")
        assert swiped > 100
        news(evening, page)
        assert page.evaluate("document.querySelector('.wall').scrollLeft") == swiped
