"""The referee with what every game has, its moves and its picture: no hint of the game's own."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from companion import games
from companion.benches.rules.referee import without_hints
from companion.games.capabilities import Watchable
from companion.games.kit import defaults
from companion.games.protocol import CHANCE
from companion.games.random_games import plies
from companion.referee.referee import Conclusion, Mode, Reaction, decide, judge
from companion.tabletop.observation import Observation, Piece
from tests.companion.matches import GAME, Matches, look

WATCHED = [name for name in games.names() if isinstance(games.find(name), Watchable)]
MOVES = 40


def seen_moves(name: str) -> Iterator[tuple[Any, Any, Any, list[Observation]]]:
    """Moves of players from random games, each with the state before, after, and a perfect look."""
    game: Any = without_hints(games.find(name))
    config = defaults.set_up_to_be_watched(game, game.players[0], random.Random(1))
    state, found = game.setup(config), 0
    for number, ply in enumerate(plies(game, config, seed=3)):
        before, state = state, ply.state
        if number % 3 or game.to_move(before) == CHANCE:
            continue
        table = defaults.as_it_lies(game, before, ply.move)
        looks = [game.project(table, zone).as_seen() for zone in game.zones(table)]
        if looks != [game.project(before, zone).as_seen() for zone in game.zones(before)]:
            found += 1
            yield game, before, ply, looks
        if found == MOVES:
            return


@pytest.mark.parametrize("name", WATCHED)
def test_a_perfect_look_is_explained(name: str) -> None:
    for game, before, ply, looks in seen_moves(name):
        verdict = judge(game, before, looks)
        assert verdict.finding in (Conclusion.CLEAR, Conclusion.OPEN), ply.move
        assert any(ply.move in each.moves for each in verdict.explanations), ply.move


@pytest.mark.parametrize("name", WATCHED)
def test_two_pieces_that_changed_places_are_never_entered(name: str) -> None:
    shown = swapped = 0
    for game, before, _, looks in seen_moves(name):
        shown += 1
        for number, seen in enumerate(looks):
            pair = next(filter(_are_unlike, combinations(seen.pieces, 2)), None)
            if pair is None:
                continue
            one, other = pair
            places = {one: other.place, other: one.place}
            pieces = tuple(replace(p, place=places.get(p, p.place)) for p in seen.pieces)
            wrong = [*looks[:number], replace(seen, pieces=pieces), *looks[number + 1 :]]
            assert decide(Mode.AUTO, judge(game, before, wrong)) is not Reaction.ENTER
            swapped += 1
            break
    assert swapped > shown / 3 > 1


def _are_unlike(pair: tuple[Piece, Piece]) -> bool:
    one, other = pair
    return one.kind == other.kind and one.place != other.place and one.identity != other.identity


def test_a_game_that_names_no_places_is_followed_by_its_picture() -> None:
    game = without_hints(GAME)
    assert judge(game, Matches(), [look(5, "tails")]).best.moves == (2,)
    assert judge(game, Matches(), [look(3, "heads")]).best.moves == (2, 2)
    assert judge(game, Matches(), [look(5, None)]).finding is Conclusion.OPEN
    verdict = judge(game, Matches(left=5), [look(7, "heads")])
    assert verdict.finding is Conclusion.ILLEGAL
    assert [each.rule for each in verdict.violations] == ["pieces.too-many"]
