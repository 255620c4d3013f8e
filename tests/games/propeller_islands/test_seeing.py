"""What a camera should see of a game, and what it need not see."""

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.common.errors import InputError
from companion.games import find
from companion.games.propeller_islands.rules import tasks
from companion.games.random_games import plies
from companion.tabletop.sight import Sight, contents

GAME = find("propeller-islands")


@pytest.fixture(scope="module")
def states():
    return [ply.state for ply in plies(GAME, {"players": 3, "hands": "hidden"}, 11)]


@pytest.fixture(scope="module")
def state(states):
    """The middle of a game, at the beginning of a turn."""
    turns = [s for s in states if s.agenda and isinstance(s.agenda[-1], tasks.TakeDie)]
    return turns[len(turns) // 2]


def test_every_die_in_play_is_somewhere(state):
    dice = [die for zone in GAME.zones(state) for die in GAME.project(state, zone).dice]
    assert len(dice) == state.dice


def test_every_worker_is_somewhere(state):
    for seat in range(3):
        zones = (f"island:{seat}", f"dock:{seat}")
        pieces = [p for zone in zones for p in GAME.project(state, zone).pieces]
        assert sum(piece.kind == "worker" for piece in pieces) == state.edition.workers


def test_the_market_shows_its_tiles(state):
    seen = contents(GAME.project(state, "forge"))
    for slot, tile in state.market.items():
        assert [t.identity for t in seen.get(f"market/{slot}", ())] == [str(tile)] * bool(tile)


def test_hands_show_only_their_backs(state):
    seen = contents(GAME.project(state, "plans"))
    assert {thing.identity for thing in seen["hand/1"]} <= {"I", "II"}
    assert len(seen["hand/1"]) == 3


def test_piles_are_counted(state):
    seen = contents(GAME.project(state, "goods:1"))
    assert seen["goods/1/fame"][0].identity == str(state.players[1].fame)
    assert seen["goods/1/energy"][0].identity == str(state.players[1].stock.energy)


def test_a_used_die_may_have_been_turned_or_not(states):
    """Specification PI-42: a photo may show either value; their number counts."""
    state = next(s for s in states if any(p.used_dice for p in s.players) and any(s.forge))
    seat = next(i for i, p in enumerate(state.players) if p.used_dice)
    dock = GAME.project(state, f"dock:{seat}").as_seen()
    turned = replace(dock, dice=tuple(replace(d, value=d.value % 6 + 1) for d in dock.dice))
    gone = replace(dock, dice=())
    assert Sight([turned]).compare(GAME.project(state, dock.zone)).differences == ()
    assert Sight([gone]).compare(GAME.project(state, dock.zone)).differences != ()


def test_between_two_rounds_nobody_knows_where_the_dice_are(states):
    state = next(s for s in states if s.round > 1 and isinstance(s.agenda[-1], tasks.RollDice))
    assert GAME.project(state, "forge").hidden == {f"forge/{face}" for face in range(1, 7)}
    assert {p.pose for p in GAME.project(state, "island:0").pieces if p.kind == "worker"} == {None}


def test_the_same_parts_give_the_same_picture(states):
    """The referee compares a zone again only when one of its parts is another object."""
    for before, after in pairwise(states):
        old, new = GAME.parts(before), GAME.parts(after)
        for zone in GAME.zones(after):
            if all(a is b for a, b in zip(old[zone], new[zone], strict=True)):
                assert GAME.project(before, zone) == GAME.project(after, zone)


def test_every_zone_has_its_parts(state):
    assert GAME.parts(state).keys() == set(GAME.zones(state))


def test_an_unknown_zone_is_refused(state):
    with pytest.raises(InputError, match="no zone 'island:7'"):
        GAME.project(state, "island:7")


def test_what_is_seen_of_a_state_is_in_step_with_it(states):
    for state in states[::40]:
        looks = [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]
        sight = Sight(looks)
        assert all(not sight.compare(GAME.project(state, z)).differences for z in sight.zones)
