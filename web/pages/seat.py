"""What lies in front of each seat, from close by: the own one first, the others a swipe away."""

from collections.abc import Mapping
from typing import Any

from companion.common.words import say
from companion.games.kit.pictures import close_up, picture
from web.pages.side_pages import SidePage, Visit


def furnish(here: Visit) -> Mapping[str, Any]:
    """What the page needs to know; other hands are not in it."""
    game, state, own = here.game, here.now.state, here.guest.seat
    seats = [(seat, close_up(game, state, seat.number, own)) for seat in picture(game, state).seats]
    # A guest's seat may be one that this smaller game does not have.
    first = own if own is not None and own < len(seats) else 0
    return {"own": own, "seats": [*seats[first:], *seats[:first]]}


SIDE_PAGE = SidePage("seat", say("My place"), furnish)
