"""`companion doctor security`: what is open to whom, said in plain words."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.set_up import doctor
from companion.common.finding import GOOD, SKIPPED, WARNING, Finding
from companion.doctor import security
from companion.doctor.patient import Patient
from companion.phones.passes import Passes
from companion.settings.data_folder import claim
from companion.settings.settings import load


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that other accounts can come to; the folders above are out of the game."""
    monkeypatch.setattr(security, "_is_open", lambda path: _is_open_below(path, tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


def _is_open_below(path: Path, top: Path) -> bool:
    between = [one for one in path.parents if one.is_relative_to(top) and one != top]
    return bool(path.stat().st_mode & 0o44) and all(one.stat().st_mode & 0o11 for one in between)


def asked(check: str, *options: str, path: Path | None = None) -> Finding:
    return doctor.CHECKS[check](Patient(load(path, environ={}, options=options)))


def test_all_of_it_is_one_word(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert main(["doctor", "security", "--json", "--set", f"data.folder={data}"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [one["check"] for one in answer] == doctor.GROUPS["security"]
    assert len(answer) == 8
    assert all(one["advice"] for one in answer if one["state"] == WARNING)


def test_what_is_open_on_purpose_is_said_with_how_to_close_it() -> None:
    found = asked("watching")
    assert found.state == GOOD
    assert "everybody in your network can watch" in found.found
    assert "127.0.0.1" in found.advice
    assert "only who works at this computer" in asked("watching", "web.host=127.0.0.1").found
    assert "plain HTTP" in asked("encryption").found
    assert "a card" in asked("pictures", "camera.name=sim:").found.lower()
    assert asked("pictures").state == SKIPPED


def test_what_makes_a_host() -> None:
    assert "link" in asked("codes").found
    assert "only the PIN" in asked("codes", "web.always_ask_pin=true").found


def test_a_whole_network_is_no_proxy() -> None:
    assert "no proxy" in asked("proxies").found
    assert asked("proxies", "web.trusted_proxies=127.0.0.1").state == GOOD
    assert asked("proxies", "web.trusted_proxies=192.168.1.0/24").state == WARNING


def test_the_key_and_the_logs_are_for_their_owner(data: Path) -> None:
    option = f"data.folder={data}"
    assert asked("rights", option).state == SKIPPED
    claim(data)
    assert data.stat().st_mode & 0o77 == 0, "a new folder is private"
    Passes.of_folder(data / "games")
    log = data / "games" / "2026-11-18-1" / "game.log"
    log.parent.mkdir()
    log.touch(0o644)
    assert asked("rights", option).state == GOOD
    data.chmod(0o755)
    assert "every hand" in asked("rights", option).found
    (data / "games" / "phones.json").chmod(0o644)
    assert f"chmod 600 {data}" in asked("rights", option).advice


def test_a_backup_that_others_can_read(data: Path, tmp_path: Path) -> None:
    backup = tmp_path / "table-companion-2026-11-18.zip"
    backup.touch(0o600)
    assert asked("backups").found.startswith("1 found")
    backup.chmod(0o644)
    assert f"chmod 600 {backup}" in asked("backups").advice


def test_a_broker_without_a_password(data: Path) -> None:
    assert asked("broker").state == SKIPPED
    assert asked("broker", "mqtt.host=10.0.0.9").state == WARNING
    known = ("mqtt.user=me", "mqtt.password=secret")
    assert "not encrypted" in asked("broker", "mqtt.host=10.0.0.9", *known).found
    assert asked("broker", "mqtt.host=localhost", *known).advice == ""


def test_another_account_must_come_through_all_folders(tmp_path: Path) -> None:
    inner = tmp_path / "a"
    inner.mkdir(mode=0o700)
    file = inner / "x"
    file.touch(0o644)
    assert not security._is_open(file)
