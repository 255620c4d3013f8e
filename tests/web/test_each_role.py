"""Every route and every role: who may do what, and what each gets to see."""

import json
import re
from pathlib import Path

import pytest

from companion.games.kit.values import evolve
from companion.games.secrets import known_to
from companion.log.events import Who
from companion.referee.settling import LOOKS
from tests.web.phones import ROLES, Phone, somebody
from tests.web.tables import GAME, NAME, Place
from web.access.guests import HOST_COOKIE, SEAT_COOKIE
from web.live.screen import HOST_REGIONS, PEOPLE, PLAYER_REGIONS

#: What a viewer, seat 1 and the host are answered while a move of seat 0 is proposed.
EXPECTED: dict[tuple[str, str], tuple[int, int, int]] = {
    ("GET", "/"): (200, 200, 200),
    ("GET", "/healthz"): (200, 200, 200),
    ("GET", "/events"): (200, 200, 200),
    ("GET", "/kiosk"): (200, 200, 200),
    ("GET", "/here/<secret>"): (403, 403, 403),
    ("GET", "/here/<secret>/kiosk"): (403, 403, 403),
    ("GET", "/join"): (200, 200, 200),
    ("GET", "/static/<path:filename>"): (404, 404, 404),
    ("GET", "/seat"): (200, 200, 200),
    ("GET", "/seat/part"): (200, 200, 200),
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
    assert known_to(GAME, other, 0) != known_to(GAME, state, 0), "the hands differ"
    latest = place.feed.after(0, 0)
    assert latest is not None
    place.feed.post(other, (), latest.standing)
    place.feed.post(other, (), latest.standing)
    second = everything_sent(place)
    for role, sent in first.items():
        assert second[role] == sent, role
