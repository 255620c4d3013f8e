"""The scripts with trees of Debian, which take from minutes to an hour: see CONTRIBUTING.md."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NOT_HERE = 2
"""The exit status of a script that says what is missing."""


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", HERE / script, *words]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "words",
    [
        *("card.sh bookworm", "card.sh trixie", "virtual_camera.sh"),
        *("aarch64.sh bookworm", "aarch64.sh trixie"),
    ],
)
def test_a_tree_of_debian(words):
    script, *more = words.split()
    done = run(script, *more)
    if done.returncode == NOT_HERE:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may enter a tree")
def test_who_may_not_enter_a_tree_is_told_so():
    done = run("card.sh", "bookworm")
    assert done.returncode == NOT_HERE
    assert done.stderr == "card.sh: only root may enter a tree: sudo\n"


@pytest.mark.parametrize("script", sorted(HERE.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_whole(script):
    subprocess.run(["bash", "-n", script], check=True)
