"""Every sentence that the code and the templates can say, found by reading them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, nodes

from hardware.health import ADVICE

ROOT = Path(__file__).resolve().parents[2]
ONE, MANY = {"say", "t"}, {"say_n", "tn"}
#: Sentences whose English pattern is made of data.
GAMES = (
    "companion/games/propeller_islands/",
    "web/drawings/propeller_islands",
    "web/drawings/propeller_tiles",
)


class Found(NamedTuple):
    """A pattern, its plural if it has one, and the file that says it."""

    key: str
    many: str | None
    where: str


@cache
def found() -> tuple[Found, ...]:
    return (*_in_python(), *_in_templates(), *_of_cameras())


def keys_of_game() -> set[str]:
    return {each.key for each in found() if each.where.startswith(GAMES)}


def keys_of_everything_else() -> set[str]:
    return {each.key for each in found() if not each.where.startswith(GAMES)}


def _in_python() -> Iterator[Found]:
    for folder in ("companion", "web"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    values = [
                        arg.value if isinstance(arg, ast.Constant) else None for arg in node.args
                    ]
                    yield from _call(node.func.id, values, where)


def _in_templates() -> Iterator[Found]:
    environment = Environment(trim_blocks=True, lstrip_blocks=True)
    for path in sorted((ROOT / "web" / "templates").rglob("*.html")):
        where = str(path.relative_to(ROOT))
        for node in environment.parse(path.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name):
                values = [arg.value if isinstance(arg, nodes.Const) else None for arg in node.args]
                yield from _call(node.node.name, values, where)


def _of_cameras() -> Iterator[Found]:
    """Cameras know no languages; what they say about themselves is told in all of them."""
    for sentence in filter(None, ADVICE.values()):
        yield Found(sentence, None, "hardware/health.py")


def _call(name: str, values: list[object], where: str) -> Iterator[Found]:
    first = values[0] if values else None
    if name in ONE and isinstance(first, str):
        yield Found(first, None, where)
    if name in MANY and isinstance(first, str):
        assert isinstance(values[1], str), f"{where}: the plural of '{first}' is no text"
        yield Found(first, values[1], where)
