"""Sitting down, coming back on another phone, and getting up.

One field takes every code: the one to join, a player's own, or the host's PIN. Nothing happens on
GET; wrong codes are counted.
"""

import unicodedata
from typing import NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.common.words import say
from companion.games.protocol import Seat
from companion.log.events import HOST, SEAT, VIEWER, Play, Rejection, Who
from companion.phones.desk import Desk
from companion.phones.passes import MOST_SEATS, Passes
from companion.table.admission import IMPOSSIBLE, LONGEST_NAME
from web.access.guessing import Judge, Wait
from web.access.guests import HOST_COOKIE, SEAT_COOKIE, keep
from web.live.screen import names_at
from web.live.web_table import WebTable
from web.pages.forms import number_of
from web.pages.table_page import newest
from web.translation import told


class Complaint(NamedTuple):
    """Why somebody can't sit down yet: the sentence, and the status that goes with it.

    `field` is where he puts it right, if there is one.
    """

    text: str
    status: int
    wait: int = 0
    field: str = ""


def blueprint(web_table: WebTable, desk: Desk, passes: Passes, judge: Judge) -> Blueprint:
    """The way to the seats of this table."""
    door = web_table.door
    joining = Blueprint("joining", __name__)

    def page(complaint: Complaint | None = None) -> AnyResponse:
        moment = newest(web_table.feed)
        text = render_template(
            "join.html",
            title=moment.game.title,
            guest=door.who_asks(request),
            seats=web_table.screen.picture(moment).seats,
            names=names_at(moment),
            choice=web_table.screen.character_choice(moment),
            longest=LONGEST_NAME,
            code=request.values.get("code", "")[:12],
            name=request.form.get("name", "")[:LONGEST_NAME],
            again=bool(request.args.get("again")) and complaint is None,
            chosen=request.form.get("seat", ""),
            complaint=complaint.text if complaint else "",
            wrong=complaint.field if complaint else "",
        )
        answer = Response(text, status=complaint.status if complaint else 200)
        if complaint and complaint.wait:
            answer.headers["Retry-After"] = str(complaint.wait)
        return answer

    @joining.get("/join")
    def join() -> AnyResponse:
        return page()

    @joining.post("/join")
    def enter() -> AnyResponse:
        code = request.form.get("code", "")
        whom = judge.judge(lambda: passes.meaning(code))
        if isinstance(whom, Wait):
            return page(Complaint(whom.text, 429, whom.seconds, field="code"))
        if whom is None:
            said = say("That is no code of this table. Ask the host.")
            return page(Complaint(said, 403, field="code"))
        if whom.role == HOST:
            return _home(HOST_COOKIE, passes.host_pass())
        if whom.role == SEAT and whom.seat is not None:
            return _home(SEAT_COOKIE, passes.seat_pass(whom.seat))
        return sit_down()

    def sit_down() -> AnyResponse:
        if door.who_asks(request).seat is not None:
            return page(Complaint(say("You have a seat already; give it up first."), 409))
        name = clean(request.form.get("name", ""))
        if not request.form.get("name", "").strip():
            return page(Complaint(say("Write your name."), 400, field="name"))
        if not name:
            said = say("Give a name of 1 to {n} letters, without invisible ones.", n=LONGEST_NAME)
            return page(Complaint(said, 400, field="name"))
        if "seat" not in request.form:
            return page(Complaint(say("Choose a seat."), 400, field="seat"))
        seat = _seat()
        answer = desk.sit(seat, name, Who(VIEWER))
        if isinstance(answer, Rejection):
            return page(Complaint(answer.text, 409))
        passes.renew(seat)
        choose_character(web_table, desk, seat, answer.number)
        return _home(SEAT_COOKIE, passes.seat_pass(seat))

    @joining.post("/leave")
    def leave() -> AnyResponse:
        guest = door.who_asks(request)
        if guest.seat is None:
            raise Forbidden(say("You have no seat to give up."))
        return get_up(guest.seat, Who(SEAT, guest.seat))

    @joining.post("/free")
    def free() -> AnyResponse:
        door.only_host()
        return get_up(_seat(), door.who_asks(request).who)

    def get_up(seat: Seat, by: Who) -> AnyResponse:
        answer = desk.sit(seat, "", by)
        # A smaller game may have no such seat; its pass lapses all the same.
        if isinstance(answer, Rejection) and answer.reason != IMPOSSIBLE:
            return Response(told(answer.text), 409, mimetype="text/plain")
        passes.renew(seat)
        return redirect(url_for("pages.table"), code=303)

    return joining


def clean(name: str) -> str:
    """A name as it is kept: spaces put in order; empty when it can't be one.

    Letters that can't be seen could make two names look the same, or turn a line around.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    invisible = any(unicodedata.category(letter).startswith("C") for letter in name)
    return "" if invisible or len(name) > LONGEST_NAME else name


def _seat() -> Seat:
    seat = number_of(request.form.get("seat", ""))
    if seat is None or seat >= MOST_SEATS:
        raise BadRequest(say("There is no such seat."))
    return seat


def _home(cookie: str, kept: str) -> AnyResponse:
    """To the table, with a pass."""
    answer = redirect(url_for("pages.table"), code=303)
    keep(answer, cookie, kept)
    return answer


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
