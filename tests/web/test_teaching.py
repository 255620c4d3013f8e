"""The page that teaches a copy: only for the host, limited, and nothing is lost."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from companion.camera.teacher import Teacher
from tests.companion.evenings import tools
from tests.vision.art.laid import as_jpeg, photo, pieces
from tests.web.phones import ROLES, URL, Phone, somebody
from tests.web.tables import GAME, Place, host_client
from web import LONGEST_TAP, Site, create_app
from web.hosting import teaching

TILES = pieces("tile", 4)


@pytest.fixture(scope="module")
def jpeg():
    return as_jpeg(photo(TILES, seed=5, size=(800, 600))[0])


@pytest.fixture
def place(tmp_path: Path):
    made = Place(tmp_path, "ask")
    made.teacher = Teacher(GAME, tmp_path / "lesson")
    made.app = create_app(
        Site(made.feed, made.desk, made.passes, tools=tools(classroom=made.teacher))
    )
    made.client = host_client(made.app, made.passes)
    yield made
    made.table.close()


@pytest.fixture
def host(place):
    return somebody(place, "host")


def send(phone: Phone, path: str, data: bytes, field: str = "photo"):
    return phone.post(path, **{field: (io.BytesIO(data), "photo.jpg")})


def test_every_route_is_for_the_host_alone(place):
    rules = [rule for rule in place.app.url_map.iter_rules() if rule.rule.startswith("/teach")]
    assert len(rules) == 15
    for role in ROLES:
        phone = somebody(place, role)
        for rule in rules:
            path = rule.rule.replace("<int:number>", "1").replace("<name>", "x")
            answer = phone.get(path) if "GET" in rule.methods else phone.post(path)
            assert (answer.status_code == 403) == (role != "host"), f"{role} {path}"
            answer.close()
        assert ("Teach my copy" in phone.get("/").text) == (role == "host")


def test_all_proposed_names_are_accepted_with_one_tap(place, host, jpeg):
    assert send(host, "/teach/photo", jpeg).status_code == 303
    assert "Accept all 4 proposed names" in host.get("/teach").text
    assert host.post("/teach/accept").status_code == 303
    assert set(place.teacher.lesson.names) == {tile.identity for tile in TILES}
    assert "Accept all" not in host.get("/teach").text


def test_a_name_that_two_might_have_is_left_to_people(place, host, jpeg):
    send(host, "/teach/photo", jpeg)
    same = [replace(cut, proposal="10/5/banner:science") for cut in place.teacher.lesson.cuts[:2]]
    place.teacher.lesson._change({cut.number: cut for cut in same})
    host.post("/teach/accept")
    assert [cut.name for cut in place.teacher.lesson.cuts[:2]] == [None, None]
    assert all(cut.name for cut in place.teacher.lesson.cuts[2:])


def test_without_a_classroom_there_is_no_such_page(tmp_path):
    place = Place(tmp_path, "ask")
    assert somebody(place, "host").get("/teach").status_code == 404
    assert "Teach my copy" not in somebody(place, "host").get("/").text
    place.table.close()


def test_a_copy_is_taught_tap_by_tap(place, host, jpeg):
    assert "0 of 62 faces" in host.get("/teach").text
    assert send(host, "/teach/photo", jpeg).status_code == 303
    cuts = place.teacher.lesson.cuts
    assert {cut.proposal for cut in cuts} == {cut.identity for cut in TILES}
    page = host.get("/teach").text
    assert "4 without a name" in page
    assert host.get(f"/teach/pictures/{cuts[0].picture}").data.startswith(b"\x89PNG")
    for cut in cuts:
        listed = host.get(f"/teach/{cut.number}").text
        assert listed.index(f'value="{cut.proposal}"') < listed.index('value="13/6/hub:industry"')
        answer = host.post("/teach/name", cut=cut.number, name=cut.proposal, next=1)
        assert answer.status_code == 303
    assert answer.location.endswith("/teach")
    assert "4 of 62 faces" in host.get("/teach").text
    assert send(host, "/teach/test", jpeg).status_code == 303
    assert host.post("/teach/judge", tile=1, name="-").status_code == 303
    assert host.post("/teach/agree").status_code == 303
    assert "Error: 1 of 4 wrong = 25.0 %" in host.get("/teach").text
    assert "No two faces look too alike" in host.get("/teach/alike").text


def test_faces_are_renamed_removed_exported_and_imported(place, host, jpeg):
    send(host, "/teach/photo", jpeg)
    first, second, *_ = place.teacher.lesson.cuts
    assert host.get("/teach/gallery").status_code == 404
    host.post("/teach/name", cut=first.number, name=first.proposal)
    file = host.get("/teach/gallery")
    assert file.headers["Content-Disposition"].endswith('"propeller-islands.gallery"')
    host.post("/teach/rename", old=first.proposal, name="13/3/banner:science")
    assert place.teacher.lesson.names == ("13/3/banner:science",)
    host.post("/teach/forget", name="13/3/banner:science")
    host.post("/teach/remove", cut=second.number)
    assert place.teacher.lesson.names == ()
    assert send(host, "/teach/gallery", file.data, "gallery").status_code == 303
    assert place.teacher.lesson.names == (first.proposal,)


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("/teach/name", {"cut": 99, "name": "01"}, "There is no cut-out 99"),
        ("/teach/name", {"cut": 1, "name": "<b>"}, "is no tile of"),
        ("/teach/rename", {"old": "x", "name": "01"}, "Nothing is called"),
        ("/teach/forget", {"name": "x"}, "Nothing is called"),
        ("/teach/judge", {"tile": 1, "name": "01"}, "no tile 1 in the test"),
        ("/teach/photo", {}, "Choose a file first"),
        ("/teach/photo", {"photo": (io.BytesIO(b"no picture"), "x.jpg")}, "The photo "),
        ("/teach/gallery", {"gallery": (io.BytesIO(b"PK"), "x")}, "The file is broken"),
    ],
)
def test_what_can_not_be_done_is_said_on_the_page(place, host, path, form, said):
    answer = host.post(path, **form)
    assert answer.status_code == 400
    assert said in answer.text
    assert "<b>" not in answer.text
    assert place.teacher.lesson.cuts == ()


def test_too_large_files_are_refused_and_other_forms_stay_small(place, host, monkeypatch, jpeg):
    monkeypatch.setattr(teaching, "LARGEST_FILE", 10_000)
    answer = send(host, "/teach/photo", b"x" * 20_000)
    assert answer.status_code == 413
    assert "too large" in answer.text
    assert host.post("/teach/forget", name="x" * (LONGEST_TAP + 1)).status_code == 413
    assert place.teacher.lesson.cuts == ()


def test_pictures_of_other_places_are_not_handed_out(host):
    for name in ("lesson.json", "..%2Fphones.json", "cut-0001.png"):
        assert host.get(f"/teach/pictures/{name}").status_code == 404
    assert host.get("/teach/7").status_code == 404


def test_nothing_on_the_page_needs_more_than_the_policy_allows(place, host, jpeg):
    send(host, "/teach/photo", jpeg)
    for path in ("/teach", "/teach/1", "/teach/alike"):
        page = host.get(path)
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert page.headers["Cache-Control"] == "no-store"
        assert "style=" not in page.text
        assert "onclick" not in page.text
        assert "<script>" not in page.text


def test_other_pages_can_not_teach(place, host, jpeg):
    answer = host.post("/teach/forget", origin="http://evil.example", name="01")
    assert answer.status_code == 403
    assert URL.startswith("http://192")
