"""The page in a real browser at the size of a phone."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.log.events import Confirm, Undo
from companion.phones.live import Feed
from companion.referee.settling import LOOKS
from tests.browser.phones import PHONES, catch_up, open_page, phone, serving, tap
from tests.web.tables import DONE, Place, Scenes, feed_at, scenes, served
from web import Site, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

GAME_OF_THREE = scenes(players=3)


@contextmanager
def table(browser: "Browser", feed: Feed, size: tuple[int, int]) -> "Iterator[Page]":
    with served(feed) as port, phone(browser, f"http://127.0.0.1:{port}/", size) as page:
        yield page


def post(page: "Page", feed: Feed, game: Scenes, at: int) -> None:
    """Post a scene and wait until the phone shows it."""
    state, sentence = game[at]
    moment = feed.post(state, [f"{at}: {sentence}"])
    page.wait_for_function("text => document.querySelector('.now').textContent === text",
                           arg=moment.told[0])  # fmt: skip


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_is_wider_than_the_phone(browser: "Browser", players: int) -> None:
    game = scenes(players)
    feed = feed_at(game, 0)
    with served(feed) as port, phone(browser, f"http://127.0.0.1:{port}/") as page:
        for at in (0, 200, -1):
            feed.post(game[at][0], [game[at][1]])
            open_page(page, page.url)
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth") == width
            for opened in page.locator("summary").all():
                opened.click()
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("size", PHONES)
def test_a_move_arrives_and_nothing_jumps(browser: "Browser", size: tuple[int, int]) -> None:
    where = """[...document.querySelectorAll('.card, .picture, .caption')]
        .map(item => item.getBoundingClientRect().top)"""
    feed = feed_at(GAME_OF_THREE, 60)
    with table(browser, feed, size) as page:
        places = page.evaluate(where)
        for at in range(61, 73):
            post(page, feed, GAME_OF_THREE, at)
            assert page.evaluate(where) == places


@pytest.mark.parametrize("size", [*PHONES, (1366, 900)])
def test_the_longest_sentence_is_not_cut_off(browser: "Browser", size: tuple[int, int]) -> None:
    longest = max((sentence for _, sentence in scenes(2, "1") + scenes(4, "2")), key=len)
    feed = feed_at([(GAME_OF_THREE[100][0], longest)], 0)
    with table(browser, feed, size) as page:
        needed, given = page.evaluate(
            "['.now', '.told'].map(name => document.querySelector(name).offsetHeight)"
        )
        assert needed <= 0.85 * given


def test_the_reasons_for_the_points_open_on_tap_and_stay_open(browser: "Browser") -> None:
    feed = feed_at(GAME_OF_THREE, 100)
    with table(browser, feed, PHONES[0]) as page:
        why = page.locator("#seat-1-why")
        assert not why.is_visible()
        page.locator("#seat-1 summary").tap()
        assert why.is_visible()
        assert "1 point for every 3" in why.inner_text()
        post(page, feed, GAME_OF_THREE, 101)
        assert why.is_visible()


def test_a_tapped_tile_says_what_it_is(browser: "Browser") -> None:
    with table(browser, feed_at(GAME_OF_THREE, 100), PHONES[1]) as page:
        page.locator("#seat-0-panel-island .on-gold").tap()
        caption = page.locator("#seat-0 .caption")
        assert caption.inner_text().startswith("Capitol (01)")


def test_the_end_is_shown_without_a_reload(browser: "Browser") -> None:
    feed = feed_at(GAME_OF_THREE, -3)
    with table(browser, feed, PHONES[0]) as page:
        assert page.locator(".sheet").count() == 0
        post(page, feed, GAME_OF_THREE, -1)
        assert page.locator(".sheet h2").inner_text().endswith("wins!")
        post(page, feed, GAME_OF_THREE, 0)
        assert page.locator(".sheet").count() == 0


def test_dark_rooms_get_a_dark_page(browser: "Browser") -> None:
    light = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    with served(feed_at(GAME_OF_THREE, 100)) as port:
        url = f"http://127.0.0.1:{port}/"
        with phone(browser, url, color_scheme="light") as page:
            assert min(page.evaluate(light)) > 200
        with phone(browser, url, color_scheme="dark") as page:
            assert max(page.evaluate(light)) < 60


def test_a_phone_finds_back_after_the_companion_was_started_again(browser: "Browser") -> None:
    first, second = feed_at(GAME_OF_THREE, 100), feed_at(GAME_OF_THREE, 150)
    with ExitStack() as first_run:
        port = first_run.enter_context(served(first))
        with phone(browser, f"http://127.0.0.1:{port}/", is_calm=False) as page:
            first_run.close()
            page.wait_for_selector("#line[data-state=lost]")
            assert page.locator("html[data-ready]").count() == 0, "no tap would count now"
            with serving(create_app(Site(second)), port):
                page.wait_for_selector("#line[data-state=live]")
                told = GAME_OF_THREE[150][1]
                page.wait_for_function(
                    "text => document.querySelector('.now').textContent === text", arg=told
                )
                second.close()


def test_whoever_is_about_to_disagree_keeps_the_list_open_while_news_arrive(
    browser: "Browser", tmp_path: Path
) -> None:
    place = Place(tmp_path, "ask")
    with (
        place.table,
        served(place.feed, desk=place.desk, passes=place.passes) as port,
        phone(browser, f"http://127.0.0.1:{port}/", PHONES[0], host=place.passes) as page,
    ):
        place.show(place.next, 2 * LOOKS)
        catch_up(page, place.feed)
        page.locator("#no summary").tap()
        page.evaluate("""() => {
            const no = document.getElementById("no");
            const region = no.closest("#choices");
            show({ choices: region.innerHTML.replace(" open", "") });
            if (no.isConnected) throw new Error("nothing was drawn again");
        }""")
        assert page.locator("#no a").is_visible()


@pytest.mark.parametrize("size", PHONES)
def test_the_host_confirms_a_proposal_by_keyboard_without_losing_his_place(
    browser: "Browser", size: tuple[int, int], tmp_path: Path
) -> None:
    place = Place(tmp_path, "ask")
    with (
        place.table,
        served(place.feed, desk=place.desk, passes=place.passes) as port,
        phone(browser, f"http://127.0.0.1:{port}/", size, host=place.passes) as page,
    ):
        place.show(place.next, 2 * LOOKS)
        catch_up(page, place.feed)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        page.focus("#tap-confirm")
        place.publish()
        catch_up(page, place.feed)
        assert page.evaluate("document.activeElement.id") == "tap-confirm"
        with page.expect_response("**/tap/confirm") as answer:
            page.keyboard.press("Enter")
        assert answer.value.status in DONE
        assert isinstance(place.table.events()[-1].action, Confirm)
        place.watcher.see()
        place.publish()
        catch_up(page, place.feed)
        assert page.locator("#tap-confirm").count() == 0
        assert tap(page, "#tap-undo", "/tap/undo") in DONE
        assert isinstance(place.table.events()[-1].action, Undo)
