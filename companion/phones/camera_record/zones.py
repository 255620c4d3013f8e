"""Zones that people drew: which part of the table is whose."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.tabletop.chart import Board, Chart, TileField
from companion.tabletop.outlines import Outline, middle


def as_drawn(chart: Chart, drawn: Mapping[str, Outline]) -> Chart:
    """A chart with zones where people drew them.

    Boards and tiles are turned towards whoever usually sits there: the turn comes from the zone of
    the set-up that is nearest. Zones that the chart does not know are left out.
    """
    known = {zone: outline for zone, outline in drawn.items() if zone in editable(chart)}
    if not known:
        return chart
    homes = {zone: middle(chart.regions[zone]) for zone in editable(chart)}

    def turn(zone: str, usual: float, others: Sequence[Board | TileField]) -> float:
        if zone not in known:
            return usual
        at = middle(known[zone])
        return min(others, key=lambda other: math.dist(homes[other.zone], at)).turn

    fields = tuple(replace(f, turn=turn(f.zone, f.turn, chart.fields)) for f in chart.fields)
    sides = chart.boards[1:]
    boards = tuple(
        replace(b, at=middle(known[b.zone]), turn=turn(b.zone, b.turn, sides))
        if b.zone in known
        else b
        for b in sides
    )
    return replace(chart.with_regions(known), boards=(chart.main, *boards), fields=fields)


def editable(chart: Chart) -> tuple[str, ...]:
    """The zones that people may draw: all fields and boards but the main board."""
    return (*(f.zone for f in chart.fields), *(b.zone for b in chart.boards[1:]))
