"""Two games that differ only in what one seat alone knows, made for any game by playing it.

A random game is played twice at once. Where a move may be another one and nobody else can tell,
such as a card that is dealt face down, or something that is told of a hand, the second game gets
the other one. Where the same move has another result in each, the rules gave the difference away:
then the twins end there, for whoever looks at them to find out.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from companion.archive.shelf import Shelf
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, Seat
from companion.games.secrets import known_to, public
from companion.log.events import SEAT, THE_HOST, Command, Event, Play, Who
from companion.table.table import Clock

#: So many moves are played at most, and so many before the twins may end.
MOST, LEAST = 160, 60
#: So often another card is looked for, and after so many moves something is told of a hand.
TRIES, EVERY = 4, 12


class Both(NamedTuple):
    """A state of the one game, and the state of the other."""

    one: Any
    other: Any


class TwinStep(NamedTuple):
    """What is played in the one game and in the other, and who says it."""

    one: str
    other: str
    by: Who


@dataclass(frozen=True)
class Twins:
    """Two games with the same set-up.

    Attributes:
        config: How both are set up.
        owner: The seat that alone knows in what they differ.
        steps: What was played.
        states: Where they stand.
    """

    config: dict[str, Any]
    owner: Seat
    steps: tuple[TwinStep, ...]
    states: Both

    def write(self, game: Rules[Any, Any], folder: Path, *, other: bool, clock: Clock) -> None:
        """Put one of them on a shelf."""
        table = Shelf(folder, clock).begin(game, self.config)
        for step in self.steps:
            line = step.other if other else step.one
            answer = table.post(Command(Play(line), step.by, table.now.number))
            assert isinstance(answer, Event), f"{line}: {answer}"
        table.close()


def make(game: Rules[Any, Any], number: int, players: int) -> Twins | None:
    """Twins that end where somebody chooses and it matters what is hidden; None: nothing is.

    Their number says whose secret it is, whether that seat tells all of it and the twins end on its
    turn, and what was chosen for the game: every other pair with the next value of each option.
    A hand of one card is told in all of them: nothing of it would be left.
    """
    tells_all = number % 2 == 0
    return _make(game, number, players, tells_all) or _make(game, number, players, tells_all=True)


def _make(game: Rules[Any, Any], number: int, players: int, tells_all: bool) -> Twins | None:
    owner = number % players
    source = random.Random(f"{game.id}/{number}")
    config = defaults.set_up_to_be_watched(game, players, source)
    for option in defaults.options(game):
        if not option.per_seat:
            config[option.key] = option.values[number // 2 % len(option.values)][0]
    first = game.setup(config)
    play = _Play(game, owner, source, Both(first, first), tells_all=tells_all)
    best: Twins | None = None
    while len(play.steps) < MOST and play.go_on():
        seat = game.to_move(play.states.one)
        found = Twins(config, owner, tuple(play.steps), play.states)
        if play.is_given_away:
            return found
        if not play.differs or seat in (None, CHANCE) or (tells_all and seat != owner):
            continue
        if len(play.steps) >= LEAST and _texts(game, play.states.one) != _texts(
            game, play.states.other
        ):
            return found
        best = found
    return best


def _texts(game: Rules[Any, Any], state: Any) -> list[str]:
    return [*map(game.move_text, game.moves(state))]


def look_alike(game: Rules[Any, Any], owner: Seat, states: Both) -> bool:
    """Whether nobody but the owner can tell these states apart."""
    one, other = states
    eyes = (None, *(seat for seat in game.score(one) if seat != owner))
    return public(game, one) == public(game, other) and all(
        known_to(game, one, seat) == known_to(game, other, seat) for seat in eyes
    )


class _Play:
    """Two games while they are played."""

    def __init__(
        self,
        game: Rules[Any, Any],
        owner: Seat,
        source: random.Random,
        states: Both,
        *,
        tells_all: bool,
    ) -> None:
        self._tells_all = tells_all
        self._game, self._owner, self._source = game, owner, source
        self.states = states
        self.steps: list[TwinStep] = []
        self.is_given_away = False

    @property
    def differs(self) -> bool:
        """Whether the owner knows another thing in each of them."""
        one, other = (known_to(self._game, state, self._owner) for state in self.states)
        return bool(one != other)

    def go_on(self) -> bool:
        """One more move, and what is told before it; False when there is none that looks alike."""
        if len(self.steps) % EVERY == 0:
            self._tell()
        seat = self._game.to_move(self.states.one)
        if seat is None:
            return False
        moves = self._by_chance() if seat == CHANCE else self._chosen()
        return any(self._try(one, other, THE_HOST) for one, other in moves)

    def _by_chance(self) -> Iterator[tuple[Any, Any]]:
        game, source = self._game, self._source
        move = defaults.chance_of(game)(self.states.one, source)
        for _ in range(TRIES):
            other = defaults.chance_of(game)(self.states.other, source)
            if other != move:
                yield move, other
        yield move, move
        for same in game.moves(self.states.one):
            yield same, same

    def _chosen(self) -> Iterator[tuple[Any, Any]]:
        moves = list(self._game.moves(self.states.one))
        self._source.shuffle(moves)
        return ((move, move) for move in moves)

    def _tell(self) -> None:
        """The owner tells something of what nobody else sees: in each game another thing."""
        told = [self._secrets(state) for state in self.states]
        for one, other in product(*(some[:TRIES] for some in told)):
            was = self.states
            if one != other and self._try(one, other, Who(SEAT, self._owner)):
                if self._tells_all or all(map(self._secrets, self.states)):
                    return
                self.states = was
                self.steps.pop()

    def _secrets(self, state: Any) -> list[Any]:
        game = self._game
        leaves = [
            x for choice in defaults.tellings(game, state, self._owner) for x in choice.leaves()
        ]
        moves = [move for leaf in leaves for move in game.parse_moves(leaf.moves)]
        self._source.shuffle(moves)
        here = public(game, state)
        return [move for move in moves if public(game, game.apply(state, move)) == here]

    def _try(self, one: Any, other: Any, by: Who) -> bool:
        """Play these, if they are legal and look alike, before and after."""
        game, (first, second) = self._game, self.states
        if game.check(first, one) or game.check(second, other):
            return False
        if game.tell(first, one) != game.tell(second, other):
            return False
        after = Both(game.apply(first, one), game.apply(second, other))
        if not look_alike(game, self._owner, after):
            if one != other:
                return False
            self.is_given_away = True
        self.states = after
        self.steps.append(TwinStep(game.move_text(one), game.move_text(other), by))
        return True
