"""The pages beside the table, in a real browser at the size of a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from companion.log.events import Accept, Correct, Play, Undo
from tests.browser.phones import (
    PHONES,
    SMALL,
    arrive,
    catch_up,
    findings,
    fits,
    is_thumb_sized,
    open_page,
    phone,
    serving,
)
from tests.browser.test_joining import open_house, take_a_seat
from tests.companion.tables import do
from tests.web.evenings import by_hand
from tests.web.tables import DONE, GAME, Place, played, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ROOMS = ("/", "/seat", "/hand", "/score", "/history")


@contextmanager
def at_home(browser: "Browser", folder: Path) -> Iterator[tuple[Place, "Page"]]:
    """The host in front of a game, with a small phone."""
    place = Place(folder, "ask")
    place.table.listen(lambda _: place.publish())
    with (
        place.table,
        served(place.feed, desk=place.desk, passes=place.passes) as port,
        phone(browser, f"http://127.0.0.1:{port}/hand", SMALL, host=place.passes) as page,
    ):
        yield place, page


def skip_to(place: Place, kind: str) -> None:
    """Play until the next move is of that kind."""
    for ply in played()[65:]:
        if GAME.move_text(ply.move).startswith(kind):
            return
        do(place.table, Play(GAME.move_text(ply.move)))


def test_a_tile_is_built_with_three_taps_the_last_one_on_the_drawing(
    browser: "Browser", tmp_path: Path
) -> None:
    with at_home(browser, tmp_path) as (place, page):
        skip_to(place, "build")
        catch_up(page, place.feed)
        assert not page.locator("#chart").is_visible()
        assert page.locator(".spot:visible").count() == 0
        page.locator("summary", has_text="Build a tile").tap()
        page.locator("#choice-0 #choice-0-0 > summary").tap()
        page.locator("#choice-0-0 .spot:visible").first.wait_for()
        assert page.locator(".choices-list.level-1 > li > * > .spot:visible").count() == 0
        spot = page.locator("#chart .on-free:not(.far)").first
        where = spot.get_attribute("data-place")
        with page.expect_response("**/tap/play") as answer:
            spot.tap()
        assert answer.value.status in DONE
        action = place.table.events()[-1].action
        assert isinstance(action, Play)
        assert where
        assert action.moves.endswith("@" + where.partition("(")[2].rstrip(")"))
        page.locator("#hand-undo", has_text="builds").wait_for()


def test_dice_are_tapped_in(browser: "Browser", tmp_path: Path) -> None:
    with at_home(browser, tmp_path) as (place, page):
        skip_to(place, "roll")
        catch_up(page, place.feed)
        page.get_by_role("button", name="Enter the dice").tap()
        ours = page.get_by_text("Type 5 numbers from 1 to 6, one for each die.")
        ours.wait_for()
        page.locator("#values").press_sequentially("1")
        ours.wait_for(state="hidden")
        page.locator(".die-key.back").tap()
        for value in (1, 1, 3, 6, 6, 6):
            page.locator(f".die-key[data-value='{value}']").tap()
        page.locator(".die-key.back").tap()
        page.locator(".die-key[data-value='4']").tap()
        with page.expect_response("**/tap/play") as answer:
            page.get_by_role("button", name="Enter the dice").tap()
        assert answer.value.status in DONE
        assert place.table.events()[-1].action == Play("roll 11364")


def test_a_count_is_put_right_in_two_taps_and_taken_back_in_one(
    browser: "Browser", tmp_path: Path
) -> None:
    with at_home(browser, tmp_path) as (place, page):
        page.locator("a[href='/hand?wrong=fame/0']").tap()
        arrive(page, lambda url: "wrong=" in url)
        with page.expect_response("**/tap/repair") as answer:
            page.locator("button[name=repair]").last.tap()
        assert answer.value.status in DONE
        assert isinstance(place.table.events()[-1].action, Accept)
        arrive(page, "**/hand")
        catch_up(page, place.feed)
        undo = page.locator("#hand-undo")
        assert "Takes back: Really" in undo.inner_text()
        with page.expect_response("**/tap/undo"):
            undo.tap()
        assert isinstance(place.table.events()[-1].action, Undo)


def test_an_old_event_is_corrected_after_a_look_at_what_follows(
    browser: "Browser", tmp_path: Path
) -> None:
    with at_home(browser, tmp_path) as (place, page):
        take = next(s for s in reversed(place.table.story()) if s.line[:1] == "d")
        open_page(page, page.url.replace("/hand", f"/history?at={take.event}"))
        page.get_by_text("Correct: ").tap()
        page.get_by_role("button", name="The whole event never happened").tap()
        page.get_by_text("What would follow").wait_for()
        assert fits(page)
        with page.expect_response("**/tap/correct") as answer:
            page.get_by_role("button", name="Correct it so").tap()
        assert answer.value.status in DONE
        assert place.table.events()[-1].action == Correct(take.event, "")
        page.get_by_text("Struck out.").first.wait_for()


def test_two_phones_see_the_same_move_and_only_the_own_plans(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        open_house(tmp_path) as (place, url),
        phone(browser, url) as vera,
        phone(browser, url, SMALL) as susan,
    ):
        take_a_seat(vera, place.passes.join_code, "Vera", 1)
        take_a_seat(susan, place.passes.join_code, "Susan", 2)
        vera.locator(".nav a", has_text="By hand").tap()
        susan.locator(".nav a", has_text="By hand").tap()
        for page in (vera, susan):
            arrive(page, "**/hand")
            catch_up(page, place.feed)
        assert vera.get_by_text("Your turn").is_visible()
        assert susan.get_by_text("Vera is to move").is_visible()
        number = place.table.now.number
        button = vera.locator(".choices-list button:visible").last
        vera.set_viewport_size({"width": 390, "height": 300})
        vera.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert vera.evaluate("scrollY") > 0
        with vera.expect_response("**/tap/play") as answer:
            button.evaluate("button => button.click()")
        assert answer.value.status in DONE
        vera.wait_for_function("() => scrollY === 0")  # what comes next stands at the top
        catch_up(susan, place.feed)
        assert susan.locator("#beat").input_value().endswith(f"/{number + 1}")
        susan.locator(".nav a", has_text="My place").tap()
        susan.get_by_text("that is you").wait_for()
        assert fits(susan)
        assert susan.locator(".wall article").first.get_attribute("id") == "of-1"


@pytest.mark.parametrize("size", PHONES)
def test_no_page_is_wider_than_the_phone_and_all_targets_are_thumb_sized(
    browser: "Browser", tmp_path: Path, size: tuple[int, int]
) -> None:
    hosts = ("/host", "/host?show=games", "/host?show=data", "/host?show=doing")
    with by_hand(tmp_path) as (evening, app, passes), serving(app) as url:
        with phone(browser, url, size, host=passes) as page:
            for path in (*ROOMS, *hosts):
                open_page(page, url + path)
                assert fits(page), path
                targets = page.locator(".nav a, .part button:visible, .part .thing")
                assert is_thumb_sized(targets, least=40), path
        evening.feed.close()


def test_a_new_game_is_begun_from_the_phone(browser: "Browser", tmp_path: Path) -> None:
    with by_hand(tmp_path) as (evening, app, passes), serving(app) as url:
        with phone(browser, f"{url}/host", SMALL, host=passes) as page:
            page.get_by_label("4", exact=True).check()
            page.get_by_role("button", name="Begin").tap()
            arrive(page, f"{url}/")
            page.wait_for_selector("#seat-3")
        assert len(evening.table.now.state.players) == 4
        evening.feed.close()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_axe_finds_nothing_serious_on_any_page_with_its_lists_open(
    browser: "Browser", tmp_path: Path, scheme: str
) -> None:
    place = Place(tmp_path / "game", "ask")
    with (
        place.table,
        served(place.feed, desk=place.desk, passes=place.passes) as port,
        phone(browser, f"http://127.0.0.1:{port}", host=place.passes, color_scheme=scheme) as page,
    ):
        paths = (*ROOMS, "/hand?wrong=fame/0", "/history?at=60", "/history?at=60&move=0&to=")
        for path in paths:
            open_page(page, f"http://127.0.0.1:{port}{path}")
            for opened in page.locator("main summary:visible").all()[:3]:
                opened.click()
            assert findings(page) == [], path


def test_the_score_is_taken_away_as_a_picture(browser: "Browser", tmp_path: Path) -> None:
    with at_home(browser, tmp_path) as (_, page):
        page.locator(".nav a", has_text="Score").tap()
        arrive(page, "**/score")
        with page.expect_download() as download:
            page.get_by_role("button", name="Picture (PNG)").tap()
        file = tmp_path / "score.png"
        download.value.save_as(file)
        picture = cv2.imread(str(file))
        assert picture is not None
        assert picture.shape[1] == 1080
        assert picture.std() > 10, "something is drawn on it"
