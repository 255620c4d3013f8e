"""What a camera sees of a game, and what the referee makes of it."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.benches.promises.promise import Config, Promise, every_table, must, once
from companion.games.capabilities import HasAdopting, Watchable
from companion.games.kit import defaults
from companion.games.kit.plain import Plain
from companion.games.protocol import CHANCE
from companion.games.random_games import plies
from companion.referee.referee import Conclusion, Mode, Reaction, decide, judge
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Sight

#: So many moves of a game are shown to the referee, and so many cheats of a game of the kit.
MOVES, CHEATS = 40, 20


class ForbiddenMove(NamedTuple):
    """Something forbidden that somebody did: the state before, the move, what lies there after."""

    before: Any
    move: Any
    looks: list[Observation]


def looks_at(game: Watchable[Any, Any], state: Any) -> list[Observation]:
    """What a perfect eye sees."""
    return [game.project(state, zone).as_seen() for zone in game.zones(state)]


def cheats(game: Any, seed: int | str) -> Iterator[ForbiddenMove]:
    """Forbidden moves in a random game of the kit, as far as they can be seen."""
    source = random.Random(f"cheats/{seed}")
    config = defaults.set_up_to_be_watched(game, source.choice(game.players), source)
    state = game.setup(config)
    for ply in plies(game, config, seed):
        before, state = state, ply.state
        tried = [move for move, task in game.tries(before) if task.seat != CHANCE]
        tried = [move for move in tried if game.check(before, move)]
        if tried:
            move = source.choice(tried)
            after = looks_at(game, game.carry_out(before, move))
            if after != looks_at(game, before):
                yield ForbiddenMove(before, move, after)


def _projects(game: Watchable[Any, Any], config: Config, seed: int) -> None:
    """What lies in a zone lies at places that were looked at."""
    for ply in list(plies(game, config, "zones"))[::40]:
        for zone in game.zones(ply.state):
            seen = game.project(ply.state, zone)
            must(seen.zone == zone, f"the zone {zone} is called {seen.zone}")
            places = {die.place for die in seen.dice} | {piece.place for piece in seen.pieces}
            more = places - seen.looked_at
            must(not more, f"something lies at {more}, where nobody looked")


def _adopts(game: Watchable[Any, Any], config: Config, seed: int) -> None:
    """What lies on the table after a move can be taken over as it is."""
    if not isinstance(game, HasAdopting):
        return
    config = defaults.set_up_to_be_watched(game, game.players[-1], random.Random(1))
    state = game.setup(config)
    for number, ply in enumerate(plies(game, config, seed=2)):
        before, state = state, ply.state
        if number % 12 == 0:
            table = defaults.as_it_lies(game, before, ply.move)
            sight = Sight(looks_at(game, table))
            adopted = game.adopt(before, sight)
            for zone in sight.zones:
                left = sight.compare(game.project(adopted, zone)).differences
                must(not left, f"after '{game.move_text(ply.move)}' it differs still: {left}")


def _is_followed(game: Watchable[Any, Any], config: Config, seed: int) -> None:
    """The referee finds the move that was made, and calls none of them forbidden."""
    config = defaults.set_up_to_be_watched(game, game.players[0], random.Random(1))
    state, shown = game.setup(config), 0
    for ply in plies(game, config, seed=3):
        before, state = state, ply.state
        looks = looks_at(game, defaults.as_it_lies(game, before, ply.move))
        if game.to_move(before) == CHANCE or looks == looks_at(game, before):
            continue
        text, verdict = game.move_text(ply.move), judge(game, before, looks)
        found = verdict.finding in (Conclusion.CLEAR, Conclusion.OPEN)
        must(found, f"after '{text}' the referee says: {verdict.finding.value}")
        true = any(ply.move in each.moves for each in verdict.explanations)
        must(true, f"the referee does not think of '{text}'")
        shown += 1
        if shown == MOVES:
            return
    must(shown, "no move can be seen")


def _stops_cheats(game: Watchable[Any, Any], config: Config, seed: int) -> None:
    """No forbidden move is entered by itself."""
    if getattr(type(game), "apply", None) is not Plain.apply:
        return  # It tells otherwise what somebody may try.
    for number, cheat in enumerate(cheats(game, seed)):
        verdict = judge(game, cheat.before, cheat.looks)
        entered = decide(Mode.AUTO, verdict) is Reaction.ENTER
        must(not entered, f"'{game.move_text(cheat.move)}' is forbidden, and entered all the same")
        if number == CHEATS:
            return


PROMISES = (
    Promise(Watchable, _projects, every_table),
    Promise(Watchable, _adopts, once),
    Promise(Watchable, _is_followed, once),
    Promise(Watchable, _stops_cheats, once),
)
