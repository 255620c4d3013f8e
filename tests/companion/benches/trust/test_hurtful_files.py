"""Files made to hurt get one clear line each; what would not is noticed."""

import random

import pytest

from companion.benches.trust import hurtful_files
from companion.benches.trust.hurtful_files import SHORT, HurtfulFile, files, run
from companion.benches.trust.made_to_hurt.archives import SPOILS
from companion.common import archives

pytestmark = pytest.mark.live


def test_every_file_made_to_hurt_gets_one_clear_line() -> None:
    found = run(SHORT)
    assert found["wrong"] == []
    assert found["files"] == found["one clear line"] == SHORT.files
    assert found["tracebacks"] == 0


def test_there_are_many_kinds_and_every_kind_has_its_turn() -> None:
    kinds = {(one.door, one.kind) for one in files()}
    assert len(kinds) == len(files()) > 150
    assert {one.door for one in files()} >= {"restore", "unpack", "report", "gallery", "look"}


def _of_lzma(chance: random.Random) -> bytes:
    return SPOILS["of lzma"](chance, {"about.json": b"{}"})


def test_a_reader_that_lets_something_through_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(*_: object) -> bytes:
        raise NotImplementedError("compression type 99")

    monkeypatch.setattr(archives.Archive, "read", careless)
    few = [HurtfulFile("report", "any", _of_lzma)]
    monkeypatch.setattr(hurtful_files, "files", lambda: tuple(few))
    monkeypatch.setattr(archives, "_METHODS", (0, 8, 14))
    found = run(hurtful_files.HurtEffort(1, apart=False))
    assert found["tracebacks"] == 1
    assert found["one clear line"] == 0
