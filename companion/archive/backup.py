"""Everything in one file: all games with their pictures, the phones' passes, and the settings.

A backup is a ZIP file with `data/`, `config.toml` and a list (`backup.json`) of what is in it, with
a checksum of each file. Logs of games are copied by SQLite itself, so a game may go on meanwhile;
a damaged one is copied as it is, with all files beside it.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any

from companion import __version__
from companion.archive.shelf import LOG
from companion.common.archives import Archive, open_archive
from companion.common.errors import CompanionError, InputError
from companion.common.files import file_errors
from companion.log.files import family
from companion.log.store import EventLog
from companion.settings.data_folder import FILE, VERSION, read_version, refuse_newer
from companion.settings.settings import load

LIST = "backup.json"
CONFIG = "config.toml"
DATA = "data"
LARGEST_LIST = 20_000_000
_PASSING = (".lock", ".new")
_PIECE = 1 << 20


def back_up(data: Path, config: Path, file: Path) -> int:
    """Write the one file, whole or not at all; returns how many files are in it."""
    if file.exists():
        raise CompanionError(f"{file} is there already; choose another name")
    if not data.is_dir() and not config.is_file():
        raise CompanionError(f"there is nothing to back up: neither {data} nor {config} is there")
    if not file.absolute().parent.is_dir():
        raise CompanionError(f"{file}: there is no folder {file.parent}")
    mark = data / FILE
    if mark.is_file():
        refuse_newer(*read_version(mark.read_text("utf-8", "replace"), str(mark)), str(data))
    new = file.with_name(f"{file.name}.new")
    sums: dict[str, str] = {}
    try:
        with _private(new) as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in _files(data):
                name = f"{DATA}/{path.relative_to(data).as_posix()}"
                sums[name] = _add(archive, path, name)
            if config.is_file():
                sums[CONFIG] = _add(archive, config, CONFIG)
            listed = {
                "companion": __version__,
                "version": VERSION,
                "made": time.time(),
                "files": sums,
            }
            archive.writestr(LIST, json.dumps(listed, indent=1))
        new.rename(file)
    except OSError as error:
        raise CompanionError(f"{error.filename or file}: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)
    return len(sums)


def restore(file: Path, data: Path, config: Path, *, replace: bool = False) -> tuple[int, Path]:
    """Put everything back; what was there before is set aside, never deleted.

    Returns how many files came back, and where the earlier data is, which is `data` itself when
    there was none.

    Raises:
        CompanionError: There are games already and `replace` is not wished, or the backup is
            damaged or from a newer companion. Nothing is changed then.
    """
    with (
        open_archive(file, "backup") as archive,
        file_errors(data.parent),
        _new_folder(data.parent) as folder,
    ):
        if _has_games(data) and not replace:
            raise CompanionError(
                f"there are games in {data} already; --replace sets them aside and restores"
            )
        sums = _listed(archive, file.name)
        for name, expected in sums.items():
            _take_out(archive, name, expected, folder / name, file.name)
        (folder / DATA).mkdir(exist_ok=True)
        new = {folder / DATA: data}
        if CONFIG in sums:
            _check_settings(folder / CONFIG, file.name)
            new[folder / CONFIG] = config
        aside = _put_in_place(new)
    return len(sums), aside[data]


@contextmanager
def _new_folder(parent: Path) -> Iterator[Path]:
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix=".restore-") as folder:
        yield Path(folder)


def _put_in_place(new: Mapping[Path, Path]) -> dict[Path, Path]:
    """Set aside what is there and put the new in its place, all of it or nothing; says to where."""
    aside: dict[Path, Path] = {}
    try:
        for source, place in new.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            aside[place] = _set_aside(place)
            shutil.move(source, place)
    except OSError:
        for place, earlier in reversed(aside.items()):
            if earlier != place:
                with suppress(OSError):
                    _remove(place)
                    earlier.rename(place)
            else:
                _remove(place)
        raise
    return aside


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _check_settings(path: Path, name: str) -> None:
    try:
        load(path, environ={})
    except CompanionError as error:
        reason = str(error).removeprefix(str(path)).lstrip(",: ")
        raise InputError(f"{name}: {CONFIG}: {reason}; nothing was changed") from error


def _files(folder: Path) -> Iterator[Path]:
    left_out: set[Path] = set()
    for path in sorted(folder.rglob("*")):
        if path.name == LOG and _is_whole(path):
            left_out.update(family(path)[1:])
        passes = path.name.endswith(_PASSING) or path in left_out
        if path.is_file() and not path.is_symlink() and not passes:
            yield path


def _is_whole(log: Path) -> bool:
    try:
        EventLog.read(log)
    except CompanionError:
        return False
    return True


def _private(path: Path) -> Any:
    """A new file that only its owner may read: the passes are in it."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600), "w+b")


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source = path
        if path.name == LOG and _is_whole(path):
            source = _copied_log(path, Path(folder) / LOG)
        archive.write(source, name)
        return _sum(source)


def _copied_log(log: Path, copy: Path) -> Path:
    """A log with all that SQLite has not yet brought into its file; a damaged one as it is."""
    try:
        source = sqlite3.connect(f"{log.absolute().as_uri()}?mode=ro", uri=True)
        target = sqlite3.connect(copy)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # as one that was closed
        finally:
            source.close()
            target.close()
    except sqlite3.Error:
        return log
    return copy


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _has_games(data: Path) -> bool:
    return data.is_dir() and any(data.rglob(LOG))


def _listed(archive: Archive, name: str) -> dict[str, str]:
    """The files with their sums, checked as far as one can without reading them."""
    data = archive.read(LIST, LARGEST_LIST)
    most = 2 * len(archive.names) + 10
    try:
        # A list has one entry a file; more would only fill the memory.
        if data.count(b'":') + data.count(b"[") + data.count(b"{") > most:
            raise ValueError
        listed = json.loads(data)
        version, writer, sums = listed["version"], str(listed["companion"]), listed["files"]
        whole = type(version) is int and all(
            isinstance(path, str) and isinstance(check, str) for path, check in sums.items()
        )
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        whole = False
    if not whole:
        archive.refuse(f"there is no good {LIST} in it")
    refuse_newer(version, ascii(writer[:40])[1:-1], name)
    for path in sums:
        parts = PurePosixPath(path).parts
        if path != CONFIG and (parts[:1] != (DATA,) or ".." in parts or "\\" in path):
            raise InputError(f"{name}: {path[:80]!a} is no place in a backup")
        if path not in archive.names:
            raise InputError(f"{name}: {path} is damaged; nothing was changed")
    return dict(sums)


def _take_out(archive: Archive, name: str, expected: str, path: Path, backup: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with _private(path) as target:
        for piece in archive.pieces(name):
            digest.update(piece)
            target.write(piece)
    if digest.hexdigest() != expected:
        raise InputError(f"{backup}: {name} is damaged; nothing was changed")


def _set_aside(path: Path) -> Path:
    """Rename what is there; says to what."""
    if not path.exists():
        return path
    number = 1
    while (aside := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    path.rename(aside)
    return aside
