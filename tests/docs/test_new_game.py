"""The page about a new game is followed by typing what it says; it builds our own game."""

import doctest
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.cli import main
from tests.docs.conftest import blocks_of
from tests.docs.test_examples import commands_of, words_of
from tests.games.installing import forgotten, install

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "new-game.md"
OURS = ROOT / "companion" / "games" / "windmill_hill"
#: What we call the game of the page, and what the page calls it.
NAMES = {
    "companion.games.windmill_hill": "my_hill",
    "windmill-hill": "my-hill",
    "Windmill Hill": "My Hill",
    "WindmillHill": "MyHill",
}
PACKAGE = "my_hill"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    monkeypatch.undo()
    forgotten(PACKAGE)


def test_the_page_is_followed_by_typing_what_it_says(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for block in blocks_of(PAGE):
        if block.info[0] in ("py", "toml", "text") and len(block.info) > 1:
            path = folder / block.info[1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, "utf-8")
            forgotten(PACKAGE)
        elif "follow" in block.info:
            for command, expected in commands_of(block.text):
                said = run(command, folder, capsys)
                same = doctest.OutputChecker().check_output(expected, said, doctest.ELLIPSIS)
                assert same, f"{command}\n--- expected\n{expected}\n--- printed\n{said}"
    assert (folder / "pieces.pdf").stat().st_size > 10_000


def run(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    words, _ = words_of(command)
    if words[0] == "pip":
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        ((brings, where),) = project["entry-points"][games.GROUP].items()
        package, _, name = where.partition(":")
        assert name == "GAME"
        code = (folder / package / "__init__.py").read_text("utf-8")
        install(folder, package, code, brings, project["name"])
        return ""
    assert words[0] == "companion"
    assert main(words[1:]) == 0, capsys.readouterr()
    return capsys.readouterr().out


def parts(text: str) -> tuple[list[str], list[str]]:
    """What is imported, in whatever order, and all else."""
    lines = text.splitlines()
    imports = [line for line in lines if line.startswith(("from ", "import "))]
    return sorted(imports), [line for line in lines if line and line not in imports]


def test_the_game_of_the_page_is_ours() -> None:
    typed = {block.info[1]: block.text for block in blocks_of(PAGE) if len(block.info) > 1}
    written = {path.name for path in OURS.iterdir() if path.is_file()}
    assert {Path(name).name for name in typed if name.startswith(PACKAGE)} == written
    for name in written:
        text = (OURS / name).read_text("utf-8")
        for ours, theirs in NAMES.items():
            text = text.replace(ours, theirs)
        assert parts(typed[f"{PACKAGE}/{name}"]) == parts(text), name
