"""Choosing a character together with a seat."""

from flask import request

from companion.desk import Desk
from companion.events import SEAT, Play, Who
from companion.games.protocol import Seat
from web.house import House
from web.pages import newest


def choose(house: House, desk: Desk, seat: Seat, seen: int) -> None:
    """Whoever sits down while the characters are dealt may say which one he plays.

    When somebody was quicker nothing happens: the page of the table asks.
    """
    moment = newest(house.feed)
    casting = house.screen.casting(moment) if moment else None
    if moment is None or moment.standing is None or casting is None or casting.seat != seat:
        return
    move = casting.choices.get(request.form.get("character", ""))
    if move is not None:
        desk.post(moment.standing.game, Play(move), Who(SEAT, seat), seen)
