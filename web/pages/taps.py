"""What people tap: every request that changes something goes through here to the desk.

The host and the players may; what each of them may do is for the table to say. Forms carry the
number of the last event (`seen`) or the serial of the opinion that they are about, so that nobody
confirms what he has not seen.
"""

from collections.abc import Callable, Mapping
from functools import partial

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from companion.log.events import Choose, Pause, Play, Redo, Resume, Undo, Who
from companion.phones.desk import Answer, Desk
from companion.referee.watcher import Watcher
from web.access.guests import Door
from web.pages.forms import answered, number_in


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """The taps for this desk."""
    taps = Blueprint("taps", __name__)
    taps.before_request(door.only_players)

    def by() -> Who:
        return door.who_asks(request).who

    def post(action: Play | Undo | Redo) -> Answer:
        return desk.post(_field("game"), action, by(), number_in("seen"))

    def play() -> Answer:
        # The values of a roll are typed in beside the word for it.
        return post(Play(" ".join(filter(None, (_field("moves"), _field("values"))))))

    def tell(what: Callable[..., Answer], *fields: str) -> Answer:
        numbers = [number_in(field) for field in fields]
        return desk.tell(_field("game"), lambda watcher: what(watcher, *numbers, by()))

    answers: Mapping[str, Callable[[], Answer]] = {
        "confirm": lambda: tell(Watcher.confirm, "serial"),
        "answer": lambda: tell(Watcher.answer, "serial", "choice"),
        "disagree": lambda: tell(Watcher.disagree, "serial", "choice"),
        "accept": lambda: tell(Watcher.accept, "serial"),
        "mode": lambda: desk.set(_field("game"), Choose(_field("mode")), by()),
        "play": play,
        "repair": lambda: desk.repair(_field("game"), _field("repair"), by(), number_in("seen")),
    }
    for name, answer in answers.items():
        taps.add_url_rule(f"/tap/{name}", name, partial(_tap, answer), methods=["POST"])

    @taps.post("/tap/<any(undo, redo, pause, resume):word>")
    def word(word: str) -> AnyResponse:
        if word in ("undo", "redo"):
            return answered(post(Undo() if word == "undo" else Redo()))
        action = Pause() if word == "pause" else Resume()
        return answered(desk.set(_field("game"), action, by()))

    return taps


def _tap(answer: Callable[[], Answer]) -> AnyResponse:
    return answered(answer())


def _field(name: str) -> str:
    return request.form.get(name, "")
