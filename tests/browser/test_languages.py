"""Phones that speak English, French and German at one table; for all eyes and ears."""

import random
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.common.words import Language
from companion.log.events import SEAT, Confirm, Who
from companion.referee.settling import LOOKS
from tests.browser.phones import (
    arrive,
    catch_up,
    findings,
    open_page,
    phone_in,
    serving,
    too_wide,
)
from tests.browser.test_joining import is_table, open_house
from tests.web.evenings import by_hand, play_on
from tests.web.tables import DONE, GAME, Place, feed_at, scenes, served
from web import Site, create_app
from web.translation import languages_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LANGUAGES = languages_of(GAME)
#: Each language once; every language in every light is for `make bench`.
IN_EVERY_LANGUAGE = pytest.mark.parametrize(
    ("code", "scheme"),
    [
        ("en", "light"),
        ("fr", "dark"),
        ("de", "light"),
        pytest.param("en", "dark", marks=pytest.mark.thorough),
        pytest.param("fr", "light", marks=pytest.mark.thorough),
        pytest.param("de", "dark", marks=pytest.mark.thorough),
    ],
)
EVERY = pytest.mark.parametrize("code", ["en", "fr", "de"])
ROOMS = (
    *("/hand", "/seat", "/score", "/history", "/host"),
    *(f"/host?show={tab}" for tab in ("games", "data", "doing")),
)
#: What is said when the phone is asked to speak, instead of a voice.
SILENT_VOICE = """
window.heard = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  speaking: false, cancel() {},
  speak(sentence) { window.heard.push([sentence.lang, sentence.text]); },
} });
"""


def join(page: "Page", code: str, language: Language, name: str, seat: int) -> None:
    say = language.phrases.get
    page.get_by_role("link", name=str(say("Take a seat", "Take a seat"))).tap()
    arrive(page, "**/join")
    assert too_wide(page) == []
    page.get_by_label(str(say("Code", "Code"))).fill(code)
    page.get_by_label(str(say("Your name", "Your name"))).fill(name)
    page.locator(f"input[name=seat][value='{seat}']").check()
    page.get_by_role("button", name=str(say("Join", "Join")), exact=True).tap()
    arrive(page, is_table)


def test_three_phones_play_a_move_each_in_its_own_language(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        open_house(tmp_path) as (place, url),
        phone_in("fr", browser, url) as vera,
        phone_in("de", browser, url) as susan,
        phone_in("en", browser, url) as viewer,
    ):
        code = place.passes.join_code
        join(vera, code, LANGUAGES["fr"], "Vera", 0)
        join(susan, code, LANGUAGES["de"], "Susan", 1)
        vera.get_by_text("Vous êtes Vera, place 1.").wait_for()
        susan.get_by_text("Du bist Susan, Platz 2.").wait_for()
        place.show(place.next, 2 * LOOKS)
        vera.get_by_text("Vera active la raffinerie : +2 énergies.").wait_for()
        susan.get_by_text("Vera aktiviert die Raffinerie: +2 Energie.").wait_for()
        viewer.get_by_text("Vera activates the refinery: +2 energy.").wait_for()
        assert not susan.locator("#tap-confirm").is_visible(), "she is not asked"
        assert susan.get_by_text("Vera wird gefragt.").is_visible()
        assert not vera.get_by_text("Vera répond à cette question.").is_visible()
        for page in (vera, susan):
            catch_up(page, place.feed)
        with vera.expect_response("**/tap/confirm") as answer:
            vera.get_by_role("button", name="Oui, c'est ce qui s'est passé").tap()
        assert answer.value.status in DONE
        event = place.table.events()[-1]
        assert isinstance(event.action, Confirm)
        assert event.by == Who(SEAT, 0)
        for page in (vera, susan, viewer):
            assert too_wide(page) == []


def test_a_phone_changes_its_language_and_stays_where_it_was(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        open_house(tmp_path) as (place, url),
        phone_in("en", browser, f"{url}join?code=123") as page,
    ):
        page.get_by_role("button", name="Deutsch").tap()
        page.get_by_label("Dein Name").wait_for()
        assert page.url == f"{url}join?code=123"
        open_page(page, url)
        assert page.locator("#line-text").inner_text() == "live"
        assert page.get_by_role("heading", name="Das Werk").is_visible()
        assert place.table.now.names == {}


@IN_EVERY_LANGUAGE
def test_no_page_keeps_anybody_out(
    browser: "Browser", tmp_path: Path, code: str, scheme: str
) -> None:
    place = Place(tmp_path, "ask")
    place.show(place.next, 2 * LOOKS)
    options = {"desk": place.desk, "passes": place.passes}
    with (
        place.table,
        served(place.feed, **options) as port,
        served(feed_at(scenes(players=4), -1)) as ended,
        phone_in(code, browser, f"http://127.0.0.1:{port}/", host=place.passes,
                 color_scheme=scheme, bypass_csp=True) as page,
    ):  # fmt: skip
        for url in (f"{port}/", f"{port}/join", f"{port}/nowhere", f"{ended}/"):
            open_page(page, f"http://127.0.0.1:{url}")
            assert page.evaluate("document.documentElement.lang") == code
            assert findings(page) == [], url
            assert too_wide(page) == [], url


@EVERY
@pytest.mark.thorough
def test_no_page_of_a_table_without_a_camera_keeps_anybody_out(
    browser: "Browser", tmp_path: Path, code: str
) -> None:
    with by_hand(tmp_path) as (evening, app, passes):
        play_on(evening, 100, random.Random(3))
        at = evening.table.now.number - 5
        with (
            serving(app) as home,
            phone_in(code, browser, home, host=passes, bypass_csp=True) as page,
        ):
            for url in (*ROOMS, f"/history?at={at}", f"/history?at={at}&move=0"):
                open_page(page, home + url)
                assert findings(page) == [], url
                assert too_wide(page) == [], url


def test_axe_finds_what_is_wrong(browser: "Browser") -> None:
    with served(feed_at(scenes(), 40)) as port:
        url = f"http://127.0.0.1:{port}/"
        with phone_in("en", browser, url, bypass_csp=True) as page:
            page.evaluate("document.body.innerHTML += '<img src=x.png><input>'")
            assert {each[1] for each in findings(page)} >= {"image-alt", "label"}


@EVERY
def test_large_letters_fit_too(browser: "Browser", tmp_path: Path, code: str) -> None:
    place = Place(tmp_path, "ask")
    place.show(place.next, 2 * LOOKS)
    with (
        place.table,
        served(place.feed, desk=place.desk, passes=place.passes) as port,
        phone_in(code, browser, f"http://127.0.0.1:{port}/", host=place.passes) as page,
    ):
        size = "parseFloat(getComputedStyle(document.querySelector('.reason')).fontSize)"
        usual = page.evaluate(size)
        page.locator("button[name=size]").tap()
        page.wait_for_selector("button[name=size][aria-pressed=true]")
        page.wait_for_function(f"() => {size} >= {1.3 * usual}")
        assert too_wide(page) == []
        open_page(page, f"http://127.0.0.1:{port}/join")
        assert too_wide(page) == []


def test_nothing_is_read_aloud_until_somebody_asks(browser: "Browser") -> None:
    game = scenes()
    feed = feed_at(game, 40)
    told = [LANGUAGES["de"].tell(game[at][1]) for at in (40, 41, 42, 43)]

    def post(at: int) -> None:
        feed.post(game[at][0], [game[at][1]])
        catch_up(page, feed)
        assert page.locator(".now").inner_text() == told[at - 40]

    with (
        served(feed) as port,
        phone_in("de", browser, f"http://127.0.0.1:{port}/", voice=SILENT_VOICE) as page,
    ):
        post(41)
        assert page.evaluate("heard") == []
        page.get_by_role("button", name="Vorlesen").click()
        post(42)
        page.wait_for_function("() => heard.length === 2")
        assert page.evaluate("heard") == [["de", told[1]], ["de", told[2]]]
        page.get_by_role("button", name="Vorlesen").click()
        post(43)
        assert len(page.evaluate("heard")) == 2


def test_a_lost_phone_comes_back_with_one_tap(browser: "Browser") -> None:
    with ExitStack() as first_run:
        port = first_run.enter_context(served(feed_at(scenes(), 40)))
        with phone_in("fr", browser, f"http://127.0.0.1:{port}/") as page:
            again = page.get_by_role("link", name="Reconnecter")
            assert not again.is_visible()
            first_run.close()
            again.wait_for()
            assert too_wide(page) == []
            feed = feed_at(scenes(), 40)
            with serving(create_app(Site(feed)), port):
                again.click()
                page.wait_for_selector("#line[data-state=live]")
                assert not again.is_visible()
                feed.close()


def test_every_seat_has_a_shape_of_its_own(browser: "Browser") -> None:
    with (
        served(feed_at(scenes(players=4), 40)) as port,
        phone_in("en", browser, f"http://127.0.0.1:{port}/") as page,
    ):
        shapes = page.evaluate(
            """() => [...document.querySelectorAll(".scores .chip")].map(chip => {
                 const style = getComputedStyle(chip);
                 return style.clipPath + style.borderRadius; })"""
        )
    assert len(set(shapes)) == len(shapes) == 4


@EVERY
def test_every_tab_is_named_on_one_line_of_the_smallest_phone(
    browser: "Browser", tmp_path: Path, code: str
) -> None:
    lines = """() => [...document.querySelectorAll(".nav a")].map(one => {
      const range = document.createRange();
      range.selectNode(one.lastChild);
      return range.getClientRects().length; })"""
    with (
        by_hand(tmp_path, players=2) as (_, app, passes),
        serving(app) as home,
        phone_in(code, browser, f"{home}/seat", host=passes) as page,
    ):
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate(lines) == [1] * 6
