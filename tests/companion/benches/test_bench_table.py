"""The bench of the table, in a small form."""

from pathlib import Path

from companion.benches.serving import table


def test_the_bench_of_the_table_runs_in_a_small_form(tmp_path: Path) -> None:
    figures = table.compare(tmp_path, count=2, moves=5)
    assert figures["events"] == 10
    assert set(table.open_long(tmp_path, 600)) == {"opening 600 events, ms"}
