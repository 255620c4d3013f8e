"""Photos come in many formats, turned in eight ways, and broken in many more."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo.header import PictureError, read_header
from vision.photo.picture import load, upright

WIDTH, HEIGHT = 48, 32
KINDS = [".jpg", ".png", ".webp"]


def corners() -> np.ndarray:
    """Four corners of different colours, so that no turn looks like another."""
    image = np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8)
    image[:16, :16] = (0, 0, 255)
    image[:16, -16:] = (0, 255, 0)
    image[-16:, :16] = (255, 0, 0)
    image[-16:, -16:] = (255, 255, 255)
    return image


def packed(kind: str, image: np.ndarray | None = None) -> bytes:
    good, data = cv2.imencode(kind, corners() if image is None else image)
    assert good
    return data.tobytes()


def exif(orientation: int, order: str = "<") -> bytes:
    start = b"II*\0" if order == "<" else b"MM\0*"
    table = struct.pack(order + "HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    return start + struct.pack(order + "I", 8) + table


def with_exif(kind: str, data: bytes, block: bytes) -> bytes:
    if kind == ".jpg":
        body = b"Exif\0\0" + block
        return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    if kind == ".png":
        chunk = b"eXIf" + block
        added = struct.pack(">I", len(block)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        return data[:33] + added + data[33:]
    flags = b"VP8X" + struct.pack("<II", 10, 0x08)
    flags += (WIDTH - 1).to_bytes(3, "little") + (HEIGHT - 1).to_bytes(3, "little")
    block += b"\0" * (len(block) % 2)
    body = b"WEBP" + flags + data[12:] + b"EXIF" + struct.pack("<I", len(block)) + block
    return b"RIFF" + struct.pack("<I", len(body)) + body


def save(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_photos_are_loaded_as_they_are(tmp_path, kind):
    image = load(save(tmp_path, f"photo{kind}", packed(kind)))
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(image.astype(int) - corners()).mean() < 12


def test_the_name_does_not_matter(tmp_path):
    assert load(save(tmp_path, "photo.png", packed(".jpg"))).shape == (HEIGHT, WIDTH, 3)


# Where the red corner (top left as stored) must be shown, and whether the sides swap.
SHOWN = {
    1: ("top left", "top right"),
    2: ("top right", "top left"),
    3: ("bottom right", "bottom left"),
    4: ("bottom left", "bottom right"),
    5: ("top left", "bottom left"),
    6: ("top right", "bottom right"),
    7: ("bottom right", "top right"),
    8: ("bottom left", "top left"),
}
SPOTS = {"top left": (4, 4), "top right": (4, -4), "bottom left": (-4, 4), "bottom right": (-4, -4)}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("kind", KINDS)
def test_exif_orientation_is_honoured(tmp_path, kind, orientation, order):
    data = with_exif(kind, packed(kind), exif(orientation, order))
    image = load(save(tmp_path, f"photo{kind}", data))
    assert image.shape[:2] == ((WIDTH, HEIGHT) if orientation >= 5 else (HEIGHT, WIDTH))
    red, green = SHOWN[orientation]
    assert np.abs(image[SPOTS[red]].astype(int) - (0, 0, 255)).max() < 40
    assert np.abs(image[SPOTS[green]].astype(int) - (0, 255, 0)).max() < 40


@pytest.mark.parametrize("orientation", range(1, 9))
def test_jpegs_are_turned_as_opencv_turns_them(tmp_path, orientation):
    data = with_exif(".jpg", packed(".jpg"), exif(orientation))
    theirs = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(load(save(tmp_path, "photo.jpg", data)), theirs)


@pytest.mark.parametrize("orientation", [0, 9, 200])
def test_an_impossible_orientation_counts_as_upright(tmp_path, orientation):
    data = with_exif(".jpg", packed(".jpg"), exif(orientation))
    assert load(save(tmp_path, "photo.jpg", data)).shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("block", [b"", b"II*\0", b"II*\0\xff\xff\xff\xff", b"nonsense here"])
def test_broken_exif_does_not_spoil_the_photo(tmp_path, block):
    data = with_exif(".jpg", packed(".jpg"), block)
    assert load(save(tmp_path, "photo.jpg", data)).shape == (HEIGHT, WIDTH, 3)


def test_turning_four_times_gives_the_picture_back():
    image = corners()
    for _ in range(4):
        image = upright(image, 6)
    assert np.array_equal(image, corners())


@pytest.mark.parametrize("pixels", [(HEIGHT, WIDTH), (HEIGHT, WIDTH, 4)])
def test_grey_and_see_through_pictures_arrive_in_three_colours(tmp_path, pixels):
    data = packed(".png", np.full(pixels, 128, dtype=np.uint8))
    assert load(save(tmp_path, "photo.png", data)).shape == (HEIGHT, WIDTH, 3)


def test_sixteen_bits_are_brought_to_eight(tmp_path):
    data = packed(".png", np.full((HEIGHT, WIDTH, 3), 0x8000, dtype=np.uint16))
    image = load(save(tmp_path, "photo.png", data))
    assert image.dtype == np.uint8
    assert image[5, 5, 0] == 128


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("empty.jpg", b"", "empty"),
        ("text.jpg", b"Dear diary, today we played Propeller Islands.\n" * 9, "no picture"),
        ("zeros.png", bytes(4096), "no picture"),
        ("short.jpg", b"\xff\xd8", "cut off"),
        ("start.png", b"\x89PNG\r\n\x1a\n", "cut off"),
        ("start.webp", b"RIFF\x10\0\0\0WEBP", "cut off"),
        ("moving.gif", b"GIF89a" + bytes(60), "a GIF"),
        ("paint.bmp", b"BM" + bytes(60), "a BMP"),
        ("scan.pdf", b"%PDF-1.7\n", "a PDF"),
        ("raw.dng", b"II*\0" + bytes(60), "TIFF or raw"),
    ],
)
def test_what_is_no_photo_gets_a_sentence(tmp_path, name, data, says):
    with pytest.raises(PictureError, match=says):
        load(save(tmp_path, name, data))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
def test_cut_off_photos_are_refused(tmp_path, kind, share):
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    data = packed(kind, noise)
    with pytest.raises(PictureError, match=r"cut off|damaged"):
        load(save(tmp_path, f"photo{kind}", data[: int(len(data) * share)]))


def test_a_cut_off_jpeg_with_a_whole_thumbnail_is_refused(tmp_path):
    data = with_exif(".jpg", packed(".jpg"), exif(1) + packed(".jpg"))
    assert load(save(tmp_path, "whole.jpg", data)).shape == (HEIGHT, WIDTH, 3)
    with pytest.raises(PictureError, match="cut off"):
        load(save(tmp_path, "part.jpg", data[:-40]))


def test_a_png_with_a_flipped_bit_is_refused(tmp_path):
    data = bytearray(packed(".png"))
    data[len(data) // 2] ^= 4
    with pytest.raises(PictureError, match="damaged"):
        load(save(tmp_path, "photo.png", bytes(data)))


@pytest.mark.parametrize("kind", KINDS)
def test_random_damage_never_escapes_as_another_error(tmp_path, kind):
    chance = np.random.default_rng(7)
    good = np.frombuffer(packed(kind), dtype=np.uint8)
    for _ in range(200):
        data = good.copy()
        where = chance.integers(0, len(data), 3)
        data[where] = chance.integers(0, 256, 3)
        try:
            image = load(save(tmp_path, "photo", data.tobytes()))
        except PictureError:
            continue
        assert image.ndim == 3


def claims(kind: str, width: int, height: int) -> bytes:
    """A file of a few bytes whose header claims any size."""
    if kind == ".jpg":
        frame = struct.pack(">BHHB", 8, height, width, 3) + bytes(9)
        sized = b"\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame
        return b"\xff\xd8" + sized + b"\xff\xda\x00\x02" + b"\xff\xd9"
    if kind == ".png":
        chunks = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IEND"
        made = (
            struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(made)
    body = b"WEBPVP8X" + struct.pack("<II", 10, 0)
    body += (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("size", "says"), [((10000, 10000), "100 MP"), ((10000, 6100), "61 MP")])
def test_huge_pictures_are_refused_before_unpacking(tmp_path, monkeypatch, kind, size, says):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(PictureError, match=says):
        load(save(tmp_path, f"photo{kind}", claims(kind, *size)))


@pytest.mark.parametrize(("kind", "high"), [(".jpg", 6000), (".png", 4200), (".webp", 4200)])
def test_what_fits_into_memory_would_be_unpacked(tmp_path, kind, high):
    with pytest.raises(PictureError, match="damaged"):
        load(save(tmp_path, f"photo{kind}", claims(kind, 10000, high)))


@pytest.mark.parametrize("kind", [".png", ".webp"])
def test_what_can_only_be_unpacked_whole_must_be_smaller(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(PictureError, match="more than 160 MB of memory"):
        load(save(tmp_path, f"photo{kind}", claims(kind, 10000, 6000)))


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_picture_without_pixels_is_damaged(kind):
    with pytest.raises(PictureError, match="damaged"):
        read_header(claims(kind, 0, 10))


def test_a_folder_a_missing_file_and_a_bad_name_are_told_apart(tmp_path):
    with pytest.raises(PictureError, match="folder"):
        load(tmp_path)
    with pytest.raises(PictureError, match="does not exist"):
        load(tmp_path / "nowhere.jpg")
    with pytest.raises(PictureError, match=r"can't be read|does not exist"):
        load(Path("a\0b.jpg"))


def test_a_device_is_not_read(tmp_path):
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero on this system")
    with pytest.raises(PictureError, match="no ordinary file"):
        load(Path("/dev/zero"))
