"""The data folder as a whole: which version of the companion it is for."""

import json
from pathlib import Path

from companion import __version__
from companion.common.errors import CompanionError
from companion.common.files import file_errors, write_whole
from companion.settings.folders import data_folder
from companion.settings.settings import Settings

FILE = "data.json"
#: The folder of all games in it, and the one in which earlier versions kept simulated ones.
GAMES, FORMER = "games", "simulated"
VERSION = 1
"""Goes up when an older companion would no longer understand what is in the folder."""


class NewerDataError(CompanionError):
    """What is there was written by a newer companion."""


def folder_of(settings: Settings) -> Path:
    """Where everything is kept."""
    named = settings.text("data.folder")
    return Path(named).expanduser() if named else data_folder()


def claim(folder: Path) -> None:
    """See that this companion understands the folder; a new one is marked as ours.

    Raises:
        NewerDataError: It is for a newer companion. Nothing is changed then.
        CompanionError: It can't be read.
    """
    path = folder / FILE
    with file_errors(path):
        try:
            text = path.read_text("utf-8", "replace")
        except FileNotFoundError:
            text = mark_text()
            folder.parent.mkdir(parents=True, exist_ok=True)
            # The logs in it hold every hand: other accounts of this computer have no business here.
            folder.mkdir(mode=0o700, exist_ok=True)
            write_whole(path, text.encode())
    refuse_newer(*read_version(text, str(path)), str(folder))


def refuse_newer(version: int, writer: str, what: str) -> None:
    """Say politely that we are too old."""
    if version > VERSION:
        raise NewerDataError(
            f"{what} is from a newer Table Companion ({writer}: data version {version}, and this "
            f"one, {__version__}, reads {VERSION}). Nothing was changed. Update this companion, or "
            "name another folder."
        )


def read_version(text: str, name: str) -> tuple[int, str]:
    """The version in a mark, and who wrote it."""
    try:
        mark = json.loads(text)
        version, writer = mark["version"], str(mark["companion"])
        if type(version) is not int or version < 1:
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CompanionError(
            f"{name} can't be read; remove it if the games beside it are yours"
        ) from None
    return version, writer


def mark_text() -> str:
    """What marks a folder as one of this companion's."""
    return json.dumps({"version": VERSION, "companion": __version__}) + "\n"
