"""What takes long is made a few at a time; whoever finds no place is told when to come again."""

import http.client
import re
import threading
from contextlib import ExitStack
from html import unescape

import pytest

from companion.games.protocol import Seat
from tests.waiting import LIMIT, until
from tests.web.serving.lines import HOST, call, first_of, head, serving
from tests.web.tables import Place
from web.access import budget

pytestmark = pytest.mark.live


def ask(port: int, path: str, cookie: str) -> tuple[int, str | None, str]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    headers = {"Host": HOST, "Cookie": cookie, "Accept": "text/html"}
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    found = answer.status, answer.getheader("Retry-After"), answer.read().decode()
    line.close()
    return found


def test_previews_are_made_two_at_a_time_and_moves_go_on(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    bell, begun = threading.Event(), []
    story_if = place.table.story_if

    def slow(number: int, moves: str) -> object:
        begun.append(moves)
        bell.wait(LIMIT)
        return story_if(number, moves)

    monkeypatch.setattr(place.table, "story_if", slow)

    def cookie(seat: Seat) -> str:
        return f"seat={place.passes.seat_pass(seat)}"

    for seat in (0, 1):
        place.passes.renew(seat)
    host = f"host={place.passes.host_pass()}"

    def path(seat: Seat) -> str:
        """The newest move of a seat, struck out: that is for the seat and the host to ask."""
        own = [step.event for step in place.table.story()]
        event = next(n for n in own[::-1] if seat in place.table.events(n - 1)[0].seats)
        return f"/history?at={event}&move=0&to="

    with serving(place.app) as (_, port), ExitStack() as many:
        lines = []
        for count, (seat, shown) in enumerate([(0, host), (1, cookie(1))], 1):
            request = head(f"GET {path(seat)}", f"Cookie: {shown}")
            lines.append(many.enter_context(call(port, request)))
            until(lambda count=count: len(begun) == count)
        status, again, text = ask(port, path(0), cookie(0))
        assert (status, again) == (503, "1")
        assert "The companion is busy with others" in unescape(text)
        assert ask(port, "/score", cookie(0))[0] == 200, "nobody waits for anything else"
        bell.set()
        assert all(first_of(line).endswith(b" 200 OK") for line in lines)
        until(lambda: ask(port, path(0), cookie(0))[0] == 200)
    assert len(begun) <= budget.MOST + 1


def test_the_same_moment_is_worked_out_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    story_if = place.table.story_if
    monkeypatch.setattr(place.table, "story_if", lambda *what: made.append(what) or story_if(*what))
    event = place.table.story()[-1].event
    host = f"host={place.passes.host_pass()}"
    with serving(place.app) as (_, port):
        texts = {ask(port, f"/history?at={event}&move=0&to=", host)[2] for _ in range(3)}
    assert len({re.sub('data-seen="[^"]+"', "", text) for text in texts}) == 1
    assert len(made) == 1
