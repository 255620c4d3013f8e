"""QR codes: known words of the standard, and what another program reads in them."""

import re

import cv2
import numpy as np
import pytest

from companion.common.errors import InputError
from companion.phones import qr

ADDRESS = "http://192.168.178.123:8000/join?code=123456"


def to_picture(modules: qr.Modules, scale: int = 8) -> np.ndarray:
    dark = np.pad(np.array(modules, dtype=bool), qr.QUIET)
    picture = np.where(dark, 0, 255).astype(np.uint8)
    return np.kron(picture, np.ones((scale, scale), dtype=np.uint8))


def read(picture: np.ndarray) -> str:
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return str(text)


def test_the_correction_is_the_one_that_the_standard_s_polynomial_gives() -> None:
    """Block and rest divide by the polynomial: its value is 0 at every power of 2."""
    block = bytes(range(7, 23))
    word = block + qr._correction(block, 10)
    root = 1
    for _ in range(10):
        value = 0
        for byte in word:
            value = qr._times(value, root) ^ byte
        assert value == 0
        root = qr._times(root, 2)


def test_the_format_words_are_those_of_the_standard() -> None:
    """Correction M with the masks 0 to 7."""
    words = [0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0]
    for mask, word in enumerate(words):
        assert int("".join("01"[bit] for bit in qr._format(mask)), 2) == word


def test_the_codewords_begin_with_mode_and_length_and_end_with_padding() -> None:
    words = qr._codewords(b"abc", qr._VERSIONS[0])
    assert words[:16].hex() == "4036162630" + "ec11" * 5 + "ec"
    assert len(words) == 26


MOST = (14, 26, 42, 62, 84, 106)


@pytest.mark.parametrize("length", [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106])
def test_another_program_reads_every_version(length: int) -> None:
    text = ("http://10.0.0.1:8000/" + "Az09?=&-" * 12)[:length]
    modules = qr.encode(text)
    number = sum(length > most for most in MOST)
    assert len(modules) == 21 + 4 * number
    assert read(to_picture(modules)) == text


def test_a_stain_does_no_harm() -> None:
    picture = to_picture(qr.encode(ADDRESS))
    middle = picture.shape[0] // 2
    picture[middle - 16 : middle + 8, middle - 16 : middle + 8] = 0
    assert read(picture) == ADDRESS


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="at most 106 bytes, not 107"):
        qr.encode("x" * 107)


def test_the_drawing_for_the_page_shows_the_same_modules() -> None:
    modules = qr.encode(ADDRESS)
    size = len(modules) + 2 * qr.QUIET
    drawn = np.full((size, size), 255, dtype=np.uint8)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", qr.to_path(modules)):
        drawn[int(y), int(x) : int(x) + int(width)] = 0
    assert (drawn == to_picture(modules, scale=1)).all()


def test_the_drawing_for_the_terminal_can_be_read() -> None:
    lines = qr.to_blocks(qr.encode(ADDRESS)).splitlines()
    assert len({len(line) for line in lines}) == 1
    halves = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.array(rows, dtype=np.uint8)
    assert read(np.kron(picture, np.ones((8, 8), dtype=np.uint8))) == ADDRESS
