"""Somebody who asks a site over the network: a browser without a screen, with cookies.

Every answer comes through the real server. A visitor has an address of its own in 127.0.0.0/8, so
that what one does too often is not counted against another, and calls the site by a number that is
not this computer's own, as a phone does.
"""

import http.client
import json
import socket
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from secrets import token_hex
from urllib.parse import urlencode

#: Seconds in which the slowest machine has answered.
PATIENCE = 120.0
#: What a phone types instead of `localhost`.
NAME = "192.168.1.5"
#: Bytes of an answer that is read, at most.
LONGEST = 64_000_000

Fields = tuple[tuple[str, str], ...]
Files = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Ask:
    """A request: of a link, or of a form with what its fields hold.

    Attributes:
        method: GET or POST.
        path: The path with the query.
        fields: What the form sends, in its order.
        files: What is uploaded, by the names of the fields.
    """

    method: str
    path: str
    fields: Fields = ()
    files: Files = ()


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def kind(self) -> str:
        """The type of the body, without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0]

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    def regions(self) -> Mapping[str, str]:
        """The regions in the first event of a stream; empty when there is none."""
        for line in self.text.splitlines():
            if line.startswith("data: {") and line != "data: {}":
                regions: dict[str, str] = json.loads(line.removeprefix("data: "))
                return regions
        return {}


@dataclass
class Visitor:
    """One browser; not to be used by two threads at once.

    Attributes:
        role: Who that is, for people.
        port: Where the site listens on this computer.
        address: Where the visitor comes from.
        cookies: What the browser keeps.
    """

    role: str
    port: int
    address: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._line: http.client.HTTPConnection | None = None

    @property
    def origin(self) -> str:
        """What the browser says of where a form came from."""
        return f"http://{NAME}:{self.port}"

    def get(self, path: str) -> Reply:
        """Follow a link."""
        return self.ask(Ask("GET", path))

    def post(self, path: str, **fields: object) -> Reply:
        """Send a form."""
        return self.ask(Ask("POST", path, tuple((name, str(v)) for name, v in fields.items())))

    def ask(self, what: Ask, headers: Mapping[str, str] | None = None) -> Reply:
        """Send a request as a browser would; `headers` stand in for its own."""
        sent = {"Accept": "text/html", **(headers or {})}
        body = b""
        if what.method != "GET":
            body, kind = written(what)
            sent = {"Origin": self.origin, "Content-Type": kind, **sent}
        return self.send(what.method, what.path, sent, body)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Reply:
        """Send these headers and this body; where the site has hung up meanwhile, once more."""
        is_new = self._line is None
        try:
            return self._send(method, path, headers, body)
        except (http.client.HTTPException, ConnectionError):
            self.close()
            if is_new:
                raise
            return self._send(method, path, headers, body)

    def _send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        line = self._line = self._line or self.connect()
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        known = {name.lower() for name in headers}
        if "host" not in known:
            line.putheader("Host", f"{NAME}:{self.port}")
        if "cookie" not in known and self.cookies:
            line.putheader("Cookie", "; ".join(f"{n}={value}" for n, value in self.cookies.items()))
        for name, value in headers.items():
            line.putheader(name, value)
        if method != "GET":
            line.putheader("Content-Length", str(len(body)))
        line.endheaders(body or None)
        answer = line.getresponse()
        self._remember(answer)
        found = {name.lower(): value for name, value in answer.getheaders()}
        if found.get("content-type", "").startswith("text/event-stream"):
            reply = Reply(answer.status, found, _first_event(answer))
            self.close()
            return reply
        return Reply(answer.status, found, answer.read(LONGEST))

    def connect(self) -> http.client.HTTPConnection:
        """A connection of its own to the site, from this visitor's address."""
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0)
        )

    def raw(self, data: bytes, patience: float = PATIENCE) -> bytes:
        """All that comes back when these bytes are sent, until the site hangs up or is silent."""
        found = b""
        with socket.create_connection(
            ("127.0.0.1", self.port), timeout=patience, source_address=(self.address, 0)
        ) as line:
            try:
                line.sendall(data)
                while len(found) < LONGEST and (part := line.recv(1 << 16)):
                    found += part
            except OSError:
                pass  # it hung up, or says nothing more
        return found

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _remember(self, answer: http.client.HTTPResponse) -> None:
        for kept in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = kept.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value.strip()


def written(what: Ask) -> tuple[bytes, str]:
    """The body of a form, and its type."""
    if not what.files:
        return urlencode(what.fields).encode(), "application/x-www-form-urlencoded"
    mark = token_hex(16)
    parts = [
        *((f'name="{name}"', value.encode()) for name, value in what.fields),
        *((f'name="{name}"; filename="{name}"', data) for name, data in what.files),
    ]
    body = b"".join(
        f"--{mark}\r\nContent-Disposition: form-data; {about}\r\n\r\n".encode() + data + b"\r\n"
        for about, data in parts
    )
    return body + f"--{mark}--\r\n".encode(), f"multipart/form-data; boundary={mark}"


def _first_event(answer: http.client.HTTPResponse) -> bytes:
    """What a stream says up to the end of its first event."""
    found = b""
    with closing(answer):
        while not (b"\ndata: " in found and found.endswith(b"\n\n")):
            part = answer.read1(1 << 16)
            if not part:
                break
            found += part
    return found
