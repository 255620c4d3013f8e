"""One request as it comes in: strict about where it ends, and judged before its body is read.

Waitress's parser takes what it can make sense of. Here only what everybody understands in the same
way is taken: otherwise two programs on the way may see two different requests in the same bytes.
"""

import re
import time
from collections.abc import Callable
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import BadRequest
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from web.serving.gate import Caller

#: Bytes and lines of a head at most.
LONGEST_HEAD = 16_384
MOST_LINES = 64
#: Bytes of a line between the chunks of a body, and behind the last one.
LONGEST_CHUNK_LINE = 256
LONGEST_TRAILER = 1_024

_START = re.compile(rb"[A-Z]+ [^\x00-\x20\x7f]+ HTTP/1\.[01]")
_LENGTH = re.compile(rb"[0-9]{1,12}")
#: What may stand in a head once at most, since it says where the request ends or whom it is for.
_ONCE = (b"content-length", b"transfer-encoding", b"host", b"expect", b"origin", b"sec-fetch-site")


class IncomingRequest(HTTPRequestParser):  # type: ignore[misc]
    """A request that is being received.

    Attributes:
        caller: Who asks; None until the head is there, and for what can't be understood.
        refusal: Why the body is not read.
        longest: So many bytes of the body are read.
        began: When its first byte came.
        head_at: When its head was complete.
    """

    def __init__(
        self, adj: Any, judge: Callable[["IncomingRequest"], None], hang_up: Callable[[], None]
    ) -> None:
        super().__init__(adj)
        self._judge = judge
        self._hang_up = hang_up
        self.caller: Caller | None = None
        self.refusal: HTTPException | None = None
        self.longest = 0
        self.began = self.head_at = time.monotonic()

    @property
    def has_body(self) -> bool:
        """Whether there is more than a head."""
        return self.chunked or self.content_length > 0

    def refuse(self, why: HTTPException) -> None:
        """Read no more of it; the pages will say why."""
        self.refusal = why
        self.close()
        self.body_rcv = None
        self.chunked, self.content_length = False, 0
        self.headers["CONTENT_LENGTH"] = "0"
        self.headers["CONNECTION"] = "close"
        self.expect_continue = False
        self.completed = True
        self._hang_up()

    def received(self, data: bytes) -> int:
        """Take what belongs to this request; behind one that failed nothing is understood."""
        consumed: int = super().received(data)
        receiver: Any = self.body_rcv
        if receiver is not None and self.chunked and self.error is None:
            self._look_at_chunks(receiver)
        if self.error is not None:
            self._hang_up()
        return consumed if self.error is None and self.refusal is None else len(data)

    def _look_at_chunks(self, receiver: Any) -> None:
        """A body without a length is counted as it comes, with everything around it."""
        if self.body_bytes_received > self.longest or receiver.chunk_remainder > self.longest:
            self.refuse(RequestEntityTooLarge())
        elif (
            len(receiver.control_line) > LONGEST_CHUNK_LINE
            or len(receiver.trailer) > LONGEST_TRAILER
        ):
            self.error = BadRequest("A line of a chunked body is too long")
            self.completed = True

    def parse_header(self, header_plus: bytes) -> None:
        """Understand the head, and let it be judged."""
        try:
            _refuse_odd(header_plus)
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("The address can't be understood") from error
        # Who is told to go on would be waited for, and there is nothing to come.
        self.expect_continue = self.expect_continue and self.has_body
        self.head_at = time.monotonic()
        self._judge(self)


def _refuse_odd(head: bytes) -> None:
    """Refuse what others may read differently."""
    start, *lines = head.split(b"\r\n")
    lines = [line for line in lines if line]
    if not _START.fullmatch(start):
        raise ParsingError("The first line can't be understood")
    if len(lines) > MOST_LINES:
        raise ParsingError("There are too many lines")
    found: dict[bytes, bytes] = {}
    for line in lines:
        if line.startswith((b" ", b"\t")):
            raise ParsingError("A line goes on in the next")
        name, _, value = line.partition(b":")
        key = name.lower()
        if key in _ONCE and key in found:
            raise ParsingError("A line stands there twice")
        found[key] = value.strip(b" \t")
    length, coding = found.get(b"content-length"), found.get(b"transfer-encoding")
    if length is not None and coding is not None:
        raise ParsingError("The body has two lengths")
    if length is not None and not _LENGTH.fullmatch(length):
        raise ParsingError("The length of the body is no number")
    if coding is not None and (coding.lower() != b"chunked" or start.endswith(b"/1.0")):
        raise ParsingError("The body comes in a form that is not known here")
