"""A camera above a table of real people, and the eye that looks through it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.camera.chosen_camera import open_watched, wished_size
from companion.camera.eyes.opening import open_owners_eye, owners_gallery
from companion.camera.lookout import SeesTables
from companion.common.errors import InputError
from companion.games.capabilities import Rules
from companion.phones.camera_record.record import SetupFile
from companion.settings.settings import Settings
from hardware.camera import Camera, CameraError
from hardware.cameras import check_name, is_recording


@dataclass(frozen=True)
class Mount:
    """A camera and its eye.

    Attributes:
        name: The camera's name.
        open_camera: Opens the camera; that it is not there is a matter of its health.
        open_eye: Gives an eye for a game that begins or goes on with a state. What takes a while
            or may fail is done at the first picture, in the thread that looks.
        is_recording: Whether it only shows what was taken before, and ends.
    """

    name: str
    open_camera: Callable[[], Camera]
    open_eye: Callable[[Rules[Any, Any], Any], SeesTables]
    is_recording: bool = False


def mount(name: str, settings: Settings, gallery: Path, file: SetupFile) -> Mount:
    """A camera by its name, and an eye that knows what was taught about the owner's copy.

    The eye looks as the camera was set up in `file`. Nothing is opened yet, but what can be seen to
    be wrong is refused now, and not during a game.

    Raises:
        CompanionError: No camera has such a name, a setting is wrong, or the gallery is damaged.
    """
    try:
        check_name(name)
    except CameraError as error:
        raise InputError(f"--camera {error}") from error
    wished_size(settings)
    owners_gallery(gallery)
    return Mount(
        name,
        partial(open_watched, settings, name),
        partial(open_owners_eye, gallery=gallery, file=file),
        is_recording(name),
    )
