"""Files that are written whole or not at all, and what the system refuses as errors for people."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.common.errors import CompanionError


@contextmanager
def file_errors(path: Path | str) -> Iterator[None]:
    """What the system refuses inside is told as something that a person can put right."""
    try:
        yield
    except OSError as error:
        raise CompanionError(f"{path}: {error.strerror or error}") from error


def write_whole(path: Path, data: bytes, *, with_folder: bool = True, mode: int = 0o666) -> None:
    """Write a file and its folder; an older one of that name stays whole until the new one is.

    Raises:
        CompanionError: The system refuses it.
    """
    new = path.with_name(f"{path.name}.new")
    with file_errors(path):
        if with_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            new.unlink(missing_ok=True)
            new.touch(mode)
            with new.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError:
            new.unlink(missing_ok=True)
            raise
