"""A photo from a phone instead of a camera above the table.

A seat photographs what is everybody's or its own, the host everything. The photo is read meanwhile;
what the referee makes of it comes to all phones as usual. The picture goes back to the phone that
sent it, and to no other: somebody's cards may be on it.
"""

from functools import partial

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.common.errors import InputError
from companion.common.words import said_by, say
from companion.games.kit.defaults import zone_name
from companion.phones.desk import Desk
from companion.phones.photo_view import LARGEST_PHOTO, Photographs, Progress, Subject, too_large
from companion.phones.table_kind import TableTools
from web.access.guests import Guest
from web.live.screen import seen_by
from web.live.web_table import WebTable
from web.pages.forms import done, there
from web.pages.side_pages import visit
from web.pages.table_page import newest
from web.translation import told

#: The rest of a form around a photo, in bytes at most.
AROUND = 10_000
#: The regions of the stream that the page needs.
REGIONS = "beat,trouble,referee,choices,accept,game,seen"


def subjects(tools: TableTools) -> tuple[Subject, ...]:
    """What can be photographed of the game on the table."""
    return tools.photographs.subjects() if tools.photographs else ()


def blueprint(web_table: WebTable, desk: Desk) -> Blueprint:
    """The page for photos of the table."""
    pages = Blueprint("photos", __name__)
    door = web_table.door

    def photos() -> Photographs:
        return there(web_table.tools().photographs)

    def guest() -> Guest:
        return door.who_asks(request)

    def sender() -> str:
        """Whoever takes over a seat gets another pass, and nothing of who sat there before."""
        return "host" if guest().seat is None else door.look(request).seat

    @pages.before_request
    def only_players() -> None:
        door.only_players()
        if request.endpoint == "photos.send":
            request.max_content_length = LARGEST_PHOTO + AROUND

    def show(template: str, complaint: str = "", status: int = 200) -> AnyResponse:
        here, moment = visit(web_table, desk), newest(web_table.feed)
        text = render_template(
            template,
            guest=here.guest,
            title=here.game.title,
            game_name=here.name,
            zone_name=partial(zone_name, here.game),
            regions=seen_by(here.guest, web_table.screen.regions(moment)),
            only=REGIONS,
            subjects=[one for one in subjects(web_table.tools()) if _may_send(here.guest, one)],
            shot=photos().newest(sender()),
            most=LARGEST_PHOTO // 1_000_000,
            complaint=complaint,
        )
        return Response(text, status)

    def refused(sentence: str, status: int) -> AnyResponse:
        if request.accept_mimetypes.accept_html:
            return show("photo.html", sentence, status)
        return Response(told(sentence), status, mimetype="text/plain")

    @pages.get("/photo")
    def page() -> AnyResponse:
        return show("photo.html")

    @pages.get("/photo/part")
    def part() -> AnyResponse:
        return show("parts/photo.html")

    @pages.get("/photo/<int:number>.jpg")
    def picture(number: int) -> AnyResponse:
        shot = photos().newest(sender())
        if shot is None or shot.number != number or not shot.picture:
            raise NotFound(say("This picture is not kept any more."))
        return Response(shot.picture, mimetype="image/jpeg")

    @pages.errorhandler(RequestEntityTooLarge)
    def too_much(_: RequestEntityTooLarge) -> AnyResponse:
        return refused(too_large(), 413)

    @pages.post("/photo")
    def send() -> AnyResponse:
        try:
            file, zone = request.files.get("photo"), request.form.get("of", "")
            subject = next((one for one in photos().subjects() if one.zone == zone), None)
            if subject is not None and not _may_send(guest(), subject):
                return refused(say("That is for who sits there, or for the host."), 403)
            photos().take(b"" if file is None else file.read(), zone, sender())
        except InputError as error:
            return refused(said_by(error), 409)
        return done("photos.page")

    @pages.post("/photo/away")
    def away() -> AnyResponse:
        shot = photos().newest(sender())
        if shot is None or shot.progress is Progress.READING:
            return refused(say("There is no photo to close."), 409)
        photos().put_away(sender())
        return done("photos.page")

    return pages


def _may_send(guest: Guest, subject: Subject) -> bool:
    return guest.is_host or subject.seat is None or subject.seat == guest.seat
