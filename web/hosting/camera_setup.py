"""The camera set up on the host's phone, step by step: aim, focus, light, lens, board, zones, roll.

Every tap is kept before it is answered, so a phone that dies in between has lost nothing. What is
measured comes by ordinary requests while a step is open; nothing changes on GET.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound, ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from companion.common.errors import CompanionError, InputError
from companion.common.words import Said, said_by, say
from companion.phones.camera_record.shapes import as_text, read_points
from companion.phones.setup_view import (
    AIM,
    FOCUS,
    FORGE,
    LENS,
    LIGHT,
    OPEN,
    ROLL,
    STEPS,
    VERDICT,
    ZONES,
    CameraSetup,
    StaleError,
    StepState,
)  # fmt: skip
from web.access.guests import Door
from web.pages.forms import number_in
from web.translation import told

#: How many dice a form may bring.
MOST_VALUES = 30


def blueprint(title: str, setup: CameraSetup, door: Door) -> Blueprint:
    """The pages of this camera."""
    pages = Blueprint("setup", __name__)

    @pages.before_request
    def only_the_host() -> None:
        if not door.who_asks(request).is_host:
            raise Forbidden(say("That is for the host."))

    steps = _Steps(title, setup)
    _looking(pages, steps)
    _deciding(pages, steps)
    _drawing(pages, steps)
    _rolling(pages, steps)
    return pages


class _Steps:
    """What the routes have in common."""

    def __init__(self, title: str, setup: CameraSetup) -> None:
        self.title, self.setup = title, setup

    def page(self, name: str = "", complaint: str = "", status: int = 200) -> Response:
        """A step, or all of them, and what went wrong."""
        try:
            steps, board = self.setup.steps(), self.setup.board_name
        except InputError as error:  # no game is on the table yet
            raise ServiceUnavailable(said_by(error), retry_after=2) from error
        here = next((step for step in steps if step.name == name), None)
        more = self._more(name)
        text = render_template(
            f"setup/{name or 'overview'}.html",
            title=self.title,
            camera=self.setup.camera,
            board_name=board,
            trouble=self.setup.trouble,
            steps=steps,
            here=here,
            number=STEPS.index(name) + 1 if name else 0,
            before=_beside(steps, name, -1),
            after=_beside(steps, name, 1),
            open_step=next((s for s in steps if s.state == OPEN), steps[-1]),
            complaint=complaint or more.pop("why", ""),
            as_text=as_text,
            **more,
        )
        return _fresh(Response(text, status))

    def _more(self, name: str) -> dict[str, Any]:
        """What one step shows besides; without a picture it says why there is none."""
        setup = self.setup
        try:
            if name in (FORGE, ZONES):
                still = setup.still()
                drawn = setup.board if name == FORGE else setup.zones
                return {"still": still, "drawn": drawn(still.number)}
            if name == LENS:
                seen, needed = setup.sheets()
                return {"seen": seen, "needed": needed, "live": setup.live(LENS)}
            if name == ROLL:
                judged = request.args.get("judged", type=int)
                shown = judged if judged and setup.roll_picture(judged) else None
                rolls = setup.rolls()[::-1]
                return {"tried": setup.tried(), "rolls": rolls, "judged_picture": shown}
            if name in (AIM, FOCUS, LIGHT):
                return {"live": setup.live(name)}
        except InputError as error:
            return {"why": _sentence(error)}
        return {}

    def done(self, change: Callable[[], object], then: str, name: str) -> AnyResponse:
        """Change something and go on; what can't be done is said on the page of `name`."""
        try:
            change()
        except StaleError as error:
            return self.page(name, _sentence(error), 409)
        except InputError as error:
            return self.page(name, _sentence(error), 400)
        except CompanionError as error:
            return self.page(name, _sentence(error), 500)
        return redirect(then, code=303)


def _looking(pages: Blueprint, steps: _Steps) -> None:
    """Pages, pictures, and what is measured right now."""
    setup = steps.setup

    @pages.get("/setup")
    def overview() -> AnyResponse:
        return steps.page()

    @pages.get("/setup/<step>")
    def step(step: str) -> AnyResponse:
        return steps.page(_known(step))

    @pages.get("/setup/<step>/now")
    def now(step: str) -> AnyResponse:
        try:
            live = setup.live(_known(step))
        except InputError as error:
            return _fresh(jsonify(picture=0, state="bad", found=_sentence(error), advice=""))
        finding = live.finding
        answer = jsonify(
            picture=live.picture,
            state=finding.state,
            found=told(finding.found),
            advice=told(finding.advice),
            value=live.value,
            size=live.size,
            outlines=[as_text(outline) for outline in live.outlines],
        )
        return _fresh(answer)

    @pages.get("/setup/picture.jpg")
    def newest() -> AnyResponse:
        return _picture(setup.picture())

    @pages.get("/setup/picture/<int:number>.jpg")
    def picture(number: int) -> AnyResponse:
        found = setup.picture(number)
        if found is None:
            raise NotFound(say("There is no such picture."))
        return _picture(found)


def _deciding(pages: Blueprint, steps: _Steps) -> None:
    """Keep, skip, begin again."""
    setup = steps.setup

    def next_page(name: str) -> str:
        after = STEPS[min(STEPS.index(name) + 1, len(STEPS) - 1)]
        return url_for("setup.step", step=after)

    @pages.post("/setup/<step>/keep")
    def keep(step: str) -> AnyResponse:
        name = _known(step)
        return steps.done(lambda: setup.keep(name), next_page(name), name)

    @pages.post("/setup/<step>/skip")
    def skip(step: str) -> AnyResponse:
        name = _known(step)
        return steps.done(lambda: setup.skip(name), next_page(name), name)

    @pages.post("/setup/<step>/again")
    def again(step: str) -> AnyResponse:
        name = _known(step)
        return steps.done(lambda: setup.again(name), url_for("setup.step", step=name), name)


def _drawing(pages: Blueprint, steps: _Steps) -> None:
    """Corners, zones, and the sheet for the lens."""
    setup = steps.setup

    @pages.post("/setup/forge/taps")
    def taps() -> AnyResponse:
        number, text = number_in("picture"), request.form.get("corners", "")
        return steps.done(
            lambda: setup.tap(number, read_points(text)), url_for("setup.step", step=FORGE), FORGE
        )

    @pages.post("/setup/zones/draw")
    def zones() -> AnyResponse:
        number = number_in("picture")
        sent = {name: text for name, text in request.form.items() if name != "picture"}

        def draw() -> None:
            setup.draw(number, {zone: read_points(text) for zone, text in sent.items()})

        return steps.done(draw, url_for("setup.step", step=ZONES), ZONES)

    @pages.post("/setup/lens/picture")
    def sheet() -> AnyResponse:
        return steps.done(setup.show_sheet, url_for("setup.step", step=LENS), LENS)

    @pages.post("/setup/lens/measure")
    def measure() -> AnyResponse:
        return steps.done(setup.measure_lens, url_for("setup.step", step=LENS), LENS)


def _rolling(pages: Blueprint, steps: _Steps) -> None:
    """Rolls to try the camera with."""
    setup = steps.setup
    here = "setup.step"

    @pages.post("/setup/roll/read")
    def read() -> AnyResponse:
        return steps.done(setup.read_roll, url_for(here, step=ROLL), ROLL)

    @pages.post("/setup/roll/judge")
    def judge() -> AnyResponse:
        number, text = number_in("roll"), request.form.get("values", "")

        def tell() -> None:
            setup.judge_roll(number, _values(text))

        where = url_for(here, step=ROLL, judged=number)
        return steps.done(tell, where, ROLL)

    @pages.get("/setup/roll/<int:number>.jpg")
    def roll_picture(number: int) -> AnyResponse:
        data = setup.roll_picture(number)
        if data is None:
            raise NotFound(say("There is no such picture."))
        return _picture((number, data))


def _known(step: str) -> str:
    if step not in STEPS:
        raise NotFound(say("There is no such page."))
    return step


def _beside(steps: tuple[StepState, ...], name: str, by: int) -> StepState | None:
    """The step before or after one."""
    at = STEPS.index(name) + by if name else -1
    return steps[at] if 0 <= at < len(STEPS) and name != (VERDICT if by > 0 else "") else None


def _values(text: str) -> tuple[int, ...]:
    """What dice show: `12334`."""
    digits = "".join(text.replace(",", " ").split())
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_VALUES):
        raise InputError(say("Tap what the dice show, from 1 to 6."))
    return tuple(int(digit) for digit in digits)


def _picture(found: tuple[int, bytes] | None) -> Response:
    if found is None:
        said = told(say("The camera has taken no picture yet."))
        return Response(said, 503, {"Retry-After": "2"})
    return _fresh(Response(found[1], mimetype="image/jpeg"))


def _sentence(error: Exception) -> str:
    """An error as a sentence; what only the system can say is told as its reason."""
    said = said_by(error)
    text = told(said if isinstance(said, Said) else say("that did not work: {why}", why=said))
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
