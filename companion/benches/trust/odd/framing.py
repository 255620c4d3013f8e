"""Requests whose end two servers could see in two places, and others that are no HTTP at all.

Whoever reads the end of a request otherwise than a proxy in front does takes the rest for the next
request, of somebody else. So what can be read in two ways is refused and the line is closed.
"""

import re
from typing import NamedTuple

#: Seconds after which a silent line has nothing more to say.
PATIENCE = 2.0
_NEXT = b"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n"


class Case(NamedTuple):
    """Bytes to send.

    Attributes:
        name: What is odd about it.
        data: The bytes; `{host}` is where they go.
        answers: So many answers may come at most.
        taken: So many of them may be good ones.
    """

    name: str
    data: bytes
    answers: int = 1
    taken: int = 0


def _post(name: str, *headers: bytes, body: bytes = b"", taken: int = 0) -> Case:
    lines = b"".join(b"%s\r\n" % header for header in headers)
    head = b"POST /language HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n" + lines
    return Case(name, head + b"\r\n" + body, taken=taken)


def _get(name: str, *headers: bytes, taken: int = 1, line: bytes = b"GET / HTTP/1.1") -> Case:
    lines = b"".join(b"%s\r\n" % header for header in headers)
    return Case(
        name, line + b"\r\nHost: {host}\r\nConnection: close\r\n" + lines + b"\r\n", taken=taken
    )


_CHUNKED = b"Transfer-Encoding: chunked"
_FORM = b"Content-Type: application/x-www-form-urlencoded"
CASES = (
    _post("both lengths", b"Content-Length: 6", _CHUNKED, body=b"0\r\n\r\n" + _NEXT),
    _post("both lengths, the other way", _CHUNKED, b"Content-Length: 6", body=b"0\r\n\r\n" + _NEXT),
    _post("a length of 5,000 digits", b"Content-Length: " + b"9" * 5000),
    _post("two lengths", b"Content-Length: 0", b"Content-Length: 44", body=_NEXT),
    _post("two lengths in one", b"Content-Length: 0, 44", body=_NEXT),
    *(
        _post(f"length {text!r}", b"Content-Length: " + text, body=b"12345")
        for text in (b"-1", b"+5", b"0x5", b"5 5", b"5;", b"\xb2", b"5_0", b"1e1", b"5\x0b", b"")
    ),
    *(
        _post(f"coding {text!r}", b"Transfer-Encoding: " + text, body=b"0\r\n\r\n" + _NEXT)
        for text in (
            b"xchunked",
            b"chunked, identity",
            b"identity",
            b"gzip, chunked",
            b"chunked\x0b",
            b"\xff",
            b"chunked, chunked",
            b"",
        )
    ),
    _post("two codings", _CHUNKED, b"Transfer-Encoding: identity", body=b"0\r\n\r\n" + _NEXT),
    _post("coding with a space", b"Transfer-Encoding : chunked", body=b"0\r\n\r\n" + _NEXT),
    _post(
        "coding on a folded line",
        b"X: y",
        b" Transfer-Encoding: chunked",
        b"Content-Length: 0",
        body=_NEXT,
    ),
    _post(
        "coding after a bare return",
        b"X: y\rTransfer-Encoding: chunked",
        b"Content-Length: 0",
        body=_NEXT,
    ),
    _post("length after a bare newline", b"X: y\nContent-Length: 44", body=_NEXT),
    *(
        _post(f"chunk size {size[:12]!r}", _FORM, _CHUNKED, body=size + b"\r\nabc\r\n0\r\n\r\n")
        for size in (
            b"f" * 5000,
            b"-3",
            b"+3",
            b"0x3",
            b"3 3",
            b"\xff",
            b"",
            b"3;" + b"a" * 70_000,
            b"3\x00",
            b"3_0",
            b"\xb3",
        )
    ),
    _post("a chunk without its end", _FORM, _CHUNKED, body=b"3\r\nabcd\r\n0\r\n\r\n"),
    _post("chunks with newlines only", _FORM, _CHUNKED, body=b"3\nabc\n0\n\n"),
    _post("a trailer that is a header", _CHUNKED, body=b"0\r\nContent-Length: 9\r\n\r\n"),
    _get("two hosts", b"Host: elsewhere.example", taken=0),
    _get("a header without a name", b": x", taken=0),
    _get("a header without a colon", b"nonsense"),
    _get("a space before the colon", b"X-A : b", taken=0),
    _get("a zero in a header", b"X-A: a\0b"),
    _get("a return in a header", b"X-A: a\rb"),
    _get("a header of 100 kB", b"X-A: " + b"a" * 100_000, taken=0),
    _get("10,000 headers", *(b"X-%d: a" % n for n in range(10_000)), taken=0),
    _get("no protocol", line=b"GET /", taken=0),
    *(
        _get(f"the line {line[:20]!r}", line=line, taken=taken)
        for line, taken in (
            (b"GET / HTTP/9.9", 1),
            (b"GET / HTTP/1.1.1", 0),
            (b"GET  /  HTTP/1.1", 0),
            (b"GET /a b HTTP/1.1", 0),
            (b"GET / http/1.1", 0),
            (b"\0GET / HTTP/1.1", 0),
            (b"GET\t/\tHTTP/1.1", 0),
            (b"GET", 0),
            (b" ", 0),
            (b"GET * HTTP/1.1", 0),
            (b"OPTIONS * HTTP/1.1", 1),
            (b"CONNECT {host} HTTP/1.1", 0),
            (b"GET http://elsewhere.example/ HTTP/1.1", 1),
            (b"GET http://[ HTTP/1.1", 0),
            (b"GET http://a:b:c/ HTTP/1.1", 1),
            (b"GET //[ HTTP/1.1", 1),
            (b"GET //a:x/ HTTP/1.1", 1),
            (b"GET /\xed\xa0\x80 HTTP/1.1", 0),
            (b"GET /\xff\0 HTTP/1.1", 0),
            (b"GET /%00 HTTP/1.1", 0),
            (b"GET /" + b"a" * 300_000 + b" HTTP/1.1", 0),
            (b"TRACE / HTTP/1.1", 0),
            (b"G\xc3\x8bT / HTTP/1.1", 0),
            (b"GET ?a HTTP/1.1", 1),
            (b"GET /?%ff=%ff&[=] HTTP/1.1", 1),
            (b"GET / HTTP/1.0", 1),
        )
    ),
    Case("the beginning of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Case(
        "the beginning of TLS",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200 + b"\r\n\r\n",
    ),
    Case("zeros", b"\0" * 3000 + b"\r\n\r\n"),
    Case("newlines", b"\r\n" * 3000),
    Case("nothing", b""),
    Case("three at once", _NEXT * 3, answers=3, taken=3),
    Case(
        "less than was said",
        b"POST /language HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99\r\n\r\nabc",
    ),
    Case("no host", b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", taken=1),
)


def written(case: Case, port: int) -> bytes:
    """The bytes of a case for the site on that port."""
    return case.data.replace(b"{host}", b"127.0.0.1:%d" % port)


def statuses(answer: bytes) -> list[int]:
    """The status of every answer on a line, in their order; `100 Continue` is none."""
    found = [int(status) for status in re.findall(rb"(?:^|\n?)HTTP/1\.[01] (\d{3}) ", answer)]
    return [status for status in found if status != 100]
