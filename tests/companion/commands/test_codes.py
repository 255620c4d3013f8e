"""`companion codes`: how to become the host, without a look at the terminal of `serve`."""

from pathlib import Path

import pytest

from companion.phones.passes import FILE, Passes
from companion.running.ways_in import about_codes, host_link
from companion.settings.data_folder import FORMER, GAMES
from companion.settings.settings import load
from tests.companion.commands.answers import Run


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "table-companion" / GAMES


@pytest.mark.parametrize("name", [GAMES, FORMER])
def test_the_codes_of_the_folder_are_shown_also_of_an_earlier_version(
    run: Run, games: Path, name: str
) -> None:
    folder = games.with_name(name)
    passes = Passes.of_folder(folder)
    shown = run("codes").out
    link = f"http://localhost:8000/here/{passes.host_secret}\n"
    for text in (f"{folder}\n", f" {passes.join_code}\n", f" {passes.host_pin} ", link):
        assert text in shown


def test_a_folder_and_a_port_can_be_named(run: Run, games: Path, tmp_path: Path) -> None:
    Passes.of_folder(games)
    passes = Passes.of_folder(tmp_path / "mine")
    shown = run("codes", "--folder", str(tmp_path / "mine"), "--set", "web.port=8123").out
    assert f"http://localhost:8123/here/{passes.host_secret}\n" in shown
    assert str(games) not in shown


def test_the_screen_at_the_wall_gets_its_link_alone(run: Run, games: Path) -> None:
    secret = Passes.of_folder(games).host_secret
    assert run("codes", "--kiosk").out == f"http://localhost:8000/here/{secret}/kiosk\n"
    without = run("codes", "--kiosk", "--set", "web.always_ask_pin=yes").out
    assert without == "http://localhost:8000/kiosk\n"


def test_phones_scan_the_address_in_numbers_with_the_code(
    run: Run, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = Passes.of_folder(games).join_code
    monkeypatch.setattr("web.server.lan_addresses", lambda: ("192.0.2.7",))
    shown = run("codes", "--qr", "--set", "web.port=8123").out
    assert f"  http://192.0.2.7:8123/join?code={code}\n" in shown
    assert "\N{LOWER HALF BLOCK}" in shown
    monkeypatch.setattr("web.server.lan_addresses", lambda: ())
    assert "phones can't reach this computer" in run("codes", "--qr").out


def test_who_always_wants_the_pin_is_shown_no_link(run: Run, games: Path) -> None:
    passes = Passes.of_folder(games)
    shown = run("codes", "--set", "web.always_ask_pin=yes").out
    assert passes.host_pin in shown
    assert passes.host_secret not in shown


def test_before_the_first_game_there_are_none_and_none_are_made(run: Run, games: Path) -> None:
    answer = run("codes")
    assert answer.status == 2
    assert f"no codes in {games} yet" in answer.err
    assert not (games / FILE).exists()


@pytest.mark.parametrize(
    ("here", "has_one"),
    [
        ("http://localhost:8000/", True),
        ("http://127.0.0.1:8000/", True),
        ("http://[::1]:8000/", True),
        ("http://192.168.1.5:8000/", False),
        ("http://localhost.example:8000/", False),
        ("http://127.example:8000/", False),
    ],
)
def test_the_link_calls_this_computer_by_a_name_of_its_own(
    tmp_path: Path, here: str, has_one: bool
) -> None:
    passes = Passes.of_folder(tmp_path)
    link = host_link(passes, here, load(environ={}))
    assert link == (f"{here}here/{passes.host_secret}" if has_one else "")
    assert (passes.host_secret in about_codes(passes, link)) == has_one
