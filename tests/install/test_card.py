"""What prepare.py puts onto a card, and how the first start finds it."""

import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from card.prepare import HOOK, CardError, main, prepare

ROOT = Path(__file__).parents[2]
IMAGER_SCRIPT = """\
#!/bin/bash
set +e
CURRENT_HOSTNAME=`cat /etc/hostname`
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
CALL = f"- [{', '.join(HOOK.split())}, now]"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """The small part of a card that Imager has just written, without its settings."""
    for name in ("config.txt", "cmdline.txt"):
        (tmp_path / name).write_text("")
    return tmp_path


def test_imagers_script_calls_the_hook_before_it_removes_itself(boot):
    (boot / "firstrun.sh").write_text(IMAGER_SCRIPT)
    assert prepare(boot, []).name == "firstrun.sh"
    lines = (boot / "firstrun.sh").read_text().splitlines()
    assert lines[3:5] == [f"{HOOK} || true", "rm -f /boot/firstrun.sh"]
    assert [line for line in lines if HOOK not in line] == IMAGER_SCRIPT.splitlines()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#cloud-config\nhostname: pi\n", f"#cloud-config\nhostname: pi\nruncmd:\n  {CALL}\n"),
        (
            "#cloud-config\nruncmd:\n- [ls]\nssh: 1\n",
            f"#cloud-config\nruncmd:\n{CALL}\n- [ls]\nssh: 1\n",
        ),
        (
            "#cloud-config\nruncmd:\n    # mine\n    - ls\n",
            f"#cloud-config\nruncmd:\n    {CALL}\n    # mine\n    - ls\n",
        ),
        ("", f"#cloud-config\nruncmd:\n  {CALL}\n"),
    ],
)  # fmt: skip
def test_cloud_init_calls_the_hook_first(boot, before, after):
    (boot / "user-data").write_text(before)
    assert prepare(boot, []).name == "user-data"
    assert (boot / "user-data").read_text() == after


def test_to_prepare_twice_is_to_prepare_once(boot):
    (boot / "user-data").write_text("#cloud-config\n")
    prepare(boot, ["--players", "3"])
    once = (boot / "user-data").read_text()
    prepare(boot, ["--players", "4"])
    assert (boot / "user-data").read_text() == once
    assert (boot / "table-companion" / "options").read_text() == "--players\n4\n"


def test_line_ends_of_windows_never_reach_the_pi(boot):
    (boot / "firstrun.sh").write_bytes(IMAGER_SCRIPT.replace("\n", "\r\n").encode())
    prepare(boot, [])
    for path in [boot / "firstrun.sh", *(boot / "table-companion").glob("*.sh")]:
        assert b"\r" not in path.read_bytes()


def test_all_that_the_installation_needs_is_packed(boot):
    (boot / "user-data").write_text("#cloud-config\n")
    prepare(boot, [])
    with tarfile.open(boot / "table-companion" / "project.tar.gz") as pack:
        names = set(pack.getnames())
        script = pack.getmember("table-companion/install.sh")
    committed = subprocess.run(
        ["git", "ls-files", "companion", "hardware", "models", "vision", "web", "install.sh"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    assert {f"table-companion/{name}" for name in committed} <= names
    assert "table-companion/requirements/run.txt" in names
    assert not any("__pycache__" in name for name in names)
    assert (script.mode, script.uid) == (0o755, 0)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ({}, "neither firstrun.sh nor user-data"),
        ({"user-data": "runcmd: [ls]\n"}, "written in one line"),
    ],
)
def test_a_card_without_the_settings_of_imager_is_refused(boot, capsys, left, words):
    for name, text in left.items():
        (boot / name).write_text(text)
    assert main([str(boot)]) == 2
    assert words in capsys.readouterr().err
    assert not (boot / "table-companion").exists()


def test_a_folder_that_is_no_card_is_refused(tmp_path):
    with pytest.raises(CardError, match="is not the boot part"):
        prepare(tmp_path, [])


def test_options_of_the_setup_go_along_and_what_comes_next_is_told(boot, capsys):
    (boot / "user-data").write_text("#cloud-config\n")
    assert main([str(boot), "--players", "4", "--camera", "usb:0"]) == 0
    assert (boot / "table-companion" / "options").read_text().split() == [
        *("--players", "4", "--camera", "usb:0")
    ]
    assert "user-data of the card calls the companion's installer now" in capsys.readouterr().out


def test_the_first_start_takes_the_packages_of_the_documented_steps():
    told = re.search(r"^\$ sudo apt install (.*)$", (ROOT / "docs" / "pi.md").read_text(), re.M)
    taken = re.search(r"^packages='(.*)'$", (ROOT / "card" / "first_boot.sh").read_text(), re.M)
    assert told is not None
    assert taken is not None
    assert told[1] == taken[1]


@pytest.mark.parametrize("script", sorted(ROOT.glob("card/*.sh")), ids=lambda path: path.name)
def test_scripts_are_those_of_any_shell(script):
    subprocess.run(["sh", "-n", script], check=True)
