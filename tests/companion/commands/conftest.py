"""Commands as a person gives them."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from tests.companion.commands.answers import Answer, Run, Write


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*args: str) -> Answer:
        try:
            status = main(args)
        except SystemExit as stop:
            status = int(str(stop.code))
        captured = capsys.readouterr()
        return Answer(status, captured.out, captured.err)

    return call


@pytest.fixture
def position(tmp_path: Path) -> Write:
    def write(data: Any) -> str:
        path = tmp_path / "position.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return str(path)

    return write
