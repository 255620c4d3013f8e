"""The table that most tests of the pages look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import Place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A table in the middle of a game; its referee asks before it enters anything."""
    made = Place(tmp_path, "ask")
    with made.table:
        yield made
