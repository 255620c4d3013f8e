"""Whose word about a client is believed, on a real server; `test_nginx.py` has a real proxy."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, request

from web.access.proxies import Proxies, behind
from web.server import Server, listen

pytestmark = pytest.mark.live

TRUSTED = Proxies.of(["127.0.0.2", "127.0.3.0/24", "10.0.0.1"])
FORWARDED = {
    "X-Forwarded-For": "192.168.1.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "table.example",
}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    app = Flask("test")
    app.wsgi_app = behind(TRUSTED, app.wsgi_app)  # type: ignore[method-assign]

    @app.get("/")
    def tell() -> Any:
        told = [name for name, _ in request.headers if "Forwarded" in name]
        return [request.remote_addr, request.scheme, request.host, told]

    listener = listen("127.0.0.1", 0, or_next=False)
    server = Server(app, listener)
    server.start()
    yield int(listener.getsockname()[1])
    server.stop()


def seen(port: int, peer: str, headers: dict[str, str]) -> Any:
    """Address, scheme, host and leftover headers, as the pages see them."""
    line = http.client.HTTPConnection("127.0.0.1", port, source_address=(peer, 0))
    line.request("GET", "/", headers={"Host": "here", **headers})
    found = json.loads(line.getresponse().read())
    line.close()
    return found


@pytest.mark.parametrize("peer", ["127.0.0.2", "127.0.3.9"])
def test_a_trusted_proxy_is_believed(port: int, peer: str) -> None:
    assert seen(port, peer, FORWARDED) == ["192.168.1.9", "https", "table.example", []]


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.0.0.3"])
def test_nobody_else_is_believed_and_no_page_hears_of_it(port: int, peer: str) -> None:
    assert seen(port, peer, FORWARDED) == [peer, "http", "here", []]


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("192.168.1.9", "192.168.1.9"),
        ("192.168.1.9:4711", "192.168.1.9"),
        ("[2001:db8::9]:4711", "2001:db8::9"),
        ("2001:db8::9", "2001:db8::9"),
        ("::ffff:192.168.1.9", "192.168.1.9"),
        # What stands left of the first that nobody trusts is an invention.
        ("127.0.0.1, 192.168.1.9", "192.168.1.9"),
        ("127.0.0.1, 192.168.1.9, 10.0.0.1", "192.168.1.9"),
        ("127.0.0.1, 10.0.0.1, 192.168.1.9", "192.168.1.9"),
        ("10.0.0.1", "10.0.0.1"),
        # What is no address ends the chain.
        ("192.168.1.9, unknown", "127.0.0.2"),
        ("192.168.1.9, nonsense, 10.0.0.1", "10.0.0.1"),
        ("", "127.0.0.2"),
        ("," * 2000, "127.0.0.2"),
    ],
)
def test_the_last_hop_that_is_not_trusted_is_the_client(port: int, chain: str, client: str) -> None:
    assert seen(port, "127.0.0.2", {"X-Forwarded-For": chain})[0] == client


def test_what_the_nearest_proxy_says_counts(port: int) -> None:
    headers = {"X-Forwarded-Proto": "https, HTTP", "X-Forwarded-Host": "evil.example, table.home"}
    assert seen(port, "127.0.0.2", headers)[1:3] == ["http", "table.home"]
    assert seen(port, "127.0.0.2", {"X-Forwarded-Proto": "gopher"})[1] == "http"
