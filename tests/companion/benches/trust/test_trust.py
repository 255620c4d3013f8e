"""`companion bench trust` runs every suite of its room, all of them or some."""

import pkgutil
from importlib import import_module

import pytest

from companion.benches import trust as room
from companion.benches.trust import trust
from companion.cli import main


def test_every_suite_of_the_room_is_a_part() -> None:
    modules = [
        import_module(f"{room.__name__}.{one.name}") for one in pkgutil.iter_modules(room.__path__)
    ]
    suites = {one.run for one in modules if hasattr(one, "SHORT") and hasattr(one, "FULL")}
    assert suites == {measure.func for measure in trust.PARTS.values() if hasattr(measure, "func")}


def test_parts_are_listed_and_their_figures_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "PARTS", {"one": lambda: {"tries": 3}, "two": lambda: {"tries": 4}})
    assert trust.run() == {"one: tries": 3, "two: tries": 4}
    assert main(["bench"]) == 0
    assert "one, two" in capsys.readouterr().out
