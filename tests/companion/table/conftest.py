"""A table for one test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.table import Table
from tests.companion.tables import new_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with new_table(tmp_path) as one:
        yield one
