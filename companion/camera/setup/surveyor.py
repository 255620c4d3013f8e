"""Sets a camera up: looks at its pictures, measures, and keeps what people decide."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from companion.camera.encoding import as_jpeg
from companion.camera.lookout import Lookout, Sighting
from companion.camera.setup import findings, measuring, outlining
from companion.camera.setup.board_taps import board_finding, board_outlines, keep_taps, propose
from companion.camera.setup.lens_sheet import fit_lens, see_sheet, sheet_outline
from companion.camera.setup.rolls import Rolls
from companion.camera.setup.set_up_eye import players_of
from companion.camera.setup.stills import QUALITY, WIDTH, Held, Stills
from companion.common.errors import InputError
from companion.common.finding import BAD, Finding, good, skipped, warning
from companion.common.words import say, say_n
from companion.games.capabilities import laid
from companion.games.kit.defaults import place_name
from companion.games.protocol import Game
from companion.phones import setup_view
from companion.phones.camera_record.measures import Aim, Focus, LensFit, LightMeasure, Roll
from companion.phones.camera_record.record import BY_ITSELF, MOST_ROLLS, BoardSetup, SetupFile
from companion.phones.camera_record.zones import as_drawn
from companion.phones.setup_view import AIM, BOARD, FOCUS, LENS, LIGHT, ROLL, STEPS, VERDICT, ZONES
from companion.table.table import Table
from companion.tabletop.chart import Chart
from companion.tabletop.outlines import Outline
from vision.photo.lighting import LightSample
from vision.viewpoint.lens import LEAST_PICTURES

#: So many pictures tell whether the light flickers.
SAMPLES = 10
#: Seconds that hands get to leave the board before it is read.
PATIENCE = 6.0
Watched = Callable[[], tuple[Lookout, Table] | None]


class Surveyor:
    """The `CameraSetup` of one camera.

    Args:
        game: What is played.
        file: What was set up so far.
        watched: Who looks at the table right now, and at which.
    """

    def __init__(self, game: Game, file: SetupFile, watched: Watched) -> None:
        self._game, self._file, self._watched = game, file, watched
        self._stills, self._rolls = Stills(), Rolls()
        self._samples: deque[LightSample] = deque(maxlen=SAMPLES)
        self._lock = threading.RLock()
        self._packed: tuple[int, bytes] = (0, b"")

    @property
    def camera(self) -> str:
        """The camera's name."""
        return self._file.camera

    @property
    def board_name(self) -> str:
        """What the main board is called."""
        return place_name(self._game, self._chart().main.zone)

    @property
    def trouble(self) -> str:
        """Why no picture comes, or what became of an earlier set-up."""
        watched = self._watched()
        if watched is not None and watched[0].newest is None:
            return watched[0].trouble or say("The camera has taken no picture yet.")
        return self._file.trouble

    # --- the steps ----------------------------------------------------------------------------

    def steps(self) -> tuple[setup_view.StepState, ...]:
        """All steps and how they stand."""
        found = {step: self._kept(step) for step in STEPS if step != VERDICT}
        known = [finding for finding in found.values() if finding is not None]
        ahead = sum(finding is None for finding in found.values())
        verdict = findings.verdict(known) if known else None
        if verdict is not None and ahead and verdict.state != BAD:
            verdict = warning(
                say_n("{n} step is still open.", "{n} steps are still open.", ahead),
                say("Do them, or skip them."),
            )
        return tuple(
            setup_view.StepState(step, finding)
            for step, finding in (*found.items(), (VERDICT, verdict))
        )

    def _kept(self, step: str) -> Finding | None:
        record = self._file.record
        if step in record.skipped:
            return findings.lens(None) if step == LENS else skipped(say("Skipped."))
        if step == BOARD:
            return self._board_finding()
        if step == ZONES:
            return self._zones_finding() if ZONES in record.kept else None
        if step == ROLL:
            return findings.roll(record.rolls) if record.rolls else None
        measure = getattr(record, step)
        return None if measure is None else self._finding(measure)

    def _finding(self, measure: Aim | Focus | LightMeasure | LensFit) -> Finding:
        """What a measure means."""
        if isinstance(measure, Aim):
            return findings.aim(self._game, self._chart().main.zone, measure)
        if isinstance(measure, Focus):
            return findings.focus(measure)
        if isinstance(measure, LightMeasure):
            return findings.light(measure)
        return findings.lens(measure)

    def _measure(self, step: str, sighting: Sighting) -> Aim | Focus | LightMeasure:
        """What a step measures in a picture."""
        chart = self._drawn_chart()
        if step == FOCUS:
            return measuring.focus_of(chart, sighting.frame, sighting.look)
        if step == LIGHT:
            return measuring.lamp_of(sighting.frame, self._sampled(sighting, chart))
        return measuring.aim_of(chart, sighting.look)

    def live(self, step: str) -> setup_view.Live:
        """What a step measures right now."""
        sighting = self._sighting()
        outlines, value = board_outlines(self._drawn_chart(), sighting.look), None
        if step == LENS:
            outline = sheet_outline(sighting.frame)
            finding, outlines = findings.sheet(bool(outline)), (outline,) if outline else ()
        elif step == BOARD:
            finding = self._board_finding() or self._is_found(sighting)
        else:
            measure = self._measure(step, sighting)
            finding = self._finding(measure)
            if isinstance(measure, Focus):
                outlines, value = (), measure.sharpness
            elif isinstance(measure, LightMeasure):
                outlines, value = (), 100 * measure.brightness / 255
        high, wide = sighting.frame.image.shape[:2]
        number = measuring.number_of(sighting.frame)
        return setup_view.Live(number, finding, (wide, high), value, outlines)

    def keep(self, step: str) -> None:
        """Keep what a step measures right now."""
        sighting = self._sighting()
        if step in (AIM, FOCUS, LIGHT):
            measured: dict[str, Any] = {step: self._measure(step, sighting)}
            self._change(step, **measured)
        elif step == BOARD:
            if sighting.look.camera is None:
                raise InputError(say("The board is not found: tap its corners."))
            self._change(step, forge=BoardSetup(BY_ITSELF), taps=())
        elif step == ZONES:
            self._change(step, kept=self._file.record.kept | {ZONES})
        else:
            raise InputError(say("There is nothing to keep here."))

    def skip(self, step: str) -> None:
        """Leave a step out."""
        if step == VERDICT:
            raise InputError(say("The verdict can't be skipped."))
        self.again(step)
        self._file.change(skipped=self._file.record.skipped | {step})

    def again(self, step: str) -> None:
        """Forget what was kept of a step."""
        record, players = self._file.record, players_of(self._chart())
        nothing: dict[str, dict[str, Any]] = {
            LENS: {"lens": None, "sheets": ()},
            BOARD: {"forge": None, "taps": ()},
            ZONES: {
                "zones": {n: drawn for n, drawn in record.zones.items() if n != players},
                "kept": record.kept - {ZONES},
            },
            ROLL: {"rolls": ()},
            VERDICT: {},
        }
        if step == ROLL:
            self._rolls.forget()
        self._change(step, **nothing.get(step, {step: None}))

    def _change(self, step: str, *, board: bytes | None = None, **changes: Any) -> None:
        skipped = self._file.record.skipped - {step}
        self._file.change(board=board, skipped=skipped, **changes)

    # --- pictures -----------------------------------------------------------------------------

    def picture(self, number: int | None = None) -> bytes | None:
        """The newest picture, or one that stands still, as JPEG."""
        if number is not None:
            still = self._stills.find(number)
            return None if still is None else still.small
        try:
            sighting = self._sighting()
        except InputError:
            return None
        now = measuring.number_of(sighting.frame)
        with self._lock:
            if self._packed[0] != now:
                self._packed = (now, as_jpeg(sighting.frame.image, WIDTH, QUALITY))
            return self._packed[1]

    def still(self) -> setup_view.Still:
        """A picture that stands still for as long as somebody draws on it."""
        sighting = self._sighting()
        kept = self._stills.keep(measuring.number_of(sighting.frame), sighting)
        return setup_view.Still(kept.number, *kept.size)

    # --- the board ----------------------------------------------------------------------------

    def board(self, picture: int) -> setup_view.BoardDrawing:
        """Where the board is taken for in a picture that stands still."""
        return propose(self._chart(), self._held(picture), self._file.record)

    def tap(self, picture: int, corners: Outline) -> None:
        """The board's corners are here."""
        table = self._table()
        kept = keep_taps(
            self._game, table.now.state, self._held(picture), corners, self._sighting()
        )
        self._change(BOARD, board=kept.board, forge=kept.forge, taps=kept.taps)

    def _board_finding(self) -> Finding | None:
        """How the board is found, if somebody has decided that; a bump is noticed here."""
        record = self._file.record
        if record.forge is None:
            return None
        watched = self._watched()
        newest = watched[0].newest if watched else None
        look = newest.look if newest else None
        return board_finding(self._game, self._chart(), record, look)

    def _is_found(self, sighting: Sighting) -> Finding:
        board = measuring.aim_of(self._chart(), sighting.look)
        if board.found:
            return good(say("Found by itself. Does the outline lie on it?"))
        return findings.aim(self._game, self._chart().main.zone, board)

    # --- zones --------------------------------------------------------------------------------

    def zones(self, picture: int) -> tuple[setup_view.ZoneDrawing, ...]:
        """Where zones are in a picture that stands still."""
        chart = self._chart()
        return outlining.zones_in(self._game, chart, self._zones(chart), self._held(picture))

    def draw(self, picture: int, outlines: Mapping[str, Outline]) -> None:
        """Zones are here."""
        chart, record = self._chart(), self._file.record
        held = self._held(picture)
        drawn = outlining.drawn_on(self._game, chart, self._zones(chart), held, outlines)
        zones = {**record.zones, players_of(chart): drawn}
        self._change(ZONES, zones=zones, kept=record.kept | {ZONES})

    def _zones_finding(self) -> Finding:
        return findings.zones(len(self._zones(self._chart())))

    def _zones(self, chart: Chart) -> Mapping[str, Outline]:
        """The zones that people drew for as many players as there are."""
        return self._file.record.zones.get(players_of(chart), {})

    # --- the lens -----------------------------------------------------------------------------

    def show_sheet(self) -> int:
        """The lens sheet is in the newest picture."""
        with self._lock:
            sheets = (
                *self._file.record.sheets,
                see_sheet(self._sighting().frame, self._file.record),
            )
            self._change(LENS, sheets=sheets)
            return len(sheets)

    def sheets(self) -> tuple[int, int]:
        """How many pictures of the lens sheet there are, and how many are needed."""
        return len(self._file.record.sheets), LEAST_PICTURES

    def measure_lens(self) -> None:
        """Work the lens out from the pictures of the sheet."""
        high, wide = self._sighting().frame.image.shape[:2]
        self._change(LENS, lens=fit_lens(self._file.record.sheets, (wide, high)))

    # --- test rolls ---------------------------------------------------------------------------

    def read_roll(self) -> setup_view.Tried:
        """Read the dice that lie on the board, once nothing moves there; that is waited for."""
        chart, sighting = self._drawn_chart(), self._sighting()
        end = time.monotonic() + PATIENCE
        while not measuring.seen_on_board(chart, sighting.look).at_rest:
            watched = self._watched()
            left = end - time.monotonic()
            later = watched[0].after(sighting.number, left) if watched and left > 0 else None
            if later is None:
                break
            sighting = later
        return self._rolls.read(chart, sighting)

    def tried(self) -> setup_view.Tried | None:
        """The roll that waits for an answer."""
        return self._rolls.waiting

    def judge_roll(self, number: int, truth: tuple[int, ...]) -> Roll:
        """What the dice of that roll really showed."""
        with self._lock:
            roll = self._rolls.judge(number, truth)
            self._change(ROLL, rolls=(*self._file.record.rolls, roll)[-MOST_ROLLS:])
            self._rolls.done(number)
            return roll

    def rolls(self) -> tuple[Roll, ...]:
        """All rolls that were judged."""
        return self._file.record.rolls

    def roll_picture(self, number: int) -> bytes | None:
        """The picture of a roll; what was read is drawn on it once people have said what it was."""
        return self._rolls.picture(number)

    # --- inside -------------------------------------------------------------------------------

    def _table(self) -> Table:
        watched = self._watched()
        if watched is None:
            raise InputError(say("The camera has taken no picture yet."))
        return watched[1]

    def _sighting(self) -> Sighting:
        watched = self._watched()
        newest = watched[0].newest if watched else None
        if newest is None:
            raise InputError(say("The camera has taken no picture yet."))
        return newest

    def _held(self, picture: int) -> Held:
        still = self._stills.find(picture)
        if still is None:
            raise setup_view.StaleError(
                say("That picture is gone: here is a new one, please draw again.")
            )
        return still

    def _chart(self) -> Chart:
        return laid(self._game).chart(self._table().now.state)

    def _drawn_chart(self) -> Chart:
        chart = self._chart()
        return as_drawn(chart, self._zones(chart))

    def _sampled(self, sighting: Sighting, chart: Chart) -> list[LightSample]:
        """The light in the last pictures, this one included."""
        with self._lock:
            if not self._samples or self._samples[-1].taken != sighting.frame.taken:
                self._samples.append(measuring.sample_of(chart, sighting.frame, sighting.look))
            return [*self._samples]
