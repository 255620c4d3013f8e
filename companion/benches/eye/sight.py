"""`companion bench sight`: a whole game followed from pictures alone, from hands to the score."""

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from companion.camera.eyes.opening import open_table_eye
from companion.common.terminal import progress_bar
from companion.games import find
from companion.games.capabilities import playable
from companion.simulated.rehearsal import Rehearsal

NAME = "sight"
HELP = "a whole game of two followed from pictures alone, and what people had to tell"

SEED = "sight"
ROUNDS = 60
"""Moves of the short part."""


def run(moves: int | None = None) -> Mapping[str, object]:
    """A whole game, or its first moves only."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        made = Rehearsal(Path(folder), playable(find("propeller-islands")), SEED, open_table_eye)

        with made.table, progress_bar("moves", moves or 400) as show:

            def is_enough() -> bool:
                show(len(made.people.played))
                return moves is not None and len(made.people.played) >= moves

            made.play(is_enough)
            figures = dict(made.figures())
    for number, event in enumerate(made.wrong):
        figures[f"wrong entry {number + 1}"] = str(event.action)
    return {**figures, "seconds in all": round(time.perf_counter() - started, 1)}


PARTS = {"rounds": lambda: run(ROUNDS)}
