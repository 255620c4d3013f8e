"""A whole game on a page, for the referee and for those who watch a table.

Two players take one or two of seven matches; whoever takes two also turns the coin. When none is
left, the next player says so (`0`): nobody can see that, and the game is over.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.common.errors import InputError
from companion.common.json_reading import Json, Node
from companion.games.protocol import Breakdown, Clue, IllegalMove, Outcome, Suspicion, Violation
from companion.tabletop.observation import Observation, Piece

PLACES = frozenset({"heap", "coin"})
DONE = 0


class Matches(NamedTuple):
    left: int = 7
    heads: bool = True
    seat: int = 0
    taken: tuple[int, ...] = (0, 0)
    over: bool = False


class MatchGame:
    id = "matches"
    title = "Matches"
    players = range(2, 3)
    editions: Mapping[str, Any] = {}

    def set_up_to_be_watched(
        self, players: int, source: random.Random | None = None
    ) -> dict[str, Json]:
        return {"players": players}

    def setup(self, config: Mapping[str, object]) -> Matches:
        if config.get("players") != 2:
            raise InputError(f"players: 2 can play, not {config.get('players')}")
        return Matches()

    def to_move(self, state: Matches) -> int | None:
        return None if state.over else state.seat

    def moves(self, state: Matches) -> Iterator[int]:
        if not state.over:
            yield from [move for move in (1, 2) if move <= state.left] or [DONE]

    def check(self, state: Matches, move: int) -> tuple[Violation, ...]:
        if move in self.moves(state):
            return ()
        return (Violation("matches.no", f"You can't take {move} of {state.left}."),)

    def apply(self, state: Matches, move: int) -> Matches:
        if wrong := self.check(state, move):
            raise IllegalMove(wrong)
        if move == DONE:
            return state._replace(over=True)
        taken = list(state.taken)
        taken[state.seat] += move
        return state._replace(
            left=state.left - move,
            heads=state.heads ^ (move == 2),
            seat=1 - state.seat,
            taken=tuple(taken),
        )

    def as_it_lies(self, state: Matches, move: int) -> Matches:
        return self.apply(state, move)

    def status(self, state: Matches) -> tuple[Violation, ...]:
        return ()

    def score(self, state: Matches) -> Mapping[int, Breakdown]:
        return {seat: Breakdown("matches", n, f"{n} matches") for seat, n in enumerate(state.taken)}

    def outcome(self, state: Matches) -> Outcome | None:
        return Outcome((state.seat,), "points") if state.over else None

    # --- what is seen ---

    def zones(self, state: Matches) -> tuple[str, ...]:
        return ("table",)

    def project(self, state: Matches, zone: str) -> Observation:
        return look(state.left, "heads" if state.heads else "tails")

    def parts(self, state: Matches) -> dict[str, tuple[object, ...]]:
        return {"table": (state.left, state.heads)}

    def key(self, state: Matches) -> Matches:
        return state

    def likely(self, state: Matches, sight: Any, differences: Any) -> Iterator[Clue[int]]:
        yield from (Clue(move, 0.0 if move else 0.05) for move in self.moves(state))

    def suspects(self, state: Matches, sight: Any, differences: Any) -> Iterator[Any]:
        reason = Violation(
            "coin.turned", "The coin was turned for nothing.", {"en": "1"}, ("coin",)
        )
        yield Suspicion(DONE, state._replace(heads=not state.heads), 0.0, (reason,))
        reason = Violation("heap.put-back", "A match was put back.", {"en": "1"}, ("heap",))
        yield Suspicion(DONE, state._replace(left=state.left + 1), 0.0, (reason,))

    def faults(self, before: Matches, after: Matches, sight: Any) -> tuple[Violation, ...]:
        return ()

    def leftovers(self, state: Matches, sight: Any, left: Any) -> tuple[Violation, ...]:
        return ()

    def adopt(self, state: Matches, sight: Any) -> Matches:
        (coin,) = sight.things("coin")
        return state._replace(left=len(sight.things("heap")), heads=coin.identity == "heads")

    # --- texts ---

    def tell(self, state: Matches, move: int) -> str:
        return f"Player {state.seat + 1} takes {move}."

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_moves(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split()))

    def state_to_json(self, state: Matches) -> Json:
        return {**state._asdict(), "taken": list(state.taken)}

    def state_from_json(self, node: Node) -> Matches:
        found = node.object(required=Matches._fields)
        return Matches(
            found["left"].integer(),
            found["heads"].boolean(),
            found["seat"].integer(),
            tuple(one.integer() for one in found["taken"].list()),
            found["over"].boolean(),
        )


def look(left: int, coin: str | None = "heads", sure: float = 1.0, **rest: Any) -> Observation:
    """The table with so many matches; without a coin there is a hand over it."""
    matches = tuple(Piece("match", "heap", confidence=sure) for _ in range(left))
    coins = (Piece("coin", "coin", coin, confidence=sure),) if coin else ()
    hidden = frozenset() if coin else frozenset({"coin"})
    return Observation("table", (), (*matches, *coins), PLACES, hidden, **rest)


GAME: Any = MatchGame()
