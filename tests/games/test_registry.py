"""Games of other packages are found by their entry point; a broken one is told in one line."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import games
from companion.cli import main
from companion.common.errors import InputError
from tests.games import installing

SMALL_GAMES = Path(__file__).parent / "kit"
Install = Callable[..., None]

GOOD = "from bells.interruptions import Interruptions\nGAME = Interruptions()\n"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package as pip does: its code, and what says that it brings games."""

    def put(package: str, code: str, brings: str, distribution: str = "") -> None:
        installing.install(tmp_path, package, code, brings, distribution)
        shutil.copy(SMALL_GAMES / "interruptions.py", tmp_path / package)

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield put
    monkeypatch.undo()
    installing.forgotten("bells")


def test_a_package_of_its_own_brings_a_game(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("bells", GOOD, "interruptions")
    assert games.names()[-1] == "interruptions"
    assert games.find("interruptions").title == "Interruptions"
    assert main(["games"]) == 0
    assert "interruptions      Interruptions      2 players" in capsys.readouterr().out
    assert main(["simulate", "interruptions"]) == 0


@pytest.mark.parametrize(
    ("code", "brings", "said"),
    [
        ("import nowhere\n", "interruptions", "ModuleNotFoundError: No module named 'nowhere'"),
        ("1 / 0\n", "interruptions", "ZeroDivisionError: division by zero"),
        ("OTHER = 1\n", "interruptions", "has no attribute 'GAME'"),
        ("GAME = 5\n", "interruptions", "its game has no id, no title, no players, no editions"),
        (GOOD, "bells", "its game is called 'interruptions', not 'bells'"),
        (GOOD + "Interruptions.id = 'Ring, ring'\n", "bells", "not 'Ring, ring'"),
    ],
    ids=["no module", "raises", "no game", "a number", "another id", "no id"],
)
def test_a_broken_package_gets_one_line_and_breaks_no_other(
    install: Install, capsys: pytest.CaptureFixture[str], code: str, brings: str, said: str
) -> None:
    known = games.names()
    install("bells", code, brings)
    assert games.names() == known
    assert main(["games"]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("left out: the package bells: ")
    assert said in line
    with pytest.raises(InputError, match="the package bells: "):
        games.find(brings)


def test_two_games_with_one_id_are_refused_by_name(install: Install) -> None:
    install("bells", GOOD, "interruptions")
    install("bells", GOOD, "interruptions", distribution="rings")
    assert "interruptions" not in games.names()
    with pytest.raises(InputError, match="the package bells and the package rings both bring"):
        games.find("interruptions")


def test_nobody_takes_the_name_of_one_of_ours(install: Install) -> None:
    ours = games.find(games.names()[0])
    install("bells", GOOD, ours.id)
    assert games.find(ours.id) is ours
    assert games.refused() == (f"the package bells: there is a game '{ours.id}' already",)


@pytest.mark.parametrize("name", ["bells", "interruptions"])
def test_a_game_is_checked_by_its_package_or_its_id(
    install: Install, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    install("bells", GOOD, "interruptions")
    assert main(["games", "check", name]) == 0
    *promises, last = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok    ") for line in promises)
    assert last == "Interruptions: ready"


def test_a_game_that_keeps_no_promise_is_told_which(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    never = "Interruptions.outcome = lambda self, state: None\n"
    install("bells", GOOD + never, "interruptions")
    assert main(["games", "check", "bells"]) == 1
    out = capsys.readouterr().out
    assert "FAIL  Random games end" in out
    assert "      the game is over, and nobody has won [players 2]\n" in out
    assert out.endswith("Interruptions: not ready\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere", "no game and no package 'nowhere'"),
        ("not-there", "no game 'not-there'; there is "),
        ("a b", "no game 'a b'; there is "),
        ("", "no game ''; there is "),
        ("json", "the package json: AttributeError: module 'json' has no attribute 'GAME'"),
        ("bells", "the package bells: ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_no_game_can_not_be_checked(
    install: Install, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    install("bells", "1 / 0\n", "interruptions")
    assert main(["games", "check", name]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
