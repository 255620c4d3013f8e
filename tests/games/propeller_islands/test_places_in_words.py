"""Places on an island are told in words, and no two of them in the same."""

from functools import cache

import pytest

from companion.games import find
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules.state import Placed, State
from companion.games.propeller_islands.told.places_in_words import named_place, spot
from companion.games.random_games import plies
from companion.tabletop.hexes import frontier
from web.translation import languages_of

GAME = find("propeller-islands")
EDITION = GAME.editions["de"]
LANGUAGES = languages_of(GAME)


def island(**cells: str) -> dict[tuple[int, int], Placed]:
    """Tiles around the capitol: `e` lies to the east of it."""
    at = {"c": (0, 0), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "ee": (2, 0)}
    return {at[name]: Placed(Tile.parse(tile)) for name, tile in {"c": "01", **cells}.items()}


@cache
def states() -> tuple[State, ...]:
    return tuple(
        ply.state
        for seed in range(3)
        for number, ply in enumerate(plies(GAME, {"players": 3}, seed=seed))
        if number % 40 == 0
    )


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_no_two_places_of_an_island_have_the_same_words(code: str) -> None:
    tongue = LANGUAGES[code]
    for state in states():
        for player in state.players:
            tiles = player.island.tiles
            told = [tongue.tell(spot(EDITION, tiles, c)) for c in (*tiles, *frontier(tiles))]
            assert len({*told}) == len(told), told
            assert not any("(0," in words or ",0)" in words or "{" in words for words in told)


def test_a_tile_is_called_by_its_name_alone_where_there_is_no_other() -> None:
    assert spot(EDITION, island(e="10/4/hub:science"), (1, 0)) == "the factory"


def test_of_two_tiles_with_one_name_the_number_tells_which() -> None:
    tiles = island(e="10/4/hub:science", w="10/6/hub:science")
    assert spot(EDITION, tiles, (1, 0)) == "the factory with the 4"


def test_of_two_tiles_that_are_alike_a_neighbour_tells_which() -> None:
    tiles = island(e="02/hub:industry", w="02/hub:industry", ee="10/4/hub:science")
    assert spot(EDITION, tiles, (1, 0)) == "the depot (industry hub) next to the factory"
    german = LANGUAGES["de"].tell(spot(EDITION, tiles, (1, 0)))
    assert german == "das Lager (Industrie-Knotenpunkt) neben der Fabrik"


def test_an_empty_place_is_told_by_the_tiles_that_it_touches() -> None:
    tiles = island(e="10/4/hub:science", se="06/2/hub:science")
    there = spot(EDITION, tiles, (1, 1))
    assert there == "the place next to the refinery and the factory"
    assert LANGUAGES["fr"].tell(there) == "la place qui touche la raffinerie et l'usine"
    assert LANGUAGES["de"].tell(there).endswith(" und der Fabrik")


def test_where_one_tile_is_not_enough_the_drawing_helps() -> None:
    assert spot(EDITION, island(), (1, 0)) == "the place right of the capitol in the drawing"
    assert spot(EDITION, island(), (-1, 1)).startswith("the place at the lower left of the")
    french = LANGUAGES["fr"].tell(spot(EDITION, island(), (1, 0)))
    assert french == "la place qui a le capitole à sa gauche sur le dessin"


def test_a_place_that_touches_nothing_is_told_by_the_way_to_it() -> None:
    far = spot(EDITION, island(), (3, -1))
    assert far.startswith("the place 2 steps to the right and 1 step to the upper right from")


def test_a_place_of_an_observation_says_whose_island_it_is() -> None:
    state = GAME.setup({"players": 2})
    assert named_place(state, "island/1/(0,0)") == "the capitol on the island of Player 2"
    assert named_place(state, "forge/4") == "Forge space 4"
    assert GAME.place_name("island/1/(0,0)") == "a place on the island of Player 2"
