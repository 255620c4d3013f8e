"""List the cameras that are there, and take a test picture with each."""

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.camera.chosen_camera import open_watched
from companion.camera.one_picture import remark, take_picture
from companion.common.answering import add_json_option, print_json
from companion.common.errors import InputError
from companion.common.files import file_errors
from companion.settings.folders import cache_folder
from companion.settings.settings import Settings, add_settings_options, settings_of

if TYPE_CHECKING:
    from hardware.camera import FoundCamera
    from hardware.frame import Frame
    from hardware.health import Health

HELP = "list the cameras, with a test picture of each"


@dataclass(frozen=True)
class CameraTrial:
    """A camera, and how its test picture turned out."""

    name: str
    model: str
    width: int = 0
    height: int = 0
    brightness: int = 0
    sharpness: int = 0
    remark: str = ""
    picture: str = ""
    error: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="cameras to try, such as usb:0 or url:rtsp://... (default: all that are found)",
    )
    parser.add_argument(
        "--pictures",
        metavar="DIR",
        type=Path,
        help="where to put the test pictures (default: table-companion/cameras where the system "
        "keeps what can be made again)",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="watch one camera (default: that of the settings) and tell how it does, until Ctrl-C",
    )
    add_json_option(parser)
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Try each camera; 1 when one of them fails."""
    if args.watch:
        if len(args.names) > 1:
            raise InputError("--watch takes one camera")
        return watch(settings_of(args), "".join(args.names), as_json=args.json)
    from hardware.camera import FoundCamera
    from hardware.cameras import list_cameras

    folder = args.pictures or cache_folder() / "cameras"
    found = [FoundCamera(name, "") for name in args.names] or list_cameras()
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    answers = []
    for camera in found:
        answers.append(try_camera(camera, folder))
        if not args.json:
            print(to_text(answers[-1]), flush=True)
    if args.json:
        print_json([asdict(answer) for answer in answers])
    return 1 if any(answer.error for answer in answers) else 0


def watch(settings: Settings, name: str, *, as_json: bool) -> int:
    """Print a line whenever the camera's health changes; ends with a recording, or by Ctrl-C."""
    camera = open_watched(settings, name)

    def tell(health: "Health") -> None:
        said = health.sentence or "All is well."
        more = f" ({health.problem})" if health.problem else ""
        line = f"{time.strftime('%H:%M:%S')}  {health.state:<8} {said}{more}"
        print(json.dumps(health.to_json()) if as_json else line, flush=True)

    camera.listen(tell)
    try:
        for _ in camera.frames():
            pass
    except KeyboardInterrupt:
        pass
    finally:
        camera.close()
    return 0


def try_camera(found: "FoundCamera", folder: Path) -> CameraTrial:
    """Take a picture and look at it."""
    from hardware.camera import CameraError
    from hardware.condition import condition_of

    answer = CameraTrial(found.name, found.model)
    try:
        frame = take_picture(found.name)
    except CameraError as error:
        return replace(answer, error=str(error))
    condition = condition_of(frame.image)
    return replace(
        answer,
        width=frame.image.shape[1],
        height=frame.image.shape[0],
        brightness=round(condition.brightness),
        sharpness=round(condition.sharpness),
        remark=remark(condition.fault, condition.brightness, condition.burnt, condition.sharpness),
        picture=str(_save(frame, folder)),
    )


def to_text(answer: CameraTrial) -> str:
    """Two lines for people."""
    title = f"{answer.name}   {answer.model}".rstrip()
    if answer.error:
        return f"{title}\n    {answer.error}"
    return (
        f"{title}\n    {answer.width} x {answer.height}, {answer.remark or 'the picture is good'}: "
        f"{answer.picture}"
    )


def _save(frame: "Frame", folder: Path) -> Path:
    from companion.camera.encoding import as_jpeg

    stem = "".join(c if c.isalnum() else "-" for c in frame.camera).strip("-")[:60]
    path = folder / f"{stem}.jpg"
    with file_errors(path):
        path.write_bytes(as_jpeg(frame.image))
    return path
