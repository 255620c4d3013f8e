"""Tiles and spaces of Propeller Islands as hexagons, each made once while it lies there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.common.remembering import remembering
from companion.common.words import joined, say, say_n
from companion.games.propeller_islands.components.board import SLOTS, slot_cells
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Tile, Upgrade
from companion.games.propeller_islands.told import words
from companion.tabletop import hexes
from web.drawings.shapes import Card, Counter, Hexagon, HexBoard, Token, place

_WORKERS = {"standing": say("worker standing"), "lying": say("worker lying")}

_CENTRE = Hexagon(*place(hexes.ORIGIN), "centre", say("The Forge"))
_CELLS = dict(zip(SLOTS, slot_cells(), strict=True))

Item = Mapping[str, Any]


@remembering(most=64)
def forge(edition: Edition, counts: str, market: str, before: str) -> HexBoard:
    """The Forge: dice by space, and the tiles around it, now and before, each in one line."""
    spaces = zip(edition.forge_order, hexes.DIRECTIONS, counts, strict=True)
    slots = zip(SLOTS, market.split("|"), (before or market).split("|"), strict=True)
    return HexBoard(
        say("The Forge with its dice, and the twelve tiles around it"),
        (
            _CENTRE,
            *(_space(face, *cell, int(count)) for face, cell, count in spaces),
            *(_slot(edition, slot, tile, tile != old) for slot, tile, old in slots),
        ),
    )


@remembering(most=64)
def _space(face: int, q: int, r: int, count: int) -> Hexagon:
    x, y = place((q, r))
    label = say_n("Space {face}: {n} die", "Space {face}: {n} dice", count, face=face)
    return Hexagon(x, y, "space", label, number=str(face), dice=(face,) * count)


@remembering(most=1024)
def _slot(edition: Edition, name: str, text: str, fresh: bool) -> Hexagon:
    x, y = place(_CELLS[name])
    if not text:
        return Hexagon(x, y, "empty", say("{slot}: empty", slot=name), note=name)
    tile = Tile.parse(text)
    note = f"{name} \N{MIDDLE DOT} {tile.id}"
    hexagon = _hexagon(edition, tile, x, y, note=note, fresh=fresh)
    return replace(hexagon, label=say("{slot}: {tile}", slot=name, tile=hexagon.label))


def island(
    edition: Edition, seat: int, name: str, items: Sequence[Item], before: Sequence[Item] | None
) -> HexBoard:
    """The tiles of a seat; what differs from `before` is news."""
    old = {tuple(item["at"]): item for item in before or ()}

    def is_fresh(item: Item) -> bool:
        earlier = old.get(tuple(item["at"]))
        return bool(old) and (earlier is None or _touched(earlier, item))

    return HexBoard(
        say_n(
            "The island of {name}: {n} tile",
            "The island of {name}: {n} tiles",
            len(items),
            name=name,
        ),
        tuple(_placed(edition, item, is_fresh(item)) for item in items),
        seat=seat,
    )


@remembering(most=2048)
def _placed(edition: Edition, item: Item, fresh: bool) -> Hexagon:
    tile = Tile(item["tile"], item.get("number"), item.get("banner"), item.get("hub"))
    tokens = tuple(token(Upgrade.parse(text)) for text in item.get("upgrades", ()))
    worker = item.get("worker") or ""
    also = [one.label for one in tokens]
    if worker:
        also.append(_WORKERS[worker])
    q, r = item["at"]
    x, y = place((q, r))
    return _hexagon(
        edition, tile, x, y, note=tile.id, worker=worker, tokens=tokens, also=also, fresh=fresh
    )


def _hexagon(edition: Edition, tile: Tile, x: float, y: float, **more: Any) -> Hexagon:
    also = more.pop("also", [])
    return Hexagon(
        x=x,
        y=y,
        kind=tile.family,
        label=joined([words.tile_in_full(edition, tile), *also], ", "),
        number="?" if tile.is_capitol else str(tile.number or ""),
        name=words.tile_name(edition, tile.id),
        mark=_mark(tile),
        **more,
    )


def _touched(old: Item, new: Item) -> bool:
    """Whether something happened to a tile; that all workers stand up again is no news."""
    if old is new:
        return False
    stood_up = old.get("worker") == "lying" and new.get("worker") == "standing"
    return not stood_up and old != new


def _mark(tile: Tile) -> Token | None:
    if tile.banner:
        return Token("banner", tile.banner, words.SAID["tokens"][f"banner:{tile.banner}"])
    return Token("hub", tile.hub, words.SAID["tokens"][f"hub:{tile.hub}"]) if tile.hub else None


def token(upgrade: Upgrade) -> Token:
    """An upgrade as a small thing."""
    name = words.upgrade(upgrade)
    if upgrade.kind == "banner":
        return Token("banner", upgrade.of or "", say("{banner} added", banner=name))
    return Token(upgrade.kind, upgrade.of or "joker", name)


def card(plan: Plan) -> Card:
    """A plan that lies open."""
    cost = plan.cost._asdict()
    return Card(
        title=say("Level {level}", level=plan.level),
        points=plan.points,
        cost=tuple(
            Counter(name, words.amount(name, count), count) for name, count in cost.items() if count
        ),
        token=token(plan.upgrade),
    )
