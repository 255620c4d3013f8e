"""Every sentence that the code and the templates can say, extracted with Babel.

`make words` brings the `.po` files up to date: new sentences are added without a translation, and
those that nobody says any more go. `make words LANGUAGE=es` begins a new language.
"""

import ast
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.common.words import Said
from companion.games import find
from companion.games.propeller_islands.told.words import SAID
from companion.tabletop.problems import SENTENCES

ROOT = Path(__file__).resolve().parents[2]
GAME = find("propeller-islands")
OF_PAGES, OF_GAME = ROOT / "web" / "languages", GAME.languages
#: What says a sentence, and which of its arguments are patterns.
SAYERS = {"say": (1,), "t": (1,), "say_n": (1, 2), "tn": (1, 2), "Plural": (1, 2)}
#: Where sentences of the game are said.
GAMES = ("companion/games/propeller_islands/",)


class Found(NamedTuple):
    """A pattern, its plural if it has one, and the file that says it."""

    key: str
    many: str | None
    where: str


@cache
def found() -> tuple[Found, ...]:
    said = (text.key for text in SENTENCES.values() if isinstance(text, Said))
    problems = (Found(key, None, "companion/tabletop/problems.toml") for key in said)
    words = "companion/games/propeller_islands/data/words.toml"
    texts = (text for texts in SAID.values() for text in texts.values())
    of_game = (Found(text.key, getattr(text, "many", None), words) for text in texts)
    return (*_extracted(), *problems, *of_game)


def _extracted() -> Iterator[Found]:
    methods = [("**.py", _calls), ("**.html", "jinja2.ext:babel_extract")]
    for folder in ("companion", "web"):
        for name, _, message, _, _ in extract_from_dir(
            ROOT / folder, methods, {"**.html": {"silent": "false"}}, SAYERS
        ):
            key, many = (message, None) if isinstance(message, str) else message
            yield Found(key, many, f"{folder}/{name}")


def _calls(
    file: IO[bytes], keywords: Collection[str], comment_tags: object, options: object
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Calls in Python, for Babel: its own reader misses a sentence in a call in a sentence."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first, *others = node.args
            # Either pattern of `say("one" if so else "other")`.
            either = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            for one in either if node.func.id in keywords else ():
                yield node.lineno, node.func.id, tuple(map(_text, (one, *others))), []


def _text(node: ast.expr) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None


def keys_of_game() -> set[str]:
    return {each.key for each in found() if each.where.startswith(GAMES)}


def keys_of_pages() -> set[str]:
    return {each.key for each in found() if not each.where.startswith(GAMES)}


def tile_names() -> set[str]:
    return {names["en"] for edition in GAME.editions.values() for names in edition.names.values()}


def tile_keys() -> set[str]:
    return {f"the {name.lower()}" for name in tile_names()}


def note_keys() -> set[str]:
    facts = (fact for edition in GAME.editions.values() for fact in edition.facts())
    return {fact.note for fact in facts if fact.note}


def template(folder: Path) -> Catalog:
    """What a catalogue of this folder must have; what is said by both belongs to the pages."""
    wanted = Catalog()
    pages = keys_of_pages()
    for each in found():
        if (each.key in pages) == (folder == OF_PAGES):
            # Without numbers of lines, which would change with every edit.
            wanted.add(
                (each.key, each.many) if each.many else each.key, locations=[(each.where, 0)]
            )
    for key in sorted(tile_keys() | note_keys() if folder == OF_GAME else ()):
        wanted.add(key, locations=[("companion/games/propeller_islands/data", 0)])
    return wanted


def updated(folder: Path, code: str) -> Catalog:
    """A catalogue with all that it must have and nothing else; a new one if there is none yet."""
    path, wanted = folder / f"{code}.po", template(folder)
    catalogue = Catalog(code, header_comment="# Table Companion", project="Table Companion")
    catalogue.fuzzy = False
    if path.is_file():
        with path.open("rb") as file:
            catalogue = read_po(file)
    # Other forms of a word, and names of tiles for which the data's own is not enough.
    for message in catalogue:
        if (message.context and message.id in wanted) or message.id in tile_names():
            wanted.add(message.id, context=message.context)
    catalogue.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    """A catalogue as a file, in an order that changes as little as possible."""
    for message in catalogue:
        # Tools would take `{tile:dative}` and `{n} % of` for mistakes.
        message.flags -= {"python-brace-format", "python-format"}
    style = {"width": 0, "sort_output": True, "include_lineno": False, "ignore_obsolete": True}
    with path.open("wb") as file:
        write_po(file, catalogue, **style)


def main(new: list[str]) -> None:
    """Bring all catalogues up to date, and begin those of new languages."""
    for folder in (OF_PAGES, OF_GAME):
        for code in sorted({path.stem for path in folder.glob("*.po")} | {*new}):
            write(folder / f"{code}.po", updated(folder, code))


if __name__ == "__main__":
    main(sys.argv[1:])
