"""What is too much, or from nobody who may, is refused before it is sent."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.benches.trust.crawling import filled, routes
from companion.phones.passes import Passes
from tests.waiting import until
from tests.web.full_site import full_site
from tests.web.serving.lines import HOST, all_of, call, first_of, head, serving

pytestmark = pytest.mark.live

OURS = f"Origin: http://{HOST}"
PHOTO = 25_000_000


class Phones:
    """A served table and the passes of its phones."""

    def __init__(self, port: int, passes: Passes, forms: Sequence[str]) -> None:
        passes.renew(0)
        passes.renew(1)
        self.port = port
        self.seat = f"Cookie: seat={passes.seat_pass(0)}"
        self.host = f"Cookie: host={passes.host_pass()}"
        self.is_restarting = False
        self.forms = forms

    def ask(self, request: str, *lines: str, address: str = "127.0.0.1") -> bytes:
        """The first line of the answer, when nothing but the head is sent."""
        with call(self.port, head(request, *lines), address) as line:
            return first_of(line)


@pytest.fixture(scope="module")
def phones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phones]:
    folder: Path = tmp_path_factory.mktemp("table")
    with full_site(folder) as (table, app, passes), serving(app) as (_, port):
        forms = [filled(rule, {}) for method, rule in routes(app) if method == "POST"]
        found = Phones(port, passes, forms)
        table.restart = lambda: setattr(found, "is_restarting", True)  # type: ignore[method-assign]
        yield found


@dataclass(frozen=True)
class Case:
    """A request that is refused by its head, and how."""

    path: str
    who: str
    origin: str
    length: int
    status: bytes


@pytest.mark.parametrize(
    "case",
    [
        Case("/photo", "", OURS, 1_000, b"403"),
        Case("/photo", "", OURS, 900_000_000, b"403"),
        Case("/photo", "seat", "Origin: http://elsewhere.example", 1_000, b"403"),
        Case("/photo", "seat", "Sec-Fetch-Site: cross-site", 1_000, b"403"),
        Case("/photo", "seat", OURS, PHOTO + 100_000, b"413"),
        Case("/teach/photo", "seat", OURS, 1_000, b"403"),
        Case("/teach/gallery", "host", OURS, PHOTO + 1, b"413"),
        Case("/tap/pause", "seat", OURS, 40_000, b"413"),
        Case("/tap/pause", "", OURS, 100, b"403"),
        Case("/join", "", OURS, 40_000, b"413"),
        Case("/nowhere", "", OURS, 40_000, b"413"),
    ],
    ids=str,
)
@pytest.mark.parametrize("expecting", [(), ("Expect: 100-continue",)])
def test_the_head_is_enough_to_refuse(
    phones: Phones, case: Case, expecting: tuple[str, ...]
) -> None:
    cookie = {"": "Cookie: a=b", "seat": phones.seat, "host": phones.host}[case.who]
    length = f"Content-Length: {case.length}"
    answer = phones.ask(f"POST {case.path}", cookie, case.origin, length, *expecting)
    assert answer.split()[1:2] == [case.status]


@pytest.mark.parametrize("path", ["/photo", "/join"])
def test_what_fits_is_asked_for(phones: Phones, path: str) -> None:
    lines = (phones.seat, OURS, "Content-Length: 32000", "Expect: 100-continue")
    assert phones.ask(f"POST {path}", *lines) == b"HTTP/1.1 100 Continue"


def test_a_body_without_a_length_is_counted_as_it_comes(phones: Phones) -> None:
    request = head("POST /join", OURS, "Transfer-Encoding: chunked")
    with call(phones.port, request) as line:
        for _ in range(7):
            line.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        line.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        assert first_of(line).startswith(b"HTTP/1.1 413")


def test_a_chunk_that_says_it_will_be_large_is_not_waited_for(phones: Phones) -> None:
    request = head("POST /join", OURS, "Transfer-Encoding: chunked")
    with call(phones.port, request + b"FFFFFFFFFF\r\n") as line:
        assert first_of(line).startswith(b"HTTP/1.1 413")


def test_a_chunked_photo_of_a_stranger_is_refused_at_once(phones: Phones) -> None:
    answer = phones.ask("POST /photo", OURS, "Transfer-Encoding: chunked")
    assert answer.startswith(b"HTTP/1.1 403")


def test_the_sentence_arrives_though_everything_is_sent(phones: Phones) -> None:
    request = head(
        "POST /photo", phones.seat, OURS, "Content-Length: 40000000", "Accept: text/html"
    )
    with call(phones.port, request) as line:
        try:
            for _ in range(40):
                line.sendall(b"x" * 100_000)
        except ConnectionError:
            pytest.fail("nobody listened any more")
        answer = all_of(line).decode()
    assert answer.startswith("HTTP/1.1 413")
    assert "That photo is too large: 25 MB at most." in answer
    assert answer.count("HTTP/1.1 ") == 1, "nothing behind it was understood"


def test_what_was_not_read_is_not_done(phones: Phones) -> None:
    lines = (phones.host, OURS, "Content-Length: 40000")
    assert phones.ask("POST /host/restart", *lines).startswith(b"HTTP/1.1 413")
    assert not phones.is_restarting


ELSEWHERE = (
    "Origin: http://elsewhere.example",
    "Origin: http://192.168.1.5:8001",
    "Origin: null",
    "Sec-Fetch-Site: cross-site",
    "X-Nothing: said",
)


@pytest.mark.parametrize("line", ELSEWHERE)
def test_no_form_of_another_site_is_taken(phones: Phones, line: str) -> None:
    for path in phones.forms:
        answer = phones.ask(f"POST {path}", phones.host, line, "Content-Length: 0")
        assert answer.split()[1:2] == [b"403"], path
    assert len(phones.forms) > 30
    assert not phones.is_restarting


def test_few_large_bodies_are_read_at_once_and_the_last_place_is_the_hosts(phones: Phones) -> None:
    lines = (OURS, "Content-Length: 1000000", "Expect: 100-continue")
    photo = head("POST /photo", phones.seat, *lines)
    gallery = head("POST /teach/gallery", phones.host, *lines)
    with (
        closing(call(phones.port, photo)) as one,
        closing(call(phones.port, photo)) as two,
        closing(call(phones.port, photo, "127.0.0.2")) as three,
    ):
        assert {first_of(line) for line in (one, two, three)} == {b"HTTP/1.1 100 Continue"}
        for address in ("127.0.0.1", "127.0.0.3"):
            answer = phones.ask("POST /photo", phones.seat, *lines, address=address)
            assert answer.startswith(b"HTTP/1.1 503")
        with call(phones.port, gallery, "127.0.0.4") as hosts:
            assert first_of(hosts) == b"HTTP/1.1 100 Continue"
    until(
        lambda: (
            phones.ask("POST /photo", phones.seat, *lines, address="127.0.0.3")
            == b"HTTP/1.1 100 Continue"
        )
    )
