"""Real people under a camera: what the eye reads is proposed, and moves by hand always work."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.archive.shelf import Shelf
from companion.camera.eyes.opening import open_owners_eye, owners_gallery
from companion.camera.eyes.own_kit import OwnEyes
from companion.camera.mounts import Mount, mount
from companion.camera.setup.set_up_eye import SetUpEye
from companion.camera.setup.surveyor import Surveyor
from companion.camera.viewfinder import TableWindow
from companion.common.errors import CompanionError
from companion.games import find
from companion.games.random_games import plies
from companion.log.events import ASK, THE_HOST, Command, Confirm, Event, Play
from companion.phones.camera_record.record import SetupFile
from companion.phones.camera_record.shapes import tap_points
from companion.phones.evening import Evening
from companion.phones.live import Standing
from companion.referee.opinions import Opinion
from companion.running.camera_table import CameraTable
from companion.settings.settings import load
from companion.tabletop.observation import Point
from hardware.camera import Camera
from hardware.folder import Folder
from hardware.frame import Frame
from hardware.process.supervised import SupervisedCamera
from hardware.simulated import viewpoint
from hardware.simulated.camera import SimulatedCamera
from tests.companion import shown_camera
from tests.companion.evenings import evening_at
from tests.companion.shown_camera import BLACK, UNPLUGGED, put
from tests.companion.stones import StonesGame
from tests.hardware import faulty_camera
from tests.waiting import LIMIT, until
from vision.reading.look import Look

pytestmark = pytest.mark.live

GAME: Any = find("propeller-islands")
CONFIG = {"players": 2, "hands": "hidden"}
ZONES = ("forge", "island:0", "dock:0")
#: The set-up ends before the first roll; then a die is taken, a tile is built, and one is drawn.
LAID, ROLLED, BUILT = 24, 25, 28
ELSEWHERE = "elsewhere.png"
PLIES = tuple(islice(plies(GAME, CONFIG, seed=1), BUILT))
TAUGHT = Path("nobody has taught anything")


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three positions of a game as a camera above the table sees them, and a bare table."""
    folder = tmp_path_factory.mktemp("album")
    tables = [GAME.scenery(PLIES[number - 1].state, 1) for number in (LAID, ROLLED, BUILT)]
    view = viewpoint.above(*tables[-1].bounds(*ZONES), tilt=15, size=(960, 720))
    for name, table in zip(("laid", "rolled", "built"), tables, strict=True):
        picture = next(SimulatedCamera(table, view, seed=1).frames()).image
        cv2.imwrite(str(folder / f"{name}.png"), picture)
    wood = np.linspace(90, 150, 720)[:, None, None] * np.array([0.5, 0.7, 0.9])
    cv2.imwrite(str(folder / ELSEWHERE), np.broadcast_to(wood, (720, 960, 3)).astype(np.uint8))
    return folder


def live(folder: Path) -> Camera:
    """A camera that is looked after, and shows what the test puts before it."""
    command = [sys.executable, shown_camera.__file__, str(folder)]
    return SupervisedCamera("usb:0", command=command)


def not_set_up(folder: Path) -> SetupFile:
    """What was set up for the camera: nothing yet."""
    return SetupFile(folder / "cameras", "usb:0", GAME.id)


@contextmanager
def playing(folder: Path, above: Mount) -> Iterator[Evening]:
    evening = evening_at(CameraTable("usb:0", lambda _: above), Shelf(folder), GAME)
    evening.start()
    try:
        yield evening
    finally:
        evening.stop()
        evening.wait()


def standing(evening: Evening) -> Standing:
    moment = evening.feed.after(0, LIMIT)
    assert moment is not None
    assert moment.standing is not None
    return moment.standing


def wait(evening: Evening, is_so: Callable[[Standing], object]) -> Standing:
    """Until the phones show something."""

    def find() -> Standing | None:
        now = standing(evening)
        return now if is_so(now) else None

    return until(find, lambda: standing(evening))


def opinion(evening: Evening, until: Callable[[Opinion], object]) -> Opinion:
    return wait(evening, lambda now: until(now.opinion)).opinion


def enter(evening: Evening, first: int, end: int) -> None:
    """People enter moves by hand."""
    for ply in PLIES[first:end]:
        line = GAME.move_text(ply.move)
        entered = evening.table.post(Command(Play(line), THE_HOST, evening.table.now.number))
        assert isinstance(entered, Event)


def test_people_confirm_what_the_camera_sees_and_play_by_hand_when_it_can_t(
    album: Path, tmp_path: Path
) -> None:
    put(album, ELSEWHERE)
    open_eye = partial(open_owners_eye, gallery=TAUGHT, file=not_set_up(tmp_path))
    above = Mount("usb:0", partial(live, album), open_eye)
    with playing(tmp_path, above) as evening:
        assert evening.table.now.mode == ASK
        # The board is not in the picture: that is said, and nothing is guessed.
        blind = wait(evening, lambda now: "the Forge" in now.blind)
        assert blind.blind.startswith("The camera does not find the Forge: is it wholly in the")
        assert blind.opinion.headline == "You enter the moves."
        enter(evening, 0, LAID)
        assert "does not find" in evening.tools.window.glimpse().trouble

        put(album, "laid.png")
        opinion(evening, lambda it: it.in_step)
        assert standing(evening).blind == ""

        put(album, "rolled.png")
        proposal = opinion(evening, lambda it: it.proposed)
        assert [GAME.move_text(step.move) for step in proposal.proposed] == ["roll 12334"]
        assert evening.table.now.number == 1 + LAID + 1  # nothing is entered without a yes
        entered = evening.desk.tell(
            standing(evening).game, lambda watcher: watcher.confirm(proposal.serial, THE_HOST)
        )
        assert isinstance(entered, Event)
        assert entered.action == Confirm("roll 12334")
        assert entered.picture is not None
        assert GAME.key(evening.table.now.state) == GAME.key(PLIES[ROLLED - 1].state)
        assert evening.tools.window.picture()

        # The cable is pulled; the game goes on by hand, and nobody is judged by old pictures.
        put(album, UNPLUGGED)
        gone = wait(evening, lambda now: now.blind)
        assert gone.blind == "Camera not found. Check the cable."
        enter(evening, ROLLED, BUILT)
        unseen = opinion(evening, lambda it: it.number == evening.table.now.number)
        assert unseen.reason == "The camera does not see the table for now: use By hand."

        put(album, BLACK)
        wait(evening, lambda now: now.blind.startswith("The camera sees nothing"))
        put(album, "built.png")
        opinion(evening, lambda it: it.in_step)
        assert standing(evening).blind == ""
        assert GAME.key(evening.table.now.state) == GAME.key(PLIES[BUILT - 1].state)


def test_a_recording_in_a_folder_is_read_to_its_end(album: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number in range(90):
        (pictures / f"{number:03}.png").hardlink_to(album / "rolled.png")
    above = mount(f"folder:{pictures}", load(environ={}), TAUGHT, not_set_up(tmp_path))
    assert above.is_recording
    shelf = Shelf(tmp_path / "games")
    with shelf.begin(GAME, CONFIG) as table:
        for ply in PLIES[:LAID]:
            table.post(Command(Play(GAME.move_text(ply.move)), THE_HOST, table.now.number))
    with playing(tmp_path / "games", above) as evening:
        assert evening.is_resumed
        proposal = opinion(evening, lambda it: it.proposed or it.answers)
        assert [GAME.move_text(step.move) for step in proposal.proposed] == ["roll 12334"]


class SeesNothing:
    """Reads nothing at all."""

    zones: frozenset[str] = frozenset()

    def look(self, _: Frame) -> Look:
        return Look({})


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("unplugged", "Camera not found. Check the cable."),
        ("killed", "Camera not found. Check the cable."),
        pytest.param(
            "hangs",
            "The camera sends no pictures any more: check its cable or network.",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            "frozen",
            "The camera shows the same picture again and again.",
            marks=pytest.mark.thorough,
        ),
        ("black", "The camera sees nothing: is the light on and the lens free?"),
        ("blank", "The camera shows one colour and nothing else."),
        ("noise", "The camera sends garbage: is its cable whole?"),
    ],
)
def test_whatever_goes_wrong_with_a_camera_is_told_and_then_all_is_well_again(
    fault: str, told: str, tmp_path: Path
) -> None:
    command = [sys.executable, faulty_camera.__file__, fault, str(tmp_path)]
    above = Mount(
        "faulty", lambda: SupervisedCamera("faulty", command=command), lambda *_: SeesNothing()
    )
    with playing(tmp_path / "games", above) as evening:
        until(lambda: evening.tools.window.glimpse().number, "a picture")
        (tmp_path / "wrong").touch()
        before = wait(evening, lambda now: now.blind == told).now.number
        enter(evening, 0, 2)
        wait(evening, lambda now: not now.blind)
        assert evening.table.now.number == before + 2


def test_the_end_of_a_recording_is_told_and_it_does_not_begin_again(
    album: Path, tmp_path: Path
) -> None:
    opened: list[Camera] = []

    def once() -> Camera:
        opened.append(Folder("folder:album", album))
        return opened[-1]

    above = Mount("folder:album", once, lambda *_: SeesNothing(), is_recording=True)
    with playing(tmp_path, above) as evening:
        wait(evening, lambda now: now.blind == "The recording has ended.")
        enter(evening, 0, 2)
        opinion(evening, lambda it: it.number == evening.table.now.number)
        assert len(opened) == 1


def test_an_eye_that_can_t_be_opened_is_told_and_hands_go_on(album: Path, tmp_path: Path) -> None:
    def fail() -> OwnEyes:
        raise CompanionError("the weights are damaged")

    eye = SetUpEye(fail, not_set_up(tmp_path), marked=True)
    above = Mount("folder:album", lambda: Folder("folder:album", album), lambda *_: eye)
    with playing(tmp_path, above) as evening:
        wait(evening, lambda now: "the weights are damaged" in now.blind)
        enter(evening, 0, 2)


def test_a_game_whose_pieces_nobody_has_described_is_refused(tmp_path: Path) -> None:
    above = Mount("usb:0", lambda: Folder("", tmp_path), lambda *_: SeesNothing())
    refusal = CameraTable("usb:0", lambda _: above).refusal(StonesGame())
    assert refusal == "Stones: nobody has said what a camera sees of it."
    assert "no camera set up" in CameraTable("", lambda _: above).refusal(GAME)


def test_a_gallery_that_is_damaged_is_named_and_none_is_none(tmp_path: Path) -> None:
    path = tmp_path / "mine.gallery"
    assert owners_gallery(path) is None
    path.write_bytes(b"no gallery")
    with pytest.raises(CompanionError, match=r"mine\.gallery"):
        owners_gallery(path)


def test_a_board_of_another_look_is_played_by_taps_until_the_camera_is_moved(
    tmp_path: Path,
) -> None:
    """The owner's Forge looks otherwise: he taps its corners while the game is on the table."""
    folder = tmp_path / "album"
    folder.mkdir()
    scenery = GAME.scenery(PLIES[ROLLED - 1].state, 1)
    for name, zones in (("rolled", ("forge", "dock:0")), ("bumped", ("dock:0", "dock:1"))):
        view = viewpoint.above(*scenery.bounds(*zones), tilt=15, size=(960, 720))
        picture = next(SimulatedCamera(scenery, view, style=5, seed=1).frames()).image
        cv2.imwrite(str(folder / f"{name}.png"), picture)
        if name == "rolled":
            board = GAME.chart(PLIES[0].state).main
            pixels = view.project([(x, y, 0.0) for x, y in tap_points(board)]) / view.size
    put(folder, "rolled.png")
    file = not_set_up(tmp_path)
    open_eye = partial(open_owners_eye, gallery=TAUGHT, file=file)
    with playing(tmp_path / "games", Mount("usb:0", partial(live, folder), open_eye)) as evening:
        wait(evening, lambda now: "the Forge" in now.blind)
        window = evening.tools.window
        assert isinstance(window, TableWindow)
        surveyor = Surveyor(GAME, file, window.watched)
        still = surveyor.still()
        surveyor.tap(still.number, tuple(Point(float(x), float(y)) for x, y in pixels))
        wait(evening, lambda now: not now.blind)
        assert surveyor.steps()[4].state == "good"
        put(folder, "bumped.png")
        moved = wait(evening, lambda now: now.blind)
        assert moved.blind.endswith("the host taps them anew (Host, Camera).")
