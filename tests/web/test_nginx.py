"""The pages behind a real nginx: who is the host, who counts as whom, and TLS."""

import http.client
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.log.events import SEAT, Pause, Sit, Who
from companion.phones.attempts import FREE
from tests.web.nginx import NAME as HERE
from tests.web.nginx import OURS, PLAIN, Front, needs_nginx, nginx
from tests.web.tables import NAME, Place, served
from web.access.guests import HOST_COOKIE

pytestmark = [pytest.mark.live, needs_nginx]

BY_HOSTS = "/tap/mode"
#: The old race was lost at one of the first tries.
TRIES = 10


@contextmanager
def behind(place: Place, folder: Path, site: str, **options: Any) -> Iterator[Front]:
    """The place's pages, and nginx before them."""
    folder.mkdir(exist_ok=True)
    parts = {"desk": place.desk, "passes": place.passes, "names": [HERE], **options}
    with served(place.feed, **parts) as port, nginx(folder, site, port) as front:
        yield front


@pytest.fixture
def front(place: Place, tmp_path: Path) -> Iterator[Front]:
    """nginx and settings as the page about phones has them."""
    site = OURS.read_text("utf-8")
    with behind(place, tmp_path / "nginx", site, trusted_proxies=["127.0.0.1"]) as found:
        yield found


@pytest.mark.parametrize("trusted", [[], ["127.0.0.1"]])
def test_behind_plain_nginx_nobody_is_the_host(
    place: Place, tmp_path: Path, trusted: list[str]
) -> None:
    with behind(place, tmp_path / "nginx", PLAIN, trusted_proxies=trusted) as front:
        for address in ("127.0.0.1", "127.0.0.9"):
            for said in ({}, {"X_Forwarded_For": "127.0.0.1", "X_Forwarded_Host": "localhost"}):
                page = front.ask(address, "/", **said)
                assert (page.status, BY_HOSTS in page.text) == (200, False)
                assert front.ask(address, "/host", **said).status in (403, 404)
                form = {"game": NAME, "seen": place.table.now.number, "mode": "watch"}
                sent = front.ask(address, BY_HOSTS, form, Sec_Fetch_Site="same-origin", **said)
                assert sent.status == 403
        pin = {"code": place.passes.host_pin}
        entered = front.ask("127.0.0.9", "/join", pin, Sec_Fetch_Site="same-origin")
        assert entered.status == 303, "but everybody may type the PIN"


def test_the_addresses_that_count_are_those_of_the_clients(place: Place, front: Front) -> None:
    for _ in range(FREE):
        assert front.ask("127.0.0.50", "/join", {"code": "000000"}).status == 403
    right = {"code": place.passes.host_pin}
    assert front.ask("127.0.0.50", "/join", right).status == 429
    assert front.ask("127.0.0.51", "/join", right).status == 303


@pytest.mark.parametrize(
    "chain", ["127.0.0.99", "127.0.0.99, 127.0.0.1", "127.0.0.1", "nonsense", ","]
)
def test_who_invents_an_address_is_not_believed(place: Place, front: Front, chain: str) -> None:
    for number in range(FREE):
        said = {"X_Forwarded_For": f"127.0.0.{number + 100}"}
        assert front.ask("127.0.0.50", "/join", {"code": "000000"}, **said).status == 403
    right = {"code": place.passes.host_pin}
    assert front.ask("127.0.0.50", "/join", right, X_Forwarded_For=chain).status == 429
    assert front.ask("127.0.0.99", "/join", right).status == 303


def test_a_proxy_that_nobody_trusts_is_one_client(place: Place, tmp_path: Path) -> None:
    site = OURS.read_text("utf-8")
    with behind(place, tmp_path / "nginx", site) as front:
        for number in range(FREE):
            wrong = front.ask(f"127.0.0.{50 + number}", "/join", {"code": "0"},
                              Sec_Fetch_Site="same-origin")  # fmt: skip
            assert wrong.status == 403
        right = {"code": place.passes.host_pin}
        late = front.ask("127.0.0.99", "/join", right, Sec_Fetch_Site="same-origin")
        assert late.status == 429
        old = front.ask("127.0.0.99", "/join", right)
        assert old.status == 403, "nothing says that the page came through TLS"


def test_joining_and_tapping_work_through_tls(place: Place, front: Front) -> None:
    form = {"code": place.passes.join_code, "name": "Vera", "seat": 0}
    joined = front.ask("127.0.0.20", "/join", form)
    assert (joined.status, joined.place) == (303, "/")
    assert place.table.now.names == {0: "Vera"}
    assert isinstance(place.table.events()[-1].action, Sit)
    (kept,) = joined.cookies
    assert "; Secure;" in kept
    assert "; HttpOnly;" in kept
    place.publish()
    shown = kept.partition(";")[0]
    assert "You are <b>Vera</b>, seat 1." in front.ask("127.0.0.20", "/", Cookie=shown).text
    tap = {"game": NAME, "seen": place.table.now.number}
    assert front.ask("127.0.0.20", "/tap/pause", tap, Cookie=shown).status == 204
    event = place.table.events()[-1]
    assert (event.action, event.by) == (Pause(), Who(SEAT, 0))


@pytest.mark.parametrize(
    "origin", ["http://table.example", "https://table.example:1", "https://evil.example", "null"]
)
def test_a_page_elsewhere_can_t_tap(place: Place, front: Front, origin: str) -> None:
    shown = f"{HOST_COOKIE}={place.passes.host_pass()}"
    number = place.table.now.number
    sent = front.ask("127.0.0.20", "/tap/pause", {"game": NAME, "seen": number}, Cookie=shown,
                     Origin=origin)  # fmt: skip
    assert sent.status == 403
    assert place.table.now.number == number


def test_news_come_through_at_once(place: Place, front: Front) -> None:
    with closing(front.line("127.0.0.20")) as line:
        line.request("GET", "/events")
        stream = line.getresponse()

        def until(wanted: bytes) -> None:
            while wanted not in stream.readline():
                pass

        until(b"event: full")
        place.feed.post(place.table.now.state, ["A word that nobody has said before."])
        until(b"A word that nobody has said before.")


def test_other_names_and_plain_http_lead_nowhere(front: Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.plain_port)
    line.request("GET", "/join", headers={"Host": HERE})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HERE}/join")
    answer.close()
    line.close()
    line.request("GET", "/", headers={"Host": "evil.example"})
    with pytest.raises(http.client.RemoteDisconnected):
        line.getresponse()
    line.close()
    with pytest.raises(ssl.SSLError):
        front.line("127.0.0.1", "evil.example")


def test_a_body_that_nobody_may_send_gets_its_answer(front: Front) -> None:
    """nginx passes on what it gets while it gets it; it must come to see that we have answered."""
    for _ in range(TRIES):
        with closing(front.line("127.0.0.20")) as line:
            head = {"Origin": front.url, "Content-Type": "application/octet-stream"}
            line.request("POST", "/photo", bytes(5_000_000), head)
            assert line.getresponse().status in (403, 413)
