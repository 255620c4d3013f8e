"""Phones in a real browser: they open pages, and wait until those are ready for a tap."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from companion.phones.live import Feed
from companion.phones.passes import Passes
from tests.waiting import LIMIT, until
from web.access.guests import HOST_COOKIE
from web.server import Server, listen

if TYPE_CHECKING:
    import socket

    from playwright.sync_api import Browser, Page

SMALL, USUAL = (320, 568), (390, 844)
PHONES = [USUAL, SMALL]
SIZES = {"en": USUAL, "fr": SMALL, "de": SMALL}
#: As wide and high as a finger, in pixels.
FINGER = 44


@contextmanager
def phone(
    browser: "Browser",
    url: str,
    size: tuple[int, int] = USUAL,
    *,
    host: Passes | None = None,
    is_calm: bool = True,
    voice: str = "",
    **options: Any,
) -> "Iterator[Page]":
    """A fresh phone in front of a page that is ready.

    It is the host's where the passes of the table are given.
    One that is calm must not complain: no script error, nothing refused by the security policy.
    `voice` is a script that takes the place of the phone's own voice.
    """
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, has_touch=True, **options)
    context.set_default_timeout(1000 * LIMIT)
    if host is not None:
        context.add_cookies([host_cookie(host, url)])
    if voice:
        context.add_init_script(voice)
    complaints: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        open_page(page, url)
        yield page
    finally:
        context.close()
    # Without encryption browsers ignore this header, and say so on every page.
    real = [text for text in complaints if "Cross-Origin-Opener-Policy" not in text]
    assert not is_calm or real == []


def host_cookie(passes: Passes, url: str) -> Any:
    """What the host's browser keeps."""
    return {"name": HOST_COOKIE, "value": passes.host_pass(), "url": url}


def phone_in(code: str, browser: "Browser", url: str, **options: Any) -> Any:
    """A phone that speaks a language; it may complain, of a page that is not there for one."""
    return phone(browser, url, SIZES[code], is_calm=False, locale=code, **options)


def ready(page: "Page") -> None:
    """Wait until the page's scripts listen, its stream is open and nothing is being fetched."""
    page.wait_for_selector("html[data-ready]", state="attached")


def open_page(page: "Page", url: str) -> None:
    page.goto(url)
    ready(page)


def arrive(page: "Page", url: Any) -> None:
    """Wait until a tap has led to that page, and the page is ready."""
    page.wait_for_url(url)
    ready(page)


def catch_up(page: "Page", feed: Feed) -> None:
    """Wait until the page shows the newest moment: nothing is drawn again under a finger then."""
    newest = feed.after(0, 0)
    assert newest is not None
    page.wait_for_function(
        """number => { const root = document.documentElement;
             return Number((root.dataset.moment || "").split("-")[1]) >= number
               && root.hasAttribute("data-ready"); }""",
        arg=newest.number,
    )


def tap(page: "Page", selector: str, path: str) -> int:
    """Tap something; the status of the answer to what it sends."""
    with page.expect_response(f"**{path}") as answer:
        page.locator(selector).first.tap()
    return answer.value.status


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """An application on a real server; its address. Its streams end when its feed is closed."""
    listener: socket.socket = until(lambda: _listener(port), "a free port")
    server = Server(app, listener)
    server.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.stop()


def _listener(port: int) -> "socket.socket | None":
    """None while a server that has just stopped still holds the port."""
    from companion.common.errors import CompanionError

    try:
        return listen("127.0.0.1", port, or_next=False)
    except CompanionError:
        return None


def fits(page: "Page") -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def too_wide(page: "Page") -> list[str]:
    """What sticks out of the page, or out of the card in which it is."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter(one => {
             if (one.closest("svg, .hidden, .wall, [data-state=lost]")) return false;
             const card = one.closest(".card");
             const edge = card ? card.getBoundingClientRect().right : innerWidth;
             return one.getBoundingClientRect().right > Math.min(edge, innerWidth) + 1;
           }).map(one => one.outerHTML.slice(0, 90))"""
    )
    return found if found else ([] if fits(page) else ["the page itself"])


def findings(page: "Page") -> list[Any]:
    """What axe-core finds that is serious or worse."""
    pytest.importorskip("axe_playwright_python", reason="needs the dev extra")
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    found: list[Any] = page.evaluate(
        """() => axe.run().then(result => result.violations.map(
             each => [each.impact, each.id, each.nodes.map(node => node.html)]))"""
    )
    return [each for each in found if each[0] in ("serious", "critical")]


def is_thumb_sized(locators: Any, least: float = FINGER) -> bool:
    """Whether each of these is high enough for a finger."""
    boxes = [each.bounding_box() for each in locators.all()]
    return all(box and box["height"] >= least for box in boxes)
