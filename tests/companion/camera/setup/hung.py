"""A simulated camera above a table, look by look, for tests of how a camera is set up."""

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from companion.camera.eyes.own_kit import OwnEyes
from companion.camera.lookout import Sighting
from companion.camera.setup.set_up_eye import SetUpEye
from companion.camera.setup.surveyor import Surveyor
from companion.games import find
from companion.games.random_games import plies
from companion.phones.camera_record.record import SetupFile
from companion.table.table import Table
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.light import Light, Sensor
from hardware.simulated.viewpoint import Viewpoint, above

GAME: Any = find("propeller-islands")
CONFIG = {"players": 2, "hands": "hidden"}
#: After the first roll: 1, 2, 3, 3 and 4 lie on the Forge.
ROLLED = 25
ZONES = ("forge", "dock:0", "island:0")


@cache
def rolled_state() -> Any:
    return [*islice(plies(GAME, CONFIG, 1), ROLLED)][-1].state


@cache
def own_eyes() -> OwnEyes:
    """Drawings and networks, made once for all tests."""
    return OwnEyes(GAME, rolled_state(), threads=1)


def near(zones: tuple[str, ...] = ("forge", "dock:0"), **options: Any) -> Viewpoint:
    scenery = GAME.scenery(rolled_state(), 1)
    return above(*scenery.bounds(*zones), **{"tilt": 15, "size": (960, 720), **options})


class Hung:
    """A camera, the eye that looks through it, and who sets it up: in place of a `Lookout`."""

    trouble = ""

    def __init__(
        self,
        folder: Path,
        view: Viewpoint | None = None,
        light: Light | None = None,
        sensor: Sensor | None = None,
        *,
        style: int = 0,
    ) -> None:
        self.view = view or near()
        scenery = GAME.scenery(rolled_state(), 1)
        self.simulated = SimulatedCamera(
            scenery, self.view, light, sensor, style=style, seed=1, clock=self._clock
        )
        self._now = 1_794_866_400.0  # as clocks go today: the numbers of pictures are long
        self._frames = self.simulated.frames()
        self.folder = folder
        self.newest: Sighting | None = None
        self.table = Table.create(folder / "game.log", GAME, CONFIG)
        self.open()

    def _clock(self) -> float:
        self._now += 0.25
        return self._now

    def open(self) -> None:
        """Begin, as after a restart: nothing but the file is known."""
        self.file = SetupFile(self.folder / "cameras", "sim", GAME.id)
        self.eye = SetUpEye(own_eyes, self.file, marked=False)
        self.surveyor = Surveyor(GAME, self.file, lambda: (self, self.table))  # type: ignore[arg-type]

    def look(self, times: int = 5) -> "Hung":
        """Some pictures more."""
        for _ in range(times):
            frame = next(self._frames)
            number = self.newest.number + 1 if self.newest else 1
            self.newest = Sighting(number, frame, self.eye.look(frame))
        return self

    def after(self, number: int, _: float) -> Sighting | None:
        """As a `Lookout`: the next look, which takes no time here."""
        self.look(1)
        assert self.newest is not None
        return self.newest if self.newest.number > number else None

    def state(self, step: str) -> str:
        return {each.name: each.state for each in self.surveyor.steps()}[step]
