"""A table under a real camera: what it sees is proposed, and moves by hand always work.

The camera is in a process of its own, and the eye in a thread of its own. While they can't help, be
it that a cable is out or that the board is not in the picture, the phones say so and people enter
their moves; as soon as the table is seen again, it is read again.
"""

import logging
from collections.abc import Callable

from companion.camera.chosen_camera import ailment
from companion.camera.lookout import Lookout, Sighting
from companion.camera.mounts import Mount
from companion.camera.picture_keeper import PictureKeeper
from companion.camera.setup.surveyor import Surveyor
from companion.camera.viewfinder import TableWindow
from companion.common.errors import CompanionError
from companion.common.words import said_by, say
from companion.games.capabilities import Laid, Watchable
from companion.games.kit.defaults import place_name
from companion.phones.evening import Evening
from companion.phones.table_kind import CAMERA, AnyRules, TableKind, TableTools, unseen
from companion.referee.watcher import Watcher
from companion.running.equipment import Equipment
from companion.running.guide import TICK, Guide
from companion.simulated.performing import seen_by_an_eye
from companion.table.table import Table
from vision.reading.look import Look


class CameraTable(TableKind):
    """A camera looks at real people; every move is confirmed by default.

    Args:
        camera: Its name; empty where there is none.
        hang: Hangs it above a table for a game.
        equipment: What was taught and set up.
    """

    name = CAMERA

    def __init__(
        self, camera: str, hang: Callable[[AnyRules], Mount], equipment: Equipment | None = None
    ) -> None:
        self._camera, self._hang, self._equipment = camera, hang, equipment
        self._window = TableWindow()
        self.about = f"seen by {camera}; moves can be entered by hand, too"

    def refusal(self, game: AnyRules) -> str:
        """That there is no camera, or why it can't look at this game."""
        if not self._camera:
            return say("This computer has no camera set up: run `companion setup`.")
        if not (isinstance(game, Watchable) and isinstance(game, Laid)):
            return unseen(game)
        try:
            self._hang(game)
        except CompanionError as error:
            return said_by(error)
        return ""

    def tools(self, evening: Evening) -> TableTools:
        """The window, the set-up and the lesson."""
        if self._equipment is None:
            return TableTools(self._window)
        file = self._equipment.setup_file(self._camera, evening.game.id)
        surveyor = Surveyor(evening.game, file, self._window.watched)
        return TableTools(self._window, surveyor, self._equipment.classroom(evening.game))

    def follow(self, evening: Evening) -> None:
        """One game; it stays on the table until the host wants another."""
        guide = Guide(evening, seen_by_an_eye)
        guide.lookout = lookout = self._lookout(evening, guide.watcher)
        evening.looking_for = lookout.looking_for
        self._window.show(lookout, guide.watcher, evening.table)
        guide.welcome()
        lookout.start()
        told = ""
        try:
            while not evening.pause(TICK):
                if lookout.trouble:
                    guide.watcher.lose_sight()
                if lookout.trouble != told:
                    told = lookout.trouble
                    if told:
                        logging.getLogger(__name__).warning("%s: %s", self._camera, told)
                guide.look_after()
        finally:
            lookout.stop()
            self._window.clear()

    def _lookout(self, evening: Evening, watcher: Watcher) -> Lookout:
        table, mount = evening.table, self._hang(evening.game)
        keeper = PictureKeeper(evening.shelf.pictures(table))

        def hear(sighting: Sighting) -> None:
            if sighting.look.reason:
                watcher.lose_sight()
            else:
                watcher.see(keeper.observations(sighting))

        return Lookout(
            mount.open_camera,
            mount.open_eye(table.game, table.now.state),
            hear,
            ailment=ailment,
            missing=lambda look: _missing(table, look),
            is_recording=mount.is_recording,
        )


def _missing(table: Table, look: Look) -> str:
    """Which board can't be found, if it can't."""
    if not look.reason:
        return ""
    assert isinstance(table.game, Laid)
    board = place_name(table.game, table.game.chart(table.now.state).main.zone)
    if look.reason.code == "tap-again":
        return say(
            "The camera was moved since the corners of {board} were tapped, and it is not "
            "found again: the host taps them anew (Host, Camera).",
            board=board,
        )
    return say(
        "The camera does not find {board}: is it wholly in the picture, sharp, and lit?",
        board=board,
    )
