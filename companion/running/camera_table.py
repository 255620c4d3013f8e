"""A table under a real camera: what it sees is proposed, and moves by hand always work.

The camera is in a process of its own, and the eye in a thread of its own. While they can't help, be
it that a cable is out or that the board is not in the picture, the phones say so and people enter
their moves; as soon as the table is seen again, it is read again.
"""

from collections.abc import Mapping
from typing import Any

from companion.archive.shelf import Shelf
from companion.camera.chosen_camera import ailment
from companion.camera.lookout import Lookout, Sighting
from companion.camera.mounts import Mount
from companion.camera.picture_keeper import PictureKeeper
from companion.camera.viewfinder import TableWindow
from companion.common.errors import InputError
from companion.common.words import say
from companion.games.capabilities import Laid, Rules
from companion.games.kit import unsaid
from companion.games.kit.unsaid import place_name
from companion.games.protocol import Seat
from companion.log.events import ASK
from companion.phones.evening import Evening
from companion.referee.watcher import Watcher
from companion.running.guide import TICK, Guide, greeting
from companion.simulated.performing import seen_by_an_eye
from companion.table.table import Table
from vision.reading.look import Look


class CameraTable(Evening):
    """A table that a camera looks at; real people play, and every move is confirmed by default."""

    def __init__(self, game: Rules[Any, Any], players: int, shelf: Shelf, mount: Mount) -> None:
        if not isinstance(game, Laid):
            raise InputError(
                f"{game.title}: nobody has said what its pieces look like; play it --by-hand"
            )
        self._players = players
        self.mount = mount
        self.window = self._window = TableWindow()
        super().__init__(game, shelf)

    def begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game for as many as before; hands stay hidden."""
        return self.set_up(unsaid.set_up_to_be_watched(self.game, self._players), ASK, names)

    def follow(self) -> None:
        """One game; it stays on the table until the host wants another."""
        guide = Guide(self.table, self.feed, seen_by_an_eye)
        guide.lookout = lookout = self._lookout(guide.watcher)
        self.looking_for = lookout.looking_for
        self.desk.lay(guide.name, self.table, guide.watcher)
        self._window.show(lookout, guide.watcher, self.table)
        guide.welcome(greeting(self))
        lookout.start()
        try:
            while not self.pause(TICK):
                if lookout.trouble:
                    guide.watcher.lose_sight()
                guide.look_after()
        finally:
            lookout.stop()
            self._window.clear()

    def _lookout(self, watcher: Watcher) -> Lookout:
        table, mount = self.table, self.mount
        keeper = PictureKeeper(self.shelf.pictures(table))

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
            missing=self._missing,
            is_recording=mount.is_recording,
        )

    def _missing(self, look: Look) -> str:
        """Which board can't be found, if it can't."""
        if not look.reason:
            return ""
        assert isinstance(self.game, Laid)
        board = place_name(self.game, self.game.chart(self.table.now.state).main.zone)
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
