"""`make size`: lines and Python tokens of each top folder and of each game."""

import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "vision", "hardware", "web", "models")
LANGUAGES = (".py", ".js", ".html", ".css")
_LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
_UNCOUNTED = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER, *_LAYOUT}


def lines(folder: Path) -> int:
    """Lines of Python, scripts, templates and styles."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in _files(folder, LANGUAGES))


def tokens(folder: Path) -> int:
    """Python tokens without comments, docstrings and layout."""
    return sum(count_tokens(path.read_text("utf-8")) for path in _files(folder, (".py",)))


def count_tokens(source: str) -> int:
    """Tokens of one module; a string that begins a statement is a docstring.

    >>> count_tokens('"What it is."\\nA = 1  # one\\n')
    3
    """
    count, begins = 0, True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in _UNCOUNTED:
            begins = begins or token.type in _LAYOUT
        elif begins and token.type == tokenize.STRING:
            begins = False
        else:
            count, begins = count + 1, False
    return count


def _files(folder: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix in endings)


def main() -> None:
    """Print the table."""
    games = sorted(path.parent for path in (ROOT / "companion" / "games").glob("*/__init__.py"))
    rows = {name: ROOT / name for name in (*PRODUCT, "tests")}
    rows |= {f"  {game.name}": game for game in games}
    print(f"{'':<22} {'lines':>7} {'tokens':>8}")
    print(f"{'product':<22} {sum(lines(ROOT / f) for f in PRODUCT):>7,}", end=" ")
    print(f"{sum(tokens(ROOT / f) for f in PRODUCT):>8,}")
    for name, folder in rows.items():
        print(f"{name:<22} {lines(folder):>7,} {tokens(folder):>8,}")


if __name__ == "__main__":
    main()
