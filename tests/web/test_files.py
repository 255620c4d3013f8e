"""The pages bring everything with them: no other computer is needed, no code hides in the HTML."""

import re
from pathlib import Path

import pytest

import web

FOLDER = Path(web.__file__).parent
FILES = sorted(
    path for folder in ("templates", "static") for path in (FOLDER / folder).rglob("*.*")
)
TEMPLATES = [path for path in FILES if path.suffix == ".html"]


def test_there_are_files_to_look_at() -> None:
    assert {"table.html", "table.css", "table.js"} <= {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    text = path.read_text().replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|[\"'(]//|@import|sendBeacon", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_code_or_style_stands_in_a_template(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\s(style|on[a-z]+)=", text)
    assert "<style" not in text
    assert "javascript:" not in text
