"""The index of the tiles: 01, and 05 to 13 (FR p.12, DE p.12). Depots: test_connections.py."""

import pytest

from tests.worked_examples.propeller_islands.table import a_turn, edition

FULL = {(1, 0): "08/2 standing", (0, 1): "02/hub:industry"}


def test_01_the_capitol_deploys_a_worker_or_gives_a_steel_and_an_energy() -> None:
    """FR p.12, DE p.12: deploy a worker or take a steel and an energy."""
    table = a_turn(3, island={(1, 0): "05/2"})
    assert table.moves_like("activate") == ["activate @0,0 worker", "activate @0,0 resources"]
    assert table.broken_rules("activate @0,0") == ["activate.no-option"]
    rich = a_turn(3, island={(1, 0): "05/2"}).play("activate @0,0 resources")
    assert (rich.stock, len(rich.dock)) == ("e1s1", 12)
    table.play("activate @0,0 worker")
    assert table.worker(0, 0) == "lying"
    assert table.broken_rules("pass") == ["order.must"]
    table.play("deploy b3 @1,0")
    assert (table.stock, table.worker(1, 0)) == ("0", "standing")
    assert len(table.dock) == 11
    assert "b3" not in table.dock


def test_01_the_capitol_deploys_only_onto_a_free_cell() -> None:
    """PI-27. FR p.12, DE p.12: only with a free worker cell; the resources are always there."""
    table = a_turn(2, island=FULL)
    assert table.broken_rules("activate @0,0 worker") == ["activate.cannot-deploy"]
    assert table.moves_like("activate") == ["activate @0,0 resources"]
    assert table.play("activate @0,0 resources").stock == "e1s1"


def test_01_the_capitol_deploys_nobody_from_an_empty_dock() -> None:
    """PI-27, specification 6: the same holds when the dock is empty."""
    table = a_turn(2, island={(1, 0): "05/2"}, dock="")
    assert table.broken_rules("activate @0,0 worker") == ["activate.cannot-deploy"]
    assert table.moves_like("activate") == ["activate @0,0 resources"]


def test_01_an_edition_may_block_the_whole_capitol_without_a_free_cell() -> None:
    """DE p.8 could be read so (specification 11.10): the option `capitol_without_cell`."""
    rules = edition(capitol_without_cell="blocked")
    table = a_turn(2, island=FULL, rules=rules)
    assert table.broken_rules("activate @0,0 resources") == ["activate.cannot-deploy"]
    assert table.moves_like("activate") == []
    free = a_turn(2, island={(1, 0): "05/2"}, rules=rules)
    assert free.broken_rules("activate @0,0 resources") == []


@pytest.mark.parametrize(
    ("tile", "before", "after"),
    [
        ("05", "0", "g1"),
        ("06", "0", "e2"),
        ("07", "0", "s1"),
        ("09", "e2", "s1g1"),
        ("09", "e5s1g1", "e3s2g2"),
        ("10", "s1", "g2"),
        ("10", "e1s3g1", "e1s2g3"),
    ],
)
def test_05_to_10_produce_what_their_bar_shows(tile: str, before: str, after: str) -> None:
    """PI-38 for tile 09. FR p.12, DE p.12: 05, 06, 07 for nothing, 09 and 10 at a cost."""
    table = a_turn(3, island={(1, 0): f"{tile}/3 standing"}, stock=before).play("activate @1,0")
    assert table.stock == after
    assert table.worker(1, 0) == "lying"


@pytest.mark.parametrize(("tile", "stock"), [("09", "e1s9g9"), ("10", "e9g9")])
def test_09_and_10_need_their_whole_cost(tile: str, stock: str) -> None:
    """PI-38. FR p.12, DE p.12: two energy for tile 09, one steel for tile 10."""
    table = a_turn(3, island={(1, 0): f"{tile}/3 standing"}, stock=stock)
    assert table.broken_rules("activate @1,0") == ["activate.cannot-pay"]


def test_08_the_hotel_deploys_a_worker() -> None:
    """FR p.12, DE p.12: deploy a worker."""
    table = a_turn(2, island={(1, 0): "08/2 standing", (0, 1): "05/1"}).play("activate @1,0")
    assert table.broken_rules("pass") == ["order.must"]
    table.play("deploy d1 @0,1")
    assert (table.worker(1, 0), table.worker(0, 1)) == ("lying", "standing")


def test_08_a_hotel_and_its_worker_can_be_typed_on_one_line() -> None:
    """Every move has a short text form that parses back, also with others on its line."""
    table = a_turn(2, island={(1, 0): "08/2 standing", (0, 1): "05/1"})
    table.play("activate @1,0 deploy d1 @0,1")
    assert (table.worker(1, 0), table.worker(0, 1)) == ("lying", "standing")


def test_08_the_hotel_needs_a_free_worker_cell() -> None:
    """PI-27. FR p.12, DE p.12: only with an empty cell on the island; a depot has none."""
    table = a_turn(2, island=FULL)
    assert table.broken_rules("activate @1,0") == ["activate.cannot-deploy"]


def test_08_the_hotel_needs_a_worker_on_the_dock() -> None:
    """PI-27, specification 6: nothing is left to deploy."""
    table = a_turn(2, island={(1, 0): "08/2 standing", (0, 1): "05/1"}, dock="")
    assert table.broken_rules("activate @1,0") == ["activate.cannot-deploy"]


def test_08_production_does_not_open_a_hotel_without_a_free_cell() -> None:
    """Specification 16: a production upgrade never makes a forbidden activation legal."""
    island = {(1, 0): "08/2/p standing production:gear", (0, 1): "02/hub:industry"}
    table = a_turn(2, island=island)
    assert table.broken_rules("activate @1,0") == ["activate.cannot-deploy"]


def test_08_the_dock_reward_comes_before_the_hotels_own_production() -> None:
    """Specification 16: effects resolve depth first, the production upgrade comes last."""
    island = {(1, 0): "08/2/p standing production:steel", (0, 1): "05/1", (0, -1): "10/1 standing"}
    table = a_turn(2, island=island, dock="a2 a3").play("activate @1,0 deploy a2 @0,1")
    assert table.expected == "any tile may be activated now"
    assert table.broken_rules("activate @0,-1") == ["activate.cannot-pay"]
    table.play("pass")
    assert table.stock == "s1"


def test_11_the_radio_station_activates_a_tile_of_any_number() -> None:
    """PI-28. FR p.12, DE p.12: any tile of the island with an active worker."""
    island = {(1, 0): "11/2 standing", (0, 1): "06/5 standing", (0, -1): "06/5"}
    table = a_turn(2, island=island).play("activate @1,0")
    assert table.broken_rules("activate @1,0") == ["activate.worker-lies"], "not itself"
    assert table.broken_rules("activate @0,-1") == ["activate.no-worker"]
    table.play("activate @0,1")
    assert table.stock == "e2"
    assert (table.worker(1, 0), table.worker(0, 1)) == ("lying", "lying")
    assert table.broken_rules("activate @0,1") == ["activate.worker-lies", "activate.wrong-number"]


def test_11_a_radio_station_may_call_another_one() -> None:
    """PI-28. FR p.12, DE p.12: any tile, so another radio station too; then three lie."""
    island = {(1, 0): "11/2 standing", (0, 1): "11/4 standing", (0, -1): "06/5 standing"}
    table = a_turn(2, island=island).play("activate @1,0 activate @0,1 activate @0,-1")
    assert table.stock == "e2"
    assert [table.worker(*cell) for cell in island] == ["lying"] * 3
    assert table.worker(0, 0) == "standing"


def test_11_the_radio_station_ignores_the_number_and_nothing_else() -> None:
    """Specification 16: cost and free cells are still needed."""
    island = {(1, 0): "11/2 standing", (0, 1): "10/5 standing", (0, -1): "08/5 standing"}
    table = a_turn(2, island=island).play("activate @1,0")
    assert table.broken_rules("activate @0,1") == ["activate.cannot-pay"]
    assert table.broken_rules("activate @0,-1") == ["activate.cannot-deploy"]
    assert table.moves == ["activate @0,0 resources", "pass"]


def test_11_the_radio_station_calls_one_tile_only() -> None:
    """FR p.12: any tile; DE p.12: a building."""
    island = {(1, 0): "11/2 standing", (0, 1): "06/5 standing", (0, -1): "06/5 standing"}
    table = a_turn(2, island=island).play("activate @1,0 activate @0,1")
    assert table.broken_rules("activate @0,-1") == ["activate.wrong-number"]


def test_11_a_radio_station_without_a_target_may_be_activated() -> None:
    """Specification 16: no effect, the worker lies down; no text forbids it."""
    island = {(0, 0): "01 lying", (1, 0): "11/2 standing"}
    table = a_turn(2, island=island).play("activate @1,0")
    assert (table.worker(1, 0), table.to_move) == ("lying", 1)


def test_12_the_warehouse_gives_a_depots_bonus_again() -> None:
    """FR p.12, DE p.12: the one-time bonus of one of your depots again."""
    island = {(1, 0): "12/2 standing", (0, 1): "02/hub:industry", (0, -1): "03/hub:culture"}
    table = a_turn(2, island=island).play("activate @1,0")
    assert table.moves == ["depot @0,1", "depot @0,-1"]
    assert table.broken_rules("depot @1,0") == ["depot.no-depot"]
    assert table.broken_rules("pass") == ["order.must"]
    table.play("depot @0,-1")
    assert (table.stock, table.fame) == ("g1", 0)
    assert table.broken_rules("depot @0,1") == ["order.not-now"]


def test_12_the_warehouse_repeats_a_depots_deploy_with_its_dock_reward() -> None:
    """PI-40. FR p.12: a depot's worker needs a free cell; FR p.8, DE p.8: the reward at once."""
    island = {(1, 0): "12/2 standing", (0, 1): "04/hub:science", (0, -1): "05/1"}
    table = a_turn(2, island=island, dock="a1 b1 c3").play("activate @1,0 depot @0,1")
    table.play("deploy c3 @0,-1")
    assert table.worker(0, -1) == "standing"
    assert table.dock == ["a1", "b1"]
    assert (table.fame, table.stock) == (3, "e1s1")


def test_12_without_a_free_cell_the_deploying_depot_gives_nothing() -> None:
    """PI-40. FR p.12: only with a free cell."""
    island = {(1, 0): "12/2 standing", (0, 1): "04/hub:science"}
    table = a_turn(2, island=island).play("activate @1,0 depot @0,1")
    assert (len(table.dock), table.stock) == (12, "0")
    assert table.worker(1, 0) == "lying"
    assert table.moves == ["activate @0,0 resources", "pass"]


def test_12_a_warehouse_without_a_depot_has_no_effect() -> None:
    """PI-40, specification 16: it may be activated all the same."""
    table = a_turn(2, island={(1, 0): "12/2 standing"}).play("activate @1,0")
    assert (table.worker(1, 0), table.stock) == ("lying", "0")
    assert table.moves == ["activate @0,0 resources", "pass"]


@pytest.mark.parametrize(
    ("option", "before", "after"),
    [
        ("energy>gear", "e2s1", "s1g1"),
        ("energy>steel", "e2s1", "s2"),
        ("steel>energy", "e2s1", "e4"),
        ("gear>energy", "g1", "e2"),
    ],
)
def test_13_the_crystal_merchant_exchanges(option: str, before: str, after: str) -> None:
    """PI-39. FR p.12, DE p.12: two energy for a steel or a gear, or one of those for two energy."""
    table = a_turn(2, island={(1, 0): "13/2 standing"}, stock=before)
    table.play(f"activate @1,0 {option}")
    assert table.stock == after


def test_13_the_crystal_merchant_exchanges_once() -> None:
    """PI-39. FR p.12: only one exchange for each activation."""
    table = a_turn(2, island={(1, 0): "13/2 standing"}, stock="e2s1").play(
        "activate @1,0 energy>gear"
    )
    assert table.broken_rules("activate @1,0 steel>energy") == ["activate.worker-lies"]


def test_13_the_crystal_merchant_offers_only_what_can_be_paid() -> None:
    """PI-39. FR p.12, DE p.12: pay first."""
    table = a_turn(2, island={(0, 0): "01 lying", (1, 0): "13/2 standing"}, stock="e1g1")
    assert table.moves_like("activate") == ["activate @1,0 gear>energy"]
    assert table.broken_rules("activate @1,0 energy>steel") == ["activate.cannot-pay"]
    assert table.broken_rules("activate @1,0 steel>energy") == ["activate.cannot-pay"]
    assert table.broken_rules("activate @1,0 resources") == ["activate.no-option"]
    assert table.broken_rules("activate @1,0") == ["activate.no-option"]
