"""Choosing a character together with a seat."""

from flask import request

from companion.games.protocol import Seat
from companion.log.events import SEAT, Play, Who
from companion.phones.desk import Desk
from web.live.web_table import WebTable
from web.pages.table_page import newest


def choose_character(web_table: WebTable, desk: Desk, seat: Seat, seen: int) -> None:
    """Whoever sits down while the characters are dealt may say which one he plays.

    When somebody was quicker nothing happens: the page of the table asks.
    """
    moment = newest(web_table.feed)
    choice = web_table.screen.character_choice(moment)
    if moment.standing is None or choice is None or choice.seat != seat:
        return
    move = choice.choices.get(request.form.get("character", ""))
    if move is not None:
        desk.post(moment.standing.game, Play(move), Who(SEAT, seat), seen)
