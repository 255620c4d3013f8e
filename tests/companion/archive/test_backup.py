"""Everything in one file and back; newer data is refused, damaged data too, and nothing is lost."""

import json
import random
import shutil
import stat
import zipfile

import pytest

from companion.archive.backup import back_up, restore
from companion.archive.shelf import Shelf
from companion.benches.trust.made_to_hurt.archives import SPOILS, listed, packed
from companion.cli import main
from companion.common.errors import CompanionError
from companion.games import find
from companion.log.events import THE_HOST, Command, Sit
from companion.phones.passes import Passes
from companion.settings.data_folder import claim

GAME = find("propeller-islands")


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    claim(folder)
    Passes.of_folder(folder / "simulated")
    return folder


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config" / "config.toml"
    path.parent.mkdir()
    path.write_text("[web]\nport = 8123\n")
    return path


def contents(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_everything_comes_back_while_a_game_is_being_played(data, config, tmp_path):
    shelf = Shelf(data / "simulated")
    with shelf.begin(GAME, {"players": 2}) as table:
        name, number = table.path.parent.name, table.now.number
        back_up(data, config, tmp_path / "all.zip")
    shutil.rmtree(data)
    config.unlink()
    count, aside = restore(tmp_path / "all.zip", data, config)
    assert aside == data
    assert count == 4, "the mark, the passes, the log, the settings"
    assert config.read_text() == "[web]\nport = 8123\n"
    (record,) = Shelf(data / "simulated").records()
    assert (record.name, record.events, record.problem) == (name, number, "")
    Passes.of_folder(data / "simulated")
    assert stat.S_IMODE((data / "simulated" / "phones.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "all.zip").stat().st_mode) == 0o600


def test_a_folder_of_a_newer_companion_is_not_backed_up_as_if_it_were_ours(data, config, tmp_path):
    (data / "data.json").write_text('{"version": 99, "companion": "9.0"}')
    before = contents(data)
    with pytest.raises(CompanionError, match=r"from a newer Table Companion \(9\.0"):
        back_up(data, config, tmp_path / "all.zip")
    assert contents(data) == before
    assert not (tmp_path / "all.zip").exists()


def test_a_place_that_is_not_there_is_named(data, config, tmp_path):
    with pytest.raises(CompanionError, match=r"there is no folder .*nowhere"):
        back_up(data, config, tmp_path / "nowhere" / "all.zip")
    with Shelf(data / "simulated").begin(GAME, {"players": 2}):
        pass
    with pytest.raises(CompanionError, match=r"all\.zip: No such file"):
        restore(tmp_path / "all.zip", data, config)


def test_what_is_there_is_set_aside_and_only_when_wished(data, config, tmp_path):
    with Shelf(data / "simulated").begin(GAME, {"players": 2}):
        pass
    back_up(data, config, tmp_path / "all.zip")
    (data / "new.txt").write_text("written since")
    with pytest.raises(CompanionError, match=r"there are games in .* already; --replace"):
        restore(tmp_path / "all.zip", data, config)
    _, aside = restore(tmp_path / "all.zip", data, config, replace=True)
    assert (aside / "new.txt").read_text() == "written since"
    assert not (data / "new.txt").exists()


def changed(backup, target, **changes):
    """A copy of a backup with some files changed; None leaves one out."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = changes.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return target


def list_with(backup, **changes):
    with zipfile.ZipFile(backup) as file:
        return json.dumps(json.loads(file.read("backup.json")) | changes)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda b: {"data/data.json": b"other"}, "data/data.json is damaged; nothing was changed"),
        (lambda b: {"data/data.json": None}, "data/data.json is damaged; nothing was changed"),
        (lambda b: {"backup.json": b"{}"}, "this is no backup"),
        (lambda b: {"backup.json": None}, "this is no backup"),
        (lambda b: {"backup.json": list_with(b, version=99)}, "from a newer Table Companion"),
        (lambda b: {"backup.json": list_with(b, files={"data/../x": "0"})}, "is no place in a b"),
        (lambda b: {"backup.json": list_with(b, files={"/etc/x": "0"})}, "is no place in a b"),
    ],
)
def test_a_bad_backup_changes_nothing(data, config, tmp_path, change, complaint):
    backup = tmp_path / "all.zip"
    back_up(data, config, backup)
    bad = changed(backup, tmp_path / "bad.zip", **change(backup))
    before = contents(tmp_path)
    with pytest.raises(CompanionError, match=complaint):
        restore(bad, data, config)
    assert contents(tmp_path) == before


def test_what_is_no_backup_at_all(data, config, tmp_path):
    (tmp_path / "x.zip").write_text("no archive")
    with pytest.raises(CompanionError, match="this is no backup"):
        restore(tmp_path / "x.zip", data, config)
    with pytest.raises(CompanionError, match="No such file"):
        restore(tmp_path / "none.zip", data, config)


def test_a_backup_never_overwrites_and_never_stays_half(data, config, tmp_path):
    (tmp_path / "all.zip").write_text("mine")
    with pytest.raises(CompanionError, match="is there already"):
        back_up(data, config, tmp_path / "all.zip")
    with pytest.raises(CompanionError, match="there is no folder"):
        back_up(data, config, tmp_path / "nowhere" / "all.zip")
    with pytest.raises(CompanionError, match="nothing to back up"):
        back_up(tmp_path / "none", tmp_path / "none.toml", tmp_path / "new.zip")
    assert not list(tmp_path.glob("*.new"))


def test_newer_data_is_refused_politely_and_left_alone(tmp_path, capsys):
    folder = tmp_path / "games"
    claim(folder)
    claim(folder)
    (folder / "data.json").write_text('{"version": 7, "companion": "3.1.0"}')
    before = contents(folder)
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder)]) == 2
    error = capsys.readouterr().err
    assert "from a newer Table Companion (3.1.0: data version 7" in error
    assert "Nothing was changed. Update this companion, or name another folder." in error
    assert contents(folder) == before


@pytest.mark.parametrize("text", ["", "[]", '{"version": "1", "companion": "x"}', '{"version": 0}'])
def test_a_mark_that_is_none_is_named(tmp_path, text):
    (tmp_path / "data.json").write_text(text)
    with pytest.raises(CompanionError, match=r"data.json can't be read; remove it if"):
        claim(tmp_path)


def test_the_two_commands(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    claim(tmp_path / "share" / "table-companion")
    backup = str(tmp_path / "all.zip")
    assert main(["backup", backup]) == 0
    assert capsys.readouterr().out.startswith(f"1 files in {backup}; keep it to yourself")
    assert main(["restore", backup]) == 0
    out = capsys.readouterr().out
    assert "1 files are back in " in out
    assert "what was there before is in " in out


def test_a_damaged_log_is_in_a_backup_with_all_files_beside_it(data, config, tmp_path):
    shelf = Shelf(data / "simulated")
    with shelf.begin(GAME, {"players": 2}) as table:
        for number in range(20):
            table.post(Command(Sit(0, f"Vera {number}"), THE_HOST, table.now.number))
        folder, number = table.path.parent, table.now.number
        killed = {p.name: p.read_bytes() for p in folder.glob("game.log*") if p.suffix != ".lock"}
    wal = bytearray(killed["game.log-wal"])
    wal[6000:6008] = b"changed!"
    for name, content in {**killed, "game.log-wal": bytes(wal)}.items():
        (folder / name).write_bytes(content)
    (folder / "game.log-lines").unlink()
    (folder / "game.log.damaged-1-wal").write_bytes(b"set aside")
    back_up(data, config, tmp_path / "all.zip")
    shutil.rmtree(data)
    restore(tmp_path / "all.zip", data, config)
    assert (folder / "game.log.damaged-1-wal").read_bytes() == b"set aside"
    assert (folder / "game.log-wal").read_bytes() == bytes(wal)
    (record,) = shelf.records()
    assert (record.events, record.is_hopeless) == (number, False)
    assert f"{number} events could be read" in record.problem
    with shelf.open(record.name, lambda _: GAME) as table:
        assert table.now.number == number
        assert table.trouble.lost == ()


#: What a reader may read all the same.
HARMLESS = {"with flipped bytes", "with lies about sizes"}


@pytest.mark.parametrize("kind", sorted(SPOILS.keys() - HARMLESS))
def test_a_backup_made_to_hurt_is_one_clear_error_and_changes_nothing(tmp_path, kind):
    data, config = tmp_path / "data", tmp_path / "config.toml"
    claim(data)
    config.write_text("")
    parts = listed({"data/data.json": b"{}" * 500, "config.toml": b"[web]\nport = 1\n"})
    (tmp_path / "bad.zip").write_bytes(SPOILS[kind](random.Random(2), parts))
    before = contents(tmp_path)
    with pytest.raises(CompanionError) as refused:
        restore(tmp_path / "bad.zip", data, config)
    assert "\n" not in str(refused.value)
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "text", [b"[web]\nport = \xff", b"a = " + b"[" * 9000, b"[data]\nfolder = '\\u0000'\nx = 1"]
)
def test_settings_that_can_t_be_read_are_not_restored(tmp_path, text):
    (tmp_path / "bad.zip").write_bytes(packed(listed({"config.toml": text})))
    before = contents(tmp_path)
    with pytest.raises(CompanionError, match=r"bad.zip: config.toml: .*; nothing was changed"):
        restore(tmp_path / "bad.zip", tmp_path / "data", tmp_path / "config.toml")
    assert contents(tmp_path) == before


def test_what_can_t_be_put_in_place_is_put_back(data, config, tmp_path, monkeypatch):
    back_up(data, config, tmp_path / "all.zip")
    before = contents(tmp_path)
    move = shutil.move

    def refuses(source, place):
        if place == config:
            raise PermissionError(13, "Permission denied", str(place))
        return move(source, place)

    monkeypatch.setattr(shutil, "move", refuses)
    with pytest.raises(CompanionError, match="Permission denied"):
        restore(tmp_path / "all.zip", data, config)
    assert contents(tmp_path) == before
