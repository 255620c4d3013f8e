"""A seat of Propeller Islands from close by: fame, what each die is good for, the own hand."""

from collections.abc import Mapping
from typing import Any

from companion.common.words import joined, say
from companion.games.capabilities import Rules
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.propeller_islands.told import words
from companion.games.protocol import Seat
from web.drawings.propeller_tiles import card
from web.drawings.shapes import HandCard, Reach, SeatDetails, TrackView


def details(game: Rules[Any, Any], view: Mapping[str, Any], number: Seat) -> SeatDetails:
    """This seat, as far as the view knows it."""
    edition = game.editions[view["edition"]]
    assert isinstance(edition, Edition)
    seat = view["seats"][number]
    hand = None
    if seat["hand"] is not None:
        cards = zip(seat["hand"], seat["can_pay"], strict=True)
        hand = tuple(HandCard(card(Plan.parse(text)), can_pay) for text, can_pay in cards)
    return SeatDetails(
        track=_track(edition, seat),
        reach=tuple(_reach(edition, view, seat, value) for value in range(1, 7)),
        hand=hand,
        backs=tuple((level, count) for level, count in seat["backs"].items() if count),
        unknown=seat["cards"] - len(seat["hand"] or ()),
    )


def _track(edition: Edition, seat: Mapping[str, Any]) -> TrackView:
    shown = seat["fame_track"]
    label = say("{n} fame; the trumpets are at {marks}", n=seat["fame"],
                marks=joined(map(str, edition.trumpets), ", "))  # fmt: skip
    return TrackView(
        label, edition.fame_track, shown["marker"], shown["tokens"], edition.trumpets, seat["fame"]
    )


def _reach(edition: Edition, view: Mapping[str, Any], seat: Mapping[str, Any], value: int) -> Reach:
    tiles = {tuple(item["at"]): item["tile"] for item in seat["island"]}
    market = ((slot, view["market"][slot]) for slot in view["reach"][str(value)])
    return Reach(
        value=value,
        dice=len(view["forge"][str(value)]),
        activates=tuple(
            words.tile_name(edition, tiles[tuple(cell)]) for cell in seat["activates"][str(value)]
        ),
        takes=tuple(words.tile_face(edition, Tile.parse(text)) for _, text in market if text),
    )
