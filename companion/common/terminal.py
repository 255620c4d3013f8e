"""What people see on a terminal: how far long work has come, and tables. Piped it is plain text."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import length_hint
from typing import TypeVar

T = TypeVar("T")

#: Piped, no line is ever broken.
_UNBROKEN = 100_000


def progress(things: Iterable[T], title: str, total: int | None = None) -> Iterator[T]:
    """Pass things on under a bar: how many there have been, and how long the rest will take."""
    with progress_bar(title, length_hint(things) if total is None else total) as show:
        for done, thing in enumerate(things, 1):
            yield thing
            show(done)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; call what it gives with how many are done."""
    if total <= 1 or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    # Drawn only when told to: a thread of its own would disturb what is measured meanwhile.
    bar = Progress(
        *Progress.get_default_columns(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        auto_refresh=False,
        redirect_stdout=sys.stdout.isatty(),
    )
    with bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done, refresh=True)


def table(
    rows: Iterable[Sequence[object]],
    heads: Sequence[str] = (),
    *,
    right: Collection[int] = (),
    indent: int = 0,
) -> str:
    """Rows in columns, those in `right` aligned there; what is too long is broken in its column."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table

    lines = [[*map(str, row)] for row in rows]
    grid = Table.grid(padding=(0, 2, 0, 0))
    for number in range(max(map(len, lines), default=0)):
        grid.add_column(justify="right" if number in right else "left")
    for line in [[*heads], *lines] if heads else lines:
        grid.add_row(*line)
    width = None if sys.stdout.isatty() else _UNBROKEN
    console = Console(width=width, markup=False, emoji=False, highlight=False)
    with console.capture() as drawn:
        console.print(Padding(grid, (0, 0, 0, indent), expand=False))
    return "\n".join(line.rstrip() for line in drawn.get().splitlines())
