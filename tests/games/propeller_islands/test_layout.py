"""The table in millimetres says the same as the rules: nothing is missing, nothing twice."""

import random
from collections import Counter
from itertools import combinations

import pytest

from companion.games import find
from companion.games.capabilities import Laid
from companion.games.propeller_islands.components.board import SLOTS, slot_cells, slots_around
from companion.games.random_games import plies
from companion.tabletop.hexes import DIRECTIONS, distance
from companion.tabletop.observation import Point
from companion.tabletop.outlines import inside
from companion.tabletop.scenery import Cube, Figure, FlatPiece

GAME = find("propeller-islands")


def some_states(players, seed, count=6):
    states = [ply.state for ply in plies(GAME, {"players": players}, seed)]
    return [*random.Random(seed).sample(states, count), states[0], states[-1]]


def in_view(state):
    """What the game says can be seen; a pose that nobody knows counts as any."""
    for zone in GAME.zones(state):
        look = GAME.project(state, zone)
        yield from (("die", die.place, str(die.value), None) for die in look.dice)
        yield from ((p.kind, p.place, p.identity, p.pose) for p in look.pieces)


def on_table(scenery):
    for thing in scenery.things:
        what = str(thing.value) if thing.kind == "die" else thing.identity
        yield thing.kind, thing.place, what, thing.pose


def apart(one, other):
    """Whether two convex outlines have no area in common: some edge keeps them apart."""
    return any(
        all((b.x - a.x) * (p.y - a.y) <= (b.y - a.y) * (p.x - a.x) + 1e-9 for p in second)
        for first, second in ((one, other), (other, one))
        for a, b in zip(first, (*first[1:], first[0]), strict=True)
    )


def without_pose(names):
    return Counter(name[:3] for name in names)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_piece_that_can_be_seen_lies_there_once(players, seed):
    assert isinstance(GAME, Laid)
    for state in some_states(players, seed):
        seen, laid = list(in_view(state)), list(on_table(GAME.scenery(state, seed)))
        assert without_pose(seen) == without_pose(laid)
        assert {name for name in seen if name[3]} <= set(laid)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_lies_on_top_of_something_else_that_should_not(players):
    for state in some_states(players, 5, count=3):
        table = GAME.scenery(state, 5)
        bodies = [(t.kind, b.corners()) for t, b in table.bodies()]
        kinds = {
            "tiles": [c for kind, c in bodies if kind == "tile"],
            "dice": [c for kind, c in bodies if kind == "die"],
            "workers": [c for kind, c in bodies if kind == "worker"],
        }
        for name, outlines in kinds.items():
            for one, other in combinations(outlines, 2):
                assert apart(one, other), name
        others = [c for kind, c in bodies if kind in ("board", "stack", "plan", "back", "pile")]
        for other in others:
            if len(other) != FORGE_CORNERS:
                assert all(apart(other, tile) for tile in kinds["tiles"])


FORGE_CORNERS = 18  # not convex; the market's tiles keep to their cells around it


def test_tiles_next_to_each_other_nearly_touch():
    state = some_states(2, 3)[-1]
    table = GAME.scenery(state, 3)
    at = {t.place: t.bodies[0].at for t in table.things if t.kind == "tile"}
    cells = state.players[0].island.tiles
    pairs = [(a, b) for a, b in combinations(cells, 2) if distance(a, b) == 1]
    assert pairs
    for a, b in pairs:
        one, other = (at[f"island/0/({q},{r})"] for q, r in (a, b))
        assert 54 < ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 < 60


def test_dice_lie_on_their_spaces_and_tiles_in_their_slots():
    for state in some_states(4, 7):
        forge = GAME.chart(state).main
        places = {spot.place: spot.outline for spot in forge.spots}
        for thing in GAME.scenery(state, 7).things:
            if thing.place in places:
                corners = thing.bodies[0].corners()
                assert all(inside(corner, places[thing.place]) for corner in corners)


def test_slots_touch_the_spaces_that_the_rules_say():
    cells = dict(zip(SLOTS, slot_cells(), strict=True))
    for value, space in zip(range(1, 7), DIRECTIONS, strict=True):
        near = {slot for slot, cell in cells.items() if distance(cell, space) == 1}
        assert near == set(slots_around(value))


def test_the_forge_is_as_large_as_seven_tiles_in_their_cells():
    rim = GAME.chart(some_states(2, 1)[0]).main.outline
    ahead = (*rim[1:], rim[0])
    area = sum(a.x * b.y - b.x * a.y for a, b in zip(rim, ahead, strict=True)) / 2
    assert area == pytest.approx(7 * 57**2 * 3**0.5 / 2)


def test_what_nobody_touched_stays_where_it_is():
    """Bodies change only where the rules changed something, unless an island had to be pushed."""
    states = [ply.state for ply in plies(GAME, {"players": 2}, 4)]
    before, after = states[60], states[61]
    old, new = (set(GAME.scenery(s, 1).things) for s in (before, after))
    assert len(new - old) <= 4
    assert len(old & new) > 40


def test_seeds_lay_the_same_pieces_differently():
    state = some_states(2, 1)[0]
    assert GAME.scenery(state, 1) == GAME.scenery(state, 1)
    one, other = GAME.scenery(state, 1), GAME.scenery(state, 2)
    assert one != other
    assert Counter(on_table(one)) == Counter(on_table(other))


def test_every_zone_has_a_region_that_holds_its_things():
    for state in some_states(3, 2, count=2):
        table = GAME.scenery(state, 0)
        assert set(table.regions) == set(GAME.zones(state))
        for thing in table.things:
            zone = str(thing.place).split("/")[0]
            if zone in ("island", "dock"):
                seat = str(thing.place).split("/")[1]
                for body in thing.bodies:
                    assert inside(body.at, table.regions[f"{zone}:{seat}"])


def test_workers_stand_or_lie_as_the_state_says():
    state = some_states(2, 6)[-1]
    for thing in GAME.scenery(state, 6).things:
        if thing.kind == "worker":
            (figure,) = thing.bodies
            assert isinstance(figure, Figure)
            assert figure.lying == (thing.pose == "lying")


def test_a_die_shows_its_value_on_top_and_another_pair_in_front():
    for state in some_states(3, 8):
        for _, body in GAME.scenery(state, 8).bodies():
            if isinstance(body, Cube):
                assert body.front not in (body.value, 7 - body.value)


def test_every_copy_is_printed_as_often_as_it_is_in_the_box():
    edition = GAME.editions["de"]
    cutouts = GAME.cutouts("de")
    hexagons = [c for c in cutouts if len(c.outline) == 6]
    assert sum(c.copies for c in hexagons) == len(edition.tiles)
    cards = [c for c in cutouts if c.print.ground.startswith("plan-")]
    assert sum(c.copies for c in cards) == len(edition.plans)
    names = [c.name for c in cutouts]
    assert len(set(names)) == len(names)


def test_tokens_and_workers_lie_on_their_own_tile():
    for state in some_states(4, 9, count=3):
        table = GAME.scenery(state, 9)
        tiles = {t.place: t.bodies[0] for t in table.things if t.kind == "tile"}
        for thing in table.things:
            if thing.kind in ("worker", "upgrade") and thing.place in tiles:
                tile = tiles[thing.place]
                assert isinstance(tile, FlatPiece)
                assert inside(Point(*thing.bodies[0].at), tile.corners())
