"""A package that brings a game, as pip installs it into a folder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import games


def install(folder: Path, package: str, code: str, brings: str, distribution: str = "") -> None:
    """Its code, and what says that it brings a game."""
    (folder / package).mkdir(exist_ok=True)
    (folder / package / "__init__.py").write_text(code, "utf-8")
    name = distribution or package
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\n{brings} = {package}:GAME\n", "utf-8")
    games.forget_installed()


def forgotten(*packages: str) -> None:
    """As if none of these had been imported."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in packages:
            del sys.modules[name]
    games.forget_installed()


@contextmanager
def installed(folder: Path, package: str, code: str, brings: str) -> Iterator[None]:
    """The same for a while."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        install(folder, package, code, brings)
        yield
    forgotten(package)
