"""Documentation is tested: its fenced blocks are found here and handed to the tests one by one.

The first word behind the fence says what a block is; `console not-run` is a command that waits for
a camera or for somebody to stop it.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

#: A test that takes one of these as an argument runs once for each block of that kind.
KINDS = {"json_block": "json", "console_block": "console", "moves_block": "moves", "any_block": ""}

_FENCE = re.compile(r"^```(.*)$")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page; `info` are the words behind the fence."""

    page: Path
    line: int
    info: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> Iterator[Block]:
    info, start, lines = None, 0, []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if fence and info is None:
            info, start, lines = tuple(fence.group(1).split()), number, []
        elif fence:
            yield Block(page, start, info or (), "\n".join(lines) + "\n")
            info = None
        else:
            lines.append(line)
    assert info is None, f"{page}:{start}: a block that does not end"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    blocks = [block for page in PAGES for block in blocks_of(page)]
    for name, kind in KINDS.items():
        if name in metafunc.fixturenames:
            wanted = [b for b in blocks if not kind or b.info[:1] == (kind,)]
            metafunc.parametrize(name, wanted, ids=str)
    if "page" in metafunc.fixturenames:
        metafunc.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def pages() -> list[Path]:
    return PAGES


@pytest.fixture(scope="session")
def blocks_on() -> Callable[[Path], Iterator[Block]]:
    return blocks_of


@pytest.fixture(scope="session")
def schemas() -> dict[str, dict]:
    return {path.stem: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}


@pytest.fixture(scope="session")
def validator(schemas: dict[str, dict]) -> Callable[..., Draft202012Validator]:
    """The validator of a schema by its file's name; `part` is one of its definitions."""
    registry = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()
    )

    def find(name: str, part: str | None = None) -> Draft202012Validator:
        schema = schemas[name]
        if part is not None:
            schema = {"$ref": f"{schema['$id']}#/$defs/{part}"}
        return Draft202012Validator(schema, registry=registry)

    return find
