"""No English sentence is left where a copy is taught and where the camera's picture is shown."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import web
from companion.camera.lookout import Lookout, Sighting
from companion.camera.teacher import Teacher
from companion.camera.viewfinder import TableWindow
from companion.common.errors import CompanionError
from companion.log.events import Sit
from companion.tabletop.observation import Observation
from companion.tabletop.problems import Problem
from hardware.camera import CameraError
from hardware.frame import Frame
from tests.companion.evenings import tools
from tests.companion.tables import do
from tests.vision.art.laid import as_jpeg, photo, pieces
from tests.web.phones import Phone, somebody
from tests.web.pseudo import everybody_may_speak_it, leaks  # noqa: F401 - it is used by itself
from tests.web.tables import GAME, NAME, Place, played
from tests.web.test_english_left import pages
from vision.motion.scene import ZoneState
from vision.reading.look import Look
from web import Site, create_app
from web.hosting import teaching

TILES = pieces("tile", 4)
#: What no language has another word for: formats of pictures, and what somebody typed.
SAME = ("JPEG", "PNG", "WebP", "HEIC", "MB", "no-such-name", "Something", NAME)


def pseudo(place: Place, **there: Any) -> Phone:
    """The host's phone, in the language that nobody speaks."""
    place.app = create_app(Site(place.feed, place.desk, place.passes, tools=tools(**there)))
    host = somebody(place, "host")
    host.show_cookie("language", "xx")
    return host


# --- teach my copy ---


def test_a_lesson_has_no_english_left(place: Place, tmp_path: Path) -> None:
    teacher = Teacher(GAME, tmp_path / "lesson")
    host = pseudo(place, classroom=teacher)
    jpeg = as_jpeg(photo(TILES, seed=5, size=(800, 600))[0])

    def look() -> None:
        for path in ("/", "/teach", "/teach/alike", *(f"/teach/{n}" for n in (1, 2, 99))):
            assert leaks(host.get(path).text, *SAME) == [], path

    look()
    for _ in range(2):
        assert host.post("/teach/photo", photo=(io.BytesIO(jpeg), "x.jpg")).status_code == 303
    look()
    for cut in teacher.lesson.cuts[:3]:
        teacher.name(cut.number, str(cut.proposal))
    assert host.post("/teach/test", photo=(io.BytesIO(jpeg), "x.jpg")).status_code == 303
    look()
    teacher.judge(1, None)
    look()
    teacher.lesson.agree()
    look()
    assert leaks(host.get("/teach/alike").text, *SAME) == []


def test_pairs_that_look_alike_have_no_english_left(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = Teacher(GAME, tmp_path / "lesson")
    names = [choice.name for choice in teacher.choices]
    monkeypatch.setattr(teacher, "look_alikes", lambda: ((names[3], names[4]),))
    page = pseudo(place, classroom=teacher).get("/teach/alike").text
    assert leaks(page, *SAME) == []


def test_a_game_without_a_list_of_names_has_no_english_left(place: Place, tmp_path: Path) -> None:
    teacher = Teacher(GAME, tmp_path / "lesson")
    teacher.__dict__["choices"] = ()
    host = pseudo(place, classroom=teacher)
    host.post(
        "/teach/photo",
        photo=(io.BytesIO(as_jpeg(photo(TILES, seed=5, size=(800, 600))[0])), "x.jpg"),
    )
    for path in ("/teach", "/teach/1"):
        assert leaks(host.get(path).text, *SAME) == [], path
    answer = host.post("/teach/name", cut=1, name="\u200b")
    assert answer.status_code == 400
    assert leaks(answer.text, *SAME) == []


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/teach/name", {"cut": 99, "name": "01"}),
        ("/teach/name", {"cut": 1, "name": "no-such-name"}),
        ("/teach/name", {"cut": "x", "name": "01"}),
        ("/teach/rename", {"old": "no-such-name", "name": "01"}),
        ("/teach/forget", {"name": "no-such-name"}),
        ("/teach/judge", {"tile": 1, "name": "01"}),
        ("/teach/photo", {}),
        ("/teach/photo", {"photo": b"no picture"}),
        ("/teach/photo", {"photo": b"GIF89a"}),
        ("/teach/photo", {"photo": b"\xff\xd8\xff"}),
        ("/teach/photo", {"photo": "empty table"}),
        ("/teach/test", {"photo": b"no picture"}),
        ("/teach/test", {"photo": "empty table"}),
        ("/teach/gallery", {"gallery": b"PK"}),
    ],
)
def test_errors_of_a_lesson_have_no_english_left(
    place: Place, tmp_path: Path, path: str, form: dict[str, Any]
) -> None:
    host = pseudo(place, classroom=Teacher(GAME, tmp_path / "lesson"))
    empty = as_jpeg(np.full((300, 400, 3), 120, np.uint8))
    sent = {key: empty if value == "empty table" else value for key, value in form.items()}
    files = {
        key: (io.BytesIO(value), "x.jpg") if isinstance(value, bytes) else value
        for key, value in sent.items()
    }
    answer = host.post(path, **files)
    assert answer.status_code == 400
    assert leaks(answer.text, *SAME, "cut") == []


def test_the_word_for_too_large_files_has_no_english_left(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "LARGEST_FILE", 10_000)
    host = pseudo(place, classroom=Teacher(GAME, tmp_path / "lesson"))
    answer = host.post("/teach/photo", photo=(io.BytesIO(b"x" * 20_000), "x.jpg"))
    assert answer.status_code == 413
    assert leaks(answer.text, *SAME) == []


def test_what_only_the_system_can_say_stands_behind_our_words(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = Teacher(GAME, tmp_path / "lesson")

    def fail(name: str) -> int:
        raise CompanionError("lesson.json: No space left on device")

    monkeypatch.setattr(teacher, "forget", fail)
    host = pseudo(place, classroom=teacher)
    answer = host.post("/teach/forget", name="01")
    assert answer.status_code == 500
    assert leaks(answer.text, "No space left on device", *SAME) == []
    assert "No space left on device" in answer.text


# --- what the camera sees ---


class NoEye:
    """Sees nothing by itself."""

    zones: frozenset[str] = frozenset()

    def look(self, frame: Frame) -> Look:
        raise AssertionError(frame)


def no_camera() -> Any:
    raise CameraError("camera-not-opened", camera="camera 0", reason=Problem("ask-plug"))


def window(place: Place, look: Look | None) -> TableWindow:
    """A window whose camera has just had this look."""
    lookout = Lookout(no_camera, NoEye())
    if look is not None:
        lookout._newest = Sighting(1, Frame(np.zeros((72, 128, 3), np.uint8), 0.0, "0"), look)
    found = TableWindow()
    found.show(lookout, place.watcher, place.table)
    return found


def looks(place: Place) -> Iterator[Look]:
    """Zones in every state, with everything that can lie in them."""
    state = place.table.now.state
    zones = GAME.zones(state)
    seen: list[Observation] = [GAME.project(state, zone).as_seen() for zone in zones]
    for each in ZoneState:
        yield Look(dict.fromkeys(zones, each), tuple(seen))
    hidden = (replace(one, hidden=one.looked_at) for one in seen)
    yield Look(dict.fromkeys(zones, ZoneState.SETTLED), tuple(hidden))
    for reason in (Problem("camera-being-moved"), Problem("board-few-details", {"n": 3})):
        yield Look(dict.fromkeys(zones, ZoneState.CAMERA_MOVED), (), reason=reason)


def test_the_camera_s_window_has_no_english_left(place: Place) -> None:
    do(place.table, Sit(0, "Ada"))
    place.passes.renew(0)
    place.show(played()[120].state)  # nothing legal leads there: places are ringed
    for look in (None, *looks(place)):
        host = pseudo(place, window=window(place, look))
        for where, page in pages(place):
            assert leaks(page, "Ada", "Something", NAME) == [], where
        answer = host.get("/camera")
        words = [*answer.json["lines"], answer.json["trouble"]]
        assert leaks(" ".join(f"<p>{text}</p>" for text in words), "Ada") == []


def test_the_window_says_what_lies_where_and_whose_it_is(place: Place) -> None:
    do(place.table, Sit(0, "Ada"))
    place.show(played()[120].state)
    lines = {}
    for code in ("en", "fr", "de"):
        host = pseudo(place, window=window(place, next(iter(looks(place)))))
        host.show_cookie("language", code)
        lines[code] = host.get("/camera").json["lines"]
    told = {code: " | ".join(each) for code, each in lines.items()}
    assert "island of Ada: moving; " in told["en"]
    assert "Ada, île\N{NO-BREAK SPACE}: ça bouge\N{NARROW NO-BREAK SPACE}; " in told["fr"]
    assert "Insel von Ada: bewegt sich; " in told["de"]
    assert [" tiles, " in told["en"], " tuiles, " in told["fr"]] == [True, True]
    assert [each[-1].split(":")[0] for each in lines.values()] == [
        "Ringed",
        "Entouré\N{NO-BREAK SPACE}",
        "Eingekreist",
    ]


def test_trouble_with_the_camera_has_no_english_left(place: Place) -> None:
    lookout = Lookout(no_camera, NoEye())
    lookout.start()
    found = TableWindow()
    found.show(lookout, place.watcher, place.table)
    host = pseudo(place, window=found)
    while not lookout.trouble:
        assert lookout.after(0, 0.05) is None
    trouble = host.get("/camera").json["trouble"]
    lookout.stop()
    assert leaks(f"<p>{trouble}</p>", "camera 0") == []
    assert "camera 0" in trouble


def test_answers_to_a_report_have_no_english_left(place: Place) -> None:
    class Broken(TableWindow):
        def report(self) -> Path:
            return Path("games/report-1.zip")

    host = pseudo(place, window=Broken())
    assert leaks(host.post("/camera/report").text, "games/report-1.zip") == []
    host = pseudo(place, window=TableWindow())
    answer = host.post("/camera/report")
    assert answer.status_code == 409
    assert leaks(answer.text) == []
    assert leaks(host.get("/camera.jpg").text) == []
    for path in ("/camera", "/camera.jpg", "/teach"):
        stranger = somebody(place, "viewer")
        stranger.show_cookie("language", "xx")
        assert leaks(stranger.get(path).text) == [], path


def test_no_script_says_anything_by_itself() -> None:
    folder = Path(web.__file__).parent / "static"
    assert len([*folder.glob("*.js")]) >= 3
    for script in folder.glob("*.js"):
        for line in script.read_text("utf-8").splitlines():
            assert not ("textContent" in line and ' = "' in line and '= ""' not in line), line


def test_the_pseudo_language_would_notice() -> None:
    assert leaks("<form data-say-busy='Looking'>") == ["Looking"]


def test_what_people_are_asked_beside_the_camera_has_no_english_left(place: Place) -> None:
    state = place.table.now.state
    seen = [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]
    asked = place.watcher.hear([replace(one, at_rest=False) for one in seen])
    assert asked.word == "waiting"
    place.publish()
    host = pseudo(place)
    assert leaks(host.get("/").text, *SAME) == []
