import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.propeller_islands.rules.moves import Card
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.rules.tasks import DealCard
from companion.phones.live import Feed
from tests.waiting import LIMIT, until
from tests.web.tables import GAME, feed_at, scenes, served
from web import Site, create_app
from web.live.screen import HOST_REGIONS, PEOPLE, PLAYER_REGIONS

pytestmark = pytest.mark.live

GAME_OF_THREE = scenes(players=3)


@dataclass
class Event:
    id: str
    kind: str
    regions: dict[str, str]


def parse(text: str) -> Event:
    fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
    return Event(fields["id"], fields["event"], json.loads(fields["data"]))


def events(answer: TestResponse) -> Iterator[Event]:
    for chunk in answer.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        if text.startswith("id: "):
            yield parse(text)


def connect(client: FlaskClient, last: str | None = None) -> TestResponse:
    headers = {"Last-Event-ID": last} if last else {}
    return client.get("/events", headers=headers)


def test_the_first_event_is_the_whole_screen() -> None:
    client = create_app(Site(feed_at(GAME_OF_THREE, 100))).test_client()
    page = client.get("/").text
    answer = connect(client)
    with closing(answer):
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Content-Security-Policy" in answer.headers
        first = next(events(answer))
    assert first.kind == "full"
    assert {"told", "panel-forge", "scores", "end", "seat-2-panel-island"} <= set(first.regions)
    assert not {*HOST_REGIONS, *PLAYER_REGIONS, PEOPLE} & set(first.regions)
    for name, html in first.regions.items():
        assert f'id="{name}"' in page
        assert html in page


def test_later_events_bring_what_changed_and_nothing_else() -> None:
    feed = feed_at(GAME_OF_THREE, 100)
    answer = connect(create_app(Site(feed)).test_client())
    with closing(answer):
        stream = events(answer)
        shown = next(stream).regions
        for state, sentence in GAME_OF_THREE[101:104]:
            feed.post(state, [sentence])
            update = next(stream)
            assert update.kind == "change"
            assert update.regions
            assert all(shown[name] != html for name, html in update.regions.items())
            shown = {**shown, **update.regions}
    fresh = connect(create_app(Site(feed)).test_client())
    with closing(fresh):
        assert next(events(fresh)).regions == shown


def test_who_comes_back_gets_only_what_he_missed() -> None:
    feed = feed_at(GAME_OF_THREE, 100)
    client = create_app(Site(feed)).test_client()
    answer = connect(client)
    with closing(answer):
        first = next(events(answer))
    for state, sentence in GAME_OF_THREE[101:106]:
        feed.post(state, [sentence])
    again = connect(client, first.id)
    with closing(again):
        missed = next(events(again))
    whole = connect(client)
    with closing(whole):
        now = next(events(whole))
    assert missed.kind == "change"
    assert missed.id == now.id
    assert {**first.regions, **missed.regions} == now.regions


def test_a_page_is_not_sent_again_what_it_was_made_of() -> None:
    feed = feed_at(GAME_OF_THREE, 100)
    client = create_app(Site(feed)).test_client()
    found = re.search('data-seen="([^"]+)"', client.get("/").text)
    assert found
    feed.post(*_scene(101))
    answer = client.get("/events", query_string={"seen": found.group(1)})
    with closing(answer):
        first = next(events(answer))
    assert first.kind == "change"
    assert "told" in first.regions
    assert "seat-2-panel-dock" not in first.regions


@pytest.mark.parametrize("last", ["", "nonsense", "0000-1", "-", "x-²", "0000-99999999999999"])
def test_an_unknown_last_event_gets_the_whole_screen(last: str) -> None:
    client = create_app(Site(feed_at(GAME_OF_THREE, 100))).test_client()
    answer = connect(client, last)
    with closing(answer):
        assert next(events(answer)).kind == "full"


def test_an_id_of_this_run_that_never_was_gets_the_whole_screen() -> None:
    client = create_app(Site(feed_at(GAME_OF_THREE, 100))).test_client()
    answer = connect(client)
    with closing(answer):
        run = next(events(answer)).id.partition("-")[0]
    answer = connect(client, f"{run}-9999")
    with closing(answer):
        assert next(events(answer)).kind == "full"


def test_the_stream_ends_with_the_feed() -> None:
    feed = feed_at(GAME_OF_THREE, 100)
    answer = connect(create_app(Site(feed)).test_client())
    with closing(answer):
        stream = events(answer)
        next(stream)
        feed.close()
        assert next(stream, None) is None


# --- hidden hands ---


def test_no_sentence_tells_which_plan_was_drawn() -> None:
    state = next(s for s, _ in GAME_OF_THREE if s.agenda and isinstance(s.agenda[-1], DealCard))
    level = state.agenda[-1].level
    plans = {plan for plan in state.unseen_plans if plan.level == level}
    assert len(plans) > 1
    assert len({GAME.tell(state, Card(plan)) for plan in plans}) == 1


# --- real connections ---


def read_event(stream: http.client.HTTPResponse) -> Event:
    lines: list[str] = []
    while True:
        line = stream.readline().decode()
        assert line, "the stream ended"
        if line != "\n":
            lines.append(line)
        elif lines and lines[0].startswith("id: "):
            return parse("".join(lines))
        else:
            lines.clear()


def open_stream(port: int) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    connection.request("GET", "/events")
    return connection, connection.getresponse()


def ask_and_never_read(port: int) -> socket.socket:
    phone = socket.create_connection(("127.0.0.1", port))
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    phone.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return phone


def test_two_phones_see_the_same_events() -> None:
    feed = feed_at(GAME_OF_THREE, 100)
    with served(feed) as port:
        phones = [open_stream(port) for _ in range(2)]
        seen: list[list[tuple[str, dict[str, str]]]] = [[], []]
        for step in range(4):
            for phone, (_, stream) in enumerate(phones):
                event = read_event(stream)
                seen[phone].append((event.id, event.regions))
            state, sentence = GAME_OF_THREE[101 + step]
            feed.post(state, [sentence])
        for connection, stream in phones:
            stream.close()
            connection.close()
    assert seen[0] == seen[1]
    numbers = [int(re.sub(r".*-", "", id_)) for id_, _ in seen[0]]
    assert numbers == sorted(set(numbers))


def test_a_phone_that_reads_nothing_holds_nobody_up() -> None:
    feed = Feed(GAME)
    feed.post(*_scene(0))
    with served(feed) as port, ask_and_never_read(port), ask_and_never_read(port):
        connection, stream = open_stream(port)
        read_event(stream)
        writer = threading.Thread(target=lambda: [feed.post(*_scene(n)) for n in range(1, 200)])
        writer.start()
        writer.join(timeout=LIMIT)
        assert not writer.is_alive()
        latest = feed.after(0, patience=0)
        assert latest is not None
        while True:
            event = read_event(stream)
            if event.id.endswith(f"-{latest.number}"):
                break
        stream.close()
        connection.close()


def _scene(number: int) -> tuple[State, list[str]]:
    state, sentence = GAME_OF_THREE[number]
    return state, [sentence]


def test_a_phone_that_vanishes_makes_room_for_another() -> None:
    with served(feed_at(GAME_OF_THREE, 50), most_streams=1) as port:
        connection, stream = open_stream(port)
        read_event(stream)
        other, refused = open_stream(port)
        assert refused.status == 503
        assert refused.getheader("Retry-After")
        refused.read()
        other.close()
        stream.close()
        connection.close()
        until(lambda: _comes_in(port))


def _comes_in(port: int) -> bool:
    """Whether a stream opens now."""
    connection, stream = open_stream(port)
    status = stream.status
    stream.close()
    connection.close()
    return status == 200
