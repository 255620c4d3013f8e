"""Is the camera hung up well? Look at the table as in a game, and say what to do about it.

What was tapped and drawn on the phone for this camera counts here too.
"""

import argparse
import json
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from companion import games
from companion.camera.one_picture import SETTLING
from companion.camera.teacher import GALLERY
from companion.commands.set_up.doctor import to_text
from companion.common.errors import CompanionError, InputError
from companion.common.finding import BAD, Finding
from companion.phones.camera_record.record import FOLDER, SetupFile
from companion.settings.data_folder import folder_of
from companion.settings.settings import Settings, add_settings_options, settings_of

if TYPE_CHECKING:
    from hardware.camera import Size
    from hardware.frame import Frame

NAME = "calibrate"
HELP = "is the camera hung up well? a verdict in plain words"

#: So many pictures are looked at.
PICTURES = 6


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument(
        "--camera", metavar="NAME", help="which camera (default: camera.name of the settings)"
    )
    parser.add_argument("--game", metavar="G", help="which game (default: that of the settings)")
    parser.add_argument("--players", metavar="N", type=int, help="how many (default: the fewest)")
    parser.add_argument(
        "--roll",
        metavar="VALUES",
        default="",
        help="what the dice on the board show, such as 12334: then their reading is measured",
    )
    parser.add_argument(
        "--gallery",
        metavar="FILE",
        type=Path,
        help="the faces of your copy (default: what you taught, else our own drawings)",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Take pictures, look at them and tell; 1 when it does not work like this."""
    from companion.camera.chosen_camera import wished_size
    from companion.camera.eyes.opening import owners_gallery
    from companion.camera.eyes.own_kit import OwnEyes
    from companion.camera.setup.calibration import Calibration

    settings = settings_of(args)
    name = args.camera or settings.text("camera.name")
    if not name:
        raise InputError("no camera is set: name one with --camera, or run `companion setup`")
    game = games.find(args.game or settings.text("table.game"))
    players = game.players[0] if args.players is None else args.players
    if players not in game.players:
        raise InputError(
            f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not {players}"
        )
    rolled = read_roll(args.roll)
    tiles = owners_gallery(args.gallery or taught(settings, game.id))
    frames = take_pictures(name, wished_size(settings))
    eyes = OwnEyes(game, game.setup({"players": players}), tiles=tiles)
    file = SetupFile(folder_of(settings) / FOLDER, name, game.id)
    findings: dict[str, Finding] = {}
    for check, finding in Calibration(game, eyes, file, rolled).checks(frames):
        findings[check] = finding
        if not args.json:
            print(to_text(check, finding), flush=True)
    if args.json:
        answer = [
            {"check": check, "state": f.state, "found": f.found, "advice": f.advice}
            for check, f in findings.items()
        ]
        print(json.dumps(answer, indent=2, ensure_ascii=False))
    return 1 if findings["verdict"].state == BAD else 0


def read_roll(text: str) -> list[int]:
    """The values of dice, such as `12334`."""
    values = text.replace(",", "").replace(" ", "")
    if not all(value in "123456" for value in values):
        raise InputError(f"--roll {text}: the values of dice are needed, such as 12334")
    return [int(value) for value in values]


def taught(settings: Settings, game: str) -> Path:
    """Where the gallery of Teach my copy is."""
    return folder_of(settings) / "galleries" / game / GALLERY


def take_pictures(name: str, size: "Size | None") -> "list[Frame]":
    """Some pictures after the camera has found its exposure; the last ones of a recording."""
    from hardware.camera import CameraError
    from hardware.cameras import open_camera

    kept: deque[Frame] = deque(maxlen=PICTURES)
    try:
        camera = open_camera(name, size)
        try:
            end = time.monotonic() + SETTLING
            late = 0
            for frame in camera.frames():
                kept.append(frame)
                late += time.monotonic() >= end
                if late >= PICTURES:
                    break
        finally:
            camera.close()
    except CameraError as error:
        raise CompanionError(str(error)) from error
    if not kept:
        raise CompanionError(f"{name} shows no picture")
    return list(kept)
