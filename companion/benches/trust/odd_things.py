"""What somebody sends who wants a site to stumble: odd values, headers, bodies, paths and framing.

Whoever reads the end of a request otherwise than a proxy in front does takes the rest for the next
request, of somebody else. So what can be read in two ways is refused and the line is closed.
"""

import random
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes

from companion.benches.trust.made_to_hurt.photos import png_with

#: Markup and a header that must never come back as they were sent.
MARKUP, HEADER = "<b id=hurt>", "x-hurt"
#: Seconds after which a silent line has nothing more to say.
PATIENCE = 2.0
_ODD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

Pairs = Iterable[tuple[bytes, bytes]]


def _text(told: Any) -> str:
    """A text as the list of odd things spells it, with its parts and repetitions."""
    if isinstance(told, list):
        return "".join(map(_text, told))
    return told if isinstance(told, str) else "".join(part * n for part, n in told.items())


def _texts(name: str) -> tuple[str, ...]:
    return tuple(map(_text, _ODD[name]))


def _bytes(name: str) -> tuple[bytes, ...]:
    return tuple(text.encode("latin-1") for text in _texts(name))


VALUES = (*(text.encode() for text in _texts("values")), *_bytes("bytes"))
METHODS, KINDS, PATHS = map(_texts, ("methods", "kinds", "paths"))
UPLOADS = (*_bytes("uploads"), png_with())
HEADERS = tuple(
    (name, _text(value))
    for names, values in _ODD["headers"].items()
    for name in names.split()
    for value in values
)


class Framing(NamedTuple):
    """Bytes to send; so many of the answers may be good ones."""

    data: str
    taken: int

    def bytes_for(self, port: int) -> bytes:
        """What goes to the site on that port."""
        whole = self.data
        for part, told in _ODD["framing_parts"].items():
            whole = whole.replace(f"{{{part}}}", _text(told))
        return whole.replace("{host}", f"127.0.0.1:{port}").encode("latin-1")


FRAMINGS = tuple(
    Framing(_text(told), taken)
    for name, taken in {"none": 0, "one": 1, "three": 3}.items()
    for told in _ODD["framing"][name]
)


def statuses(answer: bytes) -> list[int]:
    """The status of every answer on a line, in their order; `100 Continue` is none."""
    found = [int(status) for status in re.findall(rb"(?:^|\n?)HTTP/1\.[01] (\d{3}) ", answer)]
    return [status for status in found if status != 100]


def urlencoded(fields: Pairs) -> bytes:
    """Fields as a query or the body of a form, whatever bytes they are of."""
    return "&".join(f"{quote_from_bytes(n)}={quote_from_bytes(v)}" for n, v in fields).encode()


def multipart(fields: Pairs, files: Pairs, source: random.Random) -> tuple[bytes, str]:
    """Fields and files as a form with parts, which may be broken; and its type."""
    mark = b"x7q"
    parts = [b'form-data; name="%s"\r\n\r\n%s' % (name, value) for name, value in fields]
    names = (b"a.jpg", b"../../a", b"a\0b", b"\xed\xa0\x80", b"", b"a" * 3000, b'"; name="code')
    parts += [
        b'form-data; name="%s"; filename="%s"\r\n\r\n%s' % (name, source.choice(names), data)
        for name, data in files
    ]
    body = b"".join(b"--%s\r\nContent-Disposition: %s\r\n" % (mark, part) for part in parts)
    body += b"--%s--\r\n" % mark
    broken = (
        body,
        body,
        body[: len(body) // 2],
        body.replace(b"\r\n", b"\n"),
        body.replace(b"--x7q--", b"--x7q"),
        body.replace(b"--x7q", b"--x7"),
        body.replace(b"form-data; ", b""),
        body.replace(b"name=", b"name*=utf-8''%ff;x="),
        body.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n", 1),
        body.replace(b"\r\n\r\n", b"\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n", 1),
        body.replace(b"Content-Disposition", b"X" * 20_000, 1),
        b"--x7q\r\n\r\n\r\n--x7q--\r\n",
        b"--x7q" * 3000,
        b"",
    )
    return source.choice(broken), f"multipart/form-data; boundary={mark.decode()}"
