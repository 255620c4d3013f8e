"""A copy is taught on a phone 320 pixels wide, in the dark and in the light."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.camera.teacher import Teacher
from companion.phones.table_kind import TableTools
from tests.browser.phones import SMALL, arrive, fits, is_thumb_sized, phone, ready
from tests.vision.art.laid import as_jpeg, photo, pieces
from tests.web.tables import GAME, Place, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_photo_becomes_names_with_one_tap_each(browser: "Browser", tmp_path: Path) -> None:
    tiles = pieces("tile", 4)
    for name, seed in (("first", 5), ("second", 6)):
        (tmp_path / f"{name}.jpg").write_bytes(as_jpeg(photo(tiles, seed, size=(800, 600))[0]))
    place = Place(tmp_path, "ask")
    teacher = Teacher(GAME, tmp_path / "lesson")
    tools = TableTools(classroom=teacher)
    with (
        served(place.feed, desk=place.desk, passes=place.passes, tools=lambda: tools) as port,
        phone(browser, f"http://127.0.0.1:{port}/teach", SMALL, host=place.passes) as page,
    ):
        assert fits(page)
        page.get_by_label("Photo of tiles").set_input_files(tmp_path / "first.jpg")
        page.get_by_role("button", name="Cut the tiles out").tap()
        page.get_by_text("4 without a name").wait_for()
        assert fits(page)
        assert is_thumb_sized(page.locator(".teach .button"))
        page.get_by_role("link", name="Another").first.tap()
        arrive(page, "**/teach/*")
        page.get_by_label("Search").fill("work 1")
        few = "() => document.querySelectorAll('#choices li:not([hidden])').length < 6"
        page.wait_for_function(few)
        page.get_by_label("Search").fill("no such thing")
        page.get_by_text("No name has that in it.").wait_for()
        page.get_by_label("Search").fill("")
        page.locator("#choices button:not(.plain)").tap()
        page.get_by_text("3 without a name.").wait_for()
        ready(page)
        assert fits(page)
        page.get_by_role("link", name="Back").tap()
        page.get_by_role("button", name="Accept all 3 proposed names").tap()
        page.get_by_text("4 of 62 faces").wait_for()
        assert set(teacher.lesson.names) == {cut.identity for cut in tiles}
        page.get_by_label("Second photo").set_input_files(tmp_path / "second.jpg")
        page.get_by_role("button", name="Test", exact=True).tap()
        page.get_by_role("button", name="All others are right").tap()
        page.get_by_text("Error: 0 of 4 wrong").wait_for()
        assert fits(page)
    place.table.close()
