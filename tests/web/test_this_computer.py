"""The link that makes a host of whoever opens it on the computer of the companion."""

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.benches.trust.served import served
from companion.benches.trust.visiting import Visitor
from companion.phones.attempts import FREE
from tests.web.tables import GAME, Place
from web import Site, create_app
from web.access.guests import HOST_COOKIE

HERE = "http://localhost:8000"
HOST_BUTTON = 'formaction="/tap/mode"'


@pytest.fixture
def browser(place: Place) -> FlaskClient:
    return place.app.test_client()


def opened(browser: FlaskClient, path: str, url: str = HERE, **options: Any) -> TestResponse:
    return browser.get(path, base_url=url, **options)


@pytest.mark.parametrize("url", [HERE, "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_who_opens_it_is_the_host(place: Place, browser: FlaskClient, url: str) -> None:
    assert HOST_BUTTON not in opened(browser, "/", url).text
    answer = opened(browser, f"/here/{place.passes.host_secret}", url)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert answer.headers["Cache-Control"] == "no-store"
    assert place.passes.host_secret not in answer.text, "nothing leads back to the secret"
    kept = answer.headers["Set-Cookie"]
    assert kept.startswith(f"{HOST_COOKIE}={place.passes.host_pass()};")
    assert "HttpOnly" in kept
    assert HOST_BUTTON in opened(browser, "/", url).text


def test_the_screen_at_the_wall_has_one_too(place: Place, browser: FlaskClient) -> None:
    answer = opened(browser, f"/here/{place.passes.host_secret}/kiosk")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/kiosk")
    assert f">{place.passes.join_code}<" in opened(browser, "/kiosk").text


@pytest.mark.parametrize("path", ["/here/{}", "/here/{}/kiosk"])
def test_a_wrong_one_is_a_wrong_code(place: Place, browser: FlaskClient, path: str) -> None:
    for _ in range(FREE):
        assert opened(browser, path.format("0" * 32)).status_code == 403
    late = opened(browser, path.format(place.passes.host_secret))
    assert late.status_code == 429
    assert 0 < int(late.headers["Retry-After"]) <= 300
    assert "Try again in 5 minutes." in late.text
    assert HOST_COOKIE not in late.headers.get("Set-Cookie", "")
    typed = browser.post("/join", base_url=HERE, data={"code": place.passes.host_pin},
                         headers={"Origin": HERE})  # fmt: skip
    assert typed.status_code == 429, "one counter for all codes"


def test_it_is_for_this_computer_only(place: Place, browser: FlaskClient) -> None:
    """By another name a page elsewhere could use up somebody's guesses unseen."""
    for secret in [*["0" * 32] * (FREE + 1), place.passes.host_secret]:
        answer = opened(browser, f"/here/{secret}", "http://192.168.1.5:8000")
        assert answer.status_code == 403
        assert "Set-Cookie" not in answer.headers
    assert opened(browser, f"/here/{place.passes.host_secret}").status_code == 303


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_elsewhere_can_t_open_it(place: Place, browser: FlaskClient, site: str) -> None:
    led = {"Sec-Fetch-Site": site}
    for secret in [*["0" * 32] * (FREE + 1), place.passes.host_secret]:
        answer = opened(browser, f"/here/{secret}", headers=led)
        assert answer.status_code == 403
        assert "Set-Cookie" not in answer.headers
    typed = {"Sec-Fetch-Site": "none"}
    assert opened(browser, f"/here/{place.passes.host_secret}", headers=typed).status_code == 303


def test_a_phone_with_a_pass_is_held_up_by_nobody(place: Place) -> None:
    """Not even by somebody who guesses from the same address, as behind one proxy."""
    stranger, player = place.app.test_client(), place.app.test_client()
    place.passes.renew(0)
    player.set_cookie("seat", place.passes.seat_pass(0))
    form = {"headers": {"Origin": "http://localhost"}}
    for _ in range(FREE + 1):
        refused = stranger.post("/join", data={"code": "000000"}, **form)
    assert refused.status_code == 429
    assert "You are watching." not in player.get("/").text
    again = player.post("/join", data={"code": place.passes.seat_code(0)}, **form)
    assert (again.status_code, again.headers["Location"]) == (303, "/")
    host = player.post("/join", data={"code": place.passes.host_pin}, **form)
    assert host.status_code == 303


def test_a_player_with_a_pass_can_t_guess_the_pin_for_ever(place: Place) -> None:
    place.passes.renew(0)
    found = []
    for number in range(FREE + 1):
        player = place.app.test_client()
        player.set_cookie("seat", place.passes.seat_pass(0))
        found.append(
            player.post("/join", data={"code": "000000"}, headers={"Origin": "http://localhost"},
                        environ_base={"REMOTE_ADDR": f"192.168.1.{number}"}).status_code
        )  # fmt: skip
    assert found == [403] * FREE + [429]


def test_who_always_wants_the_pin_has_no_link(place: Place, tmp_path: Path) -> None:
    site = Site(place.feed, place.desk, place.passes, always_asks_pin=True)
    browser = create_app(site).test_client()
    for path in ("/here/{}", "/here/{}/kiosk"):
        answer = opened(browser, path.format(place.passes.host_secret))
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (404, False)
    assert HOST_BUTTON not in opened(browser, "/").text
    answer = browser.post("/join", base_url=HERE, data={"code": place.passes.host_pin},
                          headers={"Origin": HERE})  # fmt: skip
    assert answer.status_code == 303


def test_passes_stay_off_lines_without_tls_once_there_was_tls(place: Place) -> None:
    for url, is_secure in ((HERE, False), ("https://localhost", True)):
        browser = place.app.test_client()
        answer = opened(browser, f"/here/{place.passes.host_secret}", url)
        assert ("Secure" in answer.headers["Set-Cookie"]) == is_secure


@pytest.mark.live
def test_no_address_no_name_and_no_header_makes_a_host(tmp_path: Path) -> None:
    """On the real server: at this computer, under its own name, with whatever a proxy could say."""
    claims = (
        {},
        {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost", "X-Real-IP": "::1"},
        {"Forwarded": "for=127.0.0.1;host=localhost", "Via": "1.1 localhost"},
    )
    with served(GAME, tmp_path, moves=3, has_camera=False) as site:
        here = Visitor("somebody", site.port)
        origin = f"http://localhost:{site.port}"
        for claim in claims:
            sent = {"Host": f"localhost:{site.port}", "Origin": origin, **claim}
            assert here.send("GET", "/host", sent).status == 403
            assert here.send("POST", "/host/restart", sent).status == 403
            assert here.send("GET", f"/here/{'0' * 32}", sent).status == 403
        link = f"/here/{site.passes.host_secret}"
        assert site.viewer().get(link).status == 403, "called by another name than this computer's"
        assert here.send("GET", link, sent).status == 303
        assert here.send("GET", "/host", sent).status == 200
        here.close()
