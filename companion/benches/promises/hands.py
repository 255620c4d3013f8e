"""What one seat alone knows: when it is covered, nothing public changes."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.benches.promises.promise import Config, Promise, every_option, must
from companion.games.capabilities import HasSecrets, Rules, Watchable
from companion.games.kit import defaults
from companion.games.kit.plain import Plain
from companion.games.protocol import CHANCE, Seat
from companion.games.random_games import plies
from companion.games.secrets import known_to

#: So many states of a short game are looked at, and one of so many of a long one.
FEW, EVERY = 8, 29


def _some(game: Rules[Any, Any], config: Config, seed: str) -> list[Any]:
    """States of a random game, drawn so that none of its moments is left out for ever."""
    played = [ply.state for ply in plies(game, config, seed)]
    count = min(len(played), max(FEW, len(played) // EVERY))
    return random.Random(seed).sample(played, count)


def _states(game: Rules[Any, Any], config: Config) -> Iterator[Any]:
    """A game, with something told of a hand here and there."""
    for state in _some(game, config, "secrets"):
        yield state
        for seat in game.score(state):
            told = [leaf for one in defaults.tellings(game, state, seat) for leaf in one.leaves()]
            for leaf in told[:: max(1, len(told) // 2)]:
                (move,) = game.parse_moves(leaf.moves)
                yield game.apply(state, move)


def _shown_alike(game: Rules[Any, Any], one: Any, other: Any, seat: Seat | None) -> None:
    """Somebody at this seat sees the same on the phone."""
    for what, shown in (("view", known_to), ("buttons", defaults.choices)):
        who = "everybody" if seat is None else f"seat {seat}"
        must(shown(game, one, seat) == shown(game, other, seat), f"the {what} of {who} differ")


def _nothing_to_hide(game: Rules[Any, Any], config: Config, seed: int) -> None:
    """Where nothing is secret, everybody sees the same."""
    if isinstance(game, HasSecrets):
        return
    for state in _states(game, config):
        for seat in game.score(state):
            same = known_to(game, state, seat) == known_to(game, state, None)
            must(same, f"seat {seat} sees something else")


def _covers(game: Any, config: Config, seed: int) -> None:
    """What one seat alone knows changes nothing that others see."""
    for state in _states(game, config):
        covered = game.covered(state)
        must(game.covered(covered) == covered, "what is covered can be covered once more")
        _shown_alike(game, covered, state, None)
        must(defaults.repairs(game, covered) == defaults.repairs(game, state), "repairs differ")
        if isinstance(game, Watchable):
            for zone in game.zones(state):
                lies, lay = (game.project(each, zone).pieces for each in (covered, state))
                must(Counter(lies) == Counter(lay), f"the zone {zone} looks different")
        must(game.score(covered) == game.score(state), "the points tell what is in a hand")
        for each in (covered, state):
            must(not defaults.status(game, each), "covered, the state can't be")
        for seat in game.score(state):
            mine = known_to(game, state, seat)
            must(game.covered(mine, seat) == covered, f"seat {seat} knows more than its own hand")
            _shown_alike(game, mine, state, seat)
            tellings = [defaults.tellings(game, each, seat) for each in (mine, state)]
            must(tellings[0] == tellings[1], f"what seat {seat} can tell differs")


def _allows_the_same(game: Any, config: Config, seed: int) -> None:
    """No move is forbidden because hands are covered."""
    for state in _states(game, config):
        if game.to_move(state) != CHANCE:
            covered = game.covered(state)
            for move in game.moves(state):
                must(not game.check(covered, move), f"covered: '{game.move_text(move)}' is refused")


def _tells_nothing(game: Any, config: Config, seed: int) -> None:
    """What is allowed tells nothing of other hands."""
    if Plain not in type(game).__mro__:
        return  # It says itself what is allowed.
    for state in _states(game, config):
        seat = game.to_move(state)
        if seat not in (None, CHANCE):
            mine = known_to(game, state, seat)
            must([*game.moves(state)] == [*game.moves(mine)], "the moves depend on another hand")
            for move in game.moves(game.covered(state)):
                same = game.check(state, move) == game.check(mine, move)
                must(same, f"whether '{game.move_text(move)}' is legal depends on another hand")


def _recalls(game: Any, config: Config, seed: int) -> None:
    """What was known is known again after it was covered."""
    for state in _some(game, config, "recalled"):
        again = game.recalled(game.covered(state), state)
        must(game.covered(again) == game.covered(state), "what is public has changed")
        for seat in game.score(state):
            _shown_alike(game, again, state, seat)


PROMISES = (
    Promise(Rules, _nothing_to_hide, every_option),
    Promise(HasSecrets, _covers, every_option),
    Promise(HasSecrets, _allows_the_same, every_option),
    Promise(HasSecrets, _tells_nothing, every_option),
    Promise(HasSecrets, _recalls, every_option),
)
