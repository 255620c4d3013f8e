"""How many positions can be reached from fixed set-ups, frozen: no change of rules passes unseen.

Each set-up in `perft.json` is a log of typed moves. A count belongs to a depth: the ways to make
so many moves from there, the table's (dice, drawn tiles) among them. When a rule is changed on
purpose, run this file as a program: it writes the counts anew.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.propeller_islands import GAME
from companion.games.propeller_islands.rules.state import State

FILE = Path(__file__).parent / "perft.json"
SETUPS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


def state_of(setup: dict[str, Any]) -> State:
    state = GAME.setup(setup["config"])
    for line in setup["log"]:
        for move in GAME.parse_moves(line):
            state = GAME.apply(state, move)
    return state


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in GAME.moves(state))
    return sum(perft(GAME.apply(state, move), depth - 1) for move in GAME.moves(state))


@pytest.mark.parametrize("setup", SETUPS, ids=[setup["name"] for setup in SETUPS])
def test_counts_of_reachable_positions_are_frozen(setup: dict[str, Any]) -> None:
    state = state_of(setup)
    counts = [perft(state, depth + 1) for depth in range(len(setup["counts"]))]
    assert counts == setup["counts"]


if __name__ == "__main__":
    for setup in SETUPS:
        state = state_of(setup)
        setup["counts"] = [perft(state, depth + 1) for depth in range(len(setup["counts"]))]
        print(setup["name"], setup["counts"])
    FILE.write_text(json.dumps(SETUPS, indent=1) + "\n", "utf-8")
