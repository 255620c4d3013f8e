"""What a move touches: in the order of a hand, and nothing on the table changes besides."""

import re
from collections import defaultdict
from collections.abc import Mapping

import pytest

from companion.games import find
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.state import Island, State
from companion.games.random_games import plies

GAME = find("propeller-islands")
#: What may follow by itself and is not touched by the move: why, and which places these are.
AFTERWARDS = {
    "what a tile, a reward or an ability gives": "goods/{seat}/.*",
    "the die, when nobody can answer what else the action brings": "dock/{seat}/dice",
    "a card that only its owner sees": "hand/{seat}",
    "a new round": ".*",
}


def lying(state: State) -> Mapping[str, list[str]]:
    """What a camera should see at each place."""
    found = defaultdict(list)
    for zone in GAME.zones(state):
        seen = GAME.project(state, zone)
        for thing in (*seen.dice, *seen.pieces):
            found[thing.place].append(str(thing))
    return {place: sorted(things) for place, things in found.items()}


def why(place: str, seat: int, new_round: bool) -> set[str]:
    """The consequences that may have changed this place."""
    return {
        what
        for what, places in AFTERWARDS.items()
        if re.fullmatch(places.format(seat=seat), place) and (new_round or what != "a new round")
    }


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2, "characters": ["jacques", "marie"]},
        {"players": 3, "characters": ["sir-charles", "nicola", "amelia"], "hands": "hidden"},
        {"players": 4, "edition": "fr"},
    ],
    ids=str,
)
def test_what_changes_is_touched_or_follows_by_a_named_consequence(config):
    state = GAME.setup(config)
    moves = exact = 0
    for ply in plies(GAME, config, "touching"):
        if not ply.by_chance:
            before, after = lying(state), lying(ply.state)
            changed = {p for p in before.keys() | after.keys() if before.get(p) != after.get(p)}
            touched = [*GAME.touches(state, ply.move)]
            assert len(set(touched)) == len(touched)
            seat = GAME.to_move(state)
            agenda = ply.state.agenda
            new_round = not agenda or isinstance(agenda[-1], tasks.RollDice)
            left = {p for p in changed - set(touched) if not why(p, seat, new_round)}
            assert left == set(), ply.move
            moves += 1
            exact += changed <= set(touched)
        state = ply.state
    assert exact > 0.8 * moves > 80


def test_an_island_agrees_with_its_tiles_wherever_hands_lay_one():
    *_, last = plies(GAME, {"players": 2}, "islands")
    mine = last.state.players[0].island
    for cell in [*mine.tiles, *mine.edge, (9, 9)]:
        laid = mine.with_tile(cell, Tile("05", 3))
        anew = Island(laid.tiles)
        assert set(laid.free) == set(anew.free)
        assert laid.ready == anew.ready, f"a tile is laid on {cell}"
        assert cell == (9, 9) or laid.edge == anew.edge
