"""Windmill Hill: one door to all that it is made of."""

from typing import Any

from companion.games.kit.agenda import lost_if
from companion.games.kit.bases.guarded import Guarded
from companion.games.kit.bases.holding import Holding
from companion.games.kit.bases.laid import OnTable
from companion.games.kit.bases.sheet import Sheet
from companion.games.kit.bases.spoken import Worded
from companion.games.protocol import Breakdown, Violation
from companion.games.windmill_hill import moves, scoring, table
from companion.games.windmill_hill.state import HANDS, Choose, State

COURSE: dict[type, Any] = {Choose: lost_if(moves.is_calm)}


class WindmillHill(Holding[State], Sheet[State], Worded, OnTable, Guarded):
    """The game; its words are in `words.toml`."""

    id, title, players, pages = "windmill-hill", "Windmill Hill", range(2, 3), {"en": "1"}
    state, kinds, course = State, (moves.Wind, moves.Build, moves.Show), COURSE
    hands, places, layout = HANDS, table.PLACES, table.LAYOUT

    def score(self, state: State) -> dict[int, Breakdown]:
        """The points of each seat."""
        return {seat: scoring.points(state, seat) for seat in range(len(state.players))}

    def status(self, state: State) -> tuple[Violation, ...]:
        """What can't be."""
        return tuple(scoring.impossible(state))


GAME = WindmillHill()
