"""The whole house: every page and every route at once, with a camera that is being set up."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion.archive.shelf import Shelf
from companion.camera.photos.photo_desk import PhotoDesk
from companion.camera.teacher import Teacher
from companion.phones.camera_view import Glimpse
from companion.phones.evening import Evening
from companion.phones.passes import Passes
from companion.running.diagnosis import diagnose
from companion.running.hand_table import HandTable
from tests.companion.camera.setup.hung import Hung
from tests.companion.evenings import evening_at, tools
from tests.web.photographs import TrueEye
from tests.web.tables import GAME
from web import Site, create_app
from web.access.invitation import Invitation
from web.hosting.host_page import Office

#: Four corners in the middle of a picture.
SQUARE = "0.2,0.2 0.8,0.2 0.8,0.8 0.2,0.8"


class Window:
    """What players see of the table."""

    def __init__(self, hung: Hung, folder: Path) -> None:
        self._hung, self._folder = hung, folder

    def glimpse(self) -> Glimpse:
        return Glimpse(1, ("forge: settled; dice 1 2 3 3 4",))

    def picture(self) -> bytes | None:
        return self._hung.surveyor.picture()

    def report(self) -> Path:
        return self._folder / "reports" / "report-1.zip"


@contextmanager
def full_site(folder: Path, players: int = 2) -> Iterator[tuple[Evening, Flask, Passes]]:
    """An evening of real people, the pages for it with all that there can be, and the passes."""
    evening = evening_at(HandTable(), Shelf(folder), GAME, players)
    passes = Passes.of_folder(folder)
    eye = TrueEye(GAME, lambda: None)
    photographs = PhotoDesk(evening.desk, lambda *_: eye, evening.shelf.pictures)
    (folder / "hung").mkdir()
    hung = Hung(folder / "hung").look(2)
    evening.start()
    try:
        app = create_app(
            Site(
                evening.feed,
                evening.desk,
                passes,
                tools=tools(
                    window=Window(hung, folder),
                    setup=hung.surveyor,
                    classroom=Teacher(GAME, folder / "lesson"),
                    photographs=photographs,
                ),
                invitation=Invitation.to("http://192.168.1.5:8000/", passes.join_code),
                office=Office(
                    evening, lambda: diagnose(folder, ["http://192.168.1.5:8000/"], folder)
                ),
            )
        )
        yield evening, app, passes
    finally:
        photographs.close()
        evening.stop()
        hung.table.close()
