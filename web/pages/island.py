"""My island: everything in front of one seat, the own one first, the others a swipe away."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.common.words import say
from companion.games.kit import unsaid
from web.drawings import drawings_of, painter_of
from web.pages.side_pages import SidePage, Visit


def furnish(here: Visit) -> Mapping[str, Any]:
    """What the page needs to know; other hands are not in it."""
    game, state, own = here.game, here.now.state, here.guest.seat
    view = unsaid.view(game, state, own)
    picture = painter_of(game)(view, None, game.score(state), game.outcome(state))
    describe = drawings_of(game).details
    seats = [
        (replace(seat, name=here.now.names.get(seat.number, seat.name)), describe(game, view, n))
        for n, seat in enumerate(picture.seats)
    ]
    # A guest's seat may be one that this smaller game does not have.
    first = own if own is not None and own < len(seats) else 0
    return {"own": own, "seats": [*seats[first:], *seats[:first]]}


SIDE_PAGE = SidePage("island", say("My island"), furnish)
