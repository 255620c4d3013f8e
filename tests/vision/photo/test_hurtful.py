"""Photos that are made to hurt: small files that would take minutes, or gigabytes, to unpack."""

import os
import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.benches.trust.made_to_hurt.photos import more_scans, png_with, progressive
from vision.photo import apart
from vision.photo.apart import decode_apart
from vision.photo.header import WHOLE, PictureError, read_header
from vision.photo.picture import decode

SMALL = np.full((48, 64, 3), 90, np.uint8)


def packed(kind: str, image: np.ndarray = SMALL, *how: int) -> bytes:
    good, data = cv2.imencode(kind, image, how)
    assert good
    return data.tobytes()


def unpacked_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))


def test_a_jpeg_with_thousands_of_scans_is_refused_unread(monkeypatch):
    data = more_scans(progressive(SMALL), 3000)
    unpacked_by_nobody(monkeypatch)
    with pytest.raises(PictureError, match="scans, which no photo needs"):
        decode(data)


def test_a_large_jpeg_may_have_fewer_scans_than_a_small_one(monkeypatch):
    small = more_scans(progressive(SMALL), 150)
    assert decode(small).shape == SMALL.shape
    head = small.index(b"\xff\xc2") + 5
    large = small[:head] + struct.pack(">HH", 4000, 6000) + small[head + 4 :]
    unpacked_by_nobody(monkeypatch)
    with pytest.raises(PictureError, match="scans, which no photo needs"):
        decode(large)


@pytest.mark.parametrize("scans", [10, 64, 100])
def test_progressive_photos_are_read(scans):
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    plain = progressive(noise)
    data = more_scans(plain, scans - read_header(plain).scans)
    assert read_header(data).scans == scans
    assert decode(data).shape == noise.shape


@pytest.mark.parametrize("scans", [10, 100])
def test_a_progressive_photo_of_12_megapixels_may_have_a_hundred_scans(monkeypatch, scans):
    data = more_scans(progressive(SMALL), scans)
    head = data.index(b"\xff\xc2") + 5
    monkeypatch.setattr(cv2, "imdecode", lambda *_: None)
    with pytest.raises(PictureError, match="damaged"):
        decode(data[:head] + struct.pack(">HH", 3024, 4032) + data[head + 4 :])


@pytest.mark.parametrize(
    "filling",
    [b"\xff" * 3_000_000, b"\xff\xd0" * 1_500_000, b"\xff\xfe\x00\x02" * 750_000],
    ids=["fill bytes", "restarts", "comments"],
)
def test_millions_of_markers_don_t_keep_the_reader_busy(filling):
    plain = packed(".jpg")
    data = plain[:2] + filling + plain[2:]
    if b"\xfe" not in filling:
        assert read_header(data).width == 64
    else:
        with pytest.raises(PictureError, match="damaged"):
            read_header(data)


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt", b"iCCP", b"acTL", b"fcTL"])
def test_a_png_is_unpacked_without_its_texts_profiles_and_animations(monkeypatch, kind):
    seen = []
    monkeypatch.setattr(cv2, "imdecode", lambda data, _: seen.append(data.tobytes()))
    with pytest.raises(PictureError):
        decode(png_with([(kind, b"k\0\0" + zlib.compress(bytes(1000)))] * 3))
    assert kind not in seen[0]
    assert b"IDAT" in seen[0]


def test_a_webp_that_moves_is_no_photo():
    frames = packed(".webp")[12:]
    body = b"WEBPVP8X" + struct.pack("<IB", 10, 2) + bytes(3)
    body += (63).to_bytes(3, "little") + (47).to_bytes(3, "little")
    body += b"ANIM" + struct.pack("<I", 6) + bytes(6) + frames
    with pytest.raises(PictureError, match="a moving picture"):
        decode(b"RIFF" + struct.pack("<I", len(body)) + body)


@pytest.mark.parametrize(
    "kind", [".bmp", ".tiff", ".jp2", ".hdr", ".pfm", ".sr", ".ppm", ".gif", ".avif"]
)
def test_only_formats_that_we_name_are_opened(monkeypatch, kind):
    image = SMALL.astype(np.float32) if kind in (".hdr", ".pfm") else SMALL
    data = packed(kind, image)
    unpacked_by_nobody(monkeypatch)
    with pytest.raises(PictureError, match="a JPEG, PNG, WebP or HEIC photo is needed"):
        decode(data)


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_larger_pictures_are_looked_at_at_half_their_size(kind):
    data = packed(kind, np.full((4001, 6401, 3), 90, np.uint8))
    assert WHOLE < 4001 * 6401
    high, wide, _ = decode(data).shape
    assert abs(2 * high - 4001) <= 2
    assert abs(2 * wide - 6401) <= 2


WAYS = {
    "hangs": "while True: pass",
    "swells": "x = [bytes(1 << 28) for _ in range(99)]",
    "crashes": "os.kill(os.getpid(), 11)",
    "says something else": "print('odd' * 99, flush=True); os._exit(0)",
}


@pytest.mark.live
class TestApart:
    def test_a_photo_is_unpacked_apart_as_it_is_here(self):
        data = packed(".jpg", np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8))
        assert np.array_equal(decode_apart(data), decode(data))
        assert decode_apart(data, longest=80).shape == (45, 80, 3)

    def test_what_is_wrong_is_told_by_the_other_process(self):
        with pytest.raises(PictureError, match="no picture") as refused:
            decode_apart(b"Dear diary" * 100)
        assert refused.value.problem.code == "photo-of-another-kind"
        with pytest.raises(PictureError, match="empty"):
            decode_apart(b"")

    @pytest.mark.parametrize("way", WAYS)
    def test_a_decoder_that_fails_is_one_clear_error(self, monkeypatch, tmp_path, way):
        (tmp_path / "sitecustomize.py").write_text(
            "import os, sys, threading\n"
            "if 'vision.photo.apart' in sys.orig_argv:\n"
            "    import vision.photo.picture as picture\n"
            f"    def decode(data):\n        {WAYS[way]}\n"
            "    picture.decode = decode\n"
        )
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(apart.Path.cwd())]))
        monkeypatch.setattr(apart, "MOST_SECONDS", 1)
        with pytest.raises(PictureError, match="too much memory or time") as refused:
            decode_apart(packed(".jpg"))
        assert refused.value.problem.code == "photo-needs-work"
