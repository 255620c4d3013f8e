"""`companion service`: systemd understands the unit, and the steps are the right ones."""

import getpass
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.set_up import service
from companion.running.units import Unit

pytestmark = pytest.mark.live

RECORDER = """#!/bin/sh
echo "$(basename "$0") $*" >> "{log}"
case "$*" in *show*) printf '{show}';; esac
exit {status}
"""


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(service, "SYSTEM_FOLDER", tmp_path / "etc")
    monkeypatch.setattr(service, "LINGERING", tmp_path / "linger")
    monkeypatch.delenv("SUDO_USER", raising=False)
    return tmp_path


@pytest.fixture
def systemd(home, monkeypatch):
    """Programs in place of systemd's own, which write down how they were called."""
    log = home / "calls"

    def answer(status: int = 0, show: str = "") -> Path:
        folder = home / "bin"
        folder.mkdir(exist_ok=True)
        for name in ("systemctl", "journalctl", "loginctl"):
            path = folder / name
            path.write_text(RECORDER.format(log=log, status=status, show=show))
            path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        log.write_text("")
        return log

    return answer


def test_who_runs_services_without_a_login_already_is_not_asked_for_it(home, systemd, capsys):
    log = systemd()
    (home / "linger").mkdir()
    (home / "linger" / getpass.getuser()).touch()
    assert main(["service", "install"]) == 0
    assert "loginctl" not in log.read_text()
    assert "enable-linger" not in capsys.readouterr().out


def test_a_users_own_service_is_written_enabled_and_started(home, systemd, capsys):
    log = systemd()
    assert main(["service", "install", "--set", "web.port=8123"]) == 0
    path = home / "config" / "systemd" / "user" / "table-companion.service"
    assert "-m companion serve --set web.port=8123\n" in path.read_text()
    assert log.read_text().splitlines() == [
        f"loginctl enable-linger {getpass.getuser()}",
        "systemctl --user daemon-reload",
        "systemctl --user enable table-companion.service",
        "systemctl --user restart table-companion.service",
    ]
    assert "It runs." in capsys.readouterr().out
    assert main(["service", "uninstall"]) == 0
    assert not path.exists()
    assert "systemctl --user disable --now table-companion.service" in log.read_text()
    assert main(["service", "uninstall"]) == 0
    assert "nothing to remove" in capsys.readouterr().out


def test_without_a_running_systemd_it_is_left_for_the_next_start(home, systemd, capsys):
    systemd(status=1)
    assert main(["service", "install"]) == 0
    assert "it will be started with the computer" in capsys.readouterr().out


def test_a_service_of_the_system_runs_as_somebody_and_never_as_root(home, systemd, capsys):
    systemd()
    if getpass.getuser() == "root":
        assert main(["service", "install", "--system"]) == 2
        assert "name the user who runs it: --as USER" in capsys.readouterr().err
    assert main(["service", "install", "--system", "--as", "nobody-at-all"]) == 2
    assert "there is no such user" in capsys.readouterr().err
    assert main(["service", "install", "--as", "daemon"]) == 2
    assert "--as is for --system" in capsys.readouterr().err


def test_folders_are_made_for_the_one_who_runs_it(home):
    if os.getuid() != 0:
        pytest.skip("only root may give folders away")
    folder = home / "var" / "games"
    for _ in range(2):
        service.make_for("daemon", folder)
    assert folder.owner() == folder.parent.owner() == "daemon"


@pytest.mark.parametrize(
    ("show", "answer"),
    [
        ("ActiveState=active\\nSubState=running\\nMainPID=7\\n", (0, "active (running)")),
        ("ActiveState=failed\\nSubState=failed\\nResult=watchdog\\n", (1, "it ended by: watchdog")),
    ],
    ids=["active", "failed"],
)
def test_status(home, systemd, capsys, show, answer):
    systemd(show=show)
    assert main(["service", "status"]) == 1
    assert "not installed" in capsys.readouterr().out
    main(["service", "install"])
    assert main(["service", "status"]) == answer[0]
    assert answer[1] in capsys.readouterr().out


def test_logs(home, systemd, capsys):
    log = systemd()
    assert main(["service", "logs", "--lines", "7"]) == 0
    assert "journalctl --no-pager --user-unit table-companion.service --lines 7" in log.read_text()
    assert main(["service", "logs", "--system", "--follow"]) == 0
    assert log.read_text().endswith("--unit table-companion.service --lines 50 --follow\n")
    assert main(["service", "logs", "--lines", "0"]) == 2
    systemd(status=1)
    assert main(["service", "logs"]) == 2


def test_an_own_config_file_goes_along(home, capsys):
    (home / "mine.toml").write_text("")
    assert main(["service", "install", "--print", "--config", str(home / "mine.toml")]) == 0
    assert f"serve --config {home / 'mine.toml'}\n" in capsys.readouterr().out
    assert not (home / "config").exists(), "nothing was changed"


UNITS = {
    "user": Unit(["/usr/bin/true", "serve"]),
    "system": Unit(["/usr/bin/true", "serve"], "daemon", [Path("/srv/games")]),
    "odd": Unit(["/usr/bin/true", "a b", 'c"d', "50%", "$HOME", "e\\f"], "daemon", [Path("/a b")]),
}


@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_every_line(name, tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze here")
    path = tmp_path / "table-companion.service"
    path.write_text(UNITS[name].text())
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    words = ["--user"] if name == "user" else ["--system"]
    done = subprocess.run(
        ["systemd-analyze", "verify", *words, "--man=no", str(path)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path), "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in done.stderr.splitlines() if "table-companion" in line]
    assert ours == []


def test_words_keep_their_meaning():
    text = UNITS["odd"].text()
    assert 'ExecStart=/usr/bin/true "a b" "c\\"d" 50%% "$$HOME" "e\\\\f"\n' in text


def test_a_watchdog_and_restarts_are_in_every_unit():
    for unit in UNITS.values():
        assert "Type=notify\n" in unit.text()
        assert "Restart=on-failure\n" in unit.text()
        assert "WatchdogSec=60\n" in unit.text()
    assert "ProtectSystem=strict\n" in UNITS["system"].text()


def test_a_user_without_a_name_is_called_by_number(monkeypatch):
    def nobody() -> str:
        raise KeyError("getpwuid(): uid not found: 1234")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert service.whoami() == str(os.getuid())
