"""Guild connections (FR p.7, DE p.7) and the bonus of depots (FR p.3, p.12, DE p.3, p.12)."""

import pytest

from tests.worked_examples.propeller_islands.table import Table, a_turn, the_end_of_my_turn


def built(tile: str, island: dict[tuple[int, int], str], cell: str = "@0,1") -> Table:
    """The table after a tile was built."""
    return a_turn(4, island=island, market={"C4": tile}).play(f"build C4 {cell}")


def upgraded(banner: str, island: dict[tuple[int, int], str], cell: str = "@1,0") -> Table:
    """The table after a plan's banner was placed."""
    plan = f"I/0/3/banner:{banner}"
    return the_end_of_my_turn(island=island, hand=plan).play(f"plan {plan} {cell}")


def test_vera_places_a_science_building_next_to_two_science_hubs_and_gains_two_fame() -> None:
    """PI-4. FR p.7, DE p.7: the first example of Vera."""
    hubs = {(1, 0): "10/6/hub:science", (-1, 1): "04/hub:science"}
    assert built("05/5/banner:science", hubs).fame == 2


def test_it_works_the_other_way_round_a_hub_next_to_a_banner_gains_one_fame() -> None:
    """PI-5. FR p.7, DE p.7: had she placed the science building first and a hub later, one fame."""
    assert built("10/6/hub:science", {(1, 0): "05/5/banner:science"}).fame == 1


def test_vera_puts_a_science_banner_on_tile_10_and_connects_it_with_depot_4_only() -> None:
    """PI-6. FR p.7, DE p.7: one fame for the hub next to it, none for its own symbol."""
    island = {(1, 0): "10/6/hub:science", (1, -1): "04/hub:science"}
    table = upgraded("science", island)
    assert table.fame == 1
    assert table.upgrades(1, 0) == ["banner:science"]


def test_a_banner_does_not_connect_with_the_symbol_of_its_own_tile() -> None:
    """PI-6. FR p.7, DE p.7: two tiles must be adjacent, not two symbols on one tile."""
    assert upgraded("science", {(1, 0): "10/6/hub:science"}).fame == 0


@pytest.mark.parametrize("neighbour", ["07/6/hub:science", "04/hub:science"])
def test_two_hubs_do_not_connect(neighbour: str) -> None:
    """PI-7. FR p.7, DE p.7: hubs have no banner, so two of them make no connection."""
    assert built("10/6/hub:science", {(1, 0): neighbour}).fame == 0


def test_two_banners_do_not_connect() -> None:
    """FR p.7, DE p.7: a connection is a banner and a hub symbol."""
    assert built("10/5/banner:science", {(1, 0): "05/5/banner:science"}).fame == 0


@pytest.mark.parametrize("guild", ["industry", "culture"])
def test_other_guilds_do_not_connect(guild: str) -> None:
    """FR p.7, DE p.7: banner and symbol of the same kind."""
    assert built("05/5/banner:science", {(1, 0): f"10/6/hub:{guild}"}).fame == 0
    assert upgraded(guild, {(1, 0): "05/1", (1, -1): "04/hub:science"}).fame == 0


@pytest.mark.parametrize("guild", ["industry", "science", "culture"])
def test_each_of_the_three_guilds_connects(guild: str) -> None:
    """FR p.7, DE p.7: industry, science and culture."""
    assert built(f"05/5/banner:{guild}", {(1, 0): f"10/6/hub:{guild}"}).fame == 1
    assert built(f"10/6/hub:{guild}", {(1, 0): f"05/5/banner:{guild}"}).fame == 1


def test_tiles_that_do_not_touch_do_not_connect() -> None:
    """FR p.7, DE p.7: adjacent tiles."""
    island = {(1, 0): "05/1", (2, 0): "04/hub:science"}
    assert built("05/5/banner:science", island, "@0,1").fame == 0
    assert built("05/5/banner:science", island, "@2,-1").fame == 1


def test_the_banner_of_a_monument_connects() -> None:
    """FR p.3, DE p.3: monuments have guild banners."""
    assert built("18/banner:science", {(1, 0): "10/6/hub:science"}).fame == 1


def test_a_depot_is_a_hub() -> None:
    """FR p.3, p.12, DE p.3, p.12: depots gain fame like central buildings."""
    table = built("03/hub:culture", {(1, 0): "05/1/banner:culture", (-1, 1): "05/1/banner:culture"})
    assert (table.fame, table.stock) == (2, "g1")


def test_one_tile_may_make_six_connections() -> None:
    """FR p.7, DE p.7: several connections with one tile."""
    ring = {(1, 0): 0, (0, 1): 0, (1, 1): 0, (-1, 2): 0, (-1, 1): 0, (0, 2): 0}
    ring_of_banners = {cell: "05/5/banner:science" for cell in ring if cell != (0, 1)}
    around = {**ring_of_banners, (1, 1): "05/5/banner:science", (-1, 2): "18/banner:science"}
    assert built("07/6/hub:science", around, "@0,1").fame == 5


def test_an_old_connection_gains_nothing_again() -> None:
    """FR p.7: for each connection made so; DE p.7: each new one; FR p.11: when it is made."""
    island = {(1, 0): "10/6/hub:science", (0, 1): "05/5/banner:science"}
    assert built("05/5", island, "@1,1").fame == 0
    assert upgraded("culture", island).fame == 0


def test_a_hub_with_a_banner_next_to_another_hub_and_back() -> None:
    """PI-23. FR p.7, p.9, DE p.7, p.9: Y's banner and X's symbol are one new connection."""
    island = {(1, 0): "05/4/hub:science", (1, -1): "10/6/hub:science banner:science"}
    table = upgraded("science", island)
    assert table.fame == 1
    third = built("07/6/hub:science", {(1, 0): "10/6/hub:science banner:science"})
    assert third.fame == 1, "an added banner connects with a hub that comes later"


def test_a_second_banner_of_the_printed_guild_makes_its_own_connection() -> None:
    """PI-24. FR p.9, DE p.9: two banners on a tile may be equal; both count."""
    island = {(1, 0): "05/5/banner:science", (1, -1): "04/hub:science"}
    table = upgraded("science", island)
    assert table.fame == 1
    later = built("10/6/hub:science", {(1, 0): "05/5/banner:science banner:science"})
    assert later.fame == 2


def test_a_second_banner_may_be_of_another_guild() -> None:
    """FR p.9, DE p.9: two banners, equal or different."""
    island = {(1, 0): "05/5/banner:science banner:culture"}
    assert built("10/6/hub:science", island).fame == 1
    assert built("03/hub:culture", island).fame == 1
    assert built("02/hub:industry", island).fame == 0


def test_placed_and_completed_connections_are_immediate_fame() -> None:
    """FR p.7, p.9, DE p.7, p.9: at once one fame for each new connection."""
    hubs = {
        (1, 0): "05/1",
        (2, 0): "04/hub:science",
        (2, -1): "07/6/hub:science",
        (0, 1): "04/hub:science",
    }
    table = upgraded("science", hubs)
    assert table.fame == 3
    assert table.expected == "a new plan is drawn first"


@pytest.mark.parametrize(
    ("depot", "stock"), [("02/hub:industry", "e1s1"), ("03/hub:culture", "g1")]
)
def test_a_depot_gives_its_bonus_once_when_placed(depot: str, stock: str) -> None:
    """FR p.3, p.12, DE p.3, p.12: at once and only once (which bonus is assumed data)."""
    table = built(depot, {})
    assert table.stock == stock
    table.play("tile 05/1")
    assert table.stock == stock
    assert table.to_move == 1


def test_a_depot_that_deploys_moves_a_worker_at_once() -> None:
    """FR p.12: a depot may deploy where there is a free cell."""
    table = built("04/hub:science", {(1, 0): "05/1/banner:science"})
    assert table.expected == "a worker is deployed now"
    assert table.broken_rules("pass") == ["order.must"]
    assert table.fame == 0, "the bonus comes before the fame"
    table.play("deploy c2 @1,0")
    assert (table.worker(1, 0), table.fame) == ("standing", 1)
    assert "c2" not in table.dock
    assert table.expected == "the empty market slot is filled first"


def test_a_depot_that_deploys_is_placed_without_a_free_cell_too() -> None:
    """FR p.12: only the deploying needs a free cell; a depot has none itself."""
    table = built("04/hub:science", {})
    assert len(table.dock) == 12
    assert table.expected == "the empty market slot is filled first"


def test_a_depot_gives_a_card_that_no_worker_can_live_on() -> None:
    """FR p.3, p.12, DE p.3, p.12: no worker cell on a depot."""
    table = built("04/hub:science", {(1, 0): "05/1"})
    assert table.broken_rules("deploy a1 @0,1") == ["deploy.no-worker-cell"]
    assert {move.split()[2] for move in table.moves_like("deploy")} == {"@1,0"}


def test_the_reward_of_a_depots_worker_draws_before_the_slot_is_refilled() -> None:
    """Specification 16: R_TILE triggered by a depot's deploy draws first."""
    island = {(1, 0): "05/1"}
    table = a_turn(4, island=island, market={"C4": "04/hub:science"}, dock="a1 a3", stack=1)
    table.play("build C4 @0,1 deploy a1 @1,0")
    assert table.expected == "a tile is drawn from the stack first"
    table.play("tile 06/1 place @1,1")
    assert table.tiles[(1, 1)] == "06/1"
    assert table.market("C4") is None, "that was the last tile"
    assert table.to_move == 1
