"""Turns of simulated games as a camera would see them: the table before, the moves, the look after.

Hands are hidden, as they are at a real table. What people put back between two rounds (dice,
workers) still lies there when the look is taken.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice, pairwise
from typing import Any

from companion.games.capabilities import Watchable
from companion.games.kit import defaults
from companion.games.propeller_islands.components.board import FACES
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.random_games import plies
from companion.tabletop.observation import Die, Observation, Piece
from companion.tabletop.sight import Sight

PLAYERS = (2, 3, 4)
TURNS_A_GAME = 8
EVERYTHING = ("forge", "island", "dock", "plans", "goods")
BARE_TABLE = ("forge", "island", "dock")


@dataclass(frozen=True)
class Turn:
    """One turn, or several in a row: where it began, its moves with their states, the table after.

    `table` is the last state as it lies there, before anybody puts things back for the next round.
    """

    start: State
    path: tuple[tuple[Any, State], ...]
    table: State

    def looks(
        self, game: Watchable[Any, Any], kinds: tuple[str, ...] = EVERYTHING
    ) -> list[Observation]:
        """A perfect look at every zone of these kinds."""
        return looks_at(game, self.table, kinds)


def looks_at(game: Watchable[Any, Any], state: State, kinds: tuple[str, ...]) -> list[Observation]:
    """A perfect look at a table, at every zone of these kinds."""
    zones = (z for z in game.zones(state) if z.partition(":")[0] in kinds)
    return [game.project(state, zone).as_seen() for zone in zones]


def turns(
    game: Watchable[Any, Any], seed: str, players: tuple[int, ...] = PLAYERS
) -> Iterator[Turn]:
    """Turns from the middle of random games, a few of each; those without a trace are left out."""
    for source, played in _games(game, seed, players):
        source.shuffle(played)
        yield from islice((turn for turn in played if _leaves_a_trace(game, turn)), TURNS_A_GAME)


def pairs(game: Watchable[Any, Any], seed: str) -> Iterator[Turn]:
    """Two turns in a row, by two players, with no look in between."""
    for source, played in _games(game, seed, PLAYERS):
        rows = [
            Turn(a.start, (*a.path, *b.path), b.table)
            for a, b in pairwise(played)
            if a.path[-1][1] is b.start
            and isinstance(a.start.agenda[-1], tasks.TakeDie)
            and isinstance(b.start.agenda[-1], tasks.TakeDie)
        ]
        yield from source.sample(rows, min(len(rows), TURNS_A_GAME))


def _games(
    game: Watchable[Any, Any], seed: str, players: tuple[int, ...]
) -> Iterator[tuple[random.Random, list[Turn]]]:
    """The turns of one random game after the other, each with a source of chance of its own."""
    for number in count():
        config = {"players": players[number % len(players)], "hands": "hidden"}
        name = f"{seed}/{number}"
        yield random.Random(name), list(turns_of(game, config, name))


def turns_of(
    game: Watchable[Any, Any], config: dict[str, object], seed: str | int
) -> Iterator[Turn]:
    """The turns of one random game, in their order."""
    state: State = game.setup(config)
    start: State | None = None
    path: list[tuple[Any, State]] = []
    for ply in plies(game, config, seed):
        before, state = state, ply.state
        if start is not None:
            path.append((ply.move, state))
            if phase(state) != phase(start):
                yield Turn(start, tuple(path), defaults.as_it_lies(game, before, ply.move))
                start = None
        if start is None and state.agenda and isinstance(state.agenda[-1], tasks.Choice):
            started = state.turn > 0 or isinstance(state.agenda[-1], tasks.TakeDie)
            start, path = (state, []) if started else (None, [])


def phase(state: State) -> tuple[int, int, int]:
    """Whose turn it is: it changes when the next one begins."""
    shares = sum(isinstance(task, tasks.ShareDie) for task in state.agenda)
    return state.round, state.turn, shares


def _leaves_a_trace(game: Watchable[Any, Any], turn: Turn) -> bool:
    sight = Sight(turn.looks(game, BARE_TABLE))
    return any(sight.compare(game.project(turn.start, zone)).differences for zone in sight.zones)


@dataclass(frozen=True)
class Noise:
    """How badly an eye reads: shares of things misread and of places hidden.

    `certain_mistakes` is the share of the misread things that the eye is sure of all the same.
    """

    misread: float
    hidden: float
    certain_mistakes: float = 0.0

    def blur(self, looks: list[Observation], source: random.Random) -> list[Observation]:
        """The looks as such an eye would have them."""
        return [self._blur(look, source) for look in looks]

    def _blur(self, look: Observation, source: random.Random) -> Observation:
        tiles = sorted({p.identity for p in look.pieces if p.kind == "tile" and p.identity})
        hidden = {place for place in sorted(look.looked_at) if source.random() < self.hidden}
        return replace(
            look,
            dice=tuple(self._die(die, source) for die in look.dice if die.place not in hidden),
            pieces=tuple(
                self._piece(piece, tiles, source)
                for piece in look.pieces
                if piece.place not in hidden
            ),
            hidden=look.hidden | hidden,
        )

    def _die(self, die: Die, source: random.Random) -> Die:
        if source.random() >= self.misread:
            return replace(die, confidence=_sure(source))
        value = source.choice([face for face in FACES if face != die.value])
        return replace(die, value=value, confidence=self._unsure(source))

    def _piece(self, piece: Piece, tiles: list[str], source: random.Random) -> Piece:
        if piece.kind != "tile" or source.random() >= self.misread:
            return replace(piece, confidence=_sure(source))
        other = source.choice([tile for tile in tiles if tile != piece.identity] or [None])
        return replace(piece, identity=other, confidence=self._unsure(source))

    def _unsure(self, source: random.Random) -> float:
        if source.random() < self.certain_mistakes:
            return _sure(source)
        return source.uniform(0.3, 0.9)


def _sure(source: random.Random) -> float:
    """One right reading in twenty is not certain either."""
    return source.uniform(0.6, 0.9) if source.random() < 0.05 else source.uniform(0.92, 1.0)
