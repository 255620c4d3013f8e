"""Several tables and past games in one folder."""

from pathlib import Path

import pytest

from companion.archive.shelf import Shelf
from companion.common.errors import InputError
from companion.log.events import End, Play, Redo, Undo
from tests.companion.stones import GAME
from tests.companion.tables import do, ticking


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, ticking())


def test_an_empty_shelf_has_nothing_to_go_on_with(shelf: Shelf) -> None:
    assert shelf.records() == []
    assert shelf.unfinished(GAME.id) == ""


def test_each_game_gets_a_folder_named_after_the_day(shelf: Shelf) -> None:
    for _ in range(2):
        shelf.begin(GAME, {"players": 2}).close()
    assert [record.name for record in shelf.records()] == ["1970-01-01-2", "1970-01-01-1"]


def test_two_tables_can_be_played_at_the_same_time(shelf: Shelf) -> None:
    with shelf.begin(GAME, {"players": 2}) as one, shelf.begin(GAME, {"players": 3}) as other:
        do(one, Play("roll 5"))
        do(other, Play("roll 6"))
    (second, first) = shelf.records()
    assert (first.events, second.events) == (2, 2)
    assert first.game == "stones"


def test_after_a_restart_the_last_game_that_nobody_ended_goes_on(shelf: Shelf) -> None:
    shelf.begin(GAME, {"players": 2}).close()
    with shelf.begin(GAME, {"players": 2}) as table:
        do(table, End())
    name = shelf.unfinished(GAME.id)
    assert name == "1970-01-01-1"
    with shelf.open(name, lambda _: GAME) as table:
        assert table.now.number == 1
        do(table, End())
    assert shelf.unfinished(GAME.id) == ""


def test_a_damaged_game_is_on_the_shelf_and_opens(shelf: Shelf) -> None:
    with shelf.begin(GAME, {"players": 2}) as table:
        do(table, Play("roll 5"))
    path = shelf.log("1970-01-01-1")
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    (record,) = shelf.records()
    assert record.problem
    assert shelf.unfinished(GAME.id) == record.name
    with shelf.open(record.name, lambda _: GAME) as table:
        assert table.now.state.left == 5
        assert table.trouble is not None


def test_a_log_of_which_nothing_is_left_hides_no_other_game(shelf: Shelf) -> None:
    for _ in range(2):
        shelf.begin(GAME, {"players": 2}).close()
    lost = shelf.log("1970-01-01-2")
    lost.write_bytes(b"nothing")
    lost.with_name("game.log-lines").unlink()
    records = {record.name: record for record in shelf.records()}
    assert set(records) == {"1970-01-01-1", "1970-01-01-2"}
    assert records["1970-01-01-2"].is_hopeless
    assert "nothing could be recovered" in records["1970-01-01-2"].problem
    assert shelf.unfinished(GAME.id) == "1970-01-01-1"
    assert lost.read_bytes() == b"nothing"


@pytest.mark.parametrize("left", ["-lines", "-wal"])
def test_a_game_whose_file_is_missing_is_still_on_the_shelf(shelf: Shelf, left: str) -> None:
    with shelf.begin(GAME, {"players": 2}) as table:
        do(table, Play("roll 5"))
        for _ in range(60):
            do(table, Undo())
            do(table, Redo())
        files = {path.name: path.read_bytes() for path in table.path.parent.glob("game.log*")}
    folder = shelf.folder / "left"
    folder.mkdir()
    (folder / f"game.log{left}").write_bytes(files[f"game.log{left}"])
    (record,) = (record for record in shelf.records() if record.name == "left")
    assert record.problem
    assert record.is_hopeless == (left == "-wal"), "only the other has the beginning"


@pytest.mark.parametrize("name", ["..", "a/b", "", "/etc", "A", "x" * 70])
def test_names_that_lead_elsewhere_are_refused(shelf: Shelf, name: str) -> None:
    with pytest.raises(InputError, match="is no name for a game"):
        shelf.log(name)


def test_pictures_lie_beside_the_log(shelf: Shelf) -> None:
    with shelf.begin(GAME, {"players": 2}) as table:
        name = shelf.pictures(table).keep(b"picture")
        assert (table.path.parent / "pictures" / name).read_bytes() == b"picture"


def test_a_game_knows_at_which_kind_of_table_it_was_played(shelf: Shelf) -> None:
    shelf.begin(GAME, {"players": 2}, "hand").close()
    shelf.begin(GAME, {"players": 2}).close()
    shelf.begin(GAME, {"players": 2}, "camera").close()
    assert [record.kind for record in shelf.records()] == ["camera", "", "hand"]
    shelf.keep_kind("1970-01-01-3", "simulated")
    shelf.name_kinds("camera")
    assert [record.kind for record in shelf.records()] == ["simulated", "camera", "hand"]
    assert shelf.unfinished(GAME.id, ("hand",)) == "1970-01-01-1"
    assert shelf.unfinished("", ("hand", "camera")) == "1970-01-01-2"
    assert shelf.unfinished("another") == ""


def test_games_and_passes_of_an_earlier_version_join_the_others(shelf: Shelf) -> None:
    former = Shelf(shelf.folder / "former", ticking())
    shelf = Shelf(shelf.folder / "games", ticking())
    shelf.take_over(former.folder, "simulated")
    assert not shelf.folder.exists(), "there was nothing to take over"
    shelf.begin(GAME, {"players": 2}, "hand").close()
    for _ in range(3):
        former.begin(GAME, {"players": 3}).close()
    (former.folder / "phones.json").write_text("theirs")
    with former.open("1970-01-01-3", lambda _: GAME):
        shelf.take_over(former.folder, "simulated")
        assert former.log("1970-01-01-3").exists(), "another companion has it open"
    shelf.take_over(former.folder, "simulated")
    found = {record.name: record.kind for record in shelf.records()}
    assert found == {
        "1970-01-01-1": "hand",
        "1970-01-01-1-former": "simulated",
        "1970-01-01-2": "simulated",
        "1970-01-01-3": "simulated",
    }
    assert (shelf.folder / "phones.json").read_text() == "theirs"
    with shelf.open("1970-01-01-1-former", lambda _: GAME) as table:
        assert table.now.number == 1
    (former.folder / "phones.json").write_text("others")
    shelf.take_over(former.folder, "simulated")
    assert (shelf.folder / "phones.json").read_text() == "theirs", "nothing is replaced"
