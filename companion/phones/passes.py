"""Passes and codes: how a phone shows that it belongs to a seat, or to the host.

A pass is a signed line that a phone keeps. It names a seat and how often that seat has changed
hands, so a pass lapses when the seat is given up, freed by the host or taken by somebody else. The
codes that people type follow from the same key: one to join, one for the host, one for each seat
with which its player comes back on another phone; and a link for the host. The key stays in one
file, for its owner's eyes. Signed by hand with HMAC: the form of a library would part phones that
have joined from their seats.
"""

import hashlib
import hmac
import json
import logging
import secrets
import threading
from collections.abc import Mapping
from pathlib import Path

from companion.common.errors import CompanionError, InputError
from companion.common.files import write_whole
from companion.games.protocol import Seat
from companion.log.events import HOST, SEAT, THE_HOST, VIEWER, Who

#: The name of the file in the data folder.
FILE = "phones.json"
#: More seats than any table has.
MOST_SEATS = 16
#: A seat's code leads to a hand, and there are many seats: it is longer than the one to join.
CODE_DIGITS, SEAT_DIGITS = 6, 8
_MARK = 32
#: Seconds after which we try again to write what a full disk did not take.
AGAIN = 5.0


class Passes:
    """The key of one data folder. All methods may be called from any thread.

    `changes` is another number whenever a pass may have lapsed. Where the file can't be written,
    people go on joining, and it is tried again.
    """

    def __init__(self, key: bytes, hands: Mapping[Seat, int], path: Path) -> None:
        self._key = key
        self._hands = dict(hands)
        self._path = path
        self._lock = threading.Lock()
        self._later: threading.Timer | None = None
        self.changes = 0

    @classmethod
    def of_folder(cls, folder: Path) -> "Passes":
        """The passes of a data folder; the first time, a new key is made."""
        path = folder / FILE
        try:
            passes = cls(*_read(path.read_text("utf-8")), path)
        except FileNotFoundError:
            passes = cls(secrets.token_bytes(32), {}, path)
            passes._write()
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path} can't be read; remove it, and everybody joins once more ({error})"
            ) from error
        return passes

    # --- what people type ---------------------------------------------------------------------

    @property
    def join_code(self) -> str:
        """Who types this may take a free seat."""
        return self._code("join")

    @property
    def host_pin(self) -> str:
        """Who types this looks after the table."""
        return self._code("host")

    def seat_code(self, seat: Seat) -> str:
        """Who types this sits on that seat: its player, on another phone."""
        return self._code(self._body(seat), SEAT_DIGITS)

    def meaning(self, code: str) -> Who | None:
        """Whom a code makes of somebody; a viewer is one who may sit down."""
        wanted = {self.join_code: Who(VIEWER), self.host_pin: THE_HOST}
        for seat in list(self._hands):
            wanted.setdefault(self.seat_code(seat), Who(SEAT, seat))
        digits = "".join(code.split())
        return next((who for one, who in wanted.items() if _same(one, digits)), None)

    @property
    def host_secret(self) -> str:
        """The link that carries this makes a host of whoever opens it; nobody types it."""
        return self._mark("link", HOST).hex()[:_MARK]

    def opens_host(self, secret: str) -> bool:
        """Whether this is the host's link."""
        return _same(secret, self.host_secret)

    # --- what phones keep ---------------------------------------------------------------------

    def host_pass(self) -> str:
        """The pass of the host."""
        return self._signed(HOST)

    def seat_pass(self, seat: Seat) -> str:
        """The pass of whoever sits on that seat now."""
        return self._signed(self._body(seat))

    def is_host(self, shown: str) -> bool:
        """Whether this is the pass of the host."""
        return _same(shown, self.host_pass())

    def seat_of(self, shown: str) -> Seat | None:
        """The seat that this pass is for; None when it is no pass, or not any more."""
        number = shown.partition(".")[0].removeprefix(f"{SEAT}-")
        if not (number.isascii() and number.isdecimal() and len(number) < 3):
            return None
        seat = int(number)
        return seat if seat in self._hands and _same(shown, self.seat_pass(seat)) else None

    def renew(self, seat: Seat) -> None:
        """The seat changes hands: every earlier pass and code for it lapses."""
        if not 0 <= seat < MOST_SEATS:
            raise InputError(f"there is no seat {seat}")
        with self._lock:
            self._hands[seat] = self._hands.get(seat, 0) + 1
            self.changes += 1  # after the hands: who sees it finds them changed
            self._keep()

    def _body(self, seat: Seat) -> str:
        return f"{SEAT}-{seat}.{self._hands.get(seat, 0)}"

    def _signed(self, body: str) -> str:
        return f"{body}.{self._mark('pass', body).hex()[:_MARK]}"

    def _code(self, body: str, digits: int = CODE_DIGITS) -> str:
        number = int.from_bytes(self._mark("code", body)[:8]) % 10**digits
        return f"{number:0{digits}}"

    def _mark(self, use: str, body: str) -> bytes:
        return hmac.digest(self._key, f"{use}:{body}".encode(), hashlib.sha256)

    def _keep(self, *, is_news: bool = True) -> None:
        """Write the file, now or when the system takes it."""
        try:
            self._write()
        except CompanionError as error:
            if is_news:
                logging.getLogger(__name__).warning("%s; it is tried again", error)
            if self._later is None:
                self._later = threading.Timer(AGAIN, self._try_again)
                self._later.daemon = True
                self._later.start()

    def _try_again(self) -> None:
        with self._lock:
            self._later = None
            self._keep(is_news=False)

    def _write(self) -> None:
        text = json.dumps({"key": self._key.hex(), "hands": self._hands})
        write_whole(self._path, text.encode(), mode=0o600)


def _read(text: str) -> tuple[bytes, dict[Seat, int]]:
    data = json.loads(text)
    key = bytes.fromhex(data["key"])
    hands = {int(seat): int(count) for seat, count in data["hands"].items()}
    if len(key) < 16 or not all(0 <= seat < MOST_SEATS for seat in hands):
        raise ValueError("its key is too short, or it names a seat that no table has")
    return key, hands


def _same(one: str, other: str) -> bool:
    """Compared in a time that tells nothing."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
