"""Bars and tables: drawn for people at a terminal, plain when piped."""

import io
import sys

import pytest

from companion.common.terminal import progress, progress_bar, table

LONG = "a sentence that is much too long for a narrow terminal"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Both outputs go to a terminal of 40 columns."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_a_bar_counts_what_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_terminal(monkeypatch)
    assert list(progress("abc", "letters")) == [*"abc"]
    shown = terminal.getvalue()
    assert "letters" in shown
    assert "1/3" in shown
    assert "3/3" in shown


def test_one_thing_needs_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_terminal(monkeypatch)
    assert list(progress([1], "things")) == [1]
    assert terminal.getvalue() == ""


def test_piped_there_is_no_bar(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(progress(iter("abc"), "letters", 3)) == [*"abc"]
    with progress_bar("letters", 3) as show:
        show(2)
    assert capfd.readouterr() == ("", "")


def test_what_is_printed_under_a_bar_goes_where_it_went(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Answers that are piped into a file, with the bar on the terminal."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    for letter in progress("abc", "letters"):
        print(letter)
    assert capsys.readouterr().out == "a\nb\nc\n"


def test_a_table_is_aligned_and_piped_lines_are_whole() -> None:
    rows = [("fame", 3, LONG * 3), ("[gears]", 12, ":smile:")]
    assert table(rows, right=[1], indent=2).splitlines() == [
        f"  fame      3  {LONG * 3}",
        "  [gears]  12  :smile:",
    ]
    assert table([(1, 2)], ("seat", "wins"), right=range(2)) == "seat  wins\n   1     2"


def test_on_a_terminal_a_long_text_is_broken_in_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    at_terminal(monkeypatch)
    first, *others = table([("fame", LONG)]).splitlines()
    assert first.startswith("fame  a sentence")
    assert others
    assert all(line.startswith("      ") and len(line) <= 40 for line in others)
