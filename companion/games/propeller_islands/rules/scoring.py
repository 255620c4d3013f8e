"""The final scoring and the tie-breaks (FR p.10, DE p.10)."""

from collections.abc import Iterator, Sequence

from companion.common.remembering import remembering
from companion.common.words import say, say_n
from companion.games.kit.plain import decided
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.rules.monuments import Monument
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told import position
from companion.games.propeller_islands.told.position import Position, SeatPosition
from companion.games.propeller_islands.told.words import amount, tile_name
from companion.games.protocol import Breakdown, Outcome, ScoredSeat, ScoreSheet, Seat
from companion.tabletop.chart import on_track

ENERGY_A_POINT = 3
STEEL_A_POINT = 2
TOKENS_A_POINT = 2


def of_state(state: State) -> dict[Seat, Breakdown]:
    """Every seat's points."""
    return dict(enumerate(score_seats(position.of_state(state))))


def outcome(state: State) -> Outcome | None:
    """Who won."""
    return None if state.agenda else score_sheet(position.of_state(state)).outcome


def score_sheet(here: Position) -> ScoreSheet:
    """The points of a position, and who wins."""
    scores = score_seats(here)
    return ScoreSheet(
        tuple(ScoredSeat(seat.name, own) for seat, own in zip(here.seats, scores, strict=True)),
        decide(here, [own.points for own in scores]),
        tuple(position.hints(here)),
    )


def score_seats(here: Position) -> list[Breakdown]:
    """Every seat's points as a tree."""
    return [score_seat(here, index) for index in range(len(here.seats))]


def score_seat(here: Position, index: int) -> Breakdown:
    """One seat's points as a tree: categories, and below them what they are made of."""
    return _score(here.edition, here.seats[index], index)


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


def _monuments(edition: Edition, seat: SeatPosition, index: int) -> Iterator[Breakdown]:
    for cell, placed in seat.island:
        if not placed.tile.is_monument:
            continue
        monument = Monument(placed.tile.id, cell, seat, edition)
        rule, name = f"monument:{monument.id}", tile_name(edition, monument.id)
        here, each = island_place(index, cell), monument.points
        parts = tuple(
            Breakdown(
                rule,
                each,
                say("{name}: complete set {number}", name=name, number=number),
                (here, *(island_place(index, piece) for piece in pieces)),
            )
            for number, pieces in enumerate(monument.sets(), 1)
        )
        found = len(parts)
        text = say("{name}: {sets} x {points} points", name=name, sets=found, points=each)
        yield Breakdown(rule, each * found, text, (here,), parts)


def _plans(seat: SeatPosition, index: int) -> Breakdown:
    parts = tuple(
        Breakdown("plans", points, say("plan {number}", number=number), (f"plan/{index}/{number}",))
        for number, points in enumerate(seat.plans, 1)
    )
    text = say_n("{n} completed plan", "{n} completed plans", len(seat.plans))
    return Breakdown("plans", sum(seat.plans), text, (f"plan/{index}",), parts)


def decide(here: Position, totals: Sequence[int]) -> Outcome:
    """Who wins, and by what."""
    seats, token = here.seats, here.first_player
    ties: list[tuple[str, Sequence[int | None]]]
    ties = [("dock-workers", [seat.dock for seat in seats])]
    if here.edition.options.tie_break == "youngest":
        ties += [("youngest", [None if seat.age is None else -seat.age for seat in seats])]
    else:
        ties += [("fewer-plans", [-len(seat.plans) for seat in seats])]
        if token is not None:
            order = [(seat - token) % here.players for seat in range(len(seats))]
            ties += [("seat-order", order)]
    return decided(totals, *ties)
