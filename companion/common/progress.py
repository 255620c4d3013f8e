"""How far long work has come: a bar on a terminal, nothing when piped."""

import sys


def show_progress(done: int, total: int, what: str = "") -> None:
    """Draw the bar again, with what it is about; the last time ends its line."""
    if sys.stderr.isatty() and total > 1:
        filled = 30 * done // total
        end = "\n" if done == total else ""
        print(f"\r[{'#' * filled:<30}] {done}/{total} {what}", end=end, file=sys.stderr, flush=True)
