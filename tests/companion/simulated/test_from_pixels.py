"""The first rounds of a game from pixels alone, plus what only people can know; a fixed seed."""

from pathlib import Path
from typing import Any

from companion.camera.eyes.opening import open_table_eye
from companion.games import find
from companion.log.events import REFEREE, Confirm, Play
from companion.simulated.rehearsal import Rehearsal

GAME: Any = find("propeller-islands")
MOVES = 26
"""The set-up, the first tiles, the first roll, and some turns."""


def test_the_first_rounds_are_followed_from_pictures(tmp_path: Path) -> None:
    made = Rehearsal(tmp_path, GAME, "pixels", open_table_eye)
    with made.table:
        made.play(lambda: len(made.people.played) >= MOVES or bool(made.wrong))
        assert made.wrong == []
        entered = [e for e in made.table.events() if isinstance(e.action, Play | Confirm)]
        assert any(event.by.role == REFEREE for event in entered)
        assert len(entered) >= 5
        assert not made.table.now.unapplied
        assert made.people.has_reached(made.table.now.state)
