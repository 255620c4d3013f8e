"""Positions as people type them, and their scores."""

import json
from collections.abc import Mapping
from typing import Any

from companion.common.json_reading import parse
from companion.games.protocol import Breakdown, Outcome, Violation
from companion.tabletop.hexes import Cell
from tests.worked_examples.propeller_islands.table import GAME, a_tile

Seat = dict[str, object]


def a_position(*seats: Mapping[str, object], **fields: object) -> Any:
    """A position of these seats."""
    return parse(json.dumps({"game": "propeller-islands", "seats": seats, **fields}), "typed")


def a_seat(island: Mapping[Cell, str] | None = None, **fields: object) -> Seat:
    """A seat; tiles are written as `10/4/hub:science standing joker`."""
    tiles = [_tile(cell, text) for cell, text in (island or {}).items()]
    return {"island": tiles, **fields}


def _tile(cell: Cell, text: str) -> dict[str, object]:
    placed = a_tile(text)
    face = {"number": placed.tile.number, "banner": placed.tile.banner, "hub": placed.tile.hub}
    known = {key: value for key, value in face.items() if value is not None}
    upgrades = [str(upgrade) for upgrade in placed.upgrades]
    on_top = {"worker": placed.worker, "upgrades": upgrades}
    return {"at": list(cell), "tile": placed.tile.id, **known, **on_top}


def a_row(*tiles: str) -> dict[Cell, str]:
    """An island of tiles in a row."""
    return {(column, 0): tile for column, tile in enumerate(tiles)}


def score_of(island: Mapping[Cell, str] | None = None, **fields: object) -> Breakdown:
    """The score of one seat with this island."""
    sheet = GAME.score_position(a_position(a_seat(island, **fields)))
    breakdown: Breakdown = sheet.seats[0].score
    return breakdown


def items_of(score: Breakdown) -> dict[str, int]:
    """The points of each item that is worth some; those of equal monuments together."""
    items: dict[str, int] = {}
    for part in score.parts:
        items[part.rule] = items.get(part.rule, 0) + part.points
    return {rule: points for rule, points in items.items() if points}


def winner_of(*seats: Mapping[str, object], **fields: object) -> tuple[tuple[int, ...], str]:
    """Who wins, and by what."""
    outcome: Outcome = GAME.score_position(a_position(*seats, **fields)).outcome
    return outcome.winners, outcome.decided_by


def impossible(*seats: Mapping[str, object], **fields: object) -> tuple[Violation, ...]:
    """Everything impossible about a position."""
    found: tuple[Violation, ...] = GAME.check_position(a_position(*seats, **fields))
    return found
