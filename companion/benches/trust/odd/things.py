"""What somebody sends who wants a site to stumble: odd values, headers, bodies and framing."""

import random
import struct
import zlib
from collections.abc import Iterable
from urllib.parse import quote_from_bytes

#: Markup, a header and an address that must never come back as they were sent.
MARKUP, HEADER, ELSEWHERE = "<b id=hurt>", "x-hurt", "elsewhere.example"

_WORDS = (
    "",
    " ",
    "0",
    "-1",
    "-0",
    "+1",
    "1_000",
    " 7 ",
    "٣",
    "²",
    "½",
    "１２",
    "1e9",
    "1.5",
    "NaN",
    "Infinity",
    "0x10",
    "9" * 12,
    "9" * 19,
    "9" * 5000,
    "-" + "9" * 5000,
    "0" * 5000 + "1",
    "null",
    "None",
    "true",
    "on",
    "undefined",
    "[]",
    "{}",
    "[" * 900,
    '{"a":' * 900,
    '"',
    "'",
    '"\\ud800"',
    '["\\udfff", 1]',
    '{"\\ud800": 1}',
    '{"a": 1, "a": 2}',
    "[1e999]",
    "\0",
    "a\0b",
    "\x1b[31m",
    "\u202eevil",
    "\u200b",
    "\ufeff",
    "\ud7ff\ue000",
    "e\u0301" * 300,
    "🎲" * 300,
    "👩‍👩‍👧‍👦" * 50,
    "ß" * 99,
    "İ" * 99,
    "ﷺ" * 99,
    "x" * 30_000,
    " " * 30_000,
    "\n" * 3000,
    MARKUP,
    f'">{MARKUP}',
    f"'>{MARKUP}",
    f"</script>{MARKUP}",
    f"a\r\n{HEADER}: 1",
    f"\n{HEADER}: 1",
    "' OR '1'='1",
    "1; DROP TABLE events",
    "1) UNION SELECT 1--",
    "{{7*7}}",
    "${7*7}",
    "{0}",
    "{x}",
    "{0.__class__}",
    "%s%n%d",
    "%(x)s",
    "`id`",
    "|id",
    "$(id)",
    "; id",
    "../" * 20 + "etc/passwd",
    "..\\..\\win.ini",
    "/etc/passwd",
    "file:///etc/passwd",
    f"http://{ELSEWHERE}/",
    f"//{ELSEWHERE}",
    f"/\\{ELSEWHERE}",
    f"/\t/{ELSEWHERE}",
    f"\\\\{ELSEWHERE}\\x",
    "javascript:alert(1)",
    "host",
    "seat-0",
    "csv",
    "__class__",
    "phones.json",
    ".",
    "..",
    "con",
    "0,0 1,1",
    "nan,nan inf,inf",
    "1e400,0",
)
#: Bytes that are no text: a lone surrogate, half a letter, an overlong zero.
_BYTES = (
    b"\xed\xa0\x80",
    b"a\xed\xbf\xbfb",
    b"\xff\xfe",
    b"\xc3",
    b"\xc0\x80",
    b"\xf8\x88\x80\x80\x80",
)
VALUES = (*(word.encode("utf-8", "replace") for word in _WORDS), *_BYTES)

METHODS = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "PROPFIND", "X" * 200)
_FORM = "application/x-www-form-urlencoded"
KINDS = (
    "",
    "text/plain",
    "application/json",
    "text/xml",
    "multipart/form-data",
    "multipart/mixed",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="',
    "multipart/form-data; boundary=\xff",
    "multipart/form-data; boundary=" + "x" * 500,
    f"{_FORM}; charset=utf-7",
    f"{_FORM}; charset=utf-16",
    f"{_FORM}; charset=nonsense",
    f"{_FORM};;;=;",
    "/",
    ";",
    "a" * 5000,
)
HEADERS: tuple[tuple[str, str], ...] = (
    *(
        ("Accept-Language", v)
        for v in ("de;q=abc", "a" * 5000, "*", "en;q=1e9", "de-" * 999, "\xff", ",,,;;")
    ),
    *(("Last-Event-ID", v) for v in ("9" * 5000, "a-" + "9" * 11, "-", "\xb2", "a-\xb2", "-1")),
    *(
        ("Range", v)
        for v in (
            "bytes=0-",
            "bytes=-1",
            "bytes=9-0",
            "bytes=" + "0-0," * 999,
            "bytes=a-b",
            "bytes=99999999999999999999-",
            "bytes=" + "9" * 5000 + "-",
            "bites=1-2",
            "bytes",
        )
    ),
    *(
        (name, v)
        for name in ("If-Modified-Since", "If-Unmodified-Since", "If-Range")
        for v in (
            "Thu, 99 Nov 99999 99:99:99 GMT",
            "0",
            "Mon, 01 Jan 0001 00:00:00 GMT",
            "\xff",
            '"',
        )
    ),
    *(
        (name, v)
        for name in ("If-None-Match", "If-Match")
        for v in ("*", '"', "W/", '"a",' * 999, "\xff")
    ),
    *(
        ("Cookie", v)
        for v in (
            "=",
            ";;;;",
            "seat",
            'seat="\\355\\240\\200"',
            "host=" + "x" * 8000,
            "seat=seat-99.1.0",
            "seat=seat-0.0." + "0" * 32,
            "seat=seat-0.1.\xe9",
            "host=host." + "0" * 32,
            "host=host.\xff",
            "seat=seat-" + "9" * 5000 + ".1.0",
            "seat=seat-\xb2.1.0",
            "language=../../x; letters=\xff",
            "seat=\x01",
            "; ".join(f"c{n}={n}" for n in range(200)),
            "seat=a; seat=b; host=a; host=b",
        )
    ),
    *(
        ("Host", v)
        for v in (
            "",
            "localhost",
            "[::1",
            "[",
            "]",
            "a b",
            "192.168.1.5:99999999",
            "192.168.1.5:x",
            "1" * 5000,
            ELSEWHERE,
            "192.168.1.5:80:80",
            "@",
            "a@192.168.1.5",
            "192.168.1.5/..",
            "[fe80::1%25eth0]",
            "::1",
            "[::1]:8000",
            "0x7f.1",
            "2130706433",
            "\xff",
            "192.168.1.5,192.168.1.5",
            "xn--a",
            "..",
            "[v1.a]",
        )
    ),
    *(
        ("Accept", v)
        for v in ("*/*;q=x", "a/b," * 999, "", "text/html;q=nan", "\xff", "*", "application/json")
    ),
    *(
        ("Origin", v)
        for v in ("null", "", f"http://{ELSEWHERE}", "http://192.168.1.5", "\xff", "file://")
    ),
    *(("Sec-Fetch-Site", v) for v in ("cross-site", "none", "", "same-origin, cross-site", "\xff")),
    *(
        (name, v)
        for name in (
            "X-Forwarded-For",
            "Forwarded",
            "X-Real-IP",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-Forwarded-Prefix",
            "X-Forwarded-Port",
            "Via",
            "Client-IP",
        )
        for v in (
            "127.0.0.1",
            "for=127.0.0.1;host=localhost",
            "9" * 5000,
            '"',
            'for="[::1"',
            "\xff",
        )
    ),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Content-Encoding", "gzip"),
    ("Authorization", "Basic /////"),
    ("Sec-WebSocket-Key", "x"),
    ("HTTP2-Settings", "AAMAAABk"),
    ("Expect", "100-continue"),
    ("Expect", "the moon"),
    ("Referer", "x" * 8000),
    ("User-Agent", "\xff" * 300),
    ("User-Agent", "() { :;}; echo hurt"),
    ("Connection", "close, keep-alive, \xff"),
    ("Trailer", "Host"),
    ("TE", "trailers"),
    ("Date", "\xff"),
)
#: Paths that lead out of the site, or to what no site should show.
PATHS = (
    "/static/../../../../etc/passwd",
    "/static/..%2f..%2f..%2fetc/passwd",
    "/static/%2e%2e/%2e%2e/phones.json",
    "/static/....//....//phones.json",
    "/static/%5c..%5cphones.json",
    "/static//etc/passwd",
    "/static/%00",
    "/phones.json",
    "/../phones.json",
    "/game.log",
    "/.git/config",
    "/config.toml",
    "/%2e%2e/",
    "//",
    "///x",
    f"//{ELSEWHERE}/",
    f"/%0d%0a{HEADER}:%201",
    "/%ff",
    "/%ED%A0%80",
    "/%",
    "/%zz",
    "/" + "a" * 7000,
    "/" + "a/" * 3000,
    "/?" + "a" * 7000,
    "/?" + "a=1&" * 1500,
    "/;a=1",
    "/.;/host",
    "/host/",
    "/HOST",
    "/host%20",
    "/host%2fnew",
    "/host/game/%2e%2e%2fx.zip",
    "/host/game/../../x.zip",
    "/history/picture/..%2f..%2fgame.log",
    "/history/picture/%ED%A0%80.jpg",
    "/teach/pictures/..%2flesson.json",
    "/photo/" + "9" * 5000 + ".jpg",
    "/setup/picture/" + "9" * 5000 + ".jpg",
    "/teach/" + "9" * 5000,
    "/setup/%ff/now",
    "/console",
    "/server-status",
)


def png(side: int = 32) -> bytes:
    """A small picture of nothing."""
    rows = (b"\0" + b"\xc8" * 3 * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    pieces = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in pieces
    )


#: What is uploaded instead of a photo or a gallery.
UPLOADS = (
    b"",
    b"\0",
    b"no picture",
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff\xe0",
    b"PK\x03\x04" + b"\0" * 40,
    b"GIF89a\xff\xff\xff\xff",
    b"\0" * 20_000,
    png(),
)

Pairs = Iterable[tuple[bytes, bytes]]


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
