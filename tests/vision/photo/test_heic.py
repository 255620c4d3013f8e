"""HEIC with and without the library for it."""

import struct
import sys
import types

import numpy as np
import pytest

from vision.photo import picture
from vision.photo.header import PictureError, is_halved, read_header
from vision.photo.picture import decode, load

HEAD = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"
#: That colours are kept for every fourth pixel, as a phone does, and for every one.
PHONE, EVERY = 1, 3


def box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def heic(*sizes: tuple[int, int], colours: int = PHONE, deep: int = 0) -> bytes:
    """A file that says how large its pictures are, and has none."""
    properties = [box(b"hvcC", bytes(16), bytes([colours, deep, deep]))]
    properties += [box(b"ispe", bytes(4), struct.pack(">II", *size)) for size in sizes]
    items = [struct.pack(">HBBB", n, 2, 1, 1 + n) for n in range(1, len(sizes) + 1)]
    lists = box(b"ipma", bytes(4), struct.pack(">I", len(items)), *items)
    return HEAD + box(b"meta", bytes(4), box(b"iprp", box(b"ipco", *properties), lists))


def test_without_the_library_the_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    (tmp_path / "photo.heic").write_bytes(heic((4032, 3024)))
    with pytest.raises(PictureError, match="pip install pillow-heif"):
        load(tmp_path / "photo.heic")


def test_heic_photos_are_loaded_in_our_colours(tmp_path):
    pillow_heif = pytest.importorskip("pillow_heif")
    image = np.zeros((64, 96, 3), dtype=np.uint8)
    image[:32] = (250, 20, 10)  # red above, as RGB
    pillow_heif.encode("RGB", (96, 64), image.tobytes(), tmp_path / "photo.heic", quality=90)
    loaded = load(tmp_path / "photo.heic")
    assert loaded.shape == (64, 96, 3)
    assert loaded.dtype == np.uint8
    assert np.abs(loaded[10, 10].astype(int) - (10, 20, 250)).max() < 30


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_cut_off_heic_is_refused(tmp_path, share):
    pillow_heif = pytest.importorskip("pillow_heif")
    noise = np.random.default_rng(1).integers(0, 255, (64, 96, 3), dtype=np.uint8)
    pillow_heif.encode("RGB", (96, 64), noise.tobytes(), tmp_path / "photo.heic", quality=90)
    data = (tmp_path / "photo.heic").read_bytes()
    (tmp_path / "photo.heic").write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError):
        load(tmp_path / "photo.heic")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (heic((9000, 9000)), "photo-huge"),
        (heic((512, 512), (9000, 9000)), "photo-huge"),
        (heic((5712, 4284), colours=EVERY), "photo-needs-memory"),
        (heic((5712, 4284), deep=2), "photo-needs-memory"),
        (heic(*[(5000, 4800)] * 80), "photo-many-scans"),
        (heic(), "photo-damaged"),
        (heic((0, 0)), "photo-damaged"),
        (HEAD + box(b"free") * 3000, "photo-damaged"),
        (HEAD + struct.pack(">I4s", 3, b"meta"), "photo-damaged"),
        (heic((4032, 3024))[:-9], "photo-cut-off"),
    ],
)
def test_what_costs_too_much_is_refused_before_the_library_sees_it(monkeypatch, data, code):
    monkeypatch.setattr(picture, "load_heic", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(PictureError) as refused:
        decode(data)
    assert refused.value.problem.code == code


@pytest.mark.parametrize("size", [(4032, 3024), (5712, 4284)])
def test_photos_of_phones_with_their_tiles_and_thumbnail_are_read(size):
    tiles = -(-size[0] // 512) * -(-size[1] // 512)
    data = heic(size, *[(512, 512)] * tiles, (320, 240)) + bytes(4_000_000)
    assert not is_halved(read_header(data), len(data))


def test_a_library_that_finds_a_larger_picture_does_not_unpack_it(monkeypatch):
    library = types.ModuleType("pillow_heif")
    library.open_heif = lambda *_, **__: types.SimpleNamespace(size=(8000, 6000))
    monkeypatch.setitem(sys.modules, "pillow_heif", library)
    with pytest.raises(PictureError, match="damaged"):
        decode(heic((64, 48)))
