"""An edition: the game's data and options, read from a file, every value with its source.

The data of an edition is layered: `base.json`, then the edition's own file, then, if there is
one, the owner's file, which may replace any value. Nothing here is a rule; rules are in the code
and cite a page.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.common.json_reading import Node, read
from companion.games.facts import Facts
from companion.games.propeller_islands.components.board import dock_cell_name
from companion.games.propeller_islands.components.pieces import (
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
from companion.games.protocol import Fact
from companion.tabletop import hexes

REWARDS = ("tile", "activate-two", "fame", "depots", "resources", "deploy")
SHIPPED = ("de", "fr")

Readers = Mapping[str, Callable[[Node], Any]]

_DATA = Path(__file__).parents[1] / "data"


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


@dataclass(frozen=True)
class Edition:
    """Everything about a printed copy that is not a rule."""

    name: str
    options: Options
    dice: Mapping[int, int]
    workers: int
    stack_tiles: int
    forge_order: tuple[int, ...]
    start_stock: Stock
    start_tiles: int
    hand: Mapping[str, int]
    display: int
    trumpets: tuple[int, ...]
    fame_track: int
    rows: int
    columns: int
    row_rewards: tuple[str, ...]
    column_rewards: tuple[str, ...]
    depot_resources: Mapping[str, Stock]
    depot_deploys: Mapping[str, int]
    monument_sets: Mapping[str, tuple[int, ...]]
    plans_to_end: int
    names: Mapping[str, Mapping[str, str]]
    tiles: tuple[Tile, ...]
    slots: Mapping[str, tuple[str, ...]]
    plans: tuple[Plan, ...]
    _facts: tuple[Fact, ...] = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.name

    def facts(self) -> Iterator[Fact]:
        """Every value of the data, with its source."""
        yield from self._facts

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
        return sum(tile.id == tile_id for tile in self.tiles)

    def assumes(self, place: str) -> bool:
        """Whether the value at `place` is only assumed."""
        return any(fact.place == place and fact.source == "assumed" for fact in self._facts)

    def assumes_no_slot(self, tile: Tile, kind: str) -> bool:
        """Whether the lack of a slot is only assumed, not printed and not a matter of the rules."""
        possible = tile.slots is None and can_have_slot(tile.id, kind)
        return possible and self.assumes(f"tiles.{tile.id}.slots")


def shipped(name: str) -> Edition:
    """The edition of that name as it ships."""
    return _build(name)


def with_owners_file(name: str, owners: Node) -> Edition:
    """The edition of that name, with every value that the owner's file gives put in its place."""
    return _build(name, owners)


def _build(name: str, *owners: Node) -> Edition:
    layers = [read(_DATA / "base.json"), read(_DATA / f"{name}.json"), *owners]
    facts = Facts("propeller-islands", layers)
    value = facts.value
    rows, columns, workers = _dock(facts)
    tiles = [tile for tile_id in TILE_IDS for tile in _faces(tile_id, facts)]
    depots = {depot: _bonus(value(f"depots.{depot}")) for depot in DEPOTS}
    return Edition(
        name=name,
        options=_options(facts),
        dice={int(k): v.integer(1, 20) for k, v in value("components.dice").object("234").items()},
        workers=workers,
        stack_tiles=_stack_tiles(facts, tiles),
        forge_order=_forge_order(value("components.forge_order")),
        start_stock=_stock(value("setup.resources")),
        start_tiles=value("setup.start_tiles").integer(0, 5),
        hand={level: value("setup.hand").object(LEVELS)[level].integer(0, 5) for level in LEVELS},
        display=value("setup.display").integer(0, 6),
        trumpets=_rising(value("fame.trumpets")),
        fame_track=value("fame.track").integer(1, 100),
        rows=rows,
        columns=columns,
        row_rewards=_rewards(value("dock.row_rewards"), rows),
        column_rewards=_rewards(value("dock.column_rewards"), columns),
        depot_resources={depot: bonus[0] for depot, bonus in depots.items()},
        depot_deploys={depot: bonus[1] for depot, bonus in depots.items()},
        monument_sets={
            monument: tuple(n.integer(1, 6) for n in value(f"monument_sets.{monument}").list(2, 6))
            for monument in ("22", "23")
        },
        plans_to_end=value("end.plans").integer(1, 38),
        names={tile_id: _names(value(f"tiles.{tile_id}.names")) for tile_id in TILE_IDS},
        tiles=tuple(tiles),
        slots={tile_id: _slots(tile_id, value(f"tiles.{tile_id}.slots")) for tile_id in TILE_IDS},
        plans=tuple(plan for level in LEVELS for plan in _plans(level, value(f"plans.{level}"))),
        _facts=facts.finish(),
    )


def _dock(facts: Facts) -> tuple[int, int, int]:
    """Rows, columns and workers: the dock holds all workers but the one on the capitol."""
    rows = facts.value("dock.rows").integer(1, 6)
    columns = facts.value("dock.columns").integer(1, 8)
    workers = facts.value("components.workers").integer(2, 49)
    if workers != rows * columns + 1:
        places = ("components.workers", "dock.rows", "dock.columns")
        facts.blame(places, f"{workers} workers do not fill {rows} x {columns} cells and a capitol")
    return rows, columns, workers


def _stack_tiles(facts: Facts, tiles: list[Tile]) -> int:
    """How many tiles are shuffled into the stack, the capitols being no part of it."""
    count = facts.value("components.building_tiles").integer(20, 500)
    if facts.value("components.capitols_inside").boolean():
        count -= sum(tile.is_capitol for tile in tiles)
    known = sum(not tile.is_capitol for tile in tiles)
    if known < count:
        places = ["components.building_tiles", *(f"tiles.{tile_id}.faces" for tile_id in TILE_IDS)]
        facts.blame(places, f"the faces of all tiles add up to {known} copies, not to {count}")
    return count


def _names(node: Node) -> dict[str, str]:
    return {language: word.string(60) for language, word in node.object(("en", "fr", "de")).items()}


def _options(facts: Facts) -> Options:
    options: dict[str, Any] = {}
    for name, allowed in get_type_hints(Options).items():
        node = facts.value(f"options.{name}")
        if allowed is bool:
            options[name] = node.boolean()
        elif get_origin(allowed) is Literal:
            options[name] = node.choice(get_args(allowed), "option")
        else:
            options[name] = None if node.value is None else node.integer(0, 6)
    return Options(**options)


def _stock(node: Node) -> Stock:
    fields = node.object(optional=RESOURCES)
    return Stock(**{name: count.integer(0, 20) for name, count in fields.items()})


def _bonus(node: Node) -> tuple[Stock, int]:
    fields = node.object(optional=(*RESOURCES, "deploy"))
    counts = {name: count.integer(0, 20) for name, count in fields.items()}
    deploys = counts.pop("deploy", 0)
    return Stock(**counts), deploys


def _forge_order(node: Node) -> tuple[int, ...]:
    order = tuple(item.integer(1, 6) for item in node.list(6, 6))
    if len(set(order)) < len(hexes.DIRECTIONS):
        node.wrong("each of the numbers 1 to 6 stands there once")
    return order


def _rising(node: Node) -> tuple[int, ...]:
    steps = tuple(item.integer(1) for item in node.list(2, 2))
    if steps[0] >= steps[1]:
        node.wrong("the second trumpet comes after the first")
    return steps


def _rewards(node: Node, count: int) -> tuple[str, ...]:
    return tuple(item.choice(REWARDS, "reward") for item in node.list(count, count))


def _guild(node: Node) -> str:
    return node.choice(GUILDS, "guild")


#: How what is printed on a tile is read.
PRINTED: Readers = {"number": lambda node: node.integer(1, 6), "banner": _guild, "hub": _guild}


def given(fields: Mapping[str, Node], readers: Readers) -> dict[str, Any]:
    """The fields that are there, each read; the others are left to their defaults."""
    return {name: read(fields[name]) for name, read in readers.items() if name in fields}


def _faces(tile_id: str, facts: Facts) -> Iterator[Tile]:
    for face in facts.value(f"tiles.{tile_id}.faces").list(1, 60):
        fields = face.object(required=("copies",), optional=PRINTED)
        tile = Tile(tile_id, **given(fields, PRINTED))
        for reason in tile.contradictions():
            face.wrong(reason)
        for _ in range(fields["copies"].integer(1, 60)):
            yield tile


def _slots(tile_id: str, node: Node) -> tuple[str, ...]:
    slots = read_slots(node)
    for reason in Tile(tile_id, slots=slots).contradictions():
        node.wrong(reason)
    return slots


def read_slots(node: Node) -> tuple[str, ...]:
    """The upgrade slots of a tile, in the order that they always have."""
    kinds = {item.choice(UPGRADE_KINDS, "upgrade slot") for item in node.list(0, 3)}
    return tuple(kind for kind in UPGRADE_KINDS if kind in kinds)


def _plans(level: str, node: Node) -> Iterator[Plan]:
    for card in node.list(1, 100):
        fields = card.object(required=("cost", "points", "upgrade"), optional=("copies",))
        plan = Plan(
            level,
            _stock(fields["cost"]),
            fields["points"].integer(0, 50),
            fields["upgrade"].parsed(Upgrade.parse),
        )
        for _ in range(fields["copies"].integer(1, 60) if "copies" in fields else 1):
            yield plan
