"""What people tap: every request that changes something goes through here to the desk.

Only the host may, for now: whoever sits at the computer that runs the companion. Forms carry the
number of the last event (`seen`) or the serial of the opinion that they are about, so that nobody
confirms what he has not seen.
"""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.desk import Answer, Desk
from companion.events import HOST_, Choose, Pause, Redo, Rejection, Resume, Undo
from companion.events import Action as TableAction
from web.security import is_host

_ACTIONS: dict[str, type[Undo | Redo | Pause | Resume]] = {
    "undo": Undo,
    "redo": Redo,
    "pause": Pause,
    "resume": Resume,
}


def blueprint(desk: Desk) -> Blueprint:
    """The taps for this desk."""
    taps = Blueprint("taps", __name__)

    @taps.before_request
    def only_the_host() -> None:
        if not is_host(request):
            raise Forbidden("Only at the computer that runs the companion.")

    @taps.post("/tap/confirm")
    def confirm() -> AnyResponse:
        return _told(desk.confirm(_game(), _number("serial"), HOST_))

    @taps.post("/tap/answer")
    def answer() -> AnyResponse:
        return _told(desk.answer(_game(), _number("serial"), _number("choice"), HOST_))

    @taps.post("/tap/accept")
    def accept() -> AnyResponse:
        return _told(desk.accept(_game(), _number("serial"), HOST_))

    @taps.post("/tap/mode")
    def mode() -> AnyResponse:
        return _post(desk, Choose(request.form.get("mode", "")))

    @taps.post("/tap/<any(undo, redo, pause, resume):word>")
    def word(word: str) -> AnyResponse:
        return _post(desk, _ACTIONS[word]())

    return taps


def _post(desk: Desk, action: TableAction) -> AnyResponse:
    return _told(desk.post(_game(), action, HOST_, _number("seen")))


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
        return Response(answer.text, status=409, mimetype="text/plain")
    if request.accept_mimetypes.accept_html:
        return redirect(url_for("pages.table"), code=303)
    return Response(status=204)
