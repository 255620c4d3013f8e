"""Passes that were stolen, forged or have lapsed, and pages of somebody else."""

from contextlib import closing

import pytest

from companion.log.events import SEAT, Who
from companion.phones.live import Feed
from tests.web.phones import Phone, somebody
from tests.web.tables import GAME, Place
from web import Site, create_app
from web.access.guests import HOST_COOKIE, SEAT_COOKIE


def test_a_forged_cookie_is_worth_nothing(place: Place) -> None:
    mine = somebody(place, "seat").cookie(SEAT_COOKIE)
    place.passes.renew(1)
    thief = Phone(place)
    for forged in (mine.replace("seat-0", "seat-1"), "seat-1", "host", mine[:-1]):
        thief.show_cookie(SEAT_COOKIE, forged)
        thief.show_cookie(HOST_COOKIE, forged)
        assert thief.tap("pause").status_code == 403
        assert "You are watching." in thief.get("/").text


def test_a_stolen_cookie_ends_when_the_host_frees_the_seat(place: Place) -> None:
    vera, host, thief = somebody(place, "seat"), somebody(place, "host"), Phone(place)
    thief.show_cookie(SEAT_COOKIE, vera.cookie(SEAT_COOKIE))
    assert thief.tap("pause").status_code == 204
    assert host.post("/free", seat=0).status_code == 303
    assert place.table.now.names == {}
    assert thief.tap("resume").status_code == 403
    assert vera.tap("resume").status_code == 403
    place.publish()
    assert vera.join(0).status_code == 303
    assert vera.tap("resume").status_code == 204
    assert thief.tap("pause").status_code == 403


def test_who_gives_up_his_seat_is_a_viewer(place: Place) -> None:
    vera = somebody(place, "seat")
    assert vera.post("/leave").status_code == 303
    assert place.table.events()[-1].by == Who(SEAT, 0)
    assert place.table.now.names == {}
    assert vera.tap("pause").status_code == 403
    assert vera.post("/leave").status_code == 403


def test_a_seat_of_a_larger_game_can_be_given_up_in_a_smaller_one(place: Place) -> None:
    place.passes.renew(3)
    vera = Phone(place)
    vera.show_cookie(SEAT_COOKIE, place.passes.seat_pass(3))
    assert "This game has no seat 4." in vera.get("/").text
    assert vera.post("/leave").status_code == 303
    assert vera.join(0).status_code == 303


@pytest.mark.parametrize("path", ["/", "/join", "/events", "/healthz"])
def test_a_name_that_nobody_has_given_is_refused(place: Place, path: str) -> None:
    """A page elsewhere can point its own name at our address; then its script may read ours."""
    for name in ("evil.example", "192.168.1.5.evil.example", "localhost.evil.example"):
        answer = place.client.get(path, base_url=f"http://{name}:8000")
        assert answer.status_code == 403
        answer.close()


def test_a_name_that_the_host_has_given_is_known() -> None:
    client = create_app(Site(Feed(GAME), names=["Pi.local"])).test_client()
    for url in ("http://pi.local:8000", "http://PI.local", "http://10.0.0.2", "http://[fe80::1]"):
        assert client.get("/healthz", base_url=url).status_code == 200
    assert client.get("/healthz", base_url="http://other.local").status_code == 403


def test_an_open_stream_ends_when_the_seat_is_freed(place: Place) -> None:
    vera = somebody(place, "seat")
    answer = vera.get("/events")
    with closing(answer):
        chunks = (c.decode() if isinstance(c, bytes) else c for c in answer.response)
        assert any("event: full" in chunk and '"controls"' in chunk for chunk in chunks)
        place.desk.sit(0, "", Who("host"))
        place.passes.renew(0)
        place.publish()
        assert list(chunks) == ["event: role\ndata: {}\n\n"]
