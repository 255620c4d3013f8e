"""The screen at the wall, in a real browser at the size of a television."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.log.events import Play
from tests.browser.phones import catch_up, findings, phone
from tests.companion.tables import do
from tests.web.tables import GAME, Place, played, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SCREENS = [(1920, 1080), (1280, 720)]
CUT_OFF = """() => [...document.querySelectorAll(
    "header, main > *, .seat, .field, .points, .qr, .code, .address, .sheet tfoot")]
  .filter(one => one.checkVisibility())
  .filter(one => { const box = one.getBoundingClientRect();
    return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.height < 8; })
  .map(one => one.className || one.tagName)"""


def test_all_of_it_is_on_the_screen_and_follows_the_game(
    browser: "Browser", tmp_path: Path
) -> None:
    place = Place(tmp_path / "game", "ask")
    place.table.listen(lambda _: place.publish())
    moves = [GAME.move_text(ply.move) for ply in played()]
    with place.table, served(place.feed, desk=place.desk, passes=place.passes) as port:
        url = f"http://127.0.0.1:{port}/kiosk"
        with phone(browser, url, SCREENS[0], host=place.passes) as page:
            assert place.passes.join_code in page.inner_text(".way")
            for start in range(65, len(moves), 40):
                for scheme, size in zip(("light", "dark"), SCREENS, strict=True):
                    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    assert page.evaluate(CUT_OFF) == [], (start, size)
                    if start == 65:
                        assert findings(page) == [], (start, size)
                do(place.table, Play(" ".join(moves[start : start + 40])))
                points = str(GAME.score(place.table.now.state)[0].points)
                catch_up(page, place.feed)
                assert page.locator("#seat-0-points b").inner_text() == points
            page.wait_for_selector(".sheet")
            assert page.evaluate(CUT_OFF) == []
            assert findings(page) == []
