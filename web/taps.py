"""What people tap: every request that changes something goes through here to the desk.

The host and the players may; what each of them may do is for the table to say. Forms carry the
number of the last event (`seen`) or the serial of the opinion that they are about, so that nobody
confirms what he has not seen.
"""

from flask import Blueprint, Response, current_app, redirect, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.desk import Answer, Desk
from companion.events import Action as TableAction
from companion.events import Choose, Pause, Play, Redo, Rejection, Resume, Undo, Who
from companion.judging import FORBIDDEN
from web.guests import Door

_ACTIONS: dict[str, type[Undo | Redo | Pause | Resume]] = {
    "undo": Undo,
    "redo": Redo,
    "pause": Pause,
    "resume": Resume,
}


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """The taps for this desk."""
    taps = Blueprint("taps", __name__)

    @taps.before_request
    def only_who_plays() -> None:
        if not door.who_asks(request).plays:
            raise Forbidden("That is for players; take a seat first.")

    def by() -> Who:
        return door.who_asks(request).who

    def post(action: TableAction) -> AnyResponse:
        return _told(desk.post(_game(), action, by(), _number("seen")))

    @taps.post("/tap/confirm")
    def confirm() -> AnyResponse:
        return _told(desk.confirm(_game(), _number("serial"), by()))

    @taps.post("/tap/answer")
    def answer() -> AnyResponse:
        return _told(desk.answer(_game(), _number("serial"), _number("choice"), by()))

    @taps.post("/tap/accept")
    def accept() -> AnyResponse:
        return _told(desk.accept(_game(), _number("serial"), by()))

    @taps.post("/tap/mode")
    def mode() -> AnyResponse:
        return post(Choose(request.form.get("mode", "")))

    @taps.post("/tap/play")
    def play() -> AnyResponse:
        # The values of a roll are typed in beside the word for it.
        words = (request.form.get("moves", ""), request.form.get("values", ""))
        return post(Play(" ".join(filter(None, words))))

    @taps.post("/tap/repair")
    def repair() -> AnyResponse:
        text = request.form.get("repair", "")
        return _told(desk.repair(_game(), text, by(), _number("seen")))

    @taps.post("/tap/<any(undo, redo, pause, resume):word>")
    def word(word: str) -> AnyResponse:
        return post(_ACTIONS[word]())

    return taps


def _game() -> str:
    return request.form.get("game", "")


def _number(name: str) -> int:
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise BadRequest(f"The form lacks the number '{name}'.")
    return int(text)


def _told(answer: Answer) -> AnyResponse:
    """Back to the page; the script on it wants no page, only whether it worked."""
    if isinstance(answer, Rejection):
        status = 403 if answer.reason == FORBIDDEN else 409
        return Response(answer.text, status, mimetype="text/plain")
    if request.accept_mimetypes.accept_html:
        return redirect(_back(), code=303)
    return Response(status=204)


def _back() -> str:
    """The page that somebody tapped on."""
    room = f"rooms.{request.form.get('page', '')}"
    return url_for(room if room in current_app.view_functions else "pages.table")
