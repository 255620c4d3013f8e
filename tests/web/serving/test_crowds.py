"""Strangers may knock as much as they like: whoever has a pass is answered, and so are the new."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask

from tests.waiting import LIMIT, until
from tests.web.serving.lines import all_of, call, first_of, head, serving
from web import server as web_server
from web.access.gate import _GATE
from web.serving import connections, listening, threads
from web.serving.gate import LONGEST_TAP, Caller, Environ

pytestmark = pytest.mark.live

GET = head("GET /quick")
PASS = "X-Pass: seat-1"
OK = b"HTTP/1.1 200 OK"


class NameGate:
    """A gate that believes what a request says about itself; 127.0.0.9 is a proxy."""

    def caller(self, environ: Environ) -> Caller:
        return Caller(environ["REMOTE_ADDR"], environ.get("HTTP_X_PASS", ""))

    def longest_body(self, _: Environ) -> int:
        return LONGEST_TAP

    def counts_as(self, address: str) -> str:
        return "" if address == "127.0.0.9" else address


class House:
    """A server with a quick page, and a slow one that nobody leaves before the bell."""

    def __init__(self) -> None:
        self.bell = threading.Event()
        self.waiting = 0
        self.app = Flask("test")
        self.app.extensions[_GATE] = NameGate()
        for path, page in (("quick", self._quick), ("slow", self._slow), ("healthz", self._quick)):
            self.app.add_url_rule(f"/{path}", path, page, methods=["GET", "POST"])

    def _quick(self) -> str:
        return "there"

    def _slow(self) -> str:
        self.waiting += 1
        self.bell.wait(LIMIT)
        return "at last"


@contextmanager
def open_house() -> Iterator[tuple[House, web_server.Server, int]]:
    house = House()
    with serving(house.app) as (server, port):
        try:
            yield house, server, port
        finally:
            house.bell.set()


def ask(port: int, data: bytes = GET, address: str = "127.0.0.1") -> bytes:
    with call(port, data, address) as line:
        return first_of(line)


# --- deadlines ---


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /quick HTTP/1.1\r\nHost: a\r\n",
        GET,
        head("POST /quick", "Content-Length: 100") + b"some",
        head("POST /quick", "Transfer-Encoding: chunked") + b"5\r\nhel",
    ],
    ids=["nothing", "half a head", "one request", "half a body", "half a chunk"],
)
def test_whoever_says_no_more_is_hung_up_on(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD", "IDLE", "BODY"):
        monkeypatch.setattr(connections, name, 0.0)
    monkeypatch.setattr(listening, "LOOK", 0.05)
    with open_house() as (_, _, port), call(port, sent) as line:
        all_of(line)  # it ends


@pytest.mark.parametrize(
    ("sent", "drop"),
    [
        (b"GET /quick HTTP/1.1\r\n", b"X: a\r\n"),
        (b"", b"\r\n\r\n"),
        (head("POST /quick", "Content-Length: 30000"), b"x"),
        (head("POST /quick", "Transfer-Encoding: chunked"), b"1\r\nx\r\n"),
    ],
    ids=["lines of a head", "empty lines", "a body", "chunks"],
)
def test_whoever_says_a_little_now_and_then_is_hung_up_on(
    sent: bytes, drop: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HEAD", "IDLE", "BODY"):
        monkeypatch.setattr(connections, name, 0.2)
    monkeypatch.setattr(listening, "LOOK", 0.05)
    with open_house() as (_, _, port), call(port, sent) as line:

        def is_over() -> bool:
            try:
                line.sendall(drop)
            except OSError:
                return True
            return False

        until(is_over)


def test_an_answer_that_nobody_takes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKING", 0.2)
    monkeypatch.setattr(listening, "LOOK", 0.05)
    house, asked = House(), threading.Event()

    def large() -> str:
        asked.set()
        return "x" * 20_000_000

    house.app.add_url_rule("/large", "large", large)
    with serving(house.app) as (server, port), call(port, head("GET /large")):
        until(asked.is_set)
        until(lambda: not server._server.active_channels)


# --- how many ---


def test_an_address_that_is_full_loses_its_oldest_silent_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listening, "MOST_OF_ONE", 5)
    with open_house() as (_, server, port), ExitStack() as many:
        player = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
        player.request("GET", "/quick", headers={"X-Pass": "seat-1"})
        player.getresponse().read()
        lines = [many.enter_context(call(port, b"GET /quick HTTP/1.1\r\n")) for _ in range(20)]
        for line in lines[:15]:
            all_of(line)  # it ends
        assert ask(port) == OK, "somebody new, from the same address"
        assert ask(port, address="127.0.0.2") == OK
        mine = player.sock
        player.request("GET", "/quick", headers={"X-Pass": "seat-1"})
        assert player.getresponse().read() == b"there"
        assert player.sock is mine, "the player's own line was never cut"
        player.close()
        assert len(server._server.active_channels) <= 5 + 2


def test_a_full_house_takes_from_whoever_has_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "MOST", 8)
    with open_house() as (_, _, port), ExitStack() as many:
        small = many.enter_context(call(port, b"GET /quick HTTP/1.1\r\n", "127.0.0.2"))
        lines = [many.enter_context(call(port, b"G", "127.0.0.3")) for _ in range(20)]
        for line in lines[:13]:
            all_of(line)
        small.sendall(b"Host: a\r\n\r\n")
        assert first_of(small) == OK


def test_a_proxy_may_bring_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "MOST_OF_ONE", 5)
    with open_house() as (_, _, port), ExitStack() as many:
        lines = [
            many.enter_context(call(port, b"GET /quick HTTP/1.1\r\n", "127.0.0.9"))
            for _ in range(20)
        ]
        for line in lines:
            line.sendall(b"Host: a\r\n\r\n")
        assert {first_of(line) for line in lines} == {OK}


# --- who is answered first ---


def test_busy_strangers_hold_up_no_player_and_not_the_servers_own_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_server, "PATIENCE", LIMIT)
    with open_house() as (house, server, port), ExitStack() as many:
        for number in range(60):
            many.enter_context(call(port, head("GET /slow"), f"127.0.0.{number % 5 + 2}"))
        until(lambda: house.waiting == threads.STRANGERS)
        assert ask(port, head("GET /quick", PASS)) == OK
        assert server.answers()
        assert house.waiting == threads.STRANGERS


def test_strangers_are_answered_in_turn_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "STRANGERS", 1)
    with open_house() as (house, server, port), ExitStack() as many:
        for _ in range(30):
            many.enter_context(call(port, head("GET /slow"), "127.0.0.2"))
        until(lambda: house.waiting == 1)
        active = server._server.active_channels
        until(lambda: sum(one.is_waiting for one in active.values()) == 30)
        other = many.enter_context(call(port, GET, "127.0.0.3"))
        until(lambda: sum(one.is_waiting for one in active.values()) == 31)
        order: list[str] = []
        house.app.after_request_funcs.setdefault(None, []).append(
            lambda answer: order.append(answer.get_data(as_text=True)) or answer
        )
        house.bell.set()
        assert first_of(other) == OK
        assert order.index("there") <= 2, "it did not wait behind all of the others"


def test_the_servers_own_word_is_nobody_elses() -> None:
    with open_house() as (house, server, port), ExitStack() as many:
        for _ in range(threads.STRANGERS):
            many.enter_context(call(port, head("GET /slow")))
        until(lambda: house.waiting == threads.STRANGERS)
        many.enter_context(call(port, head("GET /slow", "X-Companion-Own: 1234")))
        active = server._server.active_channels
        until(lambda: sum(one.is_waiting for one in active.values()) == threads.STRANGERS + 1)
        assert server.answers()
        assert house.waiting == threads.STRANGERS
