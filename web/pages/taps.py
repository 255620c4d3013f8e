"""What people tap: every request that changes something goes through here to the desk.

The host and the players may; what each of them may do is for the table to say. Forms carry the
number of the last event (`seen`) or the serial of the opinion that they are about, so that nobody
confirms what he has not seen.
"""

from flask import Blueprint, request
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.common.words import say
from companion.log.events import Action as TableAction
from companion.log.events import Choose, Pause, Play, Redo, Resume, Undo, Who
from companion.phones.desk import Desk
from web.access.guests import Door
from web.pages.forms import answered, number_in

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
            raise Forbidden(say("That is for players; take a seat first."))

    def by() -> Who:
        return door.who_asks(request).who

    def post(action: TableAction) -> AnyResponse:
        return answered(desk.post(_game(), action, by(), number_in("seen")))

    @taps.post("/tap/confirm")
    def confirm() -> AnyResponse:
        return answered(desk.confirm(_game(), number_in("serial"), by()))

    @taps.post("/tap/answer")
    def answer() -> AnyResponse:
        return answered(desk.answer(_game(), number_in("serial"), number_in("choice"), by()))

    @taps.post("/tap/disagree")
    def disagree() -> AnyResponse:
        return answered(desk.disagree(_game(), number_in("serial"), number_in("choice"), by()))

    @taps.post("/tap/accept")
    def accept() -> AnyResponse:
        return answered(desk.accept(_game(), number_in("serial"), by()))

    @taps.post("/tap/mode")
    def mode() -> AnyResponse:
        return answered(desk.set(_game(), Choose(request.form.get("mode", "")), by()))

    @taps.post("/tap/play")
    def play() -> AnyResponse:
        # The values of a roll are typed in beside the word for it.
        words = (request.form.get("moves", ""), request.form.get("values", ""))
        return post(Play(" ".join(filter(None, words))))

    @taps.post("/tap/repair")
    def repair() -> AnyResponse:
        text = request.form.get("repair", "")
        return answered(desk.repair(_game(), text, by(), number_in("seen")))

    @taps.post("/tap/<any(undo, redo, pause, resume):word>")
    def word(word: str) -> AnyResponse:
        action = _ACTIONS[word]()
        if isinstance(action, Pause | Resume):
            return answered(desk.set(_game(), action, by()))
        return post(action)

    return taps


def _game() -> str:
    return request.form.get("game", "")
