"""A game that counts coins and has no rules: what every game must be able to do, and no more."""

from collections.abc import Mapping
from typing import Any

from companion.common.json_reading import Node
from companion.games.protocol import Breakdown, Outcome, ScoredSeat, ScoreSheet, Violation

MINTED = 50


class ScoreOnly:
    id, title, players = "score-only", "Score Only", range(1, 3)
    editions: Mapping[str, Any] = {}

    def score_position(self, position: Node) -> ScoreSheet:
        coins = _coins(position)
        leaves = [Breakdown("coins", n, f"{n} coins", (f"coins/{i}",)) for i, n in enumerate(coins)]
        trees = [Breakdown("total", leaf.points, "all", parts=(leaf,)) for leaf in leaves]
        best = tuple(seat for seat, n in enumerate(coins) if n == max(coins))
        seats = tuple(ScoredSeat(f"Player {seat + 1}", tree) for seat, tree in enumerate(trees))
        return ScoreSheet(seats, Outcome(best, "points"))

    def check_position(self, position: Node) -> tuple[Violation, ...]:
        many = [f"coins/{seat}" for seat, n in enumerate(_coins(position)) if n > MINTED]
        return (Violation("coins.minted", "So many were never made.", {}, (*many,)),) * bool(many)


def _coins(position: Node) -> list[int]:
    fields = position.object(required=("coins",), optional=("game",))
    return [count.integer(0) for count in fields["coins"].list(1, 2)]


GAME = ScoreOnly()
