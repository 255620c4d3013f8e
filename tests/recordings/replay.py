"""Recorded games: what the camera saw, look by look, and the log that must come out of it.

A recording is compressed JSON lines. The first line says which game and how it was set up; then
each line has the zones that look different from before, the answers that somebody tapped, and the
moves that are entered; the last line has the points. Run this file to make the recordings anew.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.benches.rules.turns import phase
from companion.common.json_reading import wrap
from companion.games import find
from companion.games.propeller_islands.rules.moves import PASS, Roll
from companion.games.protocol import CHANCE
from companion.games.random_games import plies
from companion.referee.referee import Conclusion, Mode, Reaction, Verdict, answered, decide, judge
from companion.tabletop.observation import Observation

FOLDER = Path(__file__).parent
RECORDINGS = {
    "two_players": ({"players": 2, "characters": ["marie", "amelia"], "hands": "hidden"}, 2),
    "three_players": (
        {"players": 3, "characters": ["sir-charles", "nicola", "nelson"], "hands": "hidden"},
        2,
    ),
}


def read(name: str) -> list[dict[str, Any]]:
    text = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


class Player:
    """Follows a game by looking at it."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.game = find("propeller-islands")
        self.state = self.game.setup(config)
        self.seen: dict[str, Observation] = {}

    def look(self, looks: list[Observation]) -> Verdict:
        self.seen.update({look.zone: look for look in looks})
        return judge(self.game, self.state, self.seen.values())

    def enter(self, verdict: Verdict) -> list[str]:
        """Enter what is clear; anything else is no business of a recording."""
        if verdict.finding is Conclusion.IN_STEP:
            return []
        assert decide(Mode.AUTO, verdict) is Reaction.ENTER, verdict.finding
        assert verdict.best is not None
        for move in verdict.best.moves:
            self.state = self.game.apply(self.state, move)
        return [self.game.move_text(move) for move in verdict.best.moves]

    def finish(self) -> dict[str, Any]:
        """Nobody does anything more."""
        while self.state.agenda:
            can_pass = not self.game.check(self.state, PASS)
            move = PASS if can_pass else next(self.game.moves(self.state))
            self.state = self.game.apply(self.state, move)
        return {seat: score.points for seat, score in self.game.score(self.state).items()}


def replay(lines: list[dict[str, Any]]) -> tuple[list[list[str]], dict[str, int]]:
    """The moves that were entered at each look, and the points in the end."""
    player = Player(lines[0]["config"])
    log = []
    for line in lines[1:-1]:
        verdict = player.look([Observation.from_json(wrap(look, "look")) for look in line["looks"]])
        for text in line["answers"]:
            assert verdict.question is not None, f"nobody asks about: {text}"
            answer = next(a for a in verdict.question.answers if a.text == text)
            verdict = answered(player.game, answer)
        log.append(player.enter(verdict))
    return log, {str(seat): points for seat, points in player.finish().items()}


def record(config: dict[str, Any], seed: int) -> Iterator[dict[str, Any]]:
    """A simulated game, seen by a perfect eye; somebody answers truthfully."""
    yield {"game": "propeller-islands", "config": config, "seed": seed}
    player = Player(config)
    game, state = player.game, player.state
    last, true_keys = None, []
    for ply in plies(game, config, seed):
        before, state = state, ply.state
        true_keys.append(game.key(state))
        rolled = isinstance(ply.move, Roll) and game.to_move(state) != CHANCE
        if not rolled and last in (None, phase(state)):
            continue
        table = game.as_it_lies(before, ply.move)
        last = phase(state)
        looks = [game.project(table, zone).as_seen() for zone in game.zones(table)]
        looks = [look for look in looks if player.seen.get(look.zone) != look]
        verdict, answers = player.look(looks), []
        while verdict.question is not None:
            answer = next(a for a in verdict.question.answers if _is_true(game, a, true_keys))
            answers.append(answer.text)
            verdict = answered(game, answer)
        moves = player.enter(verdict)
        yield {"looks": [look.to_json() for look in looks], "answers": answers, "moves": moves}
    points = {str(seat): points for seat, points in player.finish().items()}
    assert points == {str(s): score.points for s, score in game.score(state).items()}
    yield {"points": points}


def _is_true(game: Any, answer: Any, true_keys: list[Any]) -> bool:
    for explanation in answer.explanations:
        state = explanation.state
        for _ in range(4):
            if game.key(state) in true_keys:
                return True
            if game.check(state, PASS):
                break
            state = game.apply(state, PASS)
    return False


def make() -> None:
    for name, (config, seed) in RECORDINGS.items():
        lines = "\n".join(json.dumps(line, separators=(",", ":")) for line in record(config, seed))
        data = gzip.compress(lines.encode(), mtime=0)
        (FOLDER / f"{name}.jsonl.gz").write_bytes(data)
        print(name, len(data), "bytes,", lines.count("\n") + 1, "lines")


if __name__ == "__main__":
    make()
