"""Photos that are made to hurt: small files that ask for minutes, gigabytes or a crash."""

import random
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping

import cv2
import numpy as np

from vision.geometry import Image

Make = Callable[[random.Random], bytes]
_SCAN, _END = b"\xff\xda", b"\xff\xd9"
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def packed(kind: str, image: Image, *how: int) -> bytes:
    """A picture as OpenCV packs it."""
    _, data = cv2.imencode(kind, image, how)
    return data.tobytes()


def progressive(image: Image) -> bytes:
    """A picture as a JPEG of several scans."""
    return packed(".jpg", image, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)


def more_scans(jpeg: bytes, times: int) -> bytes:
    """A progressive JPEG with its first scan after the first once more, `times` times."""
    at = jpeg.index(_SCAN)
    start = jpeg.index(_SCAN, at + 2)
    found = _MARKER.search(jpeg, start + 2 + int.from_bytes(jpeg[start + 2 : start + 4], "big"))
    assert found is not None
    scan = jpeg[start : found.start()]
    return jpeg[: -len(_END)] + scan * times + _END


def png_with(
    more: Iterable[tuple[bytes, bytes]] = (),
    size: tuple[int, int] = (64, 48),
    *,
    depth: int = 8,
    colour: int = 2,
    interlaced: bool = False,
    rows: int | None = None,
) -> bytes:
    """A PNG of one colour with more chunks before its pixels; `rows` may be fewer than it says."""
    wide, high = size
    line = 1 + (wide * {0: 1, 2: 3, 4: 2, 6: 4}[colour] * depth + 7) // 8
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(bytes(line)) for _ in range(high if rows is None else rows))
    header = struct.pack(">IIBBBBB", wide, high, depth, colour, 0, 0, int(interlaced))
    chunks = (
        (b"IHDR", header), *more, (b"IDAT", body + packer.flush()), (b"IEND", b"")
    )  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def _claiming(kind: str, wide: int, high: int) -> bytes:
    """A small picture whose header says something else."""
    data = packed(kind, _plain())
    if kind == ".jpg":
        at = data.index(b"\xff\xc0") + 5
        return data[:at] + struct.pack(">HH", high, wide) + data[at + 4 :]
    body = b"WEBPVP8X" + struct.pack("<II", 10, 0)
    body += (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little") + data[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _plain(wide: int = 64, high: int = 48, shade: int = 120) -> Image:
    return np.full((high, wide, 3), shade, np.uint8)


def _noise(chance: random.Random, wide: int, high: int) -> Image:
    return np.random.default_rng(chance.getrandbits(32)).integers(0, 256, (high, wide, 3), np.uint8)


def _wallpaper(chance: random.Random) -> bytes:
    """Thousands of patches that each may be a tile."""
    wide = chance.choice((20, 30, 40, 50, 66, 90))
    small = _noise(chance, wide, wide * 3 // 4)
    large = cv2.resize(small, (1600, 1200), interpolation=cv2.INTER_NEAREST)
    return packed(".png", np.asarray(large, np.uint8))


def _hexagons(chance: random.Random) -> bytes:
    """Hundreds of tiles side by side."""
    pitch = chance.choice((30, 50, 70, 110))
    image = _plain(1600, 1200, 200)
    corners = np.arange(6) * np.pi / 3 + np.pi / 6
    for row in range(1200 * 5 // (4 * pitch)):
        for column in range(1600 * 10 // (9 * pitch)):
            middle = ((column + row % 2 / 2) * 0.9 * pitch, row * 0.8 * pitch)
            outline = np.column_stack([np.cos(corners), np.sin(corners)]) * 0.45 * pitch + middle
            shade = [chance.randrange(190) for _ in range(3)]
            cv2.fillPoly(image, [outline.astype(np.int32)], shade)
    return packed(".jpg", image)


def _exif(chance: random.Random) -> bytes:
    """Tables that lead back to themselves, many times over."""
    block = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 0xFFFF)
    block += struct.pack("<HHIII", 0x8769, 4, 1, 8, 8)[:12] * 5000
    segment = b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block
    data = packed(".jpg", _plain())
    return data[:2] + segment * chance.randrange(20, 60) + data[2:]


def _thumbnails(chance: random.Random) -> bytes:
    """A picture in the picture, and no end of the outer one."""
    inner = packed(".jpg", _plain(160, 120))
    block = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 0) + inner
    data = packed(".jpg", _noise(chance, 64, 48))
    whole = data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]
    return whole[: -chance.randrange(2, 90)]


def _damaged(kind: str) -> Make:
    def make(chance: random.Random) -> bytes:
        data = bytearray(packed(kind, _noise(chance, 200, 150)))
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        return bytes(data[: chance.randrange(len(data) // 2, len(data) + 1)])

    return make


def _boxes(chance: random.Random) -> bytes:
    """A HEIC file that is all boxes, in one another and with sizes that are none."""
    body = b""
    for _ in range(chance.randrange(200, 3000)):
        size = chance.choice((0, 1, 8, 7, len(body) + 8, 0xFFFFFFFF))
        body = struct.pack(">I", size) + chance.choice((b"meta", b"iprp", b"iinf", b"moov")) + body
        body = body[:60_000]
    return b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + body


def _deflated(size: int) -> bytes:
    return zlib.compress(bytes(size), 9)


_ANY = (".bmp", ".gif", ".tiff", ".jp2", ".hdr", ".pfm", ".sr", ".ppm", ".avif")


def _other_kind(chance: random.Random) -> bytes:
    kind = chance.choice(_ANY)
    image = _plain()
    return packed(kind, image.astype(np.float32) if kind in (".hdr", ".pfm") else image)


def _run_lengths(chance: random.Random) -> bytes:
    """A BMP that says to skip, and to skip, and to skip."""
    head = struct.pack("<IiiHHIIiiII", 40, 20000, 20000, 1, 8, 1, 0, 1, 1, 256, 0) + bytes(1024)
    body = b"\0\2\xff\xff" * chance.randrange(1000, 50_000)
    return (
        b"BM" + struct.pack("<IHHI", 14 + len(head) + len(body), 0, 0, 14 + len(head)) + head + body
    )


def _restarts(chance: random.Random) -> bytes:
    """A restart after each block, which never comes."""
    data = packed(".jpg", _plain(2000, 1500))
    return data[:2] + b"\xff\xdd\x00\x04\x00" + bytes([chance.randrange(1, 4)]) + data[2:]


def _filled(chance: random.Random) -> bytes:
    filling = chance.choice((b"\xff", b"\xff\xd0", b"\xff\xfe\x00\x02", b"\xff\xda\x00\x02"))
    data = packed(".jpg", _plain())
    return data[:2] + filling * (4_000_000 // len(filling)) + data[2:]


KINDS: Mapping[str, Make] = {
    "jpeg with thousands of scans": lambda c: more_scans(
        progressive(_plain(1600, 1200)), c.randrange(300, 5000)
    ),
    "jpeg with many scans of many pixels": lambda c: more_scans(
        progressive(_plain(6000, 4000)), c.randrange(60, 190)
    ),
    "jpeg of 4:4:4 in many scans": lambda c: packed(
        ".jpg",
        _plain(6000, c.randrange(4000, 9900)),
        *(cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        *(cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111),
    ),
    "jpeg with markers and nothing else": _filled,
    "jpeg with restarts that never come": _restarts,
    "jpeg with exif in circles": _exif,
    "jpeg in a jpeg, cut off": _thumbnails,
    "jpeg of 65535 x 65535": lambda _: _claiming(".jpg", 65535, 65535),
    "jpeg that says another size": lambda c: _claiming(
        ".jpg", c.randrange(1, 7000), c.randrange(1, 3000)
    ),
    "jpeg without a height": lambda _: _claiming(".jpg", 64, 0),
    "jpeg, damaged": _damaged(".jpg"),
    "png as large as may be": lambda c: png_with(size=(8000, c.randrange(3000, 7500))),
    "png with 16 bits, interlaced": lambda c: png_with(
        size=(c.randrange(1000, 5000), 4000), depth=16, colour=6, interlaced=True
    ),
    "png with zipped texts": lambda c: png_with(
        [(b"zTXt", b"k%d\0\0" % n + _deflated(7_900_000)) for n in range(c.randrange(50, 300))]
    ),
    "png with a zipped profile": lambda _: png_with([(b"iCCP", b"p\0\0" + _deflated(50_000_000))]),
    "png of a million chunks": lambda _: png_with([(b"tEXt", b"")] * 300_000),
    "png with a huge text": lambda c: png_with([(b"tEXt", c.randbytes(15_000_000))]),
    "png that says a huge size": lambda _: png_with(size=(60_000, 60_000), rows=2),
    "png that says 2^31 - 1": lambda _: png_with(size=(2**31 - 1, 1), rows=0),
    "png that says another size": lambda c: png_with(size=(3000, 4000), rows=c.randrange(3000)),
    "png that moves": lambda c: png_with(
        [(b"acTL", struct.pack(">II", 2**31 - 1, 0))]
        + [(b"fcTL", struct.pack(">IIIIIHHBB", n, 64, 48, 0, 0, 1, 1, 0, 0))
           for n in range(c.randrange(10, 5000))]
    ),
    "png, damaged": _damaged(".png"),
    "webp without loss, as large as may be": lambda c: packed(
        ".webp", _plain(8000, c.randrange(3000, 6000)), cv2.IMWRITE_WEBP_QUALITY, 101
    ),
    "webp that says 16383 x 16383": lambda _: _claiming(".webp", 16383, 16383),
    "webp that says another size": lambda c: _claiming(".webp", c.randrange(1, 5000), 3000),
    "webp, damaged": _damaged(".webp"),
    "heic of boxes": _boxes,
    "bmp that skips": _run_lengths,
    "format that nobody asked for": _other_kind,
    "nothing but noise": lambda c: c.randbytes(c.randrange(1, 2_000_000)),
    "picture of one pixel": lambda c: packed(".png", _plain(1, c.choice((1, 5000)))),
    "picture of noise": lambda c: packed(".png", _noise(c, 1500, 1100)),
    "wallpaper of squares": _wallpaper,
    "wallpaper of hexagons": _hexagons,
}  # fmt: skip
"""How each is made, by its name."""
