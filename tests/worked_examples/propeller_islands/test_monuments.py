"""The monuments (FR p.3, p.12, DE p.3, p.12)."""

import pytest

from companion.tabletop.hexes import Cell, neighbours
from tests.worked_examples.propeller_islands.positions import a_row, items_of, score_of
from tests.worked_examples.propeller_islands.table import GAME, a_player, a_tile, a_turn, edition


def points(monument: str, island: dict[Cell, str] | None = None, **fields: object) -> int:
    """The points of a monument at (0, 0) with these other tiles."""
    score = score_of({(0, 0): monument, **(island or {})}, **fields)
    return items_of(score).get(f"monument:{monument[:2]}", 0)


def numbered(*counts: int) -> dict[Cell, str]:
    """So many tiles with the number 1, 2, ... in a row beside (0, 0)."""
    tiles = [f"05/{number}" for number, count in enumerate(counts, 1) for _ in range(count)]
    return {(column, 0): tile for column, tile in enumerate(tiles, 1)}


def in_a_row(*tiles: str) -> dict[Cell, str]:
    """Tiles beside (0, 0)."""
    return {(column, 0): tile for column, tile in enumerate(tiles, 1)}


def ring(*tiles: str) -> dict[Cell, str]:
    """Tiles around (0, 0)."""
    return dict(zip(neighbours((0, 0)), tiles, strict=False))


@pytest.mark.parametrize(
    ("monument", "numbers"),
    [("22/banner:science", (0, 0, 0, 1, 1, 1)), ("23/banner:culture", (1, 1, 1))],
)
def test_a_set_of_numbers_scores_once_for_each_complete_set(
    monument: str, numbers: tuple[int, ...]
) -> None:
    """PI-14. FR p.3, DE p.3: 5 points for a set, again for every other (sets: FR p.12, DE p.12)."""
    assert points(monument, numbered(*numbers)) == 5
    assert points(monument, numbered(*(2 * count for count in numbers))) == 10
    assert points(monument, numbered(*(3 * count for count in numbers))) == 15
    for missing in range(len(numbers)):
        rest = tuple(0 if number == missing else count for number, count in enumerate(numbers))
        assert points(monument, numbered(*rest)) == (5 if rest == numbers else 0)


def test_a_monument_scores_without_a_worker() -> None:
    """FR p.3, p.10, DE p.3, p.10: no worker is needed on a monument."""
    for worker in ("", " standing", " lying"):
        assert points(f"23/banner:culture{worker}", numbered(1, 1, 1)) == 5


def test_the_tiles_of_a_set_need_no_worker() -> None:
    """FR p.3, DE p.3: buildings on your island with these numbers."""
    assert points("23/banner:culture", numbered(2, 1, 1)) == 5


@pytest.mark.parametrize(
    "monument", ["21/banner:industry", "22/banner:science", "23/banner:culture"]
)
def test_a_joker_takes_a_tile_out_of_every_set_of_numbers(monument: str) -> None:
    """PI-26. FR p.3, p.12, DE p.3, p.12: "?" is not counted."""
    tiles = [f"05/{number}" for number in range(1, 7)]
    plain = points(monument, in_a_row(*tiles))
    assert plain == 5
    jokers = [f"{tile} joker" for tile in tiles]
    assert points(monument, in_a_row(*jokers)) == 0
    assert points(
        monument, in_a_row(*(t if t[3] not in "25" else f"{t} joker" for t in tiles))
    ) == (5 if monument.startswith("21") else 0)


def test_the_capitol_has_no_number_to_count() -> None:
    """FR p.8, p.12, DE p.8, p.12: it shows a "?"."""
    assert points("21/banner:industry", in_a_row("01 standing", "05/1", "05/2", "05/3")) == 0


@pytest.mark.parametrize(
    ("workers", "expected"), [(0, 0), (5, 0), (6, 3), (11, 3), (12, 6), (13, 6)]
)
def test_14_luxury_apartments_score_every_six_workers(workers: int, expected: int) -> None:
    """PI-15. FR p.12, DE p.12: 3 points for every six workers on the island."""
    tiles = ["05/1 standing" if number % 2 else "05/1 lying" for number in range(workers)]
    assert points("14/banner:culture", in_a_row(*tiles)) == expected
    if workers:
        assert points("14/banner:culture standing", in_a_row(*tiles[1:])) == expected


def test_14_workers_on_the_dock_do_not_count() -> None:
    """FR p.12, DE p.12: on your island."""
    assert points("14/banner:culture", in_a_row(*["05/1 standing"] * 5), dock=8) == 0


@pytest.mark.parametrize(("depots", "expected"), [(2, 0), (3, 5), (5, 5), (6, 10), (9, 15)])
def test_15_the_delivery_service_scores_every_three_depots(depots: int, expected: int) -> None:
    """PI-15. FR p.12, DE p.12: 5 points for every three depots, whichever."""
    tiles = ["02/hub:industry", "03/hub:culture", "04/hub:science"] * 3
    assert points("15/banner:industry", in_a_row(*tiles[:depots], "05/1", "12/2")) == expected


@pytest.mark.parametrize(("neighbours_", "expected"), [(0, 0), (5, 0), (6, 5)])
def test_16_the_floating_gardens_must_be_surrounded(neighbours_: int, expected: int) -> None:
    """PI-16. FR p.12, DE p.12: completely surrounded by other tiles."""
    assert points("16/banner:science", ring(*["05/1"] * neighbours_)) == expected


def test_16_seven_tiles_elsewhere_do_not_surround_it() -> None:
    """PI-16. FR p.12, DE p.12: this tile."""
    assert points("16/banner:science", in_a_row(*["05/1"] * 7)) == 0


def test_17_the_theatre_scores_sets_of_three_banners_around_it() -> None:
    """PI-17. FR p.12, DE p.12: 5 points for every three different banners around."""
    banners = ("industry", "industry", "science", "culture", "culture", "science")
    around = ring(*(f"05/1/banner:{guild}" for guild in banners))
    assert points("17/banner:culture", around) == 10
    assert (
        points("17/banner:culture", ring(*(f"05/1/banner:{guild}" for guild in banners[:5]))) == 5
    )


def test_17_upgrades_count_and_the_theatres_own_banner_does_not() -> None:
    """PI-34. FR p.12, DE p.12: banners next to this tile."""
    two_banners = "05/1/banner:industry banner:science"
    assert points("17/banner:culture", ring(two_banners, "05/1/banner:culture")) == 5
    assert points("17/banner:culture", ring(two_banners)) == 0


def test_17_hub_symbols_and_tiles_farther_off_are_no_banners_around() -> None:
    """FR p.12, DE p.12: guild banners, adjacent to this tile."""
    near = ("05/1/banner:industry", "05/1/banner:science")
    assert points("17/banner:culture", ring(*near, "05/1/hub:culture")) == 0
    assert points("17/banner:culture", {**ring(*near), (2, 0): "05/1/banner:culture"}) == 0
    assert points("17/banner:culture", ring(*near, "14/banner:culture")) == 5


def test_17_each_banner_counts_once() -> None:
    """FR p.12: each banner is taken into account once."""
    around = ring(
        "05/1/banner:industry", "05/1/banner:industry", "05/1/banner:science", "05/1/banner:culture"
    )
    assert points("17/banner:culture", around) == 5


GUILDS = [("18", "science"), ("19", "culture"), ("20", "industry")]


@pytest.mark.parametrize(("monument", "guild"), GUILDS)
def test_18_to_20_score_every_three_banners_of_their_guild(monument: str, guild: str) -> None:
    """FR p.12, DE p.12: 4 points for every three banners of science, culture, industry."""
    tile = f"05/1/banner:{guild}"
    other = next(name for _, name in GUILDS if name != guild)
    for count, expected in ((2, 0), (3, 4), (5, 4), (6, 8)):
        assert points(f"{monument}/banner:{other}", in_a_row(*[tile] * count)) == expected
    assert points(f"{monument}/banner:{other}", in_a_row(*[f"05/1/hub:{guild}"] * 3)) == 0
    assert points(f"{monument}/banner:{other}", in_a_row(*[f"05/1/banner:{other}"] * 5)) == 0


@pytest.mark.parametrize(("monument", "guild"), GUILDS)
def test_18_to_20_count_the_banners_of_monuments_and_their_own(monument: str, guild: str) -> None:
    """Specification 10.2; FR p.3, DE p.3: monuments have banners."""
    assert (
        points(f"{monument}/banner:{guild}", in_a_row(f"05/1/banner:{guild}", f"16/banner:{guild}"))
        == 4
    )


def test_18_counts_upgrades_on_the_island_but_not_those_set_aside() -> None:
    """PI-33. DE p.12: on your island (specification 11.21)."""
    two = in_a_row("05/1/banner:science", "05/1/banner:science", "06/1 banner:science")
    assert points("18/banner:industry", two, set_aside=["banner:science"]) == 4
    one = in_a_row("05/1/banner:science", "06/1 banner:science")
    assert points("18/banner:industry", one, set_aside=["banner:science"]) == 0


def test_18_counts_a_tile_with_two_science_banners_twice() -> None:
    """PI-24. FR p.9, DE p.9: the same banner twice on a tile."""
    tiles = in_a_row("05/1/banner:science banner:science", "05/1/banner:science")
    assert points("18/banner:industry", tiles) == 4


def test_18_an_edition_may_count_the_banners_that_were_set_aside() -> None:
    """FR p.12: "que vous possédez": the option `guild_monuments`."""
    island = {(0, 0): "01 lying", (1, 0): "18/banner:industry", (2, 0): "05/1/banner:science"}
    tokens = ("banner:science", "banner:science", "joker", "banner:culture")
    aside = tuple(a_tile_upgrade(token) for token in tokens)
    for reading, expected in (("owned", 4), ("island", 0)):
        table = a_turn(None, island=island, aside=aside, rules=edition(guild_monuments=reading))
        assert items_of(table.score).get("monument:18", 0) == expected
    few = a_turn(None, island=island, aside=aside[1:], rules=edition(guild_monuments="owned"))
    assert "monument:18" not in items_of(few.score)


def test_18_the_sets_of_an_owner_name_the_tiles_that_are_on_the_island() -> None:
    """FR p.12, the option `guild_monuments`: tokens set aside have no place to point at."""
    tiles = in_a_row(*["05/1/banner:science"] * 4)
    aside = (a_tile_upgrade("banner:science"),) * 2
    island = {(0, 0): "18/banner:industry", **tiles}
    table = a_turn(None, island=island, aside=aside, rules=edition(guild_monuments="owned"))
    laboratory = next(part for part in table.score.parts if part.rule == "monument:18")
    cells = [f"island/0/({column},0)" for column in range(5)]
    assert [part.pieces for part in laboratory.parts] == [
        (cells[0], *cells[1:4]), (cells[0], cells[4])
    ]  # fmt: skip


def test_only_banners_are_banners() -> None:
    """FR p.9, DE p.9: a joker and a production upgrade belong to no guild."""
    tile = a_tile("05/1/banner:science joker production:gear banner:culture")
    assert tile.banners == ("science", "culture")


def a_tile_upgrade(text: str) -> object:
    """An upgrade token."""
    return a_player({(1, 0): f"05/1 {text}"}).island.tiles[(1, 0)].upgrades[0]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 0, 1, 1, 0, 1), 5),
        ((2, 2, 2, 2, 0, 0), 10),
        ((2, 2, 1, 1, 1, 1), 10),
        ((3, 3, 1, 1, 0, 0), 5),
        ((4, 2, 2, 1, 1, 0), 10),
        ((1, 1, 1, 0, 0, 0), 0),
        ((5, 5, 5, 0, 0, 0), 0),
        ((3, 3, 3, 3, 3, 3), 20),
        ((2, 2, 2, 2, 2, 2), 15),
    ],
)
def test_21_the_cafe_scores_groups_of_four_different_numbers(
    counts: tuple[int, ...], expected: int
) -> None:
    """PI-13, PI-44. FR p.12, DE p.12: 5 points for every four tiles with different numbers."""
    assert points("21/banner:industry", numbered(*counts)) == expected


def test_21_a_joker_spoils_the_group_of_the_cafe() -> None:
    """PI-13. FR p.12, DE p.12: "?" is not counted."""
    assert points("21/banner:industry", in_a_row("05/1", "05/2", "05/3", "05/4 joker")) == 0


def test_two_copies_of_a_monument_both_score_and_share_their_pieces() -> None:
    """Specification 10.2: each monument tile scores on its own, the same pieces serve several."""
    island = a_row(
        "19/banner:science", "19/banner:culture", "16/banner:culture", "05/1/banner:culture"
    )
    assert items_of(score_of(island)) == {"monument:19": 8}
    shared = a_row("15/banner:industry", "14/banner:culture", *["02/hub:industry"] * 3)
    assert items_of(score_of(shared)) == {"monument:15": 5}


def test_the_numbers_of_22_and_23_are_data() -> None:
    """FR p.12, DE p.12 are damaged: {4,5,6} and {1,2,3} are deduced (specification 12)."""
    sources = {fact.place: (fact.value, fact.source) for fact in GAME.editions["de"].facts()}
    assert sources["monument_sets.22"] == ([4, 5, 6], "deduced")
    assert sources["monument_sets.23"] == ([1, 2, 3], "deduced")
