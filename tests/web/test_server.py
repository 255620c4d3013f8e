import socket
from ipaddress import ip_address

import pytest
from flask import Flask

from companion.common.errors import CompanionError
from tests.waiting import LIMIT
from web import server

pytestmark = pytest.mark.live


def test_a_taken_port_is_left_to_its_owner_and_the_next_free_one_is_used() -> None:
    with server.listen("127.0.0.1", 0, or_next=False) as first:
        port = first.getsockname()[1]
        with server.listen("127.0.0.1", port, or_next=True) as second:
            assert second.getsockname()[1] > port


def test_a_port_that_somebody_insists_on_is_not_exchanged() -> None:
    with server.listen("127.0.0.1", 0, or_next=False) as first:
        port = first.getsockname()[1]
        with pytest.raises(CompanionError, match=rf"port {port} is taken; --port \d+ is free"):
            server.listen("127.0.0.1", port, or_next=False)


def test_the_local_network_is_named_in_numbers_and_this_computer_comes_first() -> None:
    here, *others = server.urls("0.0.0.0", 8000)
    assert here == "http://localhost:8000/"
    for url in others:
        address = ip_address(url.removeprefix("http://").removesuffix(":8000/"))
        assert not address.is_loopback


def test_without_any_network_only_this_computer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(server, "_way_out", lambda: None)
    monkeypatch.setattr(server, "_by_interface", lambda: ["127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", unreachable)
    assert server.urls("0.0.0.0", 8000) == ("http://localhost:8000/",)


def test_a_server_that_never_started_can_be_stopped() -> None:
    listener = server.listen("127.0.0.1", 0, or_next=False)
    place = listener.getsockname()
    server.Server(Flask(__name__), listener).stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(place, timeout=LIMIT)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_server_knows_whether_it_answers(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = Flask(__name__)
    app.add_url_rule("/healthz", view_func=lambda: "ok")
    one = server.Server(app, server.listen(host, 0, or_next=False))
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    assert not one.answers(), "nobody serves yet"
    monkeypatch.setattr(server, "PATIENCE", LIMIT)
    one.start()
    assert one.answers()
    one.stop()
    assert not one.answers()


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "http://127.0.0.1:9/"), ("::1", "http://[::1]:9/"), ("pi", "http://pi:9/")],
)
def test_an_address_that_was_chosen_is_the_only_one_named(host: str, url: str) -> None:
    assert server.urls(host, 9) == (url,)
