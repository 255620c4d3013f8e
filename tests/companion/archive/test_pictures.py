"""Pictures on disk: a limited folder, the oldest go first, disputed ones stay."""

import threading
from pathlib import Path

import pytest

from companion.archive.pictures import Pictures, is_name
from companion.common.errors import CompanionError
from companion.log.events import Correct, Play
from tests.companion.tables import do, new_table

pytestmark = pytest.mark.live


def test_a_picture_comes_back_as_it_was(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    name = pictures.keep(b"picture", "png")
    path = pictures.folder / name
    assert path.read_bytes() == b"picture"
    assert Pictures(tmp_path / "pictures").names() == (name,)


def test_the_oldest_go_first(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, limit=100)
    names = [pictures.keep(bytes([n]) * 30) for n in range(5)]
    assert pictures.names() == tuple(names[2:])
    assert pictures.size == 90
    assert sorted(path.name for path in tmp_path.iterdir()) == names[2:]


def test_the_order_survives_a_restart(tmp_path: Path) -> None:
    first = Pictures(tmp_path, limit=100).keep(b"z" * 40)
    second = Pictures(tmp_path, limit=100).keep(b"a" * 40)
    third = Pictures(tmp_path, limit=100).keep(b"m" * 40)
    assert Pictures(tmp_path).names() == (second, third)
    assert first < second < third


def test_pictures_of_disputed_moves_stay(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        pictures = Pictures(tmp_path / "pictures", 100, disputed=table.disputed_pictures)
        first = pictures.keep(b"1" * 30)
        do(table, Play("roll 5"), picture=first)
        second = pictures.keep(b"2" * 30)
        do(table, Play("take 1"), picture=second)
        do(table, Correct(2, "roll 6"))
        pictures.keep(b"3" * 30)
        pictures.keep(b"4" * 30)
    assert first in pictures.names()
    assert second not in pictures.names()


def test_disputed_pictures_alone_can_fill_the_folder_and_that_is_said(tmp_path: Path) -> None:
    stay: set[str] = set()
    pictures = Pictures(tmp_path, 100, disputed=lambda: stay)
    stay |= {pictures.keep(b"1" * 50), pictures.keep(b"2" * 40)}
    with pytest.raises(CompanionError, match="90 of 100 are pictures of disputed moves"):
        pictures.keep(b"3" * 20)
    assert len(pictures.names()) == 2


def test_a_picture_larger_than_the_folder_pushes_nothing_out(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, 100)
    pictures.keep(b"1" * 50)
    with pytest.raises(CompanionError, match="no room"):
        pictures.keep(b"2" * 101)
    assert len(pictures.names()) == 1


def test_a_half_written_picture_is_never_seen(tmp_path: Path) -> None:
    (tmp_path / "000001-00000000.jpg.unfinished").write_bytes(b"half")
    pictures = Pictures(tmp_path)
    assert pictures.names() == ()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "pictures")
    (tmp_path / "pictures").rmdir()
    with pytest.raises(CompanionError, match="No such file"):
        pictures.keep(b"1")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CompanionError, match="exists"):
        Pictures(tmp_path / "file")


@pytest.mark.parametrize("name", ["../game.log", "/etc/passwd", "", "000001-00000000.exe"])
def test_only_our_own_pictures_have_names_of_ours(name: str) -> None:
    assert not is_name(name)


def test_other_kinds_and_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("keep me")
    pictures = Pictures(tmp_path, limit=10)
    with pytest.raises(CompanionError, match="jpg, png, webp"):
        pictures.keep(b"1", "exe")
    pictures.keep(b"1" * 10)
    pictures.keep(b"2" * 10)
    assert (tmp_path / "notes.txt").read_text() == "keep me"


def test_many_threads_keep_pictures_under_names_of_their_own(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    names: list[str] = []

    def keep(number: int) -> None:
        names.extend(pictures.keep(b"%d" % (100 * number + turn)) for turn in range(5))

    threads = [threading.Thread(target=keep, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(names)) == 30
    assert pictures.names() == tuple(sorted(names))
