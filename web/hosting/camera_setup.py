"""The camera set up on the host's phone, step by step: aim, focus, light, lens, board, zones, roll.

Every tap is kept before it is answered, so a phone that dies in between has lost nothing. What is
measured comes by ordinary requests while a step is open; nothing changes on GET.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound, ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from companion.common.errors import CompanionError, InputError
from companion.common.words import said_by, say
from companion.phones import setup_view
from companion.phones.camera_record.shapes import as_text, read_points
from companion.phones.setup_view import BOARD, LENS, ROLL, STEPS, VERDICT, ZONES
from web.errors import sentence_of
from web.live.web_table import WebTable
from web.pages.forms import number_asked, number_in, there
from web.translation import told

#: How many dice a form may bring.
MOST_VALUES = 30


def blueprint(web_table: WebTable) -> Blueprint:
    """The pages of the camera above the table."""
    pages = Blueprint("setup", __name__)
    pages.before_request(web_table.door.only_host)
    steps = _Steps(web_table)
    _looking(pages, steps)
    _deciding(pages, steps)
    _changing(pages, steps)
    return pages


class _Steps:
    """What the routes have in common."""

    def __init__(self, web_table: WebTable) -> None:
        self._web_table = web_table

    @property
    def setup(self) -> setup_view.CameraSetup:
        """How it is set up for the game on the table."""
        return there(self._web_table.tools().setup)

    def page(self, name: str = "", complaint: str = "", status: int = 200) -> Response:
        """A step, or all of them, and what went wrong."""
        try:
            steps, board = self.setup.steps(), self.setup.board_name
        except InputError as error:  # no game is on the table yet
            raise ServiceUnavailable(said_by(error), retry_after=2) from error
        at = STEPS.index(name) if name else -1
        more = self._more(name)
        text = render_template(
            f"setup/{name or 'overview'}.html",
            title=self._web_table.feed.game.title,
            camera=self.setup.camera,
            board_name=board,
            trouble=self.setup.trouble,
            steps=steps,
            here=steps[at] if name else None,
            number=at + 1,
            before=steps[at - 1] if at > 0 else None,
            after=steps[at + 1] if name != VERDICT else None,
            open_step=next((s for s in steps if s.state == setup_view.OPEN), steps[-1]),
            complaint=complaint or more.pop("why", ""),
            as_text=as_text,
            **more,
        )
        return Response(text, status)

    def _more(self, name: str) -> dict[str, Any]:
        """What one step shows besides; without a picture it says why there is none."""
        setup = self.setup
        try:
            if name in (BOARD, ZONES):
                still = setup.still()
                drawn = setup.board if name == BOARD else setup.zones
                return {"still": still, "drawn": drawn(still.number)}
            if name == LENS:
                seen, needed = setup.sheets()
                return {"seen": seen, "needed": needed, "live": setup.live(LENS)}
            if name == ROLL:
                judged = number_asked("judged")
                shown = judged if judged and setup.roll_picture(judged) else None
                rolls = setup.rolls()[::-1]
                return {"tried": setup.tried(), "rolls": rolls, "judged_picture": shown}
            return {"live": setup.live(name)} if name and name != VERDICT else {}
        except InputError as error:
            return {"why": sentence_of(error)}

    def done(
        self, change: Callable[[], object], name: str, then: str, judged: int | None = None
    ) -> AnyResponse:
        """Change something and go on to a step; what can't be done is said on that of `name`."""
        try:
            change()
        except setup_view.StaleError as error:
            return self.page(name, sentence_of(error), 409)
        except InputError as error:
            return self.page(name, sentence_of(error), 400)
        except CompanionError as error:
            return self.page(name, sentence_of(error), 500)
        return redirect(url_for("setup.step", step=then, judged=judged), code=303)


def _looking(pages: Blueprint, steps: _Steps) -> None:
    """Pages, pictures, and what is measured right now."""

    @pages.get("/setup")
    def overview() -> AnyResponse:
        return steps.page()

    @pages.get("/setup/<step>")
    def step(step: str) -> AnyResponse:
        return steps.page(_known(step))

    @pages.get("/setup/<step>/now")
    def now(step: str) -> AnyResponse:
        try:
            live = steps.setup.live(_known(step))
        except InputError as error:
            return jsonify(picture=0, state="bad", found=sentence_of(error), advice="")
        return jsonify(
            picture=live.picture,
            state=live.finding.state,
            found=told(live.finding.found),
            advice=told(live.finding.advice),
            value=live.value,
            size=live.size,
            outlines=[as_text(outline) for outline in live.outlines],
        )

    @pages.get("/setup/picture.jpg")
    def newest() -> AnyResponse:
        data = steps.setup.picture()
        if data is None:
            raise ServiceUnavailable(say("The camera has taken no picture yet."), retry_after=2)
        return Response(data, mimetype="image/jpeg")

    @pages.get("/setup/picture/<int:number>.jpg")
    def picture(number: int) -> AnyResponse:
        return _picture(steps.setup.picture(number))

    @pages.get("/setup/roll/<int:number>.jpg")
    def roll_picture(number: int) -> AnyResponse:
        return _picture(steps.setup.roll_picture(number))


def _deciding(pages: Blueprint, steps: _Steps) -> None:
    """Keep, skip, begin again."""

    @pages.post("/setup/<step>/keep")
    def keep(step: str) -> AnyResponse:
        return steps.done(lambda: steps.setup.keep(step), _known(step), _after(step))

    @pages.post("/setup/<step>/skip")
    def skip(step: str) -> AnyResponse:
        return steps.done(lambda: steps.setup.skip(step), _known(step), _after(step))

    @pages.post("/setup/<step>/again")
    def again(step: str) -> AnyResponse:
        return steps.done(lambda: steps.setup.again(step), _known(step), step)


def _changing(pages: Blueprint, steps: _Steps) -> None:
    """Corners, zones, the sheet for the lens, and rolls to try the camera with."""

    @pages.post("/setup/board/taps")
    def taps() -> AnyResponse:
        number, text = number_in("picture"), request.form.get("corners", "")
        return steps.done(lambda: steps.setup.tap(number, read_points(text)), BOARD, BOARD)

    @pages.post("/setup/zones/draw")
    def zones() -> AnyResponse:
        number = number_in("picture")
        sent = {name: text for name, text in request.form.items() if name != "picture"}

        def draw() -> None:
            steps.setup.draw(number, {zone: read_points(text) for zone, text in sent.items()})

        return steps.done(draw, ZONES, ZONES)

    @pages.post("/setup/lens/picture")
    def sheet() -> AnyResponse:
        return steps.done(steps.setup.show_sheet, LENS, LENS)

    @pages.post("/setup/lens/measure")
    def measure() -> AnyResponse:
        return steps.done(steps.setup.measure_lens, LENS, LENS)

    @pages.post("/setup/roll/read")
    def read() -> AnyResponse:
        return steps.done(steps.setup.read_roll, ROLL, ROLL)

    @pages.post("/setup/roll/judge")
    def judge() -> AnyResponse:
        number, text = number_in("roll"), request.form.get("values", "")
        return steps.done(
            lambda: steps.setup.judge_roll(number, _values(text)), ROLL, ROLL, judged=number
        )


def _known(step: str) -> str:
    if step not in STEPS:
        raise NotFound(say("There is no such page."))
    return step


def _after(step: str) -> str:
    """The next step; after the last one comes none."""
    return STEPS[min(STEPS.index(_known(step)) + 1, len(STEPS) - 1)]


def _values(text: str) -> tuple[int, ...]:
    """What dice show: `12334`."""
    digits = "".join(text.replace(",", " ").split())
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_VALUES):
        raise InputError(say("Tap what the dice show, from 1 to 6."))
    return tuple(int(digit) for digit in digits)


def _picture(data: bytes | None) -> Response:
    if data is None:
        raise NotFound(say("There is no such picture."))
    return Response(data, mimetype="image/jpeg")
