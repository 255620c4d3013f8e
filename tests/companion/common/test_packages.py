"""What the doctor, the diagnosis and reports look for is what pyproject.toml asks for."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

from companion.common.packages import PACKAGES, versions

ROOT = Path(__file__).parents[3]


def test_every_dependency_is_known_and_here() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [*PACKAGES] == [re.split("[<>=]", each)[0] for each in project["dependencies"]]
    assert all(map(find_spec, PACKAGES.values()))
    assert all(versions().values())


def test_every_dependency_is_pinned() -> None:
    for name in ("run", "dev", "train"):
        pinned = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").splitlines()
        assert {*PACKAGES} <= {line.partition("==")[0] for line in pinned}
