"""The chart says where things are that the table is laid with."""

import pytest

from companion.games import find
from companion.games.capabilities import Laid
from companion.games.random_games import plies
from companion.tabletop.observation import Point
from companion.tabletop.outlines import inside, middle

GAME = find("propeller-islands")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_things_lie_in_the_places_of_the_chart(players: int) -> None:
    assert isinstance(GAME, Laid)
    states = [ply.state for ply in plies(GAME, {"players": players}, 3)]
    state = states[len(states) // 2]
    chart = GAME.chart(state)
    spots = {spot.place: board.laid(spot.outline) for board in chart.boards for spot in board.spots}
    seen = 0
    for thing in GAME.scenery(state, 3).things:
        if thing.place in spots:
            seen += 1
            assert all(inside(body.at, spots[str(thing.place)]) for body in thing.bodies)
    assert seen > 20


@pytest.mark.parametrize("players", [2, 4])
def test_the_chart_calls_places_as_the_game_does(players: int) -> None:
    state = GAME.setup({"players": players})
    assert isinstance(GAME, Laid)
    chart = GAME.chart(state)
    for board in chart.boards:
        places = {spot.place for spot in board.spots}
        assert places == GAME.project(state, board.zone).looked_at
    for field in chart.fields:
        assert field.place_of(0, 0) in GAME.project(state, field.zone).looked_at


def test_islands_lie_in_their_regions_and_regions_apart() -> None:
    assert isinstance(GAME, Laid)
    states = [ply.state for ply in plies(GAME, {"players": 4}, 5)]
    chart = GAME.chart(states[-1])
    for thing in GAME.scenery(states[-1], 5).things:
        name, _, rest = str(thing.place).partition("/")
        if name == "island" and thing.kind == "tile":
            region = chart.regions[f"island:{rest.partition('/')[0]}"]
            assert inside(thing.bodies[0].at, region)
    middles = {zone: middle(outline) for zone, outline in chart.regions.items()}
    assert len(set(middles.values())) == len(middles)


def test_only_some_zones() -> None:
    assert isinstance(GAME, Laid)
    chart = GAME.chart(GAME.setup({"players": 2})).only("island:1")
    assert [field.zone for field in chart.fields] == ["island:1"]
    assert [board.name for board in chart.boards] == ["forge"]
    drawn = (Point(0, 0), Point(1, 0), Point(1, 1))
    assert chart.with_regions({"island:1": drawn}).regions == {"island:1": drawn}
