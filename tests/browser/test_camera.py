"""The camera's picture on a phone: on demand, in words too, and reported with one tap."""

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.phones.camera_view import Glimpse
from tests.browser.phones import PHONES, is_thumb_sized, phone
from tests.companion.evenings import tools
from tests.web.tables import Place, served
from tests.web.test_camera import Camera

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

MINUTE = 60_000


def jpeg(grey: int) -> bytes:
    _, data = cv2.imencode(".jpg", np.full((72, 128, 3), grey, np.uint8))
    return data.tobytes()


@pytest.mark.parametrize("size", PHONES)
def test_the_picture_comes_when_somebody_opens_it(
    browser: "Browser", size: tuple[int, int], tmp_path: Path
) -> None:
    place, camera = Place(tmp_path, "auto"), Camera()
    camera.data = jpeg(90)
    with (
        place.table,
        served(
            place.feed, desk=place.desk, passes=place.passes, tools=tools(window=camera)
        ) as port,
        phone(browser, f"http://127.0.0.1:{port}/", size, host=place.passes) as page,
    ):
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.install()
        page.clock.run_for(MINUTE)
        assert not [url for url in asked if "/camera" in url], "nobody has asked for it yet"
        page.locator("#camera summary").tap()
        page.wait_for_selector("#camera-picture[src$='number=3']")
        page.get_by_text("forge: settled; dice 1 4").wait_for()
        page.get_by_text("<b>island:0</b>: hand").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        camera.data, camera.seen = jpeg(200), Glimpse(4, (), "The camera does not work.")
        page.wait_for_selector("#camera-picture[src$='number=4']")
        page.get_by_text("The camera does not work.").wait_for()
        button = page.get_by_role("button", name="Report this picture")
        assert is_thumb_sized(button)
        button.tap()
        page.get_by_text("Written to games/reports/report-1.zip").wait_for()
        assert camera.reports == 1
        page.locator("#camera summary").tap()
        page.wait_for_selector("#camera:not([open])")
        asked.clear()
        page.clock.run_for(MINUTE)
        assert not [url for url in asked if "/camera" in url], "it was closed again"
