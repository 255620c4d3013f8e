"""The final scoring and the tie-breaks (FR p.10, DE p.10)."""

from collections.abc import Sequence

from companion.games.propeller_islands import monuments
from companion.games.propeller_islands.board import on_track
from companion.games.propeller_islands.position import Position, SeatPosition
from companion.games.propeller_islands.rulings import island_place
from companion.games.protocol import Breakdown, Outcome

ENERGY_A_POINT = 3
STEEL_A_POINT = 2
TOKENS_A_POINT = 2


def score_seats(position: Position) -> list[Breakdown]:
    """Every seat's points as a tree."""
    return [score_seat(position, index) for index in range(len(position.seats))]


def score_seat(position: Position, index: int) -> Breakdown:
    """One seat's points as a tree: categories, and below them what they are made of."""
    seat = position.seats[index]
    aside = len(seat.set_aside)
    items = [
        _fame(position, seat, index),
        _divided("energy", seat.energy, ENERGY_A_POINT, "energy", index),
        _divided("steel", seat.steel, STEEL_A_POINT, "steel", index),
        Breakdown(
            "gears",
            seat.gears,
            f"{seat.gears} {_plural(seat.gears, 'gear')}, 1 point each",
            (f"stock/{index}/gears",),
        ),
        _divided(
            "set-aside", aside, TOKENS_A_POINT, _plural(aside, "upgrade") + " set aside", index
        ),
        *_monuments(position, seat, index),
        _plans(seat, index),
    ]
    total = sum(item.points for item in items)
    return Breakdown("total", total, f"{seat.name}: {total} points", (), tuple(items))


def _fame(position: Position, seat: SeatPosition, index: int) -> Breakdown:
    text = f"{seat.fame} fame, 1 point each"
    tokens, marker = on_track(seat.fame, position.edition.fame_track)
    if tokens:
        text += f" ({tokens} x +{position.edition.fame_track} and the marker on {marker})"
    return Breakdown("fame", seat.fame, text, (f"fame/{index}",))


def _divided(rule: str, count: int, size: int, what: str, index: int) -> Breakdown:
    text = f"{count} {what}, 1 point for every {size}"
    return Breakdown(rule, count // size, text, (f"stock/{index}/{rule}",))


def _plural(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"


def _monuments(position: Position, seat: SeatPosition, index: int) -> list[Breakdown]:
    items = []
    for cell, placed in seat.island:
        tile = placed.tile
        if not tile.is_monument:
            continue
        rule = f"monument:{tile.id}"
        each = monuments.POINTS[tile.id]
        name = position.edition.names[tile.id]["en"]
        sets = monuments.sets_of(tile.id, cell, seat, position.edition)
        here = island_place(index, cell)
        parts = tuple(
            Breakdown(
                rule,
                each,
                f"{name}: complete set {number}",
                (here, *(island_place(index, piece) for piece in pieces)),
            )
            for number, pieces in enumerate(sets, 1)
        )
        text = f"{name} at ({cell[0]},{cell[1]}): {len(sets)} x {each} points"
        items.append(Breakdown(rule, each * len(sets), text, (here,), parts))
    return items


def _plans(seat: SeatPosition, index: int) -> Breakdown:
    parts = tuple(
        Breakdown("plans", points, f"plan {number}", (f"plan/{index}/{number}",))
        for number, points in enumerate(seat.plans, 1)
    )
    text = f"{len(seat.plans)} completed {_plural(len(seat.plans), 'plan')}"
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
