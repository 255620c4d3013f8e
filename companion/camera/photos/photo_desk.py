"""Where photos from the phones are read: one at a time, in a thread of its own.

What is read goes to the referee like the looks of a camera. What can't be read is told to whoever
sent it, and changes nothing. The whole picture goes back to its sender only: a hand of cards may
lie beside the tiles. What is kept for the history shows nothing but the pieces that were read.
"""

import itertools
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from companion.archive.pictures import Pictures
from companion.camera.eyes.own_kit import can_be_read
from companion.camera.photos.answers import in_short
from companion.camera.photos.drawing import decoded, drawn, for_pages, only_pieces
from companion.camera.photos.table_photo import PhotoEye
from companion.common.errors import CompanionError, InputError
from companion.common.words import said_by, say
from companion.games.capabilities import Laid, Rules, watchable
from companion.log.events import Rejection
from companion.phones.desk import Desk
from companion.phones.photo_view import LARGEST_PHOTO, Progress, Shot, Subject, too_large
from companion.referee.opinions import Opinion
from companion.referee.watcher import Watcher
from companion.table.table import Table

#: So many photos wait while one is read; each may be large.
WAITING = 2
#: So many photos are remembered, of all senders together.
MEMORY = 8
#: Pixels of the longer side with which a photo is read.
LONGEST = 2000


OpenEye = Callable[[Rules[Any, Any], Any], "PhotoEye"]
"""Opens an eye for a game and one of its states; asked for every photo."""


class _Job(NamedTuple):
    sender: str
    shot: Shot
    data: bytes
    table: Table


class PhotoDesk:
    """The `Photographs` of a table."""

    def __init__(
        self, desk: Desk, open_eye: OpenEye, pictures: Callable[[Table], Pictures]
    ) -> None:
        self._desk, self._open_eye, self._pictures = desk, open_eye, pictures
        self._numbers = itertools.count(1)
        self._shots: OrderedDict[str, Shot] = OrderedDict()
        self._jobs: queue.Queue[_Job | None] = queue.Queue(WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def subjects(self) -> tuple[Subject, ...]:
        """The main board, and the tiles in front of each seat, where an eye can read them."""
        found = self._desk.on_table()
        if found is None or not isinstance(found[1].game, Laid):
            return ()
        chart = found[1].game.chart(found[1].now.state)
        if not can_be_read(chart):
            return ()
        fields = (Subject(field.zone, seat) for seat, field in enumerate(chart.fields))
        return (Subject(chart.main.zone), *fields)

    @property
    def is_reading(self) -> bool:
        """Whether a photo is being read just now."""
        with self._lock:
            return any(shot.progress is Progress.READING for shot in self._shots.values())

    def take(self, data: bytes, zone: str, sender: str) -> Shot:
        """Take a photo in; it is read meanwhile."""
        found = self._desk.on_table()
        if found is None:
            raise InputError(say("No game is on the table; try again in a moment."))
        if zone not in (subject.zone for subject in self.subjects()):
            raise InputError(say("Say what the photo is of."))
        if not data:
            raise InputError(say("Take a photo first."))
        if len(data) > LARGEST_PHOTO:
            raise InputError(too_large())
        with self._lock:
            known = self._shots.get(sender)
            if known is not None and known.progress is Progress.READING:
                raise InputError(say("Your last photo is still being read."))
            shot = Shot(next(self._numbers), found[0], zone)
            try:
                self._jobs.put_nowait(_Job(sender, shot, data, found[1]))
            except queue.Full:
                raise InputError(say("Other photos are being read; try again soon.")) from None
            self._remember(sender, shot)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="photos", daemon=True)
                self._thread.start()
        return shot

    def newest(self, sender: str) -> Shot | None:
        """The last photo of this sender in the game on the table."""
        found = self._desk.on_table()
        with self._lock:
            shot = self._shots.get(sender)
        return shot if shot and found and found[0] == shot.game else None

    def put_away(self, sender: str) -> None:
        """What was photographed does not count any more, and the sender's photo is forgotten."""
        found = self._desk.on_table()
        if found is not None:
            self._desk.tell(found[0], Watcher.put_away)
        with self._lock:
            known = self._shots.get(sender)
            if known is not None and known.progress is not Progress.READING:
                del self._shots[sender]

    def close(self, patience: float | None = None) -> None:
        """Read what has been sent, and end; after `patience` seconds the rest is left unread."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        if patience is not None:
            self._forget_waiting()
        self._jobs.put(None)
        thread.join(patience)

    def _forget_waiting(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._jobs.get_nowait()

    # --- the thread that reads ----------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                shot = self._read(job)
            except InputError as error:
                shot = replace(job.shot, progress=Progress.FAILED, said=said_by(error))
            except Exception as error:
                # One photo that an eye stumbles over must not be the last one that is read.
                said = say("The eye failed at this photo: {error}", error=_named(error))
                shot = replace(job.shot, progress=Progress.FAILED, said=said)
            with self._lock:
                self._remember(job.sender, shot)
            del job, shot

    def _remember(self, sender: str, shot: Shot) -> None:
        self._shots[sender] = shot
        self._shots.move_to_end(sender)
        while len(self._shots) > MEMORY:
            self._shots.popitem(last=False)

    def _read(self, job: _Job) -> Shot:
        image = decoded(job.data, LONGEST)
        table, zone = job.table, job.shot.zone
        state = table.now.state
        eye = self._open_eye(table.game, state)
        look = eye.look_for(image, zone, watchable(table.game).project(state, zone))
        name = self._keep(table, for_pages(only_pieces(image, look)))
        looks = [replace(seen, picture=name) for seen in look.observations if seen.at_rest]
        answer = self._desk.tell(job.shot.game, lambda watcher: watcher.show(looks))
        if isinstance(answer, Rejection):
            raise InputError(answer.text)
        opinion = answer if isinstance(answer, Opinion) else None
        return replace(
            job.shot,
            progress=Progress.READ,
            said=in_short(look, table.game, state),
            strange=opinion is not None and opinion.strange,
            picture=for_pages(drawn(image, look, opinion)),
        )

    def _keep(self, table: Table, data: bytes) -> str | None:
        try:
            return self._pictures(table).keep(data)
        except CompanionError:
            return None  # the game can do without


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
