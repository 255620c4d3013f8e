"""`companion setup`: by questions or by options; nothing that was set gets lost."""

import sys
import tomllib

import pytest

from companion.cli import main
from companion.commands.set_up import doctor, setup
from companion.common.finding import Finding


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    # The doctor has tests of his own, and takes his time.
    monkeypatch.setattr(setup, "CHECKS", ("python",))
    return tmp_path


@pytest.fixture
def file(home):
    return home / "config" / "table-companion" / "config.toml"


def test_with_options_nobody_is_asked(file, capsys):
    assert main(["setup", "--yes", "--camera", "usb:0", "--players", "4"]) == 0
    written = tomllib.loads(file.read_text())
    assert written == {
        "table": {"players": 4},
        "web": {},
        "camera": {"name": "usb:0"},
        "data": {},
        "mqtt": {},
    }
    out = capsys.readouterr().out
    assert "is written" in out
    assert "ok    python" in out
    assert "companion service install" in out
    assert file.stat().st_mode & 0o077 == 0


def test_questions_are_asked_until_the_answer_is_good(file, monkeypatch, capsys):
    answers = iter(["sim:", "chess", "propeller-islands", "", "many", "8123", ""])
    asked = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or next(answers))
    assert main(["setup"]) == 0
    written = tomllib.loads(file.read_text())
    assert (written["camera"], written["web"]) == ({"name": "sim:"}, {"port": 8123})
    assert len(asked) == 7
    out = capsys.readouterr().out
    assert "there is propeller-islands" in out
    assert "a whole number is needed" in out
    assert "sim:   simulated dice on a table" in out


def test_what_was_set_before_stays_and_the_old_file_is_kept(file):
    file.parent.mkdir(parents=True)
    file.write_text('# mine\n[web]\nport = 8050\nnames = ["pi.local"]\n')
    assert main(["setup", "--yes", "--camera", "usb:1"]) == 0
    written = tomllib.loads(file.read_text())
    assert written["web"] == {"port": 8050, "names": ["pi.local"]}
    assert written["camera"] == {"name": "usb:1"}
    assert file.with_name("config.toml.before").read_text().startswith("# mine\n")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "nobody is here to answer; give --yes"),
        (["--yes", "--port", "many"], "a whole number is needed"),
        (["--yes", "--game", "chess"], "there is propeller-islands"),
        (["--yes", "--camera", "ubs:1"], "did you mean 'usb'?"),
        (["--yes", "--players", "9"], "Propeller Islands is for 2 to 4 players, not 9"),
    ],
)
def test_what_can_not_be_is_refused_and_nothing_is_written(file, capsys, options, complaint):
    assert main(["setup", *options]) == 2
    assert complaint in capsys.readouterr().err
    assert not file.exists()


def test_something_wrong_with_the_computer_is_told(monkeypatch, capsys):
    sick = {"python": lambda _: Finding("bad", "Python 2", "get a newer one")}
    monkeypatch.setattr(doctor, "CHECKS", sick)
    assert main(["setup", "--yes"]) == 1
    said = capsys.readouterr().out
    assert "-> get a newer one" in said
    assert said.endswith("First put right what is WRONG; `companion doctor` looks again.\n")


def test_a_file_that_can_not_be_written(home, capsys):
    (home / "config").write_text("")
    assert main(["setup", "--yes"]) == 2
    assert "config" in capsys.readouterr().err
