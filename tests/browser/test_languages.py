"""Phones that speak English, French and German at one table; for all eyes and ears."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.common.words import Language
from companion.log.events import SEAT, Confirm, Who
from companion.referee.settling import LOOKS
from tests.browser.test_joining import fits, open_house
from tests.web.evenings import by_hand, play_on
from tests.web.tables import DONE, GAME, Place, feed_at, scenes, served
from web import Site, create_app
from web.server import Server, listen
from web.translation import Tongues

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LANGUAGES = Tongues(GAME).by_code
SIZES = {"en": (390, 844), "fr": (320, 568), "de": (320, 568)}
EVERY = pytest.mark.parametrize("code", ["en", "fr", "de"])
ROOMS = (
    *("/hand", "/island", "/score", "/history", "/host"),
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


@contextmanager
def phone(browser: "Browser", url: str, code: str, **options: Any) -> "Iterator[Page]":
    width, height = SIZES[code]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=code, has_touch=True, **options
    )
    page = context.new_page()
    page.goto(url)
    yield page
    context.close()


def findings(page: "Page") -> list[Any]:
    """What axe-core finds that is serious or worse."""
    pytest.importorskip("axe_playwright_python", reason="needs the dev extra")
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    found: list[Any] = page.evaluate(
        """() => axe.run().then(result => result.violations.map(
             each => [each.impact, each.id, each.nodes.map(node => node.html)]))"""
    )
    return [each for each in found if each[0] in ("serious", "critical")]


def too_wide(page: "Page") -> list[str]:
    """What sticks out of the page, or out of the card in which it is."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter(one => {
             if (one.closest("svg, .hidden, .islands, [data-state=lost]")) return false;
             const card = one.closest(".card");
             const edge = card ? card.getBoundingClientRect().right : innerWidth;
             return one.getBoundingClientRect().right > Math.min(edge, innerWidth) + 1;
           }).map(one => one.outerHTML.slice(0, 90))"""
    )
    return found if found else ([] if fits(page) else ["the page itself"])


def join(page: "Page", code: str, language: Language, name: str, seat: int) -> None:
    say = language.phrases.get
    page.get_by_role("link", name=str(say("Take a seat", "Take a seat"))).tap()
    page.wait_for_url("**/join")
    assert too_wide(page) == []
    page.get_by_label(str(say("Code", "Code"))).fill(code)
    page.get_by_label(str(say("Your name", "Your name"))).fill(name)
    page.locator(f"input[name=seat][value='{seat}']").check()
    page.get_by_role("button", name=str(say("Join", "Join")), exact=True).tap()
    page.wait_for_selector("#line[data-state=live]")


def test_three_phones_play_a_move_each_in_its_own_language(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        open_house(tmp_path) as (place, url),
        phone(browser, url, "fr") as vera,
        phone(browser, url, "de") as susan,
        phone(browser, url, "en") as viewer,
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
    with open_house(tmp_path) as (place, url), phone(browser, f"{url}join?code=123", "en") as page:
        page.get_by_role("button", name="Deutsch").tap()
        page.get_by_label("Dein Name").wait_for()
        assert page.url == f"{url}join?code=123"
        page.goto(url)
        page.wait_for_selector("#line[data-state=live]")
        assert page.locator("#line-text").inner_text() == "live"
        assert page.get_by_role("heading", name="Das Werk").is_visible()
        assert place.table.now.names == {}


@EVERY
@pytest.mark.parametrize("scheme", ["light", "dark"])
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
        phone(browser, f"http://127.0.0.1:{port}/", code, color_scheme=scheme,
              bypass_csp=True) as page,
    ):  # fmt: skip
        for url in (f"{port}/", f"{port}/join", f"{port}/nowhere", f"{ended}/"):
            page.goto(f"http://127.0.0.1:{url}")
            assert page.evaluate("document.documentElement.lang") == code
            assert findings(page) == [], url
            assert too_wide(page) == [], url


@EVERY
def test_no_page_of_a_table_without_a_camera_keeps_anybody_out(
    browser: "Browser", tmp_path: Path, code: str
) -> None:
    with by_hand(tmp_path) as (evening, app, _):
        play_on(evening, 100, random.Random(3))
        at = evening.table.now.number - 5
        listener = listen("127.0.0.1", 0, or_next=False)
        server = Server(app, listener)
        server.start()
        home = f"http://127.0.0.1:{listener.getsockname()[1]}"
        try:
            with phone(browser, home, code, bypass_csp=True) as page:
                for url in (*ROOMS, f"/history?at={at}", f"/history?at={at}&move=0"):
                    page.goto(home + url)
                    assert findings(page) == [], url
                    assert too_wide(page) == [], url
        finally:
            server.stop()


def test_axe_finds_what_is_wrong(browser: "Browser") -> None:
    with served(feed_at(scenes(), 40)) as port:
        url = f"http://127.0.0.1:{port}/"
        with phone(browser, url, "en", bypass_csp=True) as page:
            page.evaluate("document.body.innerHTML += '<img src=x.png><input>'")
            assert {each[1] for each in findings(page)} >= {"image-alt", "label"}


@EVERY
def test_large_letters_fit_too(browser: "Browser", tmp_path: Path, code: str) -> None:
    place = Place(tmp_path, "ask")
    place.show(place.next, 2 * LOOKS)
    with (
        place.table,
        served(place.feed, desk=place.desk, passes=place.passes) as port,
        phone(browser, f"http://127.0.0.1:{port}/", code) as page,
    ):
        size = "parseFloat(getComputedStyle(document.querySelector('.reason')).fontSize)"
        usual = page.evaluate(size)
        page.locator("button[name=size]").tap()
        page.wait_for_selector("button[name=size][aria-pressed=true]")
        page.wait_for_function(f"{size} >= {1.3 * usual}")
        assert too_wide(page) == []
        page.goto(f"http://127.0.0.1:{port}/join")
        assert too_wide(page) == []


def test_nothing_is_read_aloud_until_somebody_asks(browser: "Browser") -> None:
    game = scenes()
    feed = feed_at(game, 40)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de")
    context.add_init_script(SILENT_VOICE)
    page = context.new_page()
    told = [LANGUAGES["de"].tell(game[at][1]) for at in (40, 41, 42, 43)]

    def post(at: int) -> None:
        feed.post(*[game[at][0], [game[at][1]]])
        page.wait_for_function("text => document.querySelector('.now').textContent === text",
                               arg=told[at - 40])  # fmt: skip

    with served(feed) as port:
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("#line[data-state=live]")
        post(41)
        assert page.evaluate("heard") == []
        page.get_by_role("button", name="Vorlesen").click()
        post(42)
        page.wait_for_function("() => heard.length === 2")
        assert page.evaluate("heard") == [["de", told[1]], ["de", told[2]]]
        page.get_by_role("button", name="Vorlesen").click()
        post(43)
        assert len(page.evaluate("heard")) == 2
        context.close()


def test_a_lost_phone_comes_back_with_one_tap(browser: "Browser") -> None:
    context = browser.new_context(viewport={"width": 320, "height": 568}, locale="fr")
    page = context.new_page()
    again = page.get_by_role("link", name="Reconnecter")
    with served(feed_at(scenes(), 40)) as port:
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("#line[data-state=live]")
        assert not again.is_visible()
    again.wait_for()
    assert too_wide(page) == []
    feed = feed_at(scenes(), 40)
    server = Server(create_app(Site(GAME, feed)), listen("127.0.0.1", port, or_next=False))
    server.start()
    try:
        again.click()
        page.wait_for_selector("#line[data-state=live]")
        assert not again.is_visible()
    finally:
        context.close()
        feed.close()
        server.stop()


def test_every_seat_has_a_shape_of_its_own(browser: "Browser") -> None:
    with (
        served(feed_at(scenes(players=4), 40)) as port,
        phone(browser, f"http://127.0.0.1:{port}/", "en") as page,
    ):
        shapes = page.evaluate(
            """() => [...document.querySelectorAll(".scores .chip")].map(chip => {
                 const style = getComputedStyle(chip);
                 return style.clipPath + style.borderRadius; })"""
        )
    assert len(set(shapes)) == len(shapes) == 4
