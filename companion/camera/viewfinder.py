"""Shows the pages what a camera sees: the newest look, drawn when somebody asks for it."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from companion.camera.encoding import as_jpeg
from companion.camera.lookout import Lookout, Sighting
from companion.camera.reports import write_report
from companion.camera.seen_words import places_in_words, seen_in_words
from companion.common.errors import CompanionError
from companion.common.words import say
from companion.games.protocol import Game
from companion.phones.camera_view import Glimpse
from companion.referee.opinions import Opinion
from companion.referee.watcher import Watcher
from companion.table.table import Table
from vision.drawing.debug_view import draw, ring
from vision.geometry import Image, shrunk
from vision.reading.look import Look

LONGEST = 1280
"""Pixels of the picture on a page, at most."""
QUALITY = 80
PAUSE = 0.3
"""Seconds between two pictures, at least, however many phones ask."""
REPORTS = "reports"


class _Game(NamedTuple):
    lookout: Lookout
    watcher: Watcher
    table: Table


class TableWindow:
    """The `Viewfinder` of an evening: it shows the game that is on the table right now."""

    def __init__(self) -> None:
        self._game: _Game | None = None
        self._drawing = threading.Lock()
        self._drawn: tuple[int, bytes, float] = (0, b"", 0.0)

    def show(self, lookout: Lookout, watcher: Watcher, table: Table) -> None:
        """From now on it is about this game."""
        self._game = _Game(lookout, watcher, table)

    def clear(self) -> None:
        """The game is over; until the next one there is nothing to see."""
        self._game = None
        with self._drawing:
            self._drawn = (0, b"", 0.0)

    def watched(self) -> tuple[Lookout, Table] | None:
        """Who looks at the table right now, and at which; None before the first game."""
        game = self._game
        return None if game is None else (game.lookout, game.table)

    def glimpse(self) -> Glimpse:
        """What is seen, in words."""
        game = self._game
        sighting = game.lookout.newest if game else None
        trouble = game.lookout.trouble if game else ""
        if game is None or sighting is None:
            return Glimpse(0, (), trouble or say("The camera has taken no picture yet."))
        played, state = game.table.game, game.table.now.state
        complaints = _complaints(played, game.watcher.opinion, state)
        lines = (*_in_words(played, sighting.look, state), *complaints)
        return Glimpse(sighting.number, lines, trouble)

    def picture(self) -> bytes | None:
        """The newest picture as JPEG; the same one again when it was drawn a moment ago."""
        game = self._game
        sighting = game.lookout.newest if game else None
        if game is None or sighting is None:
            return None
        with self._drawing:
            known, data, when = self._drawn
            if known != sighting.number and time.monotonic() - when >= PAUSE:
                image = _draw(sighting, game.watcher.opinion, LONGEST)
                data = as_jpeg(image, quality=QUALITY)
                # Its number, since the sighting itself would hold a whole picture.
                self._drawn = (sighting.number, data, time.monotonic())
            return data

    def report(self) -> Path:
        """Write everything about the newest picture into one file beside the log."""
        game = self._game
        sighting = game.lookout.newest if game else None
        if game is None or sighting is None:
            raise CompanionError(say("there is no picture to report yet"))
        opinion = game.watcher.opinion
        return write_report(
            game.table.path.parent / REPORTS,
            sighting,
            _draw(sighting, opinion),
            table=game.table,
            opinion=opinion,
            trouble=game.lookout.trouble,
        )


def _in_words(game: Game, look: Look, state: Any) -> Iterator[str]:
    if look.reason:
        yield look.reason.said
    states = {zone: state.value for zone, state in look.states.items()}
    yield from seen_in_words(game, states, look.observations, state)


def _complaints(game: Game, opinion: Opinion, state: Any) -> Iterator[str]:
    """What is ringed, in words."""
    places = flagged(opinion)
    if places:
        where = places_in_words(game, places, state)
        yield say("Ringed: {places}. {headline}", places=where, headline=opinion.headline)


def flagged(opinion: Opinion) -> frozenset[str]:
    """The places at which something is not as it should be."""
    verdict = opinion.verdict
    if verdict is None:
        return frozenset()
    places = {one.place for one in (*opinion.differences, *verdict.misreadings)}
    return frozenset(places.union(*(wrong.pieces for wrong in verdict.violations)))


def _draw(sighting: Sighting, opinion: Opinion, longest: int | None = None) -> Image:
    """The picture with what was seen; made as small as it is wanted before it is drawn upon."""
    image, look = sighting.frame.image, sighting.look
    if longest is not None:
        image, factor = shrunk(image, longest)
        look = scaled(look, factor)
    return ring(draw(image, look), look, flagged(opinion))


def scaled(look: Look, factor: float) -> Look:
    """The same look at a picture that was made larger or smaller."""
    beliefs = tuple(replace(one, outline=one.outline * factor) for one in look.beliefs)
    return replace(look, beliefs=beliefs)
