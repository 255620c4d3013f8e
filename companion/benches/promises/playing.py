"""Random games, move by move: what a game that can be played, or scored, must keep."""

import json
import random
from typing import Any

from companion.benches.promises.promise import (
    Config,
    Promise,
    PromiseBroken,
    every_table,
    must,
    once,
)
from companion.common.errors import InputError
from companion.common.json_reading import Json, wrap
from companion.games.buttons import MOST_TAPS, Choice
from companion.games.capabilities import (
    HasScoreSheet,
    Rules,
    abilities,
    playable,
    scorable,
    watchable,
)
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, Breakdown, Game, IllegalMove
from companion.games.random_games import final_state, plies

GAMES = 6
#: So many plies of a long game pass between two that are looked at closely.
EVERY = 10
#: So many moves of other moments are tried at a time.
STRAYS = 12
NONSENSE: tuple[Json, ...] = ({}, [], None, {"game": 1}, {"seats": {}})


def _can_something(game: Game, config: Config, seed: int) -> None:
    """It has rules or a score sheet, and what it has not is refused in one line."""
    can = abilities(game)
    must({"score", "play"} & {*can}, "it has neither rules nor a score sheet")
    for ability, door in (("score", scorable), ("play", playable), ("see", watchable)):
        try:
            must(door(game) is game, f"it is another game once it is asked to {ability}")
            must(ability in can, f"it says that it can't {ability}, but it can")
        except InputError as error:
            must(ability not in can, f"it can't {ability}: {error}")
            must(str(error).startswith(f"{game.title}: "), f"its title is not in: {error}")


def _refuses_nonsense(game: HasScoreSheet, config: Config, seed: int) -> None:
    """A position that is none gets a clear error."""
    for nonsense in NONSENSE:
        for answer in (game.score_position, game.check_position):
            try:
                answer(wrap(nonsense, "position"))
            except InputError:
                continue
            raise PromiseBroken(f"{nonsense} is taken for a position")


def random_game(game: Rules[Any, Any], config: Config, seed: int, every: int = EVERY) -> None:
    """Random games end, and in every state moves, texts, scores and buttons are as they should be.

    Every so many plies are looked at closely, and the end.
    """
    source = random.Random(seed)
    strays: list[Any] = []
    state = game.setup(config)
    for number, ply in enumerate(plies(game, config, seed)):
        state = ply.state
        if number % every == seed % every or game.to_move(state) is None:
            _state(game, state)
            _buttons(game, state)
            _strays(game, state, strays, source)
        if not ply.by_chance:
            strays.append(ply.move)
    must(strays, "nobody ever makes a move")
    must(game.outcome(state), "the game is over, and nobody has won")


def _state(game: Rules[Any, Any], state: Any) -> None:
    """What holds in every state."""
    wrong = defaults.status(game, state)
    must(not wrong, f"a state that moves lead to can't be: {wrong}")
    moves = list(game.moves(state))
    must(len({*moves}) == len(moves), "a move is listed twice")
    must(moves == list(game.moves(state)), "the order of moves is not stable")
    must(bool(moves) == (game.to_move(state) is not None), "somebody is to move and has no move")
    for move in moves:
        text = game.move_text(move)
        must(game.check(state, move) == (), f"'{text}' is listed, and check says no")
        must(game.parse_moves(text) == (move,), f"'{text}' is read as something else")
        must(str(game.tell(state, move)), f"'{text}' has no sentence")
    for score in game.score(state).values():
        _adds_up(score)
    written = json.loads(json.dumps(game.state_to_json(state)))
    read = game.state_from_json(wrap(written, "state"))
    must(read == state, "a state is another one after it was written and read")


def _adds_up(score: Breakdown) -> None:
    parts = score.parts
    must(not parts or score.points == sum(p.points for p in parts), f"does not add up: {score}")
    for part in parts:
        _adds_up(part)
    if not parts:
        must(score.rule and score.text and score.pieces, f"no rule, sentence or pieces: {score}")


def _buttons(game: Rules[Any, Any], state: Any) -> None:
    """Buttons lead to legal moves in three taps."""
    for choice in defaults.choices(game, state, game.to_move(state)):
        must(_taps(choice) <= MOST_TAPS, f"more than {MOST_TAPS} taps behind '{choice.label}'")
        for leaf in choice.leaves():
            must(leaf.label, f"the button of '{leaf.moves}' is empty")
            if not leaf.dice:
                move, *_ = game.parse_moves(leaf.moves)
                must(not game.check(state, move), f"a button plays '{leaf.moves}', check says no")


def _taps(choice: Choice) -> int:
    return 1 + max(map(_taps, choice.choices), default=0)


def _strays(game: Rules[Any, Any], state: Any, strays: list[Any], source: random.Random) -> None:
    """Moves of other moments pass `check` just when `moves` lists them."""
    if game.to_move(state) in (None, CHANCE):
        return
    listed = set(game.moves(state))
    for move in source.sample(strays, min(STRAYS, len(strays))):
        text, reasons = game.move_text(move), game.check(state, move)
        must((not reasons) == (move in listed), f"moves and check do not agree about '{text}'")
        for reason in reasons:
            must(reason.rule and reason.text, f"'{text}' is refused without a rule or a sentence")
            must(reason.pages, f"{reason.rule}: no page of the rulebook")
        try:
            game.apply(state, move)
            must(not reasons, f"'{text}' is not legal, and apply plays it")
        except IllegalMove as error:
            must(reasons == error.violations, f"check and apply refuse '{text}' otherwise")


def _replays(game: Rules[Any, Any], config: Config, seed: int) -> None:
    """A game that is played again from the texts of its moves is the same."""
    played = list(plies(game, config, "replay"))
    state = game.setup(config)
    for ply in played:
        text = game.move_text(ply.move)
        must(game.parse_moves(text) == (ply.move,), f"'{text}' is read as something else")
        state = game.apply(state, ply.move)
        must(state == ply.state, f"after '{text}' the state is another one")


def _follows_its_seed(game: Rules[Any, Any], config: Config, seed: int) -> None:
    """The same seed gives the same game, another seed another one."""
    must(list(plies(game, config, 7)) == list(plies(game, config, 7)), "a game is not repeated")
    ends = [final_state(game, config, other) for other in (7, 8, 9)]
    must(any(end != ends[0] for end in ends), "all seeds give the same game")


def _leaves_states_alone(game: Rules[Any, Any], config: Config, seed: int) -> None:
    """A move leaves the old state as it was."""
    state = game.setup(config)
    for ply in plies(game, config, "undo"):
        before = json.dumps(game.state_to_json(state))
        game.apply(state, ply.move)
        after = json.dumps(game.state_to_json(state))
        must(after == before, f"'{game.move_text(ply.move)}' has changed the old state")
        state = ply.state


def _ends(game: Rules[Any, Any], config: Config, seed: int) -> None:
    """Nothing is legal once the game is over."""
    played = list(plies(game, config, "over"))
    end = played[-1].state
    must(game.to_move(end) is None, "somebody is still to move")
    must(not list(game.moves(end)), "there are still moves")
    for ply in played:
        must(game.check(end, ply.move), f"'{game.move_text(ply.move)}' is still legal")


def _can_be_watched(game: Rules[Any, Any], config: Config, seed: int) -> None:
    """It can be set up for a real table, the same for the same seed."""
    for players in game.players:
        first, again = (
            defaults.set_up_to_be_watched(game, players, random.Random(players)) for _ in range(2)
        )
        must(first["players"] == players, f"set up for {players} players, it has others")
        must(first == again, "the same seed sets up another table")
        begun = game.setup(json.loads(json.dumps(first)))
        must(game.to_move(begun) is not None, "nobody begins")


PROMISES = (
    Promise(Game, _can_something, once),
    Promise(HasScoreSheet, _refuses_nonsense, once),
    Promise(Rules, random_game, every_table, GAMES),
    Promise(Rules, _replays, every_table),
    Promise(Rules, _follows_its_seed, every_table),
    Promise(Rules, _leaves_states_alone, every_table),
    Promise(Rules, _ends, every_table),
    Promise(Rules, _can_be_watched, once),
)
