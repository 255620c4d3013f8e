"""Makes the pictures of the pages that are kept in docs/images: `python -m tests.browser.pictures`.

They are to be looked at, not compared: fonts differ from computer to computer.
"""

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from companion.log.events import Play, Who
from companion.referee.settling import LOOKS
from tests.browser.phones import host_cookie, open_page, serving
from tests.companion.tables import do
from tests.web.evenings import by_hand, play_on
from tests.web.full_site import full_site
from tests.web.tables import GAME, Place, played, served
from vision.geometry import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[2] / "docs" / "images"
SIZE = {"width": 390, "height": 844}
TELEVISION = {"width": 1280, "height": 720}
GAPS = {"light": (226, 237, 243), "dark": (20, 16, 12)}
SHRINK, QUALITY = 0.6, 82
HOST = Who("host")


@contextmanager
def phone(browser: "Browser", address: str, scheme: str, **passes: str) -> "Iterator[Page]":
    context = browser.new_context(
        viewport=SIZE, locale="en-GB", color_scheme=scheme, has_touch=True
    )
    for name, shown in passes.items():
        context.add_cookies([{"name": name, "value": shown, "url": address}])
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def shot(page: "Page", url: str) -> Image:
    open_page(page, url)
    data = np.frombuffer(page.screenshot(), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def keep(name: str, scheme: str, shots: list[Image]) -> None:
    """Side by side, in one picture."""
    gap = np.full((SIZE["height"], 16, 3), GAPS[scheme], np.uint8)
    row = [part for one in shots for part in (gap, one)][1:]
    sheet = cv2.resize(np.hstack(row), None, fx=SHRINK, fy=SHRINK, interpolation=cv2.INTER_AREA)
    path = FOLDER / f"{name}-{scheme}.jpg"
    cv2.imwrite(str(path), sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    print(path)


def in_a_game(browser: "Browser", folder: Path) -> None:
    """The rooms of somebody who is asked whether something happened."""
    place = Place(folder, "ask")
    place.sentences = ()
    for seat, name in enumerate(("Vera", "Susan")):
        place.desk.sit(seat, name, HOST)
        place.passes.renew(seat)
    at = next(
        n for n, ply in enumerate(played()) if n > 150 and GAME.move_text(ply.move)[:5] == "build"
    )
    for ply in played()[65:at]:
        told = GAME.tell(place.table.now.state, ply.move)
        do(place.table, Play(GAME.move_text(ply.move)))
        place.feed.post(place.table.now.state, [told])
    place.show(played()[at].state, 2 * LOOKS)
    seat = place.passes.seat_pass(GAME.to_move(played()[at - 1].state) or 0)
    host = place.passes.host_pass()
    with place.table, served(place.feed, desk=place.desk, passes=place.passes) as port:
        address = f"http://127.0.0.1:{port}/"
        for scheme in GAPS:
            with phone(browser, address, scheme, host=host, seat=seat) as page:
                rooms = ("", "hand", "seat", "score", "history")
                shots = [shot(page, address + room) for room in rooms]
                keep("phones", scheme, shots)
                if scheme == "light":
                    cv2.imwrite(str(FOLDER / "serve-phone.png"), shots[0])


def around_a_game(browser: "Browser", folder: Path) -> None:
    """Joining, the host's pages, photos, teaching, and the end."""
    source = random.Random(5)
    with full_site(folder / "house") as (evening, app, passes), serving(app) as address:
        play_on(evening, 100, random.Random(3))
        with by_hand(folder / "over", players=3) as (finished, end, _), serving(end) as over:
            while GAME.to_move(finished.table.now.state) is not None:
                play_on(finished, 1, source)
            paths = ("/join?code=1", "/host", "/host?show=data", "/photo", "/teach")
            for scheme in GAPS:
                with phone(browser, address, scheme, host=passes.host_pass()) as page:
                    shots = [shot(page, address + path) for path in paths]
                    keep("phones-more", scheme, [*shots, shot(page, f"{over}/score")])


def on_a_television(browser: "Browser", folder: Path) -> None:
    """The page that everybody sees from the sofa."""
    with full_site(folder) as (evening, app, passes), serving(app) as address:
        play_on(evening, 150, random.Random(7))
        page = browser.new_page(viewport=TELEVISION, color_scheme="dark")
        page.context.add_cookies([host_cookie(passes, address)])
        path = FOLDER / "kiosk.jpg"
        cv2.imwrite(str(path), shot(page, f"{address}/kiosk"), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        print(path)


def main() -> int:
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = driver.chromium.launch(executable_path=path, args=options)
        for part in ("game", "around", "television"):
            (Path(folder) / part).mkdir()
        for part in ("house", "over"):
            (Path(folder) / "around" / part).mkdir()
        in_a_game(browser, Path(folder) / "game")
        around_a_game(browser, Path(folder) / "around")
        on_a_television(browser, Path(folder) / "television")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
