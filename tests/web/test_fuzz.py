"""Anything may come over the wire: no request makes the companion fail, and nothing is lost.

`schemas.FIELDS` says what each route takes. Requests are made of it, some sensible, others not,
from every role. The same seed sends the same requests.
"""

import io
import random
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.protocol import CHANCE
from companion.log.events import Event
from companion.log.store import EventLog
from companion.phones.passes import Passes
from companion.phones.setup_view import STEPS
from companion.running.hand_table import HandTable
from tests.web.full_site import SQUARE, full_site
from tests.web.photographs import bomb, png
from tests.web.schemas import FIELDS, FILES, HOSTILE, PARTS, routes
from tests.web.tables import GAME
from web.access.guests import HOST_COOKIE, SEAT_COOKIE

IN_CI, WHEN_THOROUGH = 400, 10_000
URL = "http://192.168.1.5:8000"


class Sender:
    """Makes up requests, and knows enough to get some of them right."""

    def __init__(self, table: HandTable, app: Flask, passes: Passes, seed: int) -> None:
        self.table = table
        self.source = random.Random(seed)
        self.clients = [self._client(app, cookies) for cookies in self._cookies(passes)]

    def _client(self, app: Flask, cookies: dict[str, str]) -> FlaskClient:
        client = app.test_client()
        for name, value in cookies.items():
            client.set_cookie(name, value, domain="192.168.1.5")
        return client

    def _cookies(self, passes: Passes) -> Iterator[dict[str, str]]:
        passes.renew(0)
        passes.renew(1)
        yield {}
        yield {SEAT_COOKIE: passes.seat_pass(0)}
        yield {SEAT_COOKIE: passes.seat_pass(1)}
        yield {HOST_COOKIE: passes.host_pass()}
        yield {SEAT_COOKIE: "seat-0.1.0000", HOST_COOKIE: "host", "language": "<b>"}

    def value(self, field: str) -> str:
        """A value for a field: a sensible one more often than chance would have it."""
        if self.source.random() < 0.2:
            return self.source.choice(HOSTILE)
        now = self.table.table.now
        sensible: dict[str, Callable[[], object]] = {
            "game": lambda: self.table.table.path.parent.name,
            "seen": lambda: now.number,
            "moves": self._move,
            "to": self._move,
            "repair": lambda: self.source.choice(self._repairs()),
            "event": lambda: self.source.randint(1, now.number + 1),
            "at": lambda: self.source.randint(1, now.number + 1),
            "mode": lambda: self.source.choice(("ask", "auto", "watch")),
            "word": lambda: self.source.choice(("undo", "redo", "pause", "resume")),
            "name": lambda: self.source.choice(("csv", "json", "picture", self.value("game"))),
            "place": lambda: self.source.choice(("fame.trumpets", "dock.rows", "tiles.05.faces")),
            "value": lambda: self.source.choice(("[5, 10]", "3", "[]", "{}")),
            "show": lambda: self.source.choice(("game", "games", "data", "doing")),
            "edition": lambda: self.source.choice(("de", "fr")),
            "players": lambda: self.source.randint(1, 5),
            "sure": lambda: "yes",
            "step": lambda: self.source.choice(STEPS),
            "corners": lambda: SQUARE,
            "island:0": lambda: SQUARE,
            "picture": self._picture,
            "of": lambda: self.source.choice(("forge", "island:0", "island:1", "dock:0")),
        }
        return str(sensible.get(field, lambda: self.source.randint(0, 4))())

    def _move(self) -> str:
        """A legal move more often than not, so that the game gets somewhere."""
        state = self.table.table.now.state
        seat = GAME.to_move(state)
        if seat is None:
            return "pass"
        if seat == CHANCE:
            return GAME.move_text(GAME.chance(state, self.source))
        return GAME.move_text(self.source.choice(list(GAME.moves(state))))

    def _file(self) -> bytes:
        """A picture, or something that claims to be one."""
        whole = self.source.choice((png(), png(), bomb(), b"", b"GIF89a", b"\xff\xd8\xff\xe1"))
        return whole[: self.source.randint(0, len(whole))] if self.source.random() < 0.3 else whole

    def _picture(self) -> str:
        """The number of a picture on which corners can be drawn, if the page shows one."""
        host = self.clients[3]
        page = host.get("/setup/zones", base_url=URL).text
        found = re.search(r'name="picture" value="(\d+)"', page)
        return found[1] if found else "7"

    def _repairs(self) -> list[str]:
        things = GAME.repairs(self.table.table.now.state)
        return [leaf.moves for thing in things for leaf in thing.leaves()] or ["die 1 2"]

    def send(self) -> tuple[str, int]:
        """One request; what it was, and how it was answered."""
        (method, rule), fields = self.source.choice(list(FIELDS.items()))
        names = [name for name in fields if self.source.random() < 0.9]
        form: dict[str, Any] = {name: self.value(name) for name in names}
        path = rule
        for part, field in PARTS.items():
            text = form.get(field, "x").replace("?", "").replace("#", "")[:300]
            path = path.replace(part, "".join(c for c in text if c.isprintable()) or "x")
        for name in FILES:
            if name in form:
                form[name] = (io.BytesIO(self._file()), form[name][:60])
        client = self.source.choice(self.clients)
        here: dict[str, Any] = {"base_url": URL, "environ_base": {"REMOTE_ADDR": "192.168.1.7"}}
        here["headers"] = {"Origin": URL, "Accept": self.source.choice(("text/html", "text/plain"))}
        if method == "GET":
            answer = client.get(path, query_string=form, buffered=False, **here)
        else:
            answer = client.post(path, data=form, **here)
        with closing(answer):
            return f"{method} {path} {form}", answer.status_code


def kept(table: HandTable) -> dict[str, list[Event]]:
    """Every event of every game on the shelf, as it is on disk."""
    found = {}
    for log in table.shelf.folder.glob("*/game.log"):
        found[log.parent.name] = EventLog.read(log)
    return found


def attack(folder: Path, count: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    removed: set[str] = set()
    with full_site(folder) as (table, app, passes):
        monkeypatch.setattr(table, "restart", lambda: None)
        throw_away = table.shelf.remove

        def remove(name: str) -> None:
            throw_away(name)
            removed.add(name)

        monkeypatch.setattr(table.shelf, "remove", remove)
        assert routes(app) == set(FIELDS), "a route without a schema"
        sender = Sender(table, app, passes, seed)
        answers: dict[int, int] = {}
        before: dict[str, list[Event]] = {}
        for number in range(count):
            request, status = sender.send()
            assert status < 500 or status == 503, request
            answers[status] = answers.get(status, 0) + 1
            if number % 100 == 99:
                now = kept(table)
                for name, events in before.items():
                    assert name in removed or now[name][: len(events)] == events, "an event is lost"
                before = {name: some for name, some in now.items() if name not in removed}
        assert table.failure is None
        assert answers.get(200, 0) > count / 10
        assert answers.get(204, 0) + answers.get(303, 0) > count / 100
        assert table.table.trouble is None


def test_no_request_makes_it_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attack(tmp_path, IN_CI, 1, monkeypatch)


@pytest.mark.thorough
def test_no_request_of_very_many_makes_it_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack(tmp_path, WHEN_THOROUGH, 2, monkeypatch)


# --- by name ---

ELSEWHERE: tuple[dict[str, str], ...] = (
    {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {}
)  # fmt: skip


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[HandTable, Flask, Passes]]:
    with full_site(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/host/fact", "application/x-www-form-urlencoded"),
        ("/photo", "multipart/form-data; boundary=x"),
    ],
)
def test_100_megabytes_are_refused_without_being_read(
    evening: tuple[HandTable, Flask, Passes], path: str, kind: str
) -> None:
    class Endless:
        """A body that counts how much of it is read."""

        given = 0

        def read(self, size: int = -1) -> bytes:
            size = 1 << 16 if size < 0 else size
            self.given += size
            return b"x" * size

    table, app, passes = evening
    client, body = app.test_client(), Endless()
    client.set_cookie(HOST_COOKIE, passes.host_pass(), domain="192.168.1.5")
    answer = client.post(
        path,
        base_url=URL,
        headers={"Origin": URL},
        content_type=kind,
        environ_overrides={"wsgi.input": body, "CONTENT_LENGTH": "100000000"},
    )
    assert answer.status_code == 413
    assert body.given < 200_000
    assert table.failure is None


def test_a_stolen_cookie_opens_one_seat_and_lapses_with_it(
    evening: tuple[HandTable, Flask, Passes],
) -> None:
    table, app, passes = evening
    passes.renew(0)
    passes.renew(1)
    stolen = passes.seat_pass(1)

    def pause_with(cookie: str) -> int:
        thief = app.test_client()
        thief.set_cookie(SEAT_COOKIE, cookie, domain="192.168.1.5")
        form = {"game": table.table.path.parent.name, "seen": table.table.now.number}
        headers = {"Origin": URL, "Accept": "text/plain"}
        return thief.post("/tap/pause", base_url=URL, headers=headers, data=form).status_code

    assert pause_with(stolen.replace("seat-1", "seat-0")) == 403, "it names one seat"
    assert pause_with(stolen) == 204, "nobody can tell a copy from the original"
    passes.renew(1)
    number = table.table.now.number
    assert pause_with(stolen) == 403, "the seat has changed hands"
    assert table.table.now.number == number


def test_a_post_from_another_site_changes_nothing(
    evening: tuple[HandTable, Flask, Passes],
) -> None:
    table, app, passes = evening
    host = app.test_client()
    host.set_cookie(HOST_COOKIE, passes.host_pass(), domain="192.168.1.5")
    before = (table.table.now.number, len(table.shelf.records()))
    for method, rule in FIELDS:
        if method == "POST":
            path = rule.replace("<any(undo, redo, pause, resume):word>", "pause")
            path = path.replace("<step>", "focus")
            for headers in (
                {"Origin": "http://evil.example"},
                {"Sec-Fetch-Site": "cross-site"},
                {},
            ):
                form = {"game": table.table.path.parent.name, "seen": before[0], "players": 2}
                sent = host.post(path, base_url=URL, headers=headers, data=form)
                assert sent.status_code == 403, path
    assert (table.table.now.number, len(table.shelf.records())) == before
    assert not table.is_restarting
