"""The final scoring and the tie-breaks (FR p.10, DE p.10)."""

from collections.abc import Sequence

from companion.common.remembering import remembering
from companion.common.words import say, say_n
from companion.games.propeller_islands.components.board import on_track
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.rules import monuments
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.told.position import Position, SeatPosition
from companion.games.propeller_islands.told.words import amount, tile_name
from companion.games.protocol import Breakdown, Outcome

ENERGY_A_POINT = 3
STEEL_A_POINT = 2
TOKENS_A_POINT = 2


def score_seats(position: Position) -> list[Breakdown]:
    """Every seat's points as a tree."""
    return [score_seat(position, index) for index in range(len(position.seats))]


def score_seat(position: Position, index: int) -> Breakdown:
    """One seat's points as a tree: categories, and below them what they are made of."""
    return _score(position.edition, position.seats[index], index)


@remembering(most=64)
def _score(edition: Edition, seat: SeatPosition, index: int) -> Breakdown:
    aside = len(seat.set_aside)
    items = [
        _fame(edition, seat, index),
        _divided("energy", seat.energy, ENERGY_A_POINT, amount("energy", seat.energy), index),
        _divided("steel", seat.steel, STEEL_A_POINT, amount("steel", seat.steel), index),
        Breakdown(
            "gears",
            seat.gears,
            say_n("{n} gear, 1 point each", "{n} gears, 1 point each", seat.gears),
            (f"stock/{index}/gears",),
        ),
        _divided("set-aside", aside, TOKENS_A_POINT, _aside(aside), index),
        *_monuments(edition, seat, index),
        _plans(seat, index),
    ]
    total = sum(item.points for item in items)
    text = say_n("{name}: {n} point", "{name}: {n} points", total, name=seat.name)
    return Breakdown("total", total, text, (), tuple(items))


def _fame(edition: Edition, seat: SeatPosition, index: int) -> Breakdown:
    text: str = say_n("{n} fame, 1 point each", "{n} fame, 1 point each", seat.fame)
    track = edition.fame_track
    tokens, marker = on_track(seat.fame, track)
    if tokens:
        text = say(
            "{fame} ({tokens} x +{track} and the marker on {marker})",
            fame=text, tokens=tokens, track=track, marker=marker,
        )  # fmt: skip
    return Breakdown("fame", seat.fame, text, (f"fame/{index}",))


def _divided(rule: str, count: int, size: int, what: str, index: int) -> Breakdown:
    text = say("{what}, 1 point for every {size}", what=what, size=size)
    return Breakdown(rule, count // size, text, (f"stock/{index}/{rule}",))


def _aside(count: int) -> str:
    return say_n("{n} upgrade set aside", "{n} upgrades set aside", count)


def _monuments(edition: Edition, seat: SeatPosition, index: int) -> list[Breakdown]:
    items = []
    for cell, placed in seat.island:
        tile = placed.tile
        if not tile.is_monument:
            continue
        rule = f"monument:{tile.id}"
        each = monuments.POINTS[tile.id]
        name = tile_name(edition, tile.id)
        sets = monuments.Monument(tile.id, cell, seat, edition).sets()
        here = island_place(index, cell)
        parts = tuple(
            Breakdown(
                rule,
                each,
                say("{name}: complete set {number}", name=name, number=number),
                (here, *(island_place(index, piece) for piece in pieces)),
            )
            for number, pieces in enumerate(sets, 1)
        )
        text = say(
            "{name}: {sets} x {points} points",
            name=name, sets=len(sets), points=each,
        )  # fmt: skip
        items.append(Breakdown(rule, each * len(sets), text, (here,), parts))
    return items


def _plans(seat: SeatPosition, index: int) -> Breakdown:
    parts = tuple(
        Breakdown("plans", points, say("plan {number}", number=number), (f"plan/{index}/{number}",))
        for number, points in enumerate(seat.plans, 1)
    )
    text = say_n("{n} completed plan", "{n} completed plans", len(seat.plans))
    return Breakdown("plans", sum(seat.plans), text, (f"plan/{index}",), parts)


def decide(position: Position, totals: Sequence[int]) -> Outcome:
    """Who wins, and by what. Only the first place is decided; whatever stays equal is shared."""
    leaders = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len(leaders) == 1:
        return Outcome(tuple(leaders), "points")
    docks = [position.seats[seat].dock for seat in leaders]
    if None in docks and set(docks) != {None}:
        return Outcome(tuple(leaders), "shared")  # one dock was not counted: nobody can tell
    leaders = _best(leaders, [dock or 0 for dock in docks])
    if len(leaders) == 1:
        return Outcome(tuple(leaders), "dock-workers")
    if position.edition.options.tie_break == "youngest":
        return _youngest(position, leaders)
    leaders = _best(leaders, [-len(position.seats[seat].plans) for seat in leaders])
    if len(leaders) == 1:
        return Outcome(tuple(leaders), "fewer-plans")
    if position.first_player is None:
        return Outcome(tuple(leaders), "shared")
    token, players = position.first_player, position.players
    return Outcome((max(leaders, key=lambda seat: (seat - token) % players),), "seat-order")


def _best(seats: list[int], values: list[int]) -> list[int]:
    return [seat for seat, value in zip(seats, values, strict=True) if value == max(values)]


def _youngest(position: Position, leaders: list[int]) -> Outcome:
    ages = [position.seats[seat].age for seat in leaders]
    known = [-age for age in ages if age is not None]
    if len(known) < len(leaders):
        return Outcome(tuple(leaders), "shared")
    leaders = _best(leaders, known)
    return Outcome(tuple(leaders), "youngest" if len(leaders) == 1 else "shared")
