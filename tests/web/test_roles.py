"""Every route of the whole house against every role; a route that is in no table is missed."""

import io
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.benches.trust.crawling import routes
from companion.phones.evening import Evening
from companion.phones.passes import Passes
from tests.web import test_camera_setup, test_each_role
from tests.web.full_site import full_site
from tests.web.photographs import png
from web.access.guests import HOST_COOKIE, SEAT_COOKIE

URL = "http://192.168.1.5:8000"
ROLES = ("viewer", "seat", "host")

#: What a viewer, a seat and the host are answered by what only the whole house has.
EXPECTED: dict[tuple[str, str], tuple[int, int, int]] = {
    ("GET", "/host"): (403, 403, 200),
    ("GET", "/host/part"): (403, 403, 200),
    ("GET", "/host/game/<name>.zip"): (403, 403, 404),
    ("POST", "/host/new"): (403, 403, 400),
    ("POST", "/host/open"): (403, 403, 409),
    ("POST", "/host/remove"): (403, 403, 400),
    ("POST", "/host/fact"): (403, 403, 409),
    ("POST", "/host/end"): (403, 403, 400),
    ("POST", "/host/restart"): (403, 403, 204),
    ("GET", "/camera"): (403, 200, 200),
    ("GET", "/camera.jpg"): (403, 200, 200),
    ("POST", "/camera/report"): (403, 403, 201),
    ("GET", "/teach"): (403, 403, 200),
    ("GET", "/teach/<int:number>"): (403, 403, 404),
    ("GET", "/teach/pictures/<name>"): (403, 403, 404),
    ("GET", "/teach/alike"): (403, 403, 200),
    ("GET", "/teach/gallery"): (403, 403, 404),
    ("POST", "/teach/photo"): (403, 403, 400),
    ("POST", "/teach/name"): (403, 403, 400),
    ("POST", "/teach/remove"): (403, 403, 400),
    ("POST", "/teach/rename"): (403, 403, 400),
    ("POST", "/teach/forget"): (403, 403, 400),
    ("POST", "/teach/test"): (403, 403, 400),
    ("POST", "/teach/judge"): (403, 403, 400),
    ("POST", "/teach/accept"): (403, 403, 303),
    ("POST", "/teach/agree"): (403, 403, 303),
    ("POST", "/teach/gallery"): (403, 403, 400),
}
House = tuple[Evening, Flask, Passes]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with full_site(tmp_path_factory.mktemp("house")) as made:
        yield made


def ask(house: House, role: str, method: str, path: str) -> TestResponse:
    _, app, passes = house
    client = app.test_client()
    if role == "seat":
        client.set_cookie(SEAT_COOKIE, passes.seat_pass(0), domain="192.168.1.5")
    elif role == "host":
        client.set_cookie(HOST_COOKIE, passes.host_pass(), domain="192.168.1.5")
    return client.open(
        path,
        method=method,
        base_url=URL,
        environ_base={"REMOTE_ADDR": "192.168.1.7"},
        headers={"Origin": URL, "Accept": "text/plain"},
        data={"photo": (io.BytesIO(png()), "x.png")} if path == "/teach/photo" else None,
    )


def test_no_route_is_in_no_table(house: House) -> None:
    known = {*EXPECTED, *test_each_role.EXPECTED, *test_camera_setup.EXPECTED}
    assert routes(house[1]) == known


@pytest.mark.parametrize("role", ROLES)
def test_every_route_of_the_house_answers_every_role_as_it_should(
    house: House, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, _, passes = house
    passes.renew(0)
    monkeypatch.setattr(evening, "restart", lambda: None)
    before = evening.table.now.number
    answered = {}
    for method, rule in EXPECTED:
        answer = ask(house, role, method, re.sub(r"<[^>]*>", "7", rule))
        answered[method, rule] = answer.status_code
        answer.close()
    assert answered == {route: each[ROLES.index(role)] for route, each in EXPECTED.items()}
    assert evening.table.now.number == before


@pytest.mark.parametrize("role", ROLES)
def test_what_changes_something_is_no_get(house: House, role: str) -> None:
    for method, rule in sorted(routes(house[1])):
        if method == "POST" and ("GET", rule) not in routes(house[1]):
            path = re.sub(r"<any[^>]*>", "pause", rule).replace("<step>", "focus")
            answer = ask(house, role, "GET", path)
            assert answer.status_code in (403, 404, 405), path
            answer.close()


def test_the_tables_let_a_viewer_change_nothing() -> None:
    """Whoever has no seat changes nothing but his own language, letters and seat."""
    whole = {**EXPECTED, **test_each_role.EXPECTED, **test_camera_setup.EXPECTED}
    allowed = {"/language", "/letters", "/join"}
    for (method, rule), (viewer, _, _) in whole.items():
        if method == "POST" and rule not in allowed:
            assert viewer == 403, rule
