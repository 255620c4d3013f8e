"""The history: every event, step by step; and what would follow if one had been different.

A correction is built here, on our side: a page never carries the moves of an event, since they may
hold the secrets of a hand.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, request, send_file
from werkzeug.exceptions import BadRequest, Conflict, Forbidden, NotFound

from companion.archive.pictures import is_name
from companion.archive.shelf import PICTURES
from companion.common.errors import CompanionError, InputError
from companion.common.remembering import remembering
from companion.common.words import said_by, say
from companion.games.buttons import Choice, offered
from companion.games.kit import defaults
from companion.games.kit.pictures import picture
from companion.log.events import HOST, Begin, Correct, Event, Lost
from companion.log.playing import apply_all
from companion.phones.desk import Desk
from companion.referee.differences import tell_reason
from companion.table.story import StoryStep
from companion.table.table import Table
from companion.table.telling import tell_action
from web.access.addresses import client_address
from web.access.budget import costly
from web.live.web_table import WebTable
from web.pages.forms import answered, number_asked, number_in
from web.pages.side_pages import SidePage, Visit, visit

#: How many events a page lists.
PAGE = 40
#: What is shown of something that somebody asks for, in characters at most.
LONGEST = 400


class Entry(NamedTuple):
    """An event of the list: what it says, and what has become of it."""

    event: Event
    told: tuple[str, ...]
    fate: str
    reasons: tuple[str, ...]
    in_line: bool


def entries(here: Visit, events: tuple[Event, ...]) -> list[Entry]:
    """These events, told."""
    line = {step.event: step for step in here.table.story()}
    return [_entry(event, line.get(event.number)) for event in events]


def _entry(event: Event, step: StoryStep | None) -> Entry:
    action = event.action
    if step is not None:
        reasons = tuple(reason.text for reason in step.unapplied)
        fate = say("not legal any more") if reasons else ""
        if isinstance(step.action, Correct) and not fate:
            fate = say("corrected")
        return Entry(event, step.told, fate, reasons, in_line=True)
    if isinstance(action, Begin):
        return Entry(event, (say("The game begins."),), "", (), in_line=False)
    sentence = tell_action(action) or (
        say("Nobody can read this any more.") if isinstance(action, Lost) else say("A move.")
    )
    fate = say("taken back") if hasattr(action, "moves") and not isinstance(action, Correct) else ""
    return Entry(event, (sentence,), fate, (), in_line=False)


def furnish(here: Visit) -> Mapping[str, Any]:
    """The list; or one event with the table as it was; or what another move would lead to."""
    at = number_asked("at")
    if at is None:
        last = number_asked("before") or here.now.number + 1
        first = max(1, last - PAGE)
        events = here.table.events(first - 1)[: max(0, last - first)]
        return {"entries": entries(here, events)[::-1], "first": first, "step": None}
    steps = here.table.story()
    index = next((i for i, step in enumerate(steps) if step.event == at), None)
    if index is None:
        raise NotFound(say("There is no such event in the line of play."))
    return _one(here, steps, index)


def _one(here: Visit, steps: tuple[StoryStep, ...], index: int) -> Mapping[str, Any]:
    game, step = here.game, steps[index]
    (event,) = here.table.events(step.event - 1)[:1]
    shown = picture(game, step.after, step.before)
    near = {"previous": index - 1, "next": index + 1}
    may = may_correct(here, event)
    which = number_asked("move") if may else None
    return {
        "step": step,
        "entry": _entry(event, step),
        "why": tell_reason(game, event.why, step.before) if event.why else "",
        "picture": shown,
        "shown_seats": [seat for seat in shown.seats if seat.number in event.seats],
        "near": {k: steps[i].event for k, i in near.items() if 0 <= i < len(steps)},
        "may_correct": may,
        "which": which,
        "choices": _choices(here, step, which) if which is not None else (),
        "preview": _preview(here, steps, step, which or 0)
        if may and "to" in request.args
        else None,
    }


def may_correct(here: Visit, event: Event) -> bool:
    """Whether the table would let him; it has the last word when he does."""
    who = here.guest.who
    own = here.guest.plays and (event.by == who or who.seat in event.seats or not event.seats)
    return who.role == HOST or own


def _choices(here: Visit, step: StoryStep, which: int) -> tuple[Choice, ...]:
    """What could have been played instead, as far as these eyes may know."""
    game = here.game
    if which >= max(1, len(step.moves)):
        return ()
    try:
        state = apply_all(game, step.before, step.moves[:which])
    except CompanionError:
        return ()
    return defaults.choices(game, state, here.guest.seat)


def instead(here: Visit, step: StoryStep, which: int, form: Mapping[str, str]) -> str:
    """The line of an event with one of its moves replaced; an empty one strikes it out.

    Only what these eyes are offered is ever judged: from anything else, somebody could read off
    the verdict what is in a hand.
    """
    to = form.get("to", "")
    if not to.strip():
        return ""
    line = offered(_choices(here, step, which), to, form.get("values", ""))
    if not line:
        raise InputError(say("That is not one of the choices here."))
    moves = [here.game.move_text(move) for move in step.moves]
    moves[which : which + 1] = [line]
    return " ".join(moves)


class Preview(NamedTuple):
    """What a correction leads to."""

    to: str
    values: str
    told: tuple[str, ...]
    refused: tuple[str, ...]
    fallen: list[StoryStep]
    points: list[tuple[int, int]]


@remembering(most=8)
def _supposed(table: Table, _: int, event: int, line: str) -> tuple[StoryStep, ...]:
    """What would follow, at this moment of the table."""
    return table.story_if(event, line)


def _preview(here: Visit, steps: tuple[StoryStep, ...], step: StoryStep, which: int) -> Preview:
    asked = request.args.get("to", "")[:LONGEST], request.args.get("values", "")[:LONGEST]
    try:
        line = instead(here, step, which, request.args)
    except CompanionError as error:
        return Preview(*asked, (), (said_by(error),), [], [])
    with costly(here.guest, client_address(request)):
        supposed = _supposed(here.table, here.now.number, step.event, line)
    now = {one.event for one in steps if one.unapplied}
    changed = next(one for one in supposed if one.event == step.event)
    before, after = (
        [score.points for score in here.game.score(line[-1].after).values()]
        for line in (steps, supposed)
    )
    return Preview(
        *asked,
        changed.told,
        tuple(reason.text for reason in changed.unapplied),
        [one for one in supposed if one.unapplied and one.event not in {*now, step.event}],
        list(zip(before, after, strict=True)),
    )


SIDE_PAGE = SidePage("history", say("History"), furnish)


def blueprint(web_table: WebTable, desk: Desk) -> Blueprint:
    """Corrections, and the pictures of events."""
    history = Blueprint("corrections", __name__)

    @history.post("/tap/correct")
    def correct() -> Any:
        web_table.door.only_players()
        here = visit(web_table, desk)
        number, which = number_in("event"), number_in("move")
        step = next((one for one in here.table.story() if one.event == number), None)
        if step is None:
            raise BadRequest(say("There is no such event in the line of play."))
        (event,) = here.table.events(number - 1)[:1]
        if not may_correct(here, event):
            raise Forbidden(say("That is somebody else's, not yours."))
        try:
            line = instead(here, step, which, request.form)
        except CompanionError as error:
            raise Conflict(said_by(error)) from error
        # Whether that is legal there, and who may do it, is for the table to say.
        action = Correct(number, line)
        name = request.form.get("game", "")
        return answered(desk.post(name, action, here.guest.who, number_in("seen")))

    @history.get("/history/picture/<name>")
    def picture(name: str) -> Response:
        here = visit(web_table, desk)
        path = here.table.path.parent / PICTURES / name
        known = is_name(name) and any(event.picture == name for event in here.table.events())
        # Somebody may hold cards too low: who could not look at the table gets no picture of it.
        if not here.guest.plays or not known or not path.is_file():
            raise NotFound(say("This picture is not kept any more."))
        answer: Response = send_file(path)
        answer.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return answer

    return history
