"""Where a request ends is no matter of opinion: what is odd is refused, and the line is cut."""

from collections.abc import Iterator

import pytest
from flask import Flask, request

from tests.web.serving.lines import all_of, call, serving

pytestmark = pytest.mark.live

SECOND = b"GET /second HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    app = Flask("test")

    @app.route("/", methods=["GET", "POST"])
    def first() -> str:
        return f"hello {len(request.get_data())}"

    @app.get("/second")
    def second() -> str:
        return "goodbye"

    with serving(app) as (_, port):
        yield port


def answers(port: int, sent: bytes) -> bytes:
    """Everything that comes back; whoever sends it has nothing more to say."""
    with call(port, sent) as line:
        return all_of(line)


ODD = {
    "two kinds of length": POST
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "and the other way round": POST
    + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n",
    "the same twice": POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "a list of lengths": POST + b"Content-Length: 5, 5\r\n\r\nhello",
    "5,000 digits": POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "no length at all": POST + b"Content-Length:\r\n\r\n",
    **{
        f"length {number!a}": POST + b"Content-Length: " + number + b"\r\n\r\nhello"
        for number in (b"+5", b"-5", b"5_0", b"0x5", b"5.0", b"5 0", b"\xb2", b"five")
    },
    "a name before a space": POST + b"Content-Length : 5\r\n\r\nhello",
    "a line that goes on": POST + b"X: a\r\n b\r\n\r\n",
    "a length that goes on": POST + b"Content-Length:\r\n 5\r\n\r\nhello",
    "a line feed alone": POST + b"X: a\nContent-Length: 5\r\n\r\nhello",
    "a return alone": POST + b"X: a\rContent-Length: 5\r\n\r\nhello",
    "a zero byte": POST + b"X: a\0b\r\n\r\n",
    "200 lines": POST + b"".join(b"X-%d: a\r\n" % n for n in range(200)) + b"\r\n",
    "two hosts": POST + b"Host: b\r\n\r\n",
    "an unknown coding": POST + b"Transfer-Encoding: gzip\r\n\r\n",
    "two codings": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunked twice": POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "chunked on two lines": POST
    + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunked with a tail": POST + b"Transfer-Encoding: chunked\x0b\r\n\r\n0\r\n\r\n",
    "chunks for an old one": b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP 0.9": b"GET /\r\n\r\n",
    "HTTP 0.9 with lines": b"GET /\r\nHost: a\r\n\r\n",
    "HTTP 2.0": b"GET / HTTP/2.0\r\nHost: a\r\n\r\n",
    "HTTP 1.10": b"GET / HTTP/1.10\r\nHost: a\r\n\r\n",
    "small letters": b"get / HTTP/1.1\r\nHost: a\r\n\r\n",
    "two spaces": b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
    "no address of anything": b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    "a chunk of minus one": CHUNKED + b"-1\r\nx\r\n0\r\n\r\n",
    "a chunk in words": CHUNKED + b"five\r\nhello\r\n0\r\n\r\n",
    "a chunk with a sign": CHUNKED + b"+5\r\nhello\r\n0\r\n\r\n",
    "a chunk with 0x": CHUNKED + b"0x5\r\nhello\r\n0\r\n\r\n",
    "a chunk that is longer": CHUNKED + b"2\r\nhello\r\n0\r\n\r\n",
    "an endless size": CHUNKED + b"0" * 5000,
    "an endless remark": CHUNKED + b"5;a=" + b"b" * 5000,
    "an endless end": CHUNKED + b"0\r\nX: " + b"b" * 5000,
}  # fmt: skip


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD.keys())
def test_what_is_odd_is_answered_once_and_the_rest_is_not_heard(port: int, sent: bytes) -> None:
    found = answers(port, sent + SECOND)
    assert found.count(b"HTTP/1.") == 1
    assert found.split()[1] == b"400"
    assert b"hello" not in found
    assert b"goodbye" not in found


def test_a_head_without_an_end_is_cut_off(port: int) -> None:
    assert answers(port, POST + b"X: " + b"a" * 20_000).split()[1] == b"431"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (POST + b"Content-Length: 5\r\n\r\nhello", b"hello 5"),
        (POST + b"Content-Length: 005\r\n\r\nhello", b"hello 5"),
        (CHUNKED + b"5;name=value\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", b"hello 5"),
        (b"\r\n" + POST + b"\r\n", b"hello 0"),
        (b"GET /?a=[ HTTP/1.1\r\nHost: a\r\n\r\n", b"hello 0"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", b"hello 0"),
    ],
)
def test_what_is_plain_is_answered_and_so_is_the_next(port: int, sent: bytes, told: bytes) -> None:
    last = SECOND.replace(b"Host", b"Connection: close\r\nHost")
    found = answers(port, sent + last)
    assert found.count(b"HTTP/1.1 200") == 2
    assert told in found
    assert b"goodbye" in found
