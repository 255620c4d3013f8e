"""What the camera sees, for those who sit at the table; and a picture that was misread, kept.

A picture may show more than the game's log: a card that somebody holds too low. So only the host
and players with a seat get it, as they could look at the table themselves.
"""

from flask import Blueprint, Response, jsonify
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from companion.common.errors import CompanionError
from companion.common.words import said_by, say
from companion.phones.camera_view import Viewfinder
from web.live.web_table import WebTable
from web.pages.forms import there
from web.translation import t, told


def blueprint(web_table: WebTable) -> Blueprint:
    """The window onto the table."""
    views = Blueprint("camera", __name__)
    door = web_table.door
    views.before_request(door.only_players)

    def camera() -> Viewfinder:
        return there(web_table.tools().window)

    @views.get("/camera")
    def glimpse() -> AnyResponse:
        seen = camera().glimpse()
        return jsonify(
            number=seen.number, lines=[*map(told, seen.lines)], trouble=told(seen.trouble)
        )

    @views.get("/camera.jpg")
    def picture() -> AnyResponse:
        data = camera().picture()
        if data is None:
            raise ServiceUnavailable(say("The camera has taken no picture yet."), retry_after=2)
        return Response(data, mimetype="image/jpeg")

    @views.post("/camera/report")
    def report() -> AnyResponse:
        door.only_host()
        try:
            path = camera().report()
        except CompanionError as error:
            sentence = t("It could not be written: {reason}", reason=said_by(error))
            return Response(sentence, 409, mimetype="text/plain")
        return Response(t("Written to {path}", path=path), 201, mimetype="text/plain")

    return views
