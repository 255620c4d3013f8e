"""The camera above the table, as the settings have it."""

from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.settings import Settings

if TYPE_CHECKING:
    from hardware.supervised import SupervisedCamera


def open_watched(settings: Settings, name: str = "") -> "SupervisedCamera":
    """The camera of the settings, or another one, looked after by a supervisor.

    It opens in the background: that it is not there is a matter of its health, no error.
    """
    from hardware.supervised import SupervisedCamera

    chosen = name or settings.text("camera.name")
    if not chosen:
        raise InputError("no camera is set: name one, or run `companion setup`")
    width, height = settings.number("camera.width"), settings.number("camera.height")
    if bool(width) != bool(height):
        raise InputError("camera.width and camera.height go together: set both, or none")
    size = (width, height) if width else None
    return SupervisedCamera(chosen, size, settings.decimal("camera.rate"))
