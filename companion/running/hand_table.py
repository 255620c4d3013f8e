"""A table that no camera looks at: people enter their moves on the phones."""

from functools import partial

from companion.camera.photos.photo_desk import PhotoDesk
from companion.games.capabilities import Laid
from companion.log.events import ASK, WATCH
from companion.phones.evening import Evening
from companion.phones.table_kind import HAND, TableKind, TableTools
from companion.referee.watcher import Watcher
from companion.running.equipment import Equipment
from companion.running.guide import TICK, Guide

#: Seconds in which photos are left unread at the end.
PHOTOS_END_WITHIN = 1.0


class HandTable(TableKind):
    """Real people enter their moves on the phones; photos are read for those who send some."""

    name = HAND
    modes = (WATCH, ASK)
    about = "entered by hand"

    def __init__(self, equipment: Equipment | None = None) -> None:
        self._equipment = equipment
        self._photographs: PhotoDesk | None = None

    def tools(self, evening: Evening) -> TableTools:
        """Photos and lessons, of a game that says what its pieces look like."""
        if self._equipment is None or not isinstance(evening.game, Laid):
            return TableTools()
        if self._photographs is None:
            self._photographs = self._equipment.photo_desk(evening.desk, evening.shelf)
        classroom = self._equipment.classroom(evening.game)
        return TableTools(classroom=classroom, photographs=self._photographs)

    def follow(self, evening: Evening) -> None:
        """One game; it stays on the table until the host wants another."""
        guide = Guide(evening, partial(Watcher, is_blind=True))
        guide.welcome()
        while not evening.pause(TICK):
            guide.look_after()

    def close(self) -> None:
        """Photos that nobody has read are left."""
        if self._photographs is not None:
            self._photographs.close(PHOTOS_END_WITHIN)
