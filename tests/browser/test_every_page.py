"""Every page that there is, light and dark: axe-core finds nothing serious, nothing sticks out."""

import io
import random
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from companion.benches.trust.crawling import routes
from companion.phones.passes import Passes
from companion.phones.setup_view import STEPS
from tests.browser.phones import findings, open_page, phone_in, serving, too_wide
from tests.browser.test_languages import IN_EVERY_LANGUAGE
from tests.vision.art.laid import as_jpeg, photo, pieces
from tests.web.evenings import by_hand, play_on
from tests.web.full_site import full_site
from tests.web.tables import GAME, host_client

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

#: What shows no page of its own: parts of pages, pictures, files, streams, answers for scripts.
NO_PAGES = {
    "/healthz", "/events", "/static/<path:filename>", "/camera", "/camera.jpg", "/telling/part",
    "/seat/part", "/hand/part", "/score/part", "/history/part", "/host/part", "/photo/part",
    "/score/as/<name>", "/history/picture/<name>", "/host/game/<name>.zip",
    "/photo/<int:number>.jpg", "/teach/pictures/<name>", "/teach/gallery", "/setup/<step>/now",
    "/here/<secret>", "/here/<secret>/kiosk", "/setup/picture.jpg",
    "/setup/picture/<int:number>.jpg", "/setup/roll/<int:number>.jpg",
}  # fmt: skip
#: How each page is opened; one may show several things.
PAGES: dict[str, tuple[str, ...]] = {
    "/": ("/",),
    "/join": ("/join", "/join?code=123456", "/join?code=123456&again=1"),
    "/seat": ("/seat",),
    "/hand": ("/hand", "/hand?wrong=forge/{die}"),
    "/score": ("/score",),
    "/history": ("/history", "/history?at={at}", "/history?at={at}&move=0"),
    "/host": (
        *(f"/host?show={tab}" for tab in ("game", "games", "data", "doing")),
        "/host?show=data&place=fame.trumpets",
    ),
    "/photo": ("/photo",),
    "/kiosk": ("/kiosk",),
    "/teach": ("/teach",),
    "/teach/<int:number>": ("/teach/{cut}",),
    "/teach/alike": ("/teach/alike",),
    "/setup": ("/setup",),
    "/setup/<step>": tuple(f"/setup/{step}" for step in STEPS),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Passes, list[str]]]:
    """The whole house in the middle of a game, and how to get to each of its pages."""
    with full_site(tmp_path_factory.mktemp("house")) as (evening, app, passes):
        play_on(evening, 60, random.Random(3))
        shown = {rule for method, rule in routes(app) if method == "GET"}
        assert shown == set(PAGES) | NO_PAGES, "a page that nobody has looked at"
        values = {
            "at": evening.table.now.number - 5,
            "cut": teach(app, passes),
            "die": next(n for n, count in enumerate(evening.table.now.state.forge, 1) if count),
        }
        paths = [each.format(**values) for some in PAGES.values() for each in some]
        with serving(app) as address:
            yield address, passes, [*paths, "/nowhere"]


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Passes]]:
    """A house in which the game is over."""
    source = random.Random(5)
    with by_hand(tmp_path_factory.mktemp("over"), players=3) as (evening, app, passes):
        while GAME.to_move(evening.table.now.state) is not None:
            play_on(evening, 1, source)
        with serving(app) as address:
            yield address, passes


def teach(app: Flask, passes: Passes) -> int:
    """A photo of tiles is taught; the number of a cut-out that has no name yet."""
    host = host_client(app, passes)
    picture = as_jpeg(photo(pieces("tile", 4), seed=5, size=(800, 600))[0])
    sent = host.post(
        "/teach/photo",
        data={"photo": (io.BytesIO(picture), "tiles.jpg")},
        headers={"Origin": "http://localhost"},
    )
    assert sent.status_code == 303
    found = re.search(r"/teach/(\d+)", host.get("/teach").text)
    assert found
    return int(found[1])


def look(
    browser: "Browser", house: tuple[str, Passes], paths: Iterable[str], code: str, scheme: str
) -> None:
    address, host = house
    options = {"color_scheme": scheme, "bypass_csp": True}
    with phone_in(code, browser, address, host=host, **options) as page:
        for path in paths:
            open_page(page, address + path)
            assert findings(page) == [], path
            assert too_wide(page) == [], path


@IN_EVERY_LANGUAGE
def test_no_page_keeps_anybody_out(
    browser: "Browser", home: tuple[str, Passes, list[str]], code: str, scheme: str
) -> None:
    look(browser, home[:2], home[2], code, scheme)


@IN_EVERY_LANGUAGE
def test_no_page_of_a_game_that_is_over_keeps_anybody_out(
    browser: "Browser", over: tuple[str, Passes], code: str, scheme: str
) -> None:
    look(browser, over, ("/", "/score", "/hand", "/seat", "/history"), code, scheme)
