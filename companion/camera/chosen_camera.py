"""Opens the camera of the settings, and says what is wrong with it."""

from typing import TYPE_CHECKING

from companion.common.errors import InputError
from companion.settings.settings import Settings

if TYPE_CHECKING:
    from hardware.camera import Camera
    from hardware.process.supervised import SupervisedCamera


def open_watched(settings: Settings, name: str = "") -> "SupervisedCamera":
    """The camera of the settings, or another one, looked after by a supervisor.

    It opens in the background: that it is not there is a matter of its health, no error.
    """
    from hardware.process.supervised import SupervisedCamera

    chosen = name or settings.text("camera.name")
    if not chosen:
        raise InputError("no camera is set: name one, or run `companion setup`")
    return SupervisedCamera(chosen, wished_size(settings), settings.decimal("camera.rate"))


def wished_size(settings: Settings) -> tuple[int, int] | None:
    """Width and height of the pictures in pixels; None leaves them to the camera.

    Raises:
        InputError: Only one of the two is set.
    """
    width, height = settings.number("camera.width"), settings.number("camera.height")
    if bool(width) != bool(height):
        raise InputError("camera.width and camera.height go together: set both, or none")
    return (width, height) if width else None


def ailment(camera: "Camera") -> str:
    """What is wrong with a camera that is looked after, for phones; empty when all is well."""
    from hardware.process.supervised import SupervisedCamera

    return camera.health.sentence if isinstance(camera, SupervisedCamera) else ""
