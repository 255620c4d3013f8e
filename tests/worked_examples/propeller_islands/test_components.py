"""What is in the box (FR p.2-3, DE p.2-3), and what the editions say where the books differ."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest

from companion.common.json_reading import read
from companion.games.propeller_islands.components.pieces import (
    BUILDINGS,
    DEPOTS,
    MONUMENTS,
    TILE_IDS,
    Tile,
)
from tests.worked_examples.propeller_islands.table import GAME, SUSANS_PLAN, a_fresh_game, a_turn

BOX = GAME.editions["de"]


def test_there_are_seventy_building_tiles_and_four_capitols() -> None:
    """DE p.2: 70 building tiles; FR p.2: 4 capitols."""
    assert BOX.stack_tiles == 70
    assert BOX.copies("01") == 4
    assert len(BOX.tiles) == 74
    assert a_fresh_game().state.stack == 70


def test_the_capitols_are_kept_out_of_the_stack() -> None:
    """FR p.4 (2), DE p.4 (2): separate the capitols from the other tiles before shuffling."""
    state = a_fresh_game().state
    assert len(state.unseen) == 70
    assert not any(tile.is_capitol for tile in state.unseen)


def test_a_capitol_never_comes_off_the_stack() -> None:
    """FR p.4 (2), DE p.4 (2); specification 16: one capitol on each island is certain."""
    assert a_turn(4).broken_rules("scrap C4 tile 01") == ["reveal.capitol"]


def test_an_owner_may_count_the_capitols_among_the_seventy(tmp_path: Path) -> None:
    """Specification 2: `capitols_inside_70` is assumed, so an owner's file may say otherwise."""
    file = tmp_path / "mine.json"
    file.write_text(
        '{"format": 1, "game": "propeller-islands", "components": '
        '{"capitols_inside": {"value": true, "source": "stated"}}}',
        "utf-8",
    )
    copy = GAME.for_copy(read(file))
    assert [edition.stack_tiles for edition in copy.editions.values()] == [66, 66]
    assert copy.setup({"players": 2}).stack == 66


def test_there_are_thirty_eight_plans_and_each_brings_one_upgrade() -> None:
    """FR p.2, DE p.2: 21 of level I, 17 of level II; 9 jokers, 20 productions, 9 banners."""
    assert Counter(plan.level for plan in BOX.plans) == {"I": 21, "II": 17}
    kinds = Counter(plan.upgrade.kind for plan in BOX.plans)
    assert kinds == {"joker": 9, "production": 20, "banner": 9}
    assert Counter(str(plan.upgrade) for plan in BOX.plans) == {
        "joker": 9,
        "banner:industry": 3,
        "banner:science": 3,
        "banner:culture": 3,
        "production:energy": 7,
        "production:steel": 7,
        "production:gear": 6,
    }


def test_the_plan_of_the_books_example_is_among_the_plans() -> None:
    """FR p.9, DE p.9: level I, one energy, one steel, one gear, an industry banner."""
    assert SUSANS_PLAN in [str(plan) for plan in BOX.plans]


@pytest.mark.parametrize(("level", "resources", "points"), [("I", 3, 3), ("II", 5, 6)])
def test_plans_of_level_two_cost_and_give_more(level: str, resources: int, points: int) -> None:
    """Specification 12 (assumed): 3 resources for 3 points, 5 for 6."""
    plans = [plan for plan in BOX.plans if plan.level == level]
    assert {sum(plan.cost) for plan in plans} == {resources}
    assert {plan.points for plan in plans} == {points}


def test_the_tiles_are_twelve_depots_forty_two_buildings_and_sixteen_monuments() -> None:
    """Specification 12 (assumed)."""
    copies = {tile_id: BOX.copies(tile_id) for tile_id in TILE_IDS}
    assert [copies[tile_id] for tile_id in DEPOTS] == [4, 4, 4]
    assert [copies[tile_id] for tile_id in BUILDINGS] == [6, 6, 6, 6, 4, 4, 3, 3, 4]
    assert [copies[tile_id] for tile_id in MONUMENTS] == [1, 1, 2, 2, 2, 2, 2, 2, 1, 1]


def test_every_tile_shows_what_its_kind_shows() -> None:
    """FR p.3, DE p.3: guild buildings and monuments a banner, hubs and depots a symbol."""
    for tile in BOX.tiles:
        assert (tile.number is not None) == (tile.id in BUILDINGS)
        assert (tile.banner is not None) + (tile.hub is not None) == (not tile.is_capitol)
        assert not (tile.is_depot and tile.banner)
        assert not (tile.is_monument and tile.hub)


def test_worker_cells_are_everywhere_but_on_depots() -> None:
    """FR p.3, DE p.3."""
    assert [tile_id for tile_id in TILE_IDS if not Tile(tile_id).has_worker_cell] == list(DEPOTS)


def test_only_the_capitol_and_the_buildings_have_an_activation_bar() -> None:
    """FR p.3, p.12, DE p.3, p.12."""
    active = [tile_id for tile_id in TILE_IDS if Tile(tile_id).can_be_activated]
    assert active == ["01", *BUILDINGS]


def test_tile_10_of_veras_example_is_a_science_hub_with_a_banner_slot() -> None:
    """FR p.7, DE p.7: she puts a science banner on tile 10; tile 4 is a science hub."""
    assert "10/6/hub:science" in map(str, BOX.tiles)
    assert "banner" in BOX.slots["10"]
    assert "04/hub:science" in map(str, BOX.tiles)


@pytest.mark.parametrize(
    ("tile_id", "french", "german"),
    [
        ("01", "Capitole", "Hauptstadt"),
        ("05", "Atelier", "Bastelladen"),
        ("06", "Raffinerie", "Raffinerie"),
        ("07", "Fonderie", "Eisengießerei"),
        ("08", "Hôtel", "Hotel"),
        ("09", "Usine nucléaire", "Schmelze"),
        ("10", "Usine", "Fabrik"),
        ("11", "Station de radio", "Funkstation"),
        ("12", "Entrepôt", "Warenhaus"),
        ("13", "Marchand de cristaux", "Kristallhändler"),
        ("14", "Appartement de luxe", "Luxusappartements"),
        ("15", "Service de livraison", "Paketdienst"),
        ("16", "Jardins flottants", "Schwimmende Gärten"),
        ("17", "Théâtre", "Theater"),
        ("18", "Laboratoire", "Labor"),
        ("19", "Archives", "Archiv"),
        ("20", "Journal", "Zeitung"),
        ("21", "Café", "Café"),
        ("23", "Plateforme d'observation", "Aussichtsplattform"),
    ],
)
def test_tiles_have_the_names_of_both_books(tile_id: str, french: str, german: str) -> None:
    """FR p.12, DE p.12 (22: FR lost)."""
    assert (BOX.names[tile_id]["fr"], BOX.names[tile_id]["de"]) == (french, german)


def test_the_german_edition_is_the_default_reading() -> None:
    """Specification 11: the default column."""
    assert asdict(BOX.options) == {
        "tie_break": "plans-then-seat",
        "paid_changes": 1,
        "amelia_limit": "round",
        "sir_charles_limit": "turn",
        "marie_when": "action",
        "fresh_workers": True,
        "capitol_without_cell": "resources-only",
        "shared_die": "may",
        "guild_monuments": "island",
    }
    assert a_fresh_game().state.edition == BOX


def test_the_french_edition_differs_in_the_tie_break_and_in_marie() -> None:
    """Specification 11: `fr` sets these two and nothing else."""
    changed = asdict(GAME.editions["fr"].options)
    assert changed == {
        **asdict(BOX.options), "tie_break": "youngest", "marie_when": "any-activation"
    }  # fmt: skip


def test_trumpets_dock_and_end_are_as_assumed() -> None:
    """FR p.6, p.8-9, DE p.6, p.8-9; specification 12."""
    assert (BOX.trumpets, BOX.fame_track, BOX.plans_to_end) == ((5, 10), 15, 7)
    assert (BOX.rows, BOX.columns, BOX.workers) == (3, 4, 13)
    assert BOX.row_rewards == ("tile", "activate-two", "fame")
    assert BOX.column_rewards == ("resources", "depots", "resources", "deploy")


def test_what_the_books_do_not_say_is_marked_as_assumed() -> None:
    """Specification 12: nothing unknown is passed off as known."""
    assumed = {fact.place for fact in BOX.facts() if fact.source == "assumed"}
    for place in (
        "fame.trumpets",
        "dock.row_rewards",
        "depots.02",
        "plans.I",
        "tiles.05.faces",
        "tiles.05.slots",
        "setup.resources",
        "setup.start_tiles",
        "components.forge_order",
        "components.capitols_inside",
    ):
        assert place in assumed
