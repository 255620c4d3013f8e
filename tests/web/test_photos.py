"""Photos from phones: who may send them, what comes back, and what never happens."""

import io
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from werkzeug.test import TestResponse

from companion.benches.trust.made_to_hurt.photos import more_scans, progressive
from companion.common.errors import InputError
from companion.common.words import say
from companion.log.events import SEAT, Choose, Confirm, Play, Undo, Who
from companion.phones.photo_view import Progress
from tests.companion.tables import do
from tests.waiting import LIMIT
from tests.web.phones import Phone, somebody
from tests.web.photographs import bomb, png
from tests.web.tables import GAME, NAME, Place, played
from web.access.guests import SEAT_COOKIE
from web.pages import photos as photo_page

pytestmark = pytest.mark.live

PHOTO = png()
#: Seat 0 has taken a die and built a tile; the log does not know it yet.
LATER = played()[68].state


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path, "ask")
    for ply in played()[65:67]:
        do(made.table, Play(GAME.move_text(ply.move)))
    # No camera looks at this table.
    made.watcher = type(made.watcher)(made.table, is_blind=True)
    made.desk.lay(NAME, made.table, made.watcher)
    yield made
    made.photographs.close()
    made.table.close()


def send(phone: Phone, data: bytes = PHOTO, of: str = "forge", **form: Any) -> TestResponse:
    """A photo is sent, and has been read when this returns."""
    answer = phone.post("/photo", of=of, photo=(io.BytesIO(data), "photo.jpg"), **form)
    phone.place.photographs.close()
    phone.place.publish()
    return answer


def test_a_photo_becomes_a_proposal_that_one_tap_confirms(place: Place) -> None:
    phone = somebody(place, "seat")
    number = place.table.now.number
    assert "Or take a photo" in phone.get("/hand").text
    assert "You enter the moves." in phone.get("/photo").text
    place.lies = LATER
    assert send(phone).status_code == 204
    page = phone.get("/photo").text
    assert "Seen: 1 tile." in page
    assert "And then?" in page, "the Forge alone does not show where it was built"
    assert send(phone, of="island:0").status_code == 204
    page = phone.get("/photo").text
    assert "Yes, that is what happened" in page
    assert place.table.now.number == number, "nothing is entered without a yes"
    serial = place.watcher.opinion.serial
    assert phone.post("/tap/confirm", game=NAME, serial=serial).status_code == 204
    event = place.table.events()[-1]
    assert isinstance(event.action, Confirm)
    assert event.by == Who(SEAT, 0)
    assert GAME.key(place.table.now.state) == GAME.key(LATER)
    assert event.picture
    with closing(phone.get(f"/history/picture/{event.picture}")) as answer:
        assert answer.status_code == 200


@pytest.mark.parametrize("mode", ["ask", "watch"])
def test_nothing_is_entered_without_a_yes(place: Place, mode: str) -> None:
    do(place.table, Choose(mode))
    phone = somebody(place, "seat")
    number = place.table.now.number
    place.lies = LATER
    send(phone)
    send(phone, of="island:0")
    assert place.table.now.number == number
    assert place.watcher.opinion.proposed


def test_in_the_mode_auto_what_is_certain_is_entered_and_an_undo_stays(place: Place) -> None:
    do(place.table, Choose("auto"))
    phone = somebody(place, "seat")
    place.lies = LATER
    send(phone, of="forge")
    send(phone, of="island:0")
    assert GAME.key(place.table.now.state) == GAME.key(LATER)
    do(place.table, Undo())
    number = place.table.now.number
    place.watcher.see()
    assert place.table.now.number == number


def test_a_move_by_hand_leaves_the_photo_behind(place: Place) -> None:
    phone = somebody(place, "host")
    send(phone)
    assert place.watcher.opinion.in_step
    do(place.table, Play(GAME.move_text(played()[67].move)))
    assert place.watcher.see().headline == "You enter the moves."
    assert place.watcher.see().differences == ()


def test_a_move_by_hand_that_the_photo_shows_leaves_the_rest_of_it(place: Place) -> None:
    phone = somebody(place, "host")
    place.lies = LATER
    send(phone)
    send(phone, of="island:0")
    do(place.table, Play(GAME.move_text(played()[67].move)))
    opinion = place.watcher.see()
    assert [GAME.move_text(step.move) for step in opinion.proposed] == [
        GAME.move_text(played()[68].move)
    ]


def test_a_photo_is_put_away(place: Place) -> None:
    phone = somebody(place, "seat")
    place.lies = LATER
    send(phone)
    assert place.watcher.opinion.answers
    assert phone.post("/photo/away").status_code == 204
    assert place.watcher.opinion.answers == ()
    assert "Your photo" not in phone.get("/photo").text
    assert phone.post("/photo/away").status_code == 409


def test_a_photo_of_another_table_is_called_so_and_fills_no_second_screen(place: Place) -> None:
    phone = somebody(place, "seat")
    number = place.table.now.number
    place.lies = played()[-1].state
    send(phone, of="island:0")
    page = phone.get("/photo").text
    assert page.count("This doesn&#39;t look like your game.") == 2, "by the referee and the photo"
    assert "Take another photo" in page
    assert "Enter it by hand" in page
    assert place.watcher.opinion.differences, "rings in the picture show what is meant"
    assert place.watcher.opinion.remedies == place.watcher.opinion.answers == ()
    assert place.table.now.number == number
    phone.post("/photo/away")
    place.publish()
    assert "look like your game" not in phone.get("/photo").text


# --- who ---


def test_a_seat_photographs_the_forge_and_its_own_island_the_host_all(place: Place) -> None:
    seat, host = somebody(place, "seat"), somebody(place, "host")
    assert send(seat, of="island:1").status_code == 403
    assert place.photographs.newest("host") is None
    for phone, zones in ((seat, ("forge", "island:0")), (host, ("forge", "island:0", "island:1"))):
        for zone in zones:
            assert send(phone, of=zone).status_code == 204
        assert phone.get("/photo").text.count('name="of"') == 2 * len(zones), "taken or chosen"
    assert send(host, of="plans").status_code == 409
    assert send(host, of="").status_code == 409
    viewer = Phone(place, "192.168.1.9")
    assert send(viewer).status_code == 403
    assert "/photo" not in viewer.get("/hand").text


def test_the_picture_goes_back_to_its_sender_and_to_nobody_else(place: Place) -> None:
    seat = somebody(place, "seat")
    send(seat, of="island:0")
    shot = place.photographs.newest(seat.cookie(SEAT_COOKIE))
    assert shot
    path = f"/photo/{shot.number}.jpg"
    assert seat.get(path).data.startswith(b"\xff\xd8")
    other = Phone(place)
    assert other.join(1, "Susan").status_code == 303
    for phone in (other, somebody(place, "host")):
        assert phone.get(path).status_code == 404
        assert "Your photo" not in phone.get("/photo").text
    assert Phone(place).get(path).status_code == 403
    old = seat.cookie(SEAT_COOKIE)
    place.passes.renew(0)
    seat.show_cookie(SEAT_COOKIE, place.passes.seat_pass(0))
    assert old != seat.cookie(SEAT_COOKIE)
    assert seat.get(path).status_code == 404, "somebody else sits there now"


def test_what_is_kept_for_all_shows_nothing_but_the_pieces(place: Place) -> None:
    host = somebody(place, "host")
    place.lies = LATER
    send(host, png(64, 48, shade=250))
    (kept,) = (place.table.path.parent / "pictures").glob("*.jpg")
    picture = cv2.imread(str(kept))
    assert picture[10, 10].min() > 230, "a tile was recognised here"
    assert abs(int(picture[40, 55].max()) - 128) < 12, "a hand of cards may have been here"


# --- what can't be read ---


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no picture at all", "That is no picture"),
        (PHOTO[:60], "That is no picture"),
        (bomb(), "too many pixels: 60 megapixels at most"),
        (png(shade=10), "The photo is too dark"),
    ],
)
def test_what_is_no_good_is_said_in_a_sentence_and_changes_nothing(
    place: Place, data: bytes, said: str
) -> None:
    phone = somebody(place, "seat")
    before = (place.table.now.number, place.watcher.opinion)
    assert send(phone, data).status_code == 204
    page = phone.get("/photo").text
    assert said in page
    assert "Nothing was changed." in page
    assert (place.table.now.number, place.watcher.opinion) == before
    assert send(phone).status_code == 204
    assert "Seen: 1 tile." in phone.get("/photo").text


def test_a_board_that_is_not_found_is_said(place: Place) -> None:
    phone = somebody(place, "seat")
    place.lies = InputError(say("No board was found."))
    send(phone)
    assert "No board was found." in phone.get("/photo").text


def test_a_bomb_is_refused_by_its_header(place: Place) -> None:
    phone = somebody(place, "seat")
    send(phone, bomb())
    assert "too many pixels: 60 megapixels at most" in phone.get("/photo").text
    send(phone)
    assert "Seen:" in phone.get("/photo").text


def test_a_photo_of_thousands_of_scans_is_refused(place: Place) -> None:
    phone = somebody(place, "seat")
    send(phone, more_scans(progressive(np.full((48, 64, 3), 120, np.uint8)), 3000))
    assert "takes too much memory or time to unpack" in phone.get("/photo").text


def test_too_large_photos_are_refused_and_other_forms_stay_small(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_page, "LARGEST_PHOTO", 40_000)
    phone = somebody(place, "seat")
    answer = send(phone, bytes(60_000))
    assert (answer.status_code, "too large" in answer.text) == (413, True)
    monkeypatch.setattr("companion.camera.photos.photo_desk.LARGEST_PHOTO", 1000)
    assert send(phone, bytes(2000)).status_code == 409
    assert phone.post("/tap/undo", game="x" * 40_000).status_code == 413
    assert "Your photo" not in phone.get("/photo").text


def test_without_a_file_and_from_elsewhere(place: Place) -> None:
    phone = somebody(place, "seat")
    assert phone.post("/photo", of="forge").status_code == 409
    form = {"of": "forge", "photo": (io.BytesIO(PHOTO), "x")}
    assert phone.post("/photo", origin="http://evil.example", **form).status_code == 403
    assert "Your photo" not in phone.get("/photo").text


def test_a_browser_gets_the_page_with_the_complaint(place: Place) -> None:
    answer = place.client.post(
        "/photo",
        data={"of": "forge"},
        headers={"Origin": "http://localhost", "Accept": "text/html"},
    )
    assert answer.status_code == 409
    assert "Take a photo first." in answer.text
    assert '<input type="hidden" name="of" value="forge">' in answer.text


# --- one at a time ---


def test_photos_wait_for_each_other_and_nobody_waits_for_photos(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    running: list[int] = []

    class SlowEye:
        def look_for(self, image: object, zone: str, known: Any) -> Any:
            running.append(1)
            assert len(running) == 1, "one at a time"
            begun.set()
            assert go_on.wait(LIMIT)
            running.pop()
            raise InputError("nothing")

    photos = place.photographs
    monkeypatch.setattr(photos, "_open_eye", lambda *_: SlowEye())
    photos.take(PHOTO, "forge", "a")
    assert begun.wait(LIMIT)
    phone = somebody(place, "host")
    assert phone.get("/photo").status_code == 200, "the pages answer meanwhile"
    with pytest.raises(InputError, match="still being read"):
        photos.take(PHOTO, "forge", "a")
    photos.take(PHOTO, "forge", "b")
    photos.take(PHOTO, "forge", "c")
    with pytest.raises(InputError, match="Other photos are being read"):
        photos.take(PHOTO, "forge", "d")
    shot = photos.newest("a")
    assert shot
    assert shot.progress is Progress.READING
    go_on.set()
    photos.close()
    shots = [photos.newest(sender) for sender in "abc"]
    assert [shot.progress for shot in shots if shot] == [Progress.FAILED] * 3


def test_an_eye_that_fails_does_so_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, working = somebody(place, "seat"), place.photographs._open_eye

    def fail(*_: object) -> Any:
        raise ZeroDivisionError("<b>")

    monkeypatch.setattr(place.photographs, "_open_eye", fail)
    send(phone)
    page = phone.get("/photo").text
    assert "The eye failed at this photo: ZeroDivisionError: &lt;b&gt;" in page
    monkeypatch.setattr(place.photographs, "_open_eye", working)
    send(phone)
    assert "Seen: 1 tile." in phone.get("/photo").text


def test_photos_of_a_game_that_was_put_away_are_gone(place: Place) -> None:
    phone = somebody(place, "seat")
    send(phone)
    place.desk.lay("wednesday-1", place.table, place.watcher)
    assert "Your photo" not in phone.get("/photo").text
    place.desk.clear()
    assert phone.get("/photo").status_code == 503
    assert send(phone).status_code == 409
