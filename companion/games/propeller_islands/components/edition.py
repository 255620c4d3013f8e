"""An edition: the game's data and options, read from files, every value with its source.

Each field says where it stands in the data, and of which kind it is: how it is read and told.
Layers are `base.json`, the edition's own file, then, if there is one, the owner's file, which may
replace any value. Nothing here is a rule; rules are in the code and cite a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from companion.common.json_reading import Node, read
from companion.common.words import listed, named, say
from companion.games.facts import EditionFacts, Facts, fact, facts_by, options
from companion.games.kit.fields import (
    Kind,
    Kinds,
    copied,
    many,
    numbered,
    parsed,
    table,
    text,
    whole,
    word,
)
from companion.games.propeller_islands.components.board import dock_cell_name
from companion.games.propeller_islands.components.pieces import (
    CAPITOL,
    DEPOTS,
    GUILDS,
    LEVELS,
    RESOURCES,
    TILE_IDS,
    UPGRADE_KINDS,
    Plan,
    Stock,
    Tile,
    Upgrade,
    can_have_slot,
)
from companion.games.propeller_islands.told import words
from companion.games.propeller_islands.told.words import SAID
from companion.games.protocol import Fact

SHIPPED = ("de", "fr")

_DATA = Path(__file__).parents[1] / "data"

_FEW = whole(0, 20)
_REWARDS = many(word(SAID["rewards"], "reward"))
_STOCK = Kind(lambda node: Stock(**table(_FEW, optional=RESOURCES)(node)), tell=words.amounts)
_COPIES: Kinds = {"copies": whole(1, 60)}
_GUILD = word(GUILDS, "guild")
#: What is printed on a tile, and on a plan.
PRINTED: Kinds = {"number": whole(1, 6), "banner": _GUILD, "hub": _GUILD}
_PLAN: Kinds = {"cost": _STOCK, "points": whole(0, 50), "upgrade": parsed(Upgrade.parse)}


@dataclass(frozen=True)
class Options:
    """Where the rulebooks differ or leave a choice: see docs/rules/propeller-islands.md."""

    tie_break: Literal["plans-then-seat", "youngest"]
    paid_changes: int | None
    amelia_limit: Literal["round", "turn"]
    sir_charles_limit: Literal["turn", "round"]
    marie_when: Literal["action", "any-activation"]
    fresh_workers: bool
    capitol_without_cell: Literal["resources-only", "blocked"]
    shared_die: Literal["may", "must"]
    guild_monuments: Literal["island", "owned"]


def fact_name(edition: "Edition", fact: Fact) -> str:
    """What a fact is about."""
    tiles = {tile: words.tile_and_id(edition, tile) for tile in TILE_IDS}
    return named(fact.place, SAID["facts"], tiles)


# --- how values are read and told -----------------------------------------------------------------


def read_slots(node: Node) -> tuple[str, ...]:
    """The upgrade slots of a tile, in the order that they always have."""
    kinds = _SLOTS(node)
    return tuple(kind for kind in UPGRADE_KINDS if kind in kinds)


def possible(node: Node, tile: Tile) -> Tile:
    """The tile that stands at a node, if there can be such a one."""
    for reason in tile.contradictions():
        node.wrong(reason)
    return tile


_ORDER = many(whole(1, 6), 6, 6).that(
    lambda order: len({*order}) == len(order), "each of the numbers 1 to 6 stands there once"
)
_RISING = many(whole(1), 2, 2).that(
    lambda marks: marks[0] < marks[1], "the second trumpet comes after the first"
)
_SLOTS = many(word(SAID["slots"], "upgrade slot"), 0, 3)


def _slots(tile_id: str) -> Kind[tuple[str, ...]]:
    def read(node: Node) -> tuple[str, ...]:
        return possible(node, Tile(tile_id, slots=read_slots(node))).slots or ()

    return replace(_SLOTS, read=read)


def _faces(tile_id: str) -> Kind[tuple[Tile, ...]]:
    def face(node: Node, **printed: Any) -> Tile:
        return possible(node, Tile(tile_id, **printed))

    return copied(face, _COPIES, PRINTED, words.face, 60)


def _plans(level: str) -> Kind[tuple[Plan, ...]]:
    return copied(
        lambda node, **printed: Plan(level, **printed),
        _PLAN, _COPIES, lambda plan: words.card(replace(plan, level="")),
    )  # fmt: skip


class Bonus(NamedTuple):
    """What a depot gives: resources, and how many workers it deploys."""

    stock: Stock
    deploys: int


def _read_bonus(node: Node) -> Bonus:
    given = table(_FEW, optional=(*RESOURCES, "deploy"))(node)
    deploys = given.pop("deploy", 0)
    return Bonus(Stock(**given), deploys)


def _told_bonus(bonus: Bonus) -> str:
    deploys = [SAID["rewards"]["deploy"]] if bonus.deploys else []
    there = any(bonus.stock) or not deploys
    return listed([*([words.amounts(bonus.stock)] if there else ()), *deploys])


_BONUS = Kind(_read_bonus, tell=_told_bonus)


@dataclass(frozen=True)
class Edition(EditionFacts):
    """Everything about a printed copy that is not a rule."""

    options: Options = options("options", Options, 6)
    dice: Mapping[int, int] = fact(
        "components.dice",
        numbered(whole(1, 20), range(2, 5), told=say("{value} with {name} players")),
    )
    workers: int = fact("components.workers", whole(2, 49))
    building_tiles: int = fact("components.building_tiles", whole(20, 500))
    capitols_inside: bool = fact("components.capitols_inside", Kind(Node.boolean))
    forge_order: tuple[int, ...] = fact("components.forge_order", _ORDER)
    start_stock: Stock = fact("setup.resources", _STOCK)
    start_tiles: int = fact("setup.start_tiles", whole(0, 5))
    hand: Mapping[str, int] = fact(
        "setup.hand", table(whole(0, 5), LEVELS, told=say("{value} of level {name}"))
    )
    display: int = fact("setup.display", whole(0, 6))
    trumpets: tuple[int, ...] = fact("fame.trumpets", _RISING)
    fame_track: int = fact("fame.track", whole(1, 100))
    rows: int = fact("dock.rows", whole(1, 6))
    columns: int = fact("dock.columns", whole(1, 8))
    row_rewards: tuple[str, ...] = fact("dock.row_rewards", _REWARDS)
    column_rewards: tuple[str, ...] = fact("dock.column_rewards", _REWARDS)
    depots: Mapping[str, Bonus] = facts_by(DEPOTS, "depots.*", lambda _: _BONUS)
    monument_sets: Mapping[str, tuple[int, ...]] = facts_by(
        ("22", "23"), "monument_sets.*", lambda _: many(whole(1, 6), 2, 6)
    )
    plans_to_end: int = fact("end.plans", whole(1, 38))
    names: Mapping[str, Mapping[str, str]] = facts_by(
        TILE_IDS, "tiles.*.names", lambda _: table(text(60), ("en", "fr", "de"))
    )
    faces: Mapping[str, tuple[Tile, ...]] = facts_by(TILE_IDS, "tiles.*.faces", _faces)
    slots: Mapping[str, tuple[str, ...]] = facts_by(TILE_IDS, "tiles.*.slots", _slots)
    cards: Mapping[str, tuple[Plan, ...]] = facts_by(LEVELS, "plans.*", _plans)

    def check(self, facts: Facts) -> None:
        """Refuse values that do not go together."""
        if self.workers != self.dock_cells + 1:
            cells = f"{self.rows} x {self.columns} cells and a capitol"
            places = ["components.workers", "dock.rows", "dock.columns"]
            facts.blame(places, f"{self.workers} workers do not fill {cells}")
        facts.value("dock.row_rewards").list(self.rows, self.rows)
        facts.value("dock.column_rewards").list(self.columns, self.columns)
        known = sum(not tile.is_capitol for tile in self.tiles)
        if known < self.stack_tiles:
            places = ["components.building_tiles", *(f"tiles.{each}.faces" for each in TILE_IDS)]
            reason = f"the faces of all tiles add up to {known} copies, not to {self.stack_tiles}"
            facts.blame(places, reason)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles."""
        return tuple(tile for faces in self.faces.values() for tile in faces)

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """All plans."""
        return tuple(plan for cards in self.cards.values() for plan in cards)

    @cached_property
    def stack_tiles(self) -> int:
        """How many tiles are shuffled into the stack, the capitols being no part of it."""
        return self.building_tiles - self.capitols_inside * self.copies(CAPITOL)

    @cached_property
    def dock_names(self) -> tuple[str, ...]:
        """The names of the dock's cells, row by row."""
        return tuple(dock_cell_name(cell, self.columns) for cell in range(self.dock_cells))

    @property
    def dock_cells(self) -> int:
        """How many workers the dock holds."""
        return self.rows * self.columns

    def slots_of(self, tile: Tile) -> tuple[str, ...]:
        """The upgrade slots of a tile."""
        return self.slots[tile.id] if tile.slots is None else tile.slots

    def copies(self, tile_id: str) -> int:
        """How many tiles with this id there are."""
        return len(self.faces[tile_id])

    def assumes_no_slot(self, tile: Tile, kind: str) -> bool:
        """Whether the lack of a slot is only assumed, not printed and not a matter of the rules."""
        possible = tile.slots is None and can_have_slot(tile.id, kind)
        return possible and self.assumes(f"tiles.{tile.id}.slots")


def shipped(name: str, *owners: Node) -> Edition:
    """The edition of that name, with every value that an owner's file gives put in its place."""
    layers = [read(_DATA / "base.json"), read(_DATA / f"{name}.json"), *owners]
    facts = Facts("propeller-islands", layers)
    edition = facts.edition(Edition, name)
    edition.check(facts)
    return edition
