"""Who may do what over the wire: seats, codes, cookies, and what each role gets to see."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.propeller_islands.rules.state import evolve
from companion.log.events import SEAT, Confirm, Play, Sit, Who
from companion.phones.attempts import MOST_OF_ONE
from companion.phones.live import Feed
from companion.referee.settling import LOOKS
from tests.web.tables import GAME, NAME, Place
from tests.web.test_invitation import on_page, scanned
from web import create_app
from web.access.guests import HOST_COOKIE, SEAT_COOKIE
from web.joining.seats import clean
from web.live.screen import HOST_REGIONS, PEOPLE, PLAYER_REGIONS

URL = "http://192.168.1.5:8000"
ROLES = ("viewer", "seat", "host")


class Phone:
    """A browser somewhere in the network."""

    def __init__(self, place: Place, address: str = "192.168.1.7") -> None:
        self.place = place
        self.client: FlaskClient = place.app.test_client()
        self._here = {"REMOTE_ADDR": address}

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, base_url=URL, environ_base=self._here)

    def post(self, path: str, origin: str = URL, **form: object) -> TestResponse:
        headers = {"Origin": origin, "Accept": "text/plain"}
        return self.client.post(
            path, base_url=URL, environ_base=self._here, headers=headers, data=form
        )

    def tap(self, word: str, **form: object) -> TestResponse:
        seen = self.place.table.now.number
        return self.post(f"/tap/{word}", game=NAME, **{"seen": seen, **form})

    def join(self, seat: int, name: str = "Vera", **form: object) -> TestResponse:
        return self.post("/join", **{"code": self.place.passes.join_code, "seat": seat,
                                     "name": name, **form})  # fmt: skip

    def cookie(self, name: str) -> str:
        found = self.client.get_cookie(name, domain="192.168.1.5")
        return found.value if found else ""

    def show_cookie(self, name: str, value: str) -> None:
        self.client.set_cookie(name, value, domain="192.168.1.5")

    def stream(self) -> dict[str, str]:
        """The regions of the first event."""
        answer = self.get("/events")
        with closing(answer):
            for chunk in answer.response:
                text = chunk.decode() if isinstance(chunk, bytes) else chunk
                if text.startswith("id: "):
                    regions: dict[str, str] = json.loads(text.partition("data: ")[2])
                    return regions
        raise AssertionError("no event")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path, "ask")
    yield made
    made.table.close()


def somebody(place: Place, role: str, seat: int = 0) -> Phone:
    """A phone of that role."""
    phone = Phone(place)
    if role == "seat":
        assert phone.join(seat).status_code == 303
    elif role == "host":
        assert phone.post("/join", code=place.passes.host_pin).status_code == 303
    place.publish()
    return phone


# --- every route and every role ---

#: What a viewer, seat 1 and the host are answered while a move of seat 0 is proposed.
EXPECTED: dict[tuple[str, str], tuple[int, int, int]] = {
    ("GET", "/"): (200, 200, 200),
    ("GET", "/healthz"): (200, 200, 200),
    ("GET", "/events"): (200, 200, 200),
    ("GET", "/kiosk"): (200, 200, 200),
    ("GET", "/join"): (200, 200, 200),
    ("GET", "/static/<path:filename>"): (404, 404, 404),
    ("GET", "/island"): (200, 200, 200),
    ("GET", "/island/part"): (200, 200, 200),
    ("GET", "/score"): (200, 200, 200),
    ("GET", "/score/part"): (200, 200, 200),
    ("GET", "/score/as/<name>"): (200, 200, 200),
    ("GET", "/history"): (200, 200, 200),
    ("GET", "/history/part"): (200, 200, 200),
    ("GET", "/history/picture/<name>"): (404, 404, 404),
    ("GET", "/hand"): (200, 200, 200),
    ("GET", "/hand/part"): (200, 200, 200),
    ("GET", "/telling/part"): (200, 200, 200),
    ("GET", "/photo"): (403, 200, 200),
    ("GET", "/photo/part"): (403, 200, 200),
    ("GET", "/photo/<int:number>.jpg"): (403, 404, 404),
    ("POST", "/photo"): (403, 409, 409),
    ("POST", "/photo/away"): (403, 409, 409),
    ("POST", "/join"): (403, 403, 403),
    ("POST", "/language"): (400, 400, 400),
    ("POST", "/letters"): (400, 400, 400),
    ("POST", "/leave"): (403, 303, 403),
    ("POST", "/free"): (403, 403, 303),
    ("POST", "/tap/confirm"): (403, 403, 204),
    ("POST", "/tap/answer"): (403, 409, 409),
    ("POST", "/tap/disagree"): (403, 409, 409),
    ("POST", "/tap/accept"): (403, 409, 409),
    ("POST", "/tap/mode"): (403, 403, 204),
    ("POST", "/tap/play"): (403, 409, 409),
    ("POST", "/tap/repair"): (403, 403, 204),
    ("POST", "/tap/correct"): (403, 204, 204),
    ("POST", "/tap/<any(undo, redo, pause, resume):word>"): (403, 204, 204),
}
FORMS: dict[str, dict[str, object]] = {
    "/join": {"code": "wrong", "seat": 1, "name": "Eve"},
    "/free": {"seat": 1},
    "/tap/answer": {"serial": 0, "choice": 0},
    "/tap/disagree": {"serial": 0, "choice": 0},
    "/tap/accept": {"serial": 0},
    "/tap/mode": {"mode": "watch"},
    "/tap/play": {"moves": "no move at all"},
    "/tap/repair": {"repair": "fame/0 2"},
    "/tap/correct": {"event": 3, "move": 0, "to": ""},
}


def test_the_table_of_answers_knows_every_route(place: Place) -> None:
    routes = {
        (method, rule.rule)
        for rule in place.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == set(EXPECTED)


@pytest.mark.parametrize("role", ROLES)
def test_every_route_answers_every_role_as_it_should(tmp_path: Path, role: str) -> None:
    place: Place | None = None
    for number, ((method, route), answers) in enumerate(EXPECTED.items()):
        if place is None:
            place = Place(tmp_path / str(number), "ask")
            phone = somebody(place, role, seat=1)
            place.show(place.next, 2 * LOOKS)
            assert GAME.to_move(place.table.now.state) == 0, "the proposal is a move of seat 0"
        before = place.table.now.number
        path = re.sub(
            "<any.*>",
            "pause",
            route.replace("<path:filename>", "nothing.js")
            .replace("<name>", "csv")
            .replace("<int:number>", "1"),
        )
        form = {"game": NAME, "seen": before, "serial": place.watcher.opinion.serial}
        answer = (
            phone.get(path) if method == "GET" else phone.post(path, **form | FORMS.get(path, {}))
        )
        answer.close()
        expected = answers[ROLES.index(role)]
        assert answer.status_code == expected, f"{method} {path}: {answer.text}"
        changed = place.table.now.number != before
        assert changed == (expected in (204, 303)), f"{method} {path}"
        if changed:
            place.table.close()
            place = None
    if place is not None:
        place.table.close()


@pytest.mark.parametrize("role", ROLES)
def test_nobody_gets_regions_that_are_not_for_him(place: Place, role: str) -> None:
    phone = somebody(place, role)
    regions, page = phone.stream(), phone.get("/").text
    for name in PLAYER_REGIONS:
        assert (name in regions) == (role != "viewer")
        assert (f'id="{name}"' in page) == (role != "viewer")
    for name in (*HOST_REGIONS, PEOPLE):
        assert (name in regions) == (role == "host")
        assert (f'id="{name}"' in page) == (role == "host")
    sent = page + json.dumps(regions)
    assert (place.passes.join_code in sent) == (role == "host")
    assert (place.passes.seat_code(0) in sent) == (role == "seat")
    assert place.passes.host_pin not in sent


def everything_sent(place: Place) -> dict[str, object]:
    """What every role gets from every route that shows something."""
    sent: dict[str, object] = {}
    for number, role in enumerate(("viewer", "seat", "other seat", "host")):
        phone = Phone(place)
        if "seat" in role:
            phone.show_cookie(SEAT_COOKIE, place.passes.seat_pass(number - 1))
        elif role == "host":
            phone.show_cookie(HOST_COOKIE, place.passes.host_pass())
        pages = [re.sub('data-seen="[^"]+"', "", phone.get(path).text) for path in ("/", "/join")]
        sent[role] = (pages, phone.stream())
    return sent


def test_what_is_in_the_hands_changes_nothing_for_any_role(place: Place) -> None:
    """Whatever cards somebody holds, no other seat, no viewer and not the host can tell."""
    for seat in (0, 1):
        place.desk.sit(seat, f"Player {seat}", Who("host"))
        place.passes.renew(seat)
    place.publish()
    state = place.table.now.state
    first = everything_sent(place)
    hands = [tuple(state.unseen_plans[n * 3 : n * 3 + 3]) for n in (0, 1)]
    known = tuple(
        evolve(player, hand=hand, hidden=())
        for player, hand in zip(state.players, hands, strict=True)
    )
    other = evolve(state, players=known)
    assert GAME.view(other, 0) != GAME.view(state, 0), "the hands differ"
    latest = place.feed.after(0, 0)
    assert latest is not None
    place.feed.post(other, (), latest.standing)
    place.feed.post(other, (), latest.standing)
    second = everything_sent(place)
    for role, sent in first.items():
        assert second[role] == sent, role


# --- sitting down ---


def test_somebody_joins_and_everybody_sees_the_name(place: Place) -> None:
    vera, viewer = Phone(place), Phone(place, "192.168.1.8")
    page = vera.get(f"/join?code={place.passes.join_code}").text
    assert f'value="{place.passes.join_code}"' in page
    assert "Marie" in page, "the character of the seat"
    answer = vera.join(0, "  Vera   von  Wolkenstein ")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    event = place.table.events()[-1]
    assert event.action == Sit(0, "Vera von Wolkenstein")
    assert event.by == Who("viewer")
    place.publish()
    assert "You are <b>Vera von Wolkenstein</b>, seat 1." in vera.get("/").text
    assert "Vera von Wolkenstein" in viewer.stream()["seat-0-points"]
    assert "You are watching." in viewer.get("/").text


def test_the_cookie_is_closed_to_scripts_and_other_sites(place: Place) -> None:
    kept = Phone(place).join(0).headers["Set-Cookie"]
    assert "HttpOnly" in kept
    assert "SameSite=Lax" in kept


def test_a_seat_is_taken_once(place: Place) -> None:
    assert Phone(place).join(0).status_code == 303
    place.publish()
    late = Phone(place, "192.168.1.8")
    answer = late.join(0, "Susan")
    assert answer.status_code == 409
    assert "This seat is taken; ask the host." in answer.text
    assert late.cookie(SEAT_COOKIE) == ""
    assert place.table.now.names == {0: "Vera"}


def test_who_has_a_seat_takes_no_second(place: Place) -> None:
    vera = somebody(place, "seat")
    assert vera.join(1).status_code == 409
    assert place.table.now.names == {0: "Vera"}


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"name": ""}, 400),
        ({"name": " \t "}, 400),
        ({"name": "x" * 41}, 400),
        ({"name": "Ve\u202era"}, 400),
        ({"name": "Ve\u200bra"}, 400),
        ({"name": "Ve\x00ra"}, 400),
        ({"seat": ""}, 400),
        ({"seat": "-1"}, 400),
        ({"seat": "99"}, 400),
        ({"seat": "\u00b2"}, 400),
        ({"seat": "7"}, 409),
    ],
)
def test_a_broken_form_seats_nobody(place: Place, form: dict[str, str], status: int) -> None:
    phone = Phone(place)
    assert phone.join(**{"seat": 0, **form}).status_code == status  # type: ignore[arg-type]
    assert phone.cookie(SEAT_COOKIE) == ""
    assert place.table.now.names == {}


def test_a_hostile_name_is_shown_as_text(place: Place) -> None:
    name = "<img src=x onerror=alert(1)>'\"&{{7*7}}"
    vera, host = Phone(place), somebody(place, "host")
    assert vera.join(0, name).status_code == 303
    place.feed.post(place.table.now.state, [f"Player 1 is {name}."])
    place.publish()
    for phone in (vera, host, Phone(place)):
        pages = phone.get("/").text + phone.get("/join").text
        assert "<img" not in pages + "".join(phone.stream().values())
        assert "&lt;img src=x onerror=alert(1)&gt;&#39;&#34;&amp;{{7*7}}" in pages


def test_names_keep_their_letters() -> None:
    assert clean(" Zoe\u0308  O'Neil ") == "Zo\u00eb O'Neil"
    assert clean("\u674e \U0001f3b2") == "\u674e \U0001f3b2"


# --- codes ---


def test_the_host_s_page_shows_a_code_that_leads_to_the_filled_form(place: Place) -> None:
    read, code = scanned(on_page(somebody(place, "host").get("/").text)), place.passes.join_code
    assert read == f"http://192.168.1.5:8000/join?code={code}"
    assert f'value="{code}"' in Phone(place).get(read.removeprefix(URL)).text
    assert 'class="qr"' not in somebody(place, "viewer").get("/").text


def test_a_player_scans_the_way_to_the_own_seat_with_another_phone(place: Place) -> None:
    read = scanned(on_page(somebody(place, "seat").get("/").text))
    assert read == f"http://192.168.1.5:8000/join?code={place.passes.seat_code(0)}&again=1"
    other = Phone(place)
    page = other.get(read.removeprefix("http://192.168.1.5:8000")).text
    assert 'name="seat"' not in page, "nothing is asked of whoever comes back"
    found = re.search(r'name="code" value="(\d+)"', page)
    assert found
    assert other.post("/join", code=found[1]).status_code == 303
    assert "/leave" in other.get("/").text


def test_too_many_wrong_codes_are_followed_by_a_pause(place: Place) -> None:
    guesser = Phone(place)
    for _ in range(MOST_OF_ONE):
        assert guesser.join(0, code="000000x").status_code == 403
    right = guesser.join(0)
    assert right.status_code == 429
    assert 0 < int(right.headers["Retry-After"]) <= 300
    assert "Too many wrong codes. Try again in 5 minutes." in right.text
    assert place.table.now.names == {}
    assert Phone(place, "192.168.1.8").join(0).status_code == 303


def test_a_player_comes_back_on_another_phone_by_his_own_code(place: Place) -> None:
    old, new = somebody(place, "seat"), Phone(place, "192.168.1.8")
    found = re.search(r'class="code">(\d+)<', old.get("/").text)
    assert found
    assert new.post("/join", code=found.group(1)).status_code == 303
    assert "You are <b>Vera</b>" in new.get("/").text
    assert "You are <b>Vera</b>" in old.get("/").text
    assert new.tap("pause").status_code == 204


def test_the_host_s_pin_works_on_a_phone(place: Place) -> None:
    phone = somebody(place, "host")
    assert phone.tap("mode", mode="watch").status_code == 204
    assert place.table.events()[-1].by == Who("host")


# --- stolen, forged and lapsed ---


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


@pytest.mark.parametrize("path", ["/join", "/leave", "/free", "/tap/pause", "/tap/play"])
def test_a_page_of_somebody_else_can_t_use_a_player_s_cookie(place: Place, path: str) -> None:
    vera = somebody(place, "seat")
    vera.show_cookie(HOST_COOKIE, place.passes.host_pass())
    number = place.table.now.number
    form = {"game": NAME, "seen": number, "seat": 0, "code": place.passes.join_code}
    for origin in ("http://evil.example", "null", "http://192.168.1.5:8001"):
        assert vera.post(path, origin, **form).status_code == 403
    assert place.table.now.number == number


@pytest.mark.parametrize("path", ["/", "/join", "/events", "/healthz"])
def test_a_name_that_nobody_has_given_is_refused(place: Place, path: str) -> None:
    """A page elsewhere can point its own name at our address; then its script may read ours."""
    for name in ("evil.example", "192.168.1.5.evil.example", "localhost.evil.example"):
        answer = place.client.get(path, base_url=f"http://{name}:8000")
        assert answer.status_code == 403
        answer.close()


def test_a_name_that_the_host_has_given_is_known() -> None:
    client = create_app(GAME, Feed(), names=["Pi.local"]).test_client()
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


# --- playing ---


def test_a_seat_confirms_its_own_move_and_nobody_else_s(place: Place) -> None:
    vera, susan = Phone(place), Phone(place, "192.168.1.8")
    vera.join(0)
    susan.join(1, "Susan")
    place.show(place.next, 2 * LOOKS)
    serial = place.watcher.opinion.serial
    answer = susan.tap("confirm", serial=serial)
    assert (answer.status_code, answer.text) == (403, "That is somebody else's, not yours.")
    assert vera.tap("confirm", serial=serial).status_code == 204
    event = place.table.events()[-1]
    assert isinstance(event.action, Confirm)
    assert event.by == Who(SEAT, 0)


def test_a_seat_plays_its_own_move_by_its_text(place: Place) -> None:
    vera, susan = Phone(place), Phone(place, "192.168.1.8")
    vera.join(0)
    susan.join(1, "Susan")
    move = next(iter(GAME.moves(place.table.now.state)))
    text = GAME.move_text(move)
    assert susan.tap("play", moves=text).status_code == 403
    assert vera.tap("play", moves=text).status_code == 204
    assert place.table.events()[-1].action == Play(text)
