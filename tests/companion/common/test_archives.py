"""Archives come from anybody: one clear error for all that can be wrong with them."""

import random
import zipfile

import pytest

from companion.benches.trust.made_to_hurt.archives import SPOILS, packed
from companion.common import archives
from companion.common.archives import open_archive
from companion.common.errors import InputError

GOOD = {"a.json": b'{"a": 1}', "b/c.bin": bytes(range(256)) * 40}
#: Spoilt in what is in the files, which is for whoever reads them.
FINE = {
    "nested deeply", "with text that is none", "with numbers of 5,000 digits",
    "with half a character", "with empty lists and nothing else", "with a newer version",
    "that unpacks to a hundred megabytes",
}  # fmt: skip


def read_all(data: bytes) -> dict[str, bytes]:
    with open_archive(data, "parcel") as archive:
        return {name: archive.read(name, 200_000_000) for name in archive.names}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_was_packed_is_read(method: int) -> None:
    assert read_all(packed(GOOD, method)) == GOOD


@pytest.mark.parametrize("kind", sorted(SPOILS.keys() - FINE - {"with flipped bytes"}))
def test_a_spoilt_archive_is_one_clear_error(kind: str) -> None:
    data = SPOILS[kind](random.Random(1), GOOD)
    with pytest.raises(InputError, match=r"the file: this is no parcel \(.+\)") as refused:
        read_all(data)
    assert "\n" not in str(refused.value)


def test_flipped_bytes_never_lead_to_another_error() -> None:
    for seed in range(300):
        try:
            read_all(SPOILS["with flipped bytes"](random.Random(seed), GOOD))
        except InputError:
            continue


def test_a_file_has_a_size_of_its_own_limit() -> None:
    with (
        open_archive(packed(GOOD), "parcel") as archive,
        pytest.raises(InputError, match=r"b/c.bin is too large \(the limit is 100 bytes\)"),
    ):
        archive.read("b/c.bin", 100)


def test_more_than_is_said_is_never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_FREE", 1000)
    with pytest.raises(InputError, match="many times as large as its"):
        read_all(packed({"a.json": bytes(1_000_000)}))
    assert len(read_all(packed({"a.json": random.Random(1).randbytes(9000)}))) == 1


def test_what_is_done_with_a_part_keeps_its_own_errors() -> None:
    with pytest.raises(ZeroDivisionError), open_archive(packed(GOOD), "parcel"):
        raise ZeroDivisionError
