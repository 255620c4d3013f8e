"""Whoever has taken a seat under a name is called by it on every phone, and only there."""

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from companion.log.events import START, Confirm, Sit, to_line
from tests.companion.tables import do
from tests.web.phones import somebody
from tests.web.tables import GAME, Place, played

HOSTILE = "<script>alert({n})</script>"
ESCAPED = "&lt;script&gt;alert({n})&lt;/script&gt;"
TURN = {"en": "Player 1 activates", "fr": "Joueur 1 active", "de": "Person 1 aktiviert"}
REPAIRS = {"en": "Player 1: a worker", "fr": "Joueur 1", "de": "Person 1"}


@pytest.fixture
def place(tmp_path: Path):
    made = Place(tmp_path, "ask")
    made.show(made.next)
    yield made
    made.table.close()


def page(place: Place, path: str, code: str) -> str:
    host = somebody(place, "host")
    host.show_cookie("language", code)
    return host.get(path).text


@pytest.mark.parametrize("code", TURN)
def test_the_table_calls_people_by_their_names(place: Place, code: str) -> None:
    assert TURN[code] in page(place, "/", code), "an empty seat has only its number"
    do(place.table, Sit(0, "Ada"))
    place.show(place.next)
    shown = page(place, "/", code)
    assert TURN[code] not in shown
    assert TURN[code].replace(TURN[code].rpartition(" ")[0], "Ada") in shown


@pytest.mark.parametrize("code", TURN)
def test_by_hand_and_history_call_people_by_their_names(place: Place, code: str) -> None:
    number = place.table.now.number
    assert TURN[code].split()[0] + " 1" in page(place, "/history", code)
    assert REPAIRS[code] in page(place, "/hand", code)
    do(place.table, Sit(0, "Ada"))
    do(place.table, Sit(1, "Bo"))
    for path in ("/history", f"/history?at={number}", "/hand", "/seat", "/score"):
        shown = page(place, path, code)
        assert "Ada" in shown or "Bo" in shown, path
        left = re.findall(r"(?:Player|Joueur|Person) \d[^<]*", shown)
        assert not [text for text in left if "Ada" not in text and "Bo" not in text], path


def test_who_sits_down_is_still_told_by_the_seat(place: Place) -> None:
    do(place.table, Sit(0, "Ada"))
    place.show(place.next)
    assert "Player 1 is Ada." in page(place, "/", "en")


def test_a_stream_follows_a_name_that_changes(place: Place) -> None:
    def referee() -> str:
        answer = place.app.test_client().get("/events")
        with closing(answer):
            chunks = (part.decode() for part in answer.response)
            event = next(chunk for chunk in chunks if chunk.startswith("id: "))
        return str(json.loads(event.partition("data: ")[2])["referee"])

    assert "Player 1 activates" in referee()
    for name in ("Ada", "Bo"):
        do(place.table, Sit(0, name))
        place.show(place.next)
        assert f"{name} activates" in referee()
        do(place.table, Sit(0, ""))
    place.show(place.next)
    assert "Player 1 activates" in referee()


@pytest.mark.parametrize("code", TURN)
def test_a_hostile_name_is_shown_as_it_was_typed(place: Place, code: str) -> None:
    do(place.table, Sit(0, HOSTILE))
    place.show(place.next)
    moment = place.feed.after(0, 0)
    assert moment
    told = GAME.tell(played()[64].state, played()[65].move)
    place.feed.post(place.table.now.state, [told], moment.standing)
    for path in ("/", "/hand", "/seat", "/score", "/history"):
        shown = page(place, path, code)
        assert ESCAPED in shown, path
        assert HOSTILE not in shown, path
        assert "<script>" not in shown, path


def test_the_log_on_disk_knows_seats_only(place: Place) -> None:
    do(place.table, Sit(0, "Ada"))
    place.show(place.next)
    phone = somebody(place, "host")
    serial = place.watcher.opinion.serial
    assert phone.tap("confirm", serial=serial).status_code == 204
    *earlier, sat, confirmed = place.table.events()
    assert sat.action == Sit(0, "Ada")
    assert isinstance(confirmed.action, Confirm)
    assert "Ada" not in to_line(confirmed, START)
    assert not any("Ada" in to_line(event, START) for event in earlier)
