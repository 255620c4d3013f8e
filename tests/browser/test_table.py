"""The page in a real browser at the size of a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.log.events import Confirm, Undo
from companion.phones.live import Feed
from companion.referee.settling import LOOKS
from tests.web.tables import DONE, GAME, Place, Scenes, feed_at, scenes, served
from web import Site, create_app
from web.server import Server, listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONES = [(390, 844), (320, 568)]
GAME_OF_THREE = scenes(players=3)


@contextmanager
def phone(
    browser: "Browser", url: str, size: tuple[int, int], scheme: str = "light"
) -> "Iterator[Page]":
    """A page that must not complain: no script error, nothing refused by the security policy."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=True,
    )
    complaints: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(url)
    page.wait_for_selector("#line[data-state=live]")
    yield page
    context.close()
    assert complaints == []


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


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("at", [0, 200, -1])
def test_nothing_is_wider_than_the_phone(
    browser: "Browser", size: tuple[int, int], players: int, at: int
) -> None:
    with table(browser, feed_at(scenes(players), at), size) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        for opened in page.locator("summary").all():
            opened.click()
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]


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
        page.locator("#seat-0-island .capitol").tap()
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
        with phone(browser, url, PHONES[0], "light") as page:
            assert min(page.evaluate(light)) > 200
        with phone(browser, url, PHONES[0], "dark") as page:
            assert max(page.evaluate(light)) < 60


def test_a_phone_finds_back_after_the_companion_was_started_again(browser: "Browser") -> None:
    first = feed_at(GAME_OF_THREE, 100)
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    with served(first) as port:
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("#line[data-state=live]")
    page.wait_for_selector("#line[data-state=lost]")
    second = feed_at(GAME_OF_THREE, 150)
    server = Server(create_app(Site(GAME, second)), listen("127.0.0.1", port, or_next=False))
    server.start()
    try:
        page.wait_for_selector("#line[data-state=live]")
        told = GAME_OF_THREE[150][1]
        page.wait_for_function(
            "text => document.querySelector('.now').textContent === text", arg=told
        )
    finally:
        context.close()
        second.close()
        server.stop()


def test_whoever_is_about_to_disagree_keeps_the_list_open_while_news_arrive(
    browser: "Browser", tmp_path: Path
) -> None:
    place = Place(tmp_path, "ask")
    with (
        place.table,
        served(place.feed, desk=place.desk) as port,
        phone(browser, f"http://127.0.0.1:{port}/", PHONES[0]) as page,
    ):
        place.show(place.next, 2 * LOOKS)
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
        served(place.feed, desk=place.desk) as port,
        phone(browser, f"http://127.0.0.1:{port}/", size) as page,
    ):
        place.show(place.next, 2 * LOOKS)
        page.wait_for_selector("#tap-confirm")
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        page.focus("#tap-confirm")
        place.publish()
        page.wait_for_timeout(500)
        assert page.evaluate("document.activeElement.id") == "tap-confirm"
        with page.expect_response("**/tap/confirm") as answer:
            page.keyboard.press("Enter")
        assert answer.value.status in DONE
        assert isinstance(place.table.events()[-1].action, Confirm)
        place.watcher.see()
        place.publish()
        page.wait_for_selector("#tap-confirm", state="detached")
        with page.expect_response("**/tap/undo") as answer:
            page.locator("#tap-undo").tap()
        assert answer.value.status in DONE
        assert isinstance(place.table.events()[-1].action, Undo)
