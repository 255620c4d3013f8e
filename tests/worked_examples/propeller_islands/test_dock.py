"""The dock: deploying workers and the rewards of its lines (FR p.8, DE p.8).

Rows 1 to 3 give a tile, two activations, 3 fame; columns a to d give resources, depots, resources,
a deploy: which line gives what is assumed data.
"""

import pytest

from tests.worked_examples.propeller_islands.table import DOCK_CELLS, Table, a_turn

HOME = {(1, 0): "05/1"}


def deployed(
    cell: str, dock: str, island: dict[tuple[int, int], str] | None = None, stack: int = 30
) -> Table:
    """The table after the capitol deployed the worker of this dock cell to (1, 0)."""
    table = a_turn(6, island={**HOME, **(island or {})}, dock=dock, stack=stack)
    return table.play("activate @0,0 worker").play(f"deploy {cell} @1,0")


def test_twelve_workers_wait_on_the_dock_in_three_rows_of_four() -> None:
    """FR p.8, DE p.8: 12 worker cells; specification 3: three rows of four."""
    assert DOCK_CELLS == (
        "a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"
    )  # fmt: skip
    assert a_turn(6).dock == list(DOCK_CELLS)


def test_a_worker_may_be_taken_from_any_cell_of_the_dock() -> None:
    """FR p.8: from a cell of your choice; DE p.8: you choose freely which worker you take."""
    table = a_turn(6, island=HOME).play("activate @0,0 worker")
    assert [move.split()[1] for move in table.moves] == list(DOCK_CELLS)
    for cell in DOCK_CELLS:
        assert deployed(cell, "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3").dock == [
            other for other in DOCK_CELLS if other != cell
        ]


def test_a_worker_goes_to_any_tile_with_a_free_cell() -> None:
    """FR p.8, p.11, DE p.8, p.11: an empty tile that can house a worker; monuments can."""
    island = {
        (1, 0): "05/1",
        (0, 1): "16/banner:science",
        (0, -1): "06/1 standing",
        (-1, 0): "02/hub:industry",
    }
    table = a_turn(6, island=island, dock="a1").play("activate @0,0 worker")
    assert table.moves == ["deploy a1 @1,0", "deploy a1 @0,1"]
    assert table.broken_rules("deploy a1 @0,-1") == ["deploy.cell-taken"]
    assert table.broken_rules("deploy a1 @0,0") == ["deploy.cell-taken"]
    assert table.broken_rules("deploy a1 @-1,0") == ["deploy.no-worker-cell"]
    assert table.broken_rules("deploy a1 @5,5") == ["deploy.no-tile"]
    assert table.play("deploy a1 @0,1").worker(0, 1) == "standing"


def test_workers_on_the_dock_are_never_moved() -> None:
    """FR p.8, DE p.8: you may not rearrange them; an empty cell stays empty."""
    table = a_turn(6, island=HOME, dock="a1 b2").play("activate @0,0 worker")
    assert table.broken_rules("deploy c3 @1,0") == ["deploy.dock-cell-empty"]
    assert table.broken_rules("deploy e1 @1,0") == ["deploy.no-dock-cell"]
    assert table.play("deploy a1 @1,0").dock == ["b2"]


def test_a_line_with_a_worker_left_gives_nothing() -> None:
    """FR p.8, DE p.8: only an emptied row or column."""
    table = deployed("a1", "a1 b1 a2")
    assert (table.stock, table.fame, table.to_move) == ("0", 0, 1)


def test_an_emptied_row_gives_a_tile_from_the_stack() -> None:
    """FR p.8, DE p.8: draw the top tile of the stack and add it to the island."""
    table = deployed("a1", "a1 a2", stack=5)
    assert table.expected == "a tile is drawn from the stack first"
    table.play("tile 03/hub:culture")
    assert table.expected == "the drawn tile is placed first"
    assert table.to_move == 0
    assert table.broken_rules("pass") == ["order.not-now"], "it can't be refused"
    assert table.broken_rules("place @1,0") == ["island.cell-taken"]
    assert table.broken_rules("place @4,0") == ["island.not-connected"]
    table.play("place @2,0")
    assert table.tiles[(2, 0)] == "03/hub:culture"
    assert (table.stock, table.state.stack) == ("g1", 4)


def test_a_tile_from_the_stack_makes_connections_like_any_other() -> None:
    """FR p.7-8, DE p.7-8: the normal effects of placing."""
    table = deployed("a1", "a1 a2", {(0, 1): "07/6/hub:science"})
    assert table.play("tile 05/5/banner:science place @-1,1").fame == 1


def test_with_an_empty_stack_the_tile_is_lost_and_the_market_untouched() -> None:
    """PI-30, specification 6 and 16."""
    table = deployed("a1", "a1 a2", stack=0)
    assert table.to_move == 1
    assert table.tiles == {(0, 0): "01", (1, 0): "05/1"}
    assert all(table.market(slot) for slot in table.state.market)


def test_an_emptied_row_activates_two_tiles_of_any_number() -> None:
    """FR p.8, DE p.8: at once two different tiles with active workers, whatever their number."""
    island = {(0, 1): "06/2 standing", (0, -1): "10/3 standing", (-1, 0): "07/5 standing"}
    table = deployed("b2", "b1 b2", island)
    assert table.expected == "any tile may be activated now"
    assert table.broken_rules("activate @0,0 resources") == ["activate.worker-lies"]
    assert table.broken_rules("activate @0,-1") == ["activate.cannot-pay"], "costs are due"
    table.play("activate @-1,0")
    assert table.broken_rules("activate @-1,0") == ["activate.worker-lies"], "two different tiles"
    table.play("activate @0,-1")
    assert table.stock == "g2"
    assert table.worker(0, 1) == "standing"
    assert table.to_move == 1, "not a third one"


def test_fewer_than_two_tiles_may_be_activated() -> None:
    """Specification 6: fewer than two is allowed; what is not used is lost."""
    island = {(0, 1): "06/2 standing", (0, -1): "07/3 standing"}
    table = deployed("b2", "b1 b2", island).play("activate @0,1 pass")
    assert (table.stock, table.to_move) == ("e2", 1)
    assert deployed("b2", "b1 b2", island).play("pass").to_move == 1


def test_the_worker_just_deployed_may_be_one_of_the_two() -> None:
    """FR p.8: his tile has an active worker now."""
    assert deployed("b2", "b1 b2").play("activate @1,0").stock == "g1"


def test_an_emptied_row_gives_three_fame() -> None:
    """DE p.8: three fame at once (lost in FR)."""
    assert deployed("c3", "c1 c3").fame == 3


def test_an_emptied_column_gives_an_energy_and_a_steel() -> None:
    """FR p.8, DE p.8: one energy and one steel."""
    assert deployed("a1", "a1 b1").stock == "e1s1"
    assert deployed("c2", "c2 a2").stock == "e1s1"


def test_an_emptied_column_uses_up_to_two_depots() -> None:
    """DE p.8: up to two depots on the island."""
    island = {(0, 1): "02/hub:industry", (0, -1): "02/hub:industry", (-1, 0): "03/hub:culture"}
    table = deployed("b1", "a1 b1", island)
    assert table.moves == ["depot @0,1", "depot @0,-1", "depot @-1,0", "pass"]
    table.play("depot @0,1")
    assert table.broken_rules("depot @0,1") == ["depot.used-already"], "two different ones"
    assert table.broken_rules("depot @1,0") == ["depot.no-depot"]
    assert table.play("depot @0,-1").stock == "e2s2"
    assert table.to_move == 1, "not a third one"


def test_one_depot_or_none_may_be_used() -> None:
    """DE p.8: up to two."""
    island = {(0, 1): "02/hub:industry", (0, -1): "03/hub:culture"}
    assert deployed("b1", "a1 b1", island).play("depot @0,-1 pass").stock == "g1"
    assert deployed("b1", "a1 b1", island).play("pass").stock == "0"
    only_one = deployed("b1", "a1 b1", {(0, 1): "02/hub:industry"}).play("depot @0,1")
    assert (only_one.stock, only_one.to_move) == ("e1s1", 1)
    assert deployed("b1", "a1 b1").to_move == 1, "no depot, no question"


def test_a_depot_used_again_gives_no_fame() -> None:
    """Specification 16: it is no placement, so no new connection."""
    island = {(0, 1): "03/hub:culture", (1, 1): "05/1/banner:culture"}
    assert deployed("b1", "a1 b1", island).play("depot @0,1").fame == 0


def test_an_emptied_column_deploys_another_worker() -> None:
    """DE p.8: deploy a worker; rewards may chain."""
    island = {(0, 1): "06/1", (0, -1): "06/1"}
    table = deployed("d1", "d1 a1 c2 d3", island)
    assert table.to_move == 1
    table = deployed("d1", "d1 a1 b2 c3", island)
    assert table.expected == "a worker is deployed now"
    table.play("deploy c3 @0,1")
    assert (table.worker(0, 1), table.fame, table.stock) == ("standing", 3, "e1s1")
    assert table.dock == ["a1", "b2"]


def test_the_deploy_of_a_reward_may_be_left_out() -> None:
    """Specification 16: R_DEPLOY may be used or not."""
    table = deployed("d1", "d1 a1", {(0, 1): "06/1"}).play("pass")
    assert (table.dock, table.to_move) == (["a1"], 1)


def test_the_deploy_of_a_reward_needs_a_free_cell() -> None:
    """FR p.8, DE p.8: without a free cell nobody is deployed; rewards can't be kept for later."""
    table = deployed("d1", "d1 a1")
    assert (table.dock, table.to_move) == (["a1"], 1)


def test_a_worker_may_empty_a_row_and_a_column_at_once() -> None:
    """PI-29. FR p.8, DE p.8: several rewards in one turn; each pays once."""
    table = deployed("a3", "a3 b1 c2")
    assert (table.fame, table.stock) == (3, "e1s1")
    assert table.to_move == 1


@pytest.mark.parametrize(
    ("first", "tile", "stock"), [("column1", "@0,1", "e1g2"), ("row2", "@1,0", "e1s1g1")]
)
def test_the_owner_chooses_which_reward_comes_first(first: str, tile: str, stock: str) -> None:
    """Specification 16: with the steel of the column first, the factory of the row can be paid."""
    table = deployed("a2", "a2 b1", {(0, 1): "10/3 standing"})
    assert table.moves == ["claim row2", "claim column1"]
    assert table.broken_rules("claim row1") == ["claim.not-emptied"]
    table.play(f"claim {first}").play(f"activate {tile}")
    assert table.stock == stock


def test_both_rewards_come_whichever_is_chosen_first() -> None:
    """FR p.8, DE p.8: every emptied line gives its reward."""
    table = deployed("a1", "a1 b2", stack=3).play("claim row1 tile 06/1 place @0,1")
    assert (table.stock, table.tiles[(0, 1)]) == ("e1s1", "06/1")
    table = deployed("a1", "a1 b2", stack=3).play("claim column1")
    assert table.stock == "e1s1"
    assert table.expected == "a tile is drawn from the stack first"


def test_the_reward_comes_before_the_rest_of_the_action() -> None:
    """FR p.8, DE p.8: at once; it can't be kept."""
    table = a_turn(6, island={**HOME, (0, 1): "06/6 standing"}, dock="a1 a2")
    table.play("activate @0,0 worker deploy a1 @1,0")
    assert table.broken_rules("activate @0,1") == ["order.not-now"]
    table.play("tile 05/2 place @0,-1 activate @0,1")
    assert table.stock == "e2"


def test_several_rewards_may_come_in_one_turn_by_several_workers() -> None:
    """FR p.8: several rewards in one turn."""
    island = {(0, 1): "08/6 standing", (1, 1): "05/1"}
    table = a_turn(6, island={**HOME, **island}, dock="a1 b1 c3")
    table.play("activate @0,0 worker deploy c3 @1,0")
    assert (table.fame, table.stock) == (3, "e1s1")
    table.play("activate @0,1 deploy a1 @1,1")
    assert table.stock == "e2s2"


def test_an_emptied_line_never_pays_again() -> None:
    """Specification 16: each line pays once, when its last worker leaves."""
    table = deployed("a1", "a1 b1 b2")
    assert table.stock == "e1s1"
    table = deployed("b1", "b1 b2 c2")
    assert table.expected == "a tile is drawn from the stack first"
    table = deployed("b3", "b3 c2 b1")
    assert (table.fame, table.stock) == (3, "0"), "column a was empty before"
