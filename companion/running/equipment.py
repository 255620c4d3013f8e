"""What was taught about each game and set up for it, found in one folder when it is asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from companion.archive.shelf import Shelf
from companion.camera.photos.photo_desk import PhotoDesk
from companion.camera.photos.table_photo import PhotoEyes
from companion.camera.teacher import Teacher
from companion.phones.camera_record.record import FOLDER, SetupFile
from companion.phones.desk import Desk
from companion.phones.lessons.lesson import GALLERIES, GALLERY
from companion.phones.table_kind import AnyRules

T = TypeVar("T")


class Equipment:
    """Lessons, galleries and camera set-ups in a data folder, each opened once."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._opened: dict[tuple[str, ...], Any] = {}

    def classroom(self, game: AnyRules) -> Teacher:
        """Where somebody teaches a copy of this game."""
        folder = self.gallery(game.id).parent
        return self._once(lambda: Teacher(game, folder), "lesson", game.id)

    def gallery(self, game: str) -> Path:
        """What was taught about a copy of this game, if anything was."""
        return self._data / GALLERIES / game / GALLERY

    def setup_file(self, camera: str, game: str) -> SetupFile:
        """How a camera was set up for a game."""
        return self._once(
            lambda: SetupFile(self._data / FOLDER, camera, game), "camera", camera, game
        )

    def photo_desk(self, desk: Desk, shelf: Shelf) -> PhotoDesk:
        """Where photos of the game on the table are read."""
        return PhotoDesk(desk, PhotoEyes(self.gallery), shelf.pictures)

    def _once(self, open_it: Callable[[], T], *name: str) -> T:
        if name not in self._opened:
            self._opened[name] = open_it()
        found: T = self._opened[name]
        return found
