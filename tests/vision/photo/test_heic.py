"""HEIC with and without the library for it."""

import sys

import numpy as np
import pytest

from vision.photo.header import PictureError
from vision.photo.picture import load

HEAD = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"


def test_without_the_library_the_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    (tmp_path / "photo.heic").write_bytes(HEAD + bytes(100))
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
