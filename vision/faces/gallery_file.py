"""A gallery as one file, to keep and to share with owners of the same edition.

It is a zip as numpy writes it, with the crops and a note in JSON. Galleries come from other people,
so nothing in one is trusted: sizes are checked before anything is unpacked, and nothing is run.
"""

import hashlib
import io
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.common.archives import open_archive
from companion.tabletop.problems import ProblemError
from vision.faces.crops import SIDE
from vision.faces.gallery import Face, Gallery

VERSION = 1
_KIND = "table-companion gallery"
_MOST_FACES = 2000
MOST_SHARED = 500
"""Faces in somebody else's gallery; each is looked at and kept."""
_MOST_BYTES = _MOST_FACES * SIDE * SIDE * 3 + 1_000_000
_MOST_NAME = 100
_LONGEST_NOTE = 200_000
# How a file of numpy's begins: who wrote it and how long the header is.
_HEAD, _NUMPY = struct.Struct("<8sH"), b"\x93NUMPY\1\0"
_PLAIN = (b"'descr': '|u1'", b"'fortran_order': False")


class GalleryError(ProblemError):
    """A gallery file can't be used; the message continues a sentence that names the file."""

    def __str__(self) -> str:
        return super().__str__().removeprefix("the file ")


def save_gallery(gallery: Gallery, path: Path) -> None:
    """Write a gallery; an older file of that name stays whole until the new one is."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(pack_gallery(gallery))
    new.replace(path)


def pack_gallery(gallery: Gallery) -> bytes:
    """A gallery as the bytes of its file."""
    crops = np.stack([face.crop for face in gallery.faces]) if gallery.faces else _no_crops()
    note = {
        "kind": _KIND,
        "version": VERSION,
        "names": [face.name for face in gallery.faces],
        "crops": _checksum(crops),
    }
    held = io.BytesIO()
    text = np.frombuffer(json.dumps(note).encode(), np.uint8)
    np.savez_compressed(held, note=text, crops=crops)
    return held.getvalue()


def load_gallery(path: Path, most: int = _MOST_FACES) -> Gallery:
    """Read a gallery of `most` faces at most.

    Raises:
        GalleryError: It is missing, broken, too large, of another version, or no gallery at all.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise GalleryError("gallery-unreadable", name=path.name, reason=error.strerror) from error
    try:
        return unpack_gallery(data, most)
    except GalleryError as error:
        raise GalleryError("gallery-refused", name=path.name, reason=str(error)) from error


def unpack_gallery(data: bytes, most: int = _MOST_FACES) -> Gallery:
    """A gallery from the bytes of its file; refused as `load_gallery` refuses it."""
    if len(data) > _MOST_BYTES:
        raise GalleryError("gallery-too-large", n=_MOST_FACES)
    try:
        found = _read(data)
    except (ValueError, KeyError, RecursionError) as error:
        if isinstance(error, GalleryError):
            raise
        raise GalleryError("gallery-broken") from error
    if len(found.faces) > most:
        raise GalleryError("gallery-too-large", n=most)
    return found


def _read(data: bytes) -> Gallery:
    with open_archive(data, "gallery") as archive:
        if archive.size > _MOST_BYTES:
            raise GalleryError("gallery-too-large", n=_MOST_FACES)
        note = json.loads(bytes(_array(archive.read("note.npy", _LONGEST_NOTE))))
        names = _checked_names(note)
        pixels = _array(archive.read("crops.npy", _MOST_BYTES))
    if len(pixels) != len(names) * SIDE * SIDE * 3:
        raise GalleryError("gallery-mixed-up")
    crops = np.frombuffer(pixels, np.uint8).reshape(-1, SIDE, SIDE, 3)
    if _checksum(crops) != note.get("crops"):
        raise GalleryError("gallery-pictures-damaged")
    return Gallery(Face(name, crop) for name, crop in zip(names, crops, strict=True))


def _array(file: bytes) -> memoryview:
    """The bytes in a file of numpy's; what its header says beside that is not evaluated."""
    start = _HEAD.size + _HEAD.unpack_from(file.ljust(_HEAD.size, b"\0"))[1]
    header = file[_HEAD.size : start]
    if not file.startswith(_NUMPY) or not all(word in header for word in _PLAIN):
        raise GalleryError("gallery-broken")
    return memoryview(file)[start:]


def _checked_names(note: Any) -> list[str]:
    if not isinstance(note, dict) or note.get("kind") != _KIND:
        raise GalleryError("gallery-is-none")
    if note.get("version") != VERSION:
        raise GalleryError("gallery-version", version=note.get("version"), ours=VERSION)
    names = note.get("names")
    if not isinstance(names, list) or len(names) > _MOST_FACES or not all(map(_is_name, names)):
        raise GalleryError("gallery-names-damaged")
    return names


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and 0 < len(name.strip()) <= len(name) <= _MOST_NAME
        and name.isprintable()
    )


def _no_crops() -> npt.NDArray[np.uint8]:
    return np.empty((0, SIDE, SIDE, 3), np.uint8)


def _checksum(crops: npt.NDArray[np.uint8]) -> str:
    return hashlib.sha256(np.ascontiguousarray(crops).tobytes()).hexdigest()
