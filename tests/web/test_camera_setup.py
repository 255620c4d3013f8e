"""The pages on which a camera is set up: only for the host, nothing on GET, nothing hostile."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from companion.common.errors import CompanionError
from companion.phones.camera_record.record import BY_TAPS, CameraRecord
from companion.phones.camera_record.shapes import as_text
from companion.phones.setup_view import STEPS
from tests.companion.camera.setup.hung import Hung
from tests.companion.evenings import tools
from tests.web.phones import ROLES, Phone, somebody
from tests.web.pseudo import everybody_may_speak_it, leaks  # noqa: F401 - it is used by itself
from tests.web.tables import Place
from web import Site, create_app

#: What a viewer, a seat and the host are answered, with an empty form.
EXPECTED: dict[tuple[str, str], tuple[int, int, int]] = {
    ("GET", "/setup"): (403, 403, 200),
    ("GET", "/setup/<step>"): (403, 403, 200),
    ("GET", "/setup/<step>/now"): (403, 403, 200),
    ("GET", "/setup/picture.jpg"): (403, 403, 200),
    ("GET", "/setup/picture/<int:number>.jpg"): (403, 403, 404),
    ("GET", "/setup/roll/<int:number>.jpg"): (403, 403, 404),
    ("POST", "/setup/<step>/keep"): (403, 403, 303),
    ("POST", "/setup/<step>/skip"): (403, 403, 303),
    ("POST", "/setup/<step>/again"): (403, 403, 303),
    ("POST", "/setup/board/taps"): (403, 403, 400),
    ("POST", "/setup/zones/draw"): (403, 403, 400),
    ("POST", "/setup/lens/picture"): (403, 403, 400),
    ("POST", "/setup/lens/measure"): (403, 403, 400),
    ("POST", "/setup/roll/read"): (403, 403, 303),
    ("POST", "/setup/roll/judge"): (403, 403, 400),
}
SQUARE = "0.2,0.2 0.8,0.2 0.8,0.8 0.2,0.8"


@pytest.fixture(scope="module")
def hung(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hung]:
    made = Hung(tmp_path_factory.mktemp("hung")).look()
    yield made
    made.table.close()


@pytest.fixture
def place(tmp_path: Path, hung: Hung) -> Iterator[Place]:
    for step in STEPS[:-1]:
        hung.surveyor.again(step)
    made = Place(tmp_path, "ask")
    there = tools(setup=hung.surveyor)
    made.app = create_app(Site(made.feed, made.desk, made.passes, tools=there))
    yield made
    made.table.close()


@pytest.fixture
def host(place: Place) -> Phone:
    return somebody(place, "host")


def routes(place: Place) -> set[tuple[str, str]]:
    return {
        (method, rule.rule)
        for rule in place.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/setup")
    }


def test_every_route_answers_every_role_as_it_should(place: Place, hung: Hung) -> None:
    assert routes(place) == set(EXPECTED)
    for number, role in enumerate(ROLES):
        phone = somebody(place, role)
        for (method, rule), answers in EXPECTED.items():
            path = rule.replace("<step>", "focus").replace("<int:number>", "7")
            before = hung.file.record
            answer = phone.get(path) if method == "GET" else phone.post(path)
            assert answer.status_code == answers[number], f"{role} {method} {path}"
            if method == "GET" or answer.status_code >= 400:
                assert hung.file.record == before, f"{role} {method} {path}"
        assert ("Set the camera up" in phone.get("/").text) is False, "there is no window here"


def test_without_a_camera_there_is_no_such_page(tmp_path: Path) -> None:
    made = Place(tmp_path, "ask")
    assert somebody(made, "host").get("/setup").status_code == 404
    made.table.close()


def test_nothing_comes_from_a_page_elsewhere(host: Phone, hung: Hung) -> None:
    for path in ("/setup/focus/keep", "/setup/board/taps", "/setup/roll/read"):
        assert host.post(path, origin="http://evil.example").status_code == 403
    assert hung.file.record == CameraRecord()


def test_the_host_goes_from_step_to_step(host: Phone, hung: Hung) -> None:
    assert "Begin" in host.get("/setup").text
    for step, after in pairwise(STEPS[:4]):
        now = host.get(f"/setup/{step}/now").json
        assert now["state"] in ("good", "warning")
        assert now["found"] in host.get(f"/setup/{step}").text
        answer = host.post(f"/setup/{step}/keep")
        assert answer.location.endswith(f"/setup/{after}")
    assert host.post("/setup/lens/skip").location.endswith("/setup/board")
    assert host.post("/setup/board/keep").location.endswith("/setup/zones")
    assert host.post("/setup/zones/keep").location.endswith("/setup/roll")
    assert host.post("/setup/roll/read").status_code == 303
    tried = hung.surveyor.tried()
    assert tried is not None
    page = host.get("/setup/roll").text
    assert "What do the dice really show?" in page
    assert host.get(f"/setup/roll/{tried.number}.jpg").data.startswith(b"\xff\xd8")
    answer = host.post("/setup/roll/judge", roll=tried.number, values="1, 2 334")
    assert answer.status_code == 303
    page = host.get(answer.location).text
    assert "5 of 5 dice read right and for certain (57 to 100 %)" in page
    assert f"/setup/roll/{tried.number}.jpg" in page
    verdict = host.get("/setup/verdict").text
    assert "You can play; more will be asked than need be." in verdict
    assert "Go on: Verdict" in host.get("/setup").text
    host.post("/setup/focus/again")
    assert "1 step is still open." in host.get("/setup/verdict").text


def drawn_on(host: Phone, hung: Hung, step: str) -> int:
    """The picture that the page shows."""
    assert host.get(f"/setup/{step}").status_code == 200
    return next(reversed(hung.surveyor._stills._held))


def test_corners_are_tapped_and_kept(host: Phone, hung: Hung) -> None:
    number = drawn_on(host, hung, "board")
    picture = host.get(f"/setup/picture/{number}.jpg")
    assert picture.mimetype == "image/jpeg"
    assert picture.headers["Cache-Control"] == "no-store"
    corners = as_text(hung.surveyor.board(number).corners)
    assert host.post("/setup/board/taps", picture=number, corners=corners).status_code == 303
    assert hung.file.record.forge.by == BY_TAPS
    hung.look(2)
    assert "found by your four taps" in host.get("/setup/board").text


@pytest.mark.parametrize(
    ("corners", "status"),
    [
        ("", 400),
        ("0.2,0.2 0.8,0.8 0.8,0.2 0.2,0.8", 400),
        ("0.2,0.2 0.2,0.8 0.8,0.8 0.8,0.2", 400),
        ("nan,nan nan,nan nan,nan nan,nan", 400),
        ("1e308,1 2,2 3,3 4,4", 400),
        ("-0.1,0 1,0 1,1 0,1", 400),
        ("0.5,0.5 0.5,0.5 0.5,0.5 0.5,0.5", 400),
        (SQUARE + " 0.1,0.5", 400),
    ],
)
def test_hostile_corners_are_refused_with_a_sentence(
    host: Phone, hung: Hung, corners: str, status: int
) -> None:
    number = drawn_on(host, hung, "board")
    answer = host.post("/setup/board/taps", picture=number, corners=corners)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert hung.file.record == CameraRecord()


def test_a_picture_that_is_gone_can_t_be_drawn_on(host: Phone, hung: Hung) -> None:
    for path, form in (
        ("/setup/board/taps", {"corners": SQUARE}),
        ("/setup/zones/draw", {"island:0": SQUARE}),
    ):
        answer = host.post(path, picture=1, **form)
        assert answer.status_code == 409
        assert "That picture is gone: here is a new one" in answer.text
    assert host.post("/setup/roll/judge", roll=1, values="12").status_code == 409
    assert hung.file.record == CameraRecord()


def test_zones_are_drawn_and_forgotten(host: Phone, hung: Hung) -> None:
    number = drawn_on(host, hung, "zones")
    zones = {zone.zone: as_text(zone.outline) for zone in hung.surveyor.zones(number)}
    assert host.post("/setup/zones/draw", picture=number, **zones).status_code == 303
    assert hung.file.record.zones == {2: {}}, "what nobody has moved stays the proposal"
    assert "As the set-up proposes them." in host.get("/setup/zones").text
    moved = {**zones, "dock:0": "0.05,0.1 0.4,0.1 0.4,0.5 0.05,0.5"}
    assert host.post("/setup/zones/draw", picture=number, **moved).status_code == 303
    assert hung.file.record.zones[2].keys() == {"dock:0"}
    page = host.get("/setup/zones").text
    assert "1 zone was drawn by hand." in page
    for wrong in ({"island:7": SQUARE}, {"island:0": "0,0"}, {"island:0": "nan,1 0,0 1,1"}):
        assert host.post("/setup/zones/draw", picture=number, **wrong).status_code == 400
    assert hung.file.record.zones[2].keys() == {"dock:0"}
    host.post("/setup/zones/again")
    assert hung.file.record.zones == {}


def test_what_can_t_be_written_is_said(
    host: Phone, hung: Hung, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise CompanionError("setup.json: No space left on device")

    monkeypatch.setattr(hung.file, "change", fail)
    answer = host.post("/setup/focus/keep")
    assert answer.status_code == 500
    assert "No space left on device" in answer.text


def test_no_english_is_left(place: Place, host: Phone, hung: Hung) -> None:
    host.show_cookie("language", "xx")

    def look(*extra: str) -> None:
        for path in ("/setup", *(f"/setup/{step}" for step in STEPS), *extra):
            assert leaks(host.get(path).text, "sim") == [], path

    look()
    for step in ("aim", "focus", "light", "board", "zones"):
        host.post(f"/setup/{step}/keep")
        now = host.get(f"/setup/{step}/now").json
        assert leaks(f"<p>{now['found']} {now['advice']}</p>") == []
    host.post("/setup/roll/read")
    look()
    tried = hung.surveyor.tried()
    assert tried is not None
    host.post("/setup/roll/judge", roll=tried.number, values="66")
    host.post("/setup/lens/skip")
    look(f"/setup/roll?judged={tried.number}")
    number = drawn_on(host, hung, "zones")
    for path, form in (
        ("/setup/board/taps", {"picture": number, "corners": "0,0"}),
        ("/setup/board/taps", {"picture": 3, "corners": SQUARE}),
        ("/setup/zones/draw", {"picture": number, "island:0": SQUARE, "island:1": SQUARE}),
        ("/setup/lens/picture", {}),
        ("/setup/lens/measure", {}),
        ("/setup/roll/judge", {"roll": 3, "values": "1"}),
        ("/setup/roll/judge", {"roll": 3, "values": "x"}),
        ("/setup/verdict/skip", {}),
        ("/setup/verdict/keep", {}),
    ):
        answer = host.post(path, **form)
        assert answer.status_code in (400, 409), path
        assert leaks(answer.text, "sim") == [], path
