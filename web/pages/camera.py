"""What the camera sees, for those who sit at the table; and a picture that was misread, kept.

A picture may show more than the game's log: a card that somebody holds too low. So only the host
and players with a seat get it, as they could look at the table themselves.
"""

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.common.errors import CompanionError
from companion.common.words import said_by, say
from companion.phones.camera_view import Viewfinder
from web.access.guests import Door
from web.translation import t, told


def blueprint(camera: Viewfinder, door: Door) -> Blueprint:
    """The window onto this table."""
    views = Blueprint("camera", __name__)

    @views.before_request
    def only_who_plays() -> None:
        if not door.who_asks(request).plays:
            raise Forbidden(say("That is for players; take a seat first."))

    @views.get("/camera")
    def glimpse() -> AnyResponse:
        seen = camera.glimpse()
        answer = jsonify(
            number=seen.number, lines=[*map(told, seen.lines)], trouble=told(seen.trouble)
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @views.get("/camera.jpg")
    def picture() -> AnyResponse:
        data = camera.picture()
        if data is None:
            return Response(t("The camera has taken no picture yet."), 503, {"Retry-After": "2"})
        answer = Response(data, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @views.post("/camera/report")
    def report() -> AnyResponse:
        if not door.who_asks(request).is_host:
            raise Forbidden(say("That is for the host."))
        try:
            path = camera.report()
        except CompanionError as error:
            sentence = t("It could not be written: {reason}", reason=said_by(error))
            return Response(sentence, 409, mimetype="text/plain")
        return Response(t("Written to {path}", path=path), 201, mimetype="text/plain")

    return views
