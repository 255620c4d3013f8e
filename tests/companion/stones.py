"""A tiny game for testing the table: take 1 to 3 stones in turn; dice bring new ones, for ever.

`say` is told, not played: it is nobody's turn, and it is always legal.
"""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.common.errors import InputError
from companion.common.json_reading import Json, Node
from companion.games.protocol import CHANCE, Breakdown, IllegalMove, Outcome, Violation

MOST = 3


@dataclass(frozen=True)
class Stones:
    left: int
    turn: int
    taken: tuple[int, ...]
    said: int = 0


@dataclass(frozen=True)
class Move:
    word: str
    count: int

    def __str__(self) -> str:
        return f"{self.word} {self.count}"


class StonesGame:
    id = "stones"
    title = "Stones"
    players = range(2, 5)
    editions: Mapping[str, Any] = {}

    def setup(self, config: Mapping[str, object]) -> Stones:
        players = config.get("players")
        if players not in self.players:
            raise InputError(f"players: 2 to 4, not {players}")
        return Stones(0, 0, (0,) * int(str(players)))

    def to_move(self, state: Stones) -> int:
        return state.turn if state.left else CHANCE

    def moves(self, state: Stones) -> Iterator[Move]:
        if state.left:
            yield from (Move("take", n) for n in range(1, min(MOST, state.left) + 1))
        else:
            yield from (Move("roll", n) for n in range(1, 7))

    def check(self, state: Stones, move: Move) -> tuple[Violation, ...]:
        if move.word == "say" or move in self.moves(state):
            return ()
        return (Violation("stones.no", f"You can't {move} with {state.left} stones left."),)

    def apply(self, state: Stones, move: Move) -> Stones:
        if wrong := self.check(state, move):
            raise IllegalMove(wrong)
        if move.word == "say":
            return replace(state, said=move.count)
        if move.word == "roll":
            return replace(state, left=move.count)
        taken = list(state.taken)
        taken[state.turn] += move.count
        turn = (state.turn + 1) % len(taken)
        return replace(state, left=state.left - move.count, turn=turn, taken=tuple(taken))

    def chance(self, state: Stones, source: random.Random) -> Move:
        return Move("roll", source.randint(1, 6))

    def status(self, state: Stones) -> tuple[Violation, ...]:
        return (Violation("stones.debt", "Less than no stone."),) if state.left < 0 else ()

    def faults(self, before: Stones, after: Stones, sight: Any) -> tuple[Violation, ...]:
        return ()

    def score(self, state: Stones) -> Mapping[int, Breakdown]:
        return {seat: Breakdown("stones", n, f"{n} stones") for seat, n in enumerate(state.taken)}

    def outcome(self, state: Stones) -> Outcome | None:
        return None

    def view(self, state: Stones, seat: int | None) -> dict[str, Json]:
        return {"left": state.left}

    def state_to_json(self, state: Stones) -> Json:
        return {**vars(state), "taken": list(state.taken)}

    def state_from_json(self, node: Node) -> Stones:
        found = node.object(required=("left", "turn", "taken", "said"))
        return Stones(
            found["left"].integer(),
            found["turn"].integer(),
            tuple(one.integer() for one in found["taken"].list()),
            found["said"].integer(),
        )

    def move_text(self, move: Move) -> str:
        return str(move)

    def tell(self, state: Stones, move: Move) -> str:
        return f"{move}."

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        if not re.fullmatch(r"(?:(take|roll|say) \d+ ?)*", text):
            raise InputError(f"'{text}' is no move; write take 1")
        words = text.split()
        return tuple(
            Move(word, int(count)) for word, count in zip(words[::2], words[1::2], strict=True)
        )


GAME: Any = StonesGame()
