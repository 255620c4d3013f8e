"""A camera is set up on a phone: corners are pulled by finger and by keys, dice are tapped."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.phones.camera_record.record import BY_TAPS
from companion.phones.camera_record.shapes import read_points
from companion.phones.passes import Passes
from companion.phones.setup_view import STEPS
from tests.browser.phones import FINGER, findings, open_page, phone_in, ready, too_wide
from tests.companion.camera.setup.hung import Hung, near
from tests.companion.evenings import tools
from tests.web.tables import Place, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hung(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hung]:
    view = near(("forge", "dock:0", "dock:1", "island:0", "island:1"))
    made = Hung(tmp_path_factory.mktemp("hung"), view).look(6)
    yield made
    made.table.close()


@contextmanager
def at_home(folder: Path, hung: Hung) -> Iterator[tuple[str, Passes]]:
    """The pages of a table whose camera nobody has set up yet, and who is its host."""
    for step in STEPS[:-1]:
        hung.surveyor.again(step)
    place = Place(folder, "ask")
    there = tools(setup=hung.surveyor)
    options: dict[str, Any] = {"desk": place.desk, "passes": place.passes, "tools": there}
    with place.table, served(place.feed, **options) as port:
        yield f"http://127.0.0.1:{port}", place.passes


def middle(of: "Locator") -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page: "Page", of: "Locator", by: tuple[float, float]) -> None:
    """A finger on something, pulled, and lifted: real touches, not a mouse."""
    of.scroll_into_view_if_needed()
    x, y = middle(of)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]},
        )

    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + by[0] * step / 5, y + by[1] * step / 5))
    touch("touchEnd")


def test_corners_are_pulled_by_finger_and_by_keys_and_kept(
    browser: "Browser", tmp_path: Path, hung: Hung
) -> None:
    with (
        at_home(tmp_path, hung) as (home, passes),
        phone_in("en", browser, f"{home}/setup/board", host=passes) as page,
    ):
        handles = page.locator(".handle")
        handles.nth(3).wait_for()
        assert page.locator(".space-shape").count() == 6
        assert page.locator(".board-shape").count() == 1
        for number in range(4):
            box = handles.nth(number).locator(".reach").bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= FINGER
        before = read_points(page.locator("#corners").input_value())
        outline = page.locator(".board-shape").get_attribute("points")
        scrolled = page.evaluate("scrollY")
        pull(page, handles.first, (-40, -30))
        after = read_points(page.locator("#corners").input_value())
        assert after[0].x < before[0].x - 0.01
        assert after[0].y < before[0].y - 0.01
        assert after[1:] == before[1:]
        assert page.locator(".board-shape").get_attribute("points") != outline
        assert page.evaluate("scrollY") - scrolled < 200, "the page stays where it is"
        # By keys it goes back; the label says where the corner is.
        handles.first.focus()
        label = handles.first.get_attribute("aria-label")
        assert label
        assert re.fullmatch(r"Corner 1: \d+ % from the left, \d+ % from above", label)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
        nearer = read_points(page.locator("#corners").input_value())
        assert nearer[0].x > after[0].x
        assert 0 < nearer[0].y - after[0].y < nearer[0].x - after[0].x
        # A tap near a corner brings it there.
        page.locator("#canvas").tap(position={"x": 20, "y": 20})
        tapped = read_points(page.locator("#corners").input_value())
        assert tapped[0] != nearer[0]
        # Back to where the board really is, and kept.
        page.evaluate(
            "text => { document.getElementById('corners').value = text; }",
            " ".join(f"{x},{y}" for x, y in before),
        )
        page.get_by_role("button", name="The corners are right").tap()
        page.get_by_text("found by your four taps").wait_for()
        assert hung.file.record.forge is not None
        assert hung.file.record.forge.by == BY_TAPS
        assert too_wide(page) == []


def test_a_zone_is_pulled_by_finger_and_the_others_stay(
    browser: "Browser", tmp_path: Path, hung: Hung
) -> None:
    with (
        at_home(tmp_path, hung) as (home, passes),
        phone_in("en", browser, f"{home}/setup/zones", host=passes) as page,
    ):
        page.locator(".zone-shape").nth(3).wait_for()
        assert page.locator(".zone-shape").count() == 4
        page.get_by_text("dock of Player 2").tap()
        page.locator(".zone-shape.chosen.seat-1").wait_for()
        fields = page.locator(".outline")
        before = [fields.nth(n).input_value() for n in range(4)]
        pull(page, page.locator(".handle").first, (-20, 25))
        after = [fields.nth(n).input_value() for n in range(4)]
        assert after[:3] == before[:3]
        assert after[3] != before[3]
        pull(page, page.locator(".zone-shape.chosen > polygon"), (30, 0))
        whole = fields.nth(3).input_value()
        shifts = {
            (round(a.x - b.x, 3), round(a.y - b.y, 3))
            for a, b in zip(read_points(whole), read_points(after[3]), strict=True)
        }
        assert len(shifts) == 1, "the whole zone moves"
        page.get_by_role("button", name="Keep these zones").tap()
        page.get_by_text("1 zone was drawn by hand.").wait_for()
        assert hung.file.record.zones[2].keys() == {"dock:1"}


def test_all_steps_from_a_fresh_phone(browser: "Browser", tmp_path: Path, hung: Hung) -> None:
    with (
        at_home(tmp_path, hung) as (home, passes),
        phone_in("de", browser, f"{home}/setup", host=passes) as page,
    ):
        page.get_by_role("link", name="Beginnen").tap()
        for title in ("Ausrichten", "Schärfe", "Licht"):
            page.get_by_role("heading", name=title).wait_for()
            ready(page)
            assert page.evaluate("document.getElementById('live-picture').naturalWidth") > 0
            assert page.locator("#live-found").inner_text()
            page.get_by_role("button", name="Behalten und weiter").tap()
        page.get_by_role("heading", name="Objektiv").wait_for()
        page.get_by_role("button", name="Ein Bild vom Blatt machen").tap()
        page.get_by_role("alert").get_by_text("Das Blatt ist nicht gut genug zu sehen").wait_for()
        page.get_by_role("button", name="Auslassen").tap()
        page.get_by_role("button", name="Von selbst gefunden, und richtig").tap()
        page.get_by_role("button", name="So, wie sie vorgeschlagen sind").tap()
        page.get_by_role("button", name="Die Würfel lesen").tap()
        page.get_by_text("Was zeigen die Würfel wirklich?").wait_for()
        keys = page.locator(".die-key")
        for value in (1, 2, 3, 3, 5):
            keys.nth(value - 1).tap()
        keys.last.tap()
        keys.nth(3).tap()
        assert page.locator("#values").input_value() == "12334"
        page.get_by_role("button", name="Das zeigen sie").tap()
        page.get_by_text(re.compile(r"\d von 5 Würfeln richtig und sicher gelesen")).wait_for()
        page.get_by_role("link", name="Zum Urteil").tap()
        page.get_by_text(re.compile("Ihr könnt spielen|Bereit|So nicht")).wait_for()
        page.get_by_role("link", name="Fertig: zum Tisch").tap()
        page.wait_for_url(f"{home}/")
        assert [roll.truth for roll in hung.surveyor.rolls()] == [(1, 2, 3, 3, 4)]


@pytest.mark.parametrize(
    ("code", "scheme"),
    [
        ("de", "dark"),
        pytest.param("en", "dark", marks=pytest.mark.thorough),
        pytest.param("fr", "light", marks=pytest.mark.thorough),
    ],
)
def test_no_step_keeps_anybody_out(
    browser: "Browser", tmp_path: Path, hung: Hung, code: str, scheme: str
) -> None:
    with (
        at_home(tmp_path, hung) as (home, passes),
        phone_in(code, browser, home, host=passes, color_scheme=scheme, bypass_csp=True) as page,
    ):
        for step in ("aim", "focus"):
            hung.surveyor.keep(step)
        hung.surveyor.skip("lens")
        tried = hung.surveyor.read_roll()
        for url in ("", *(f"/{step}" for step in STEPS)):
            open_page(page, f"{home}/setup{url}")
            assert page.evaluate("document.documentElement.lang") == code
            assert findings(page) == [], url
            assert too_wide(page) == [], url
        hung.surveyor.judge_roll(tried.number, (6, 6))
        for url in (f"/roll?judged={tried.number}", "/verdict"):
            open_page(page, f"{home}/setup{url}")
            assert findings(page) == [], url
            assert too_wide(page) == [], url
