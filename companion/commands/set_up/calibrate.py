"""Is the camera hung up well? Look at the table as in a game, and say what to do about it.

What was tapped and drawn on the phone for this camera counts here too.
"""

import argparse
from pathlib import Path

from companion import games
from companion.camera.one_picture import take_pictures
from companion.commands.set_up.doctor import to_text
from companion.common.answering import add_json_option, print_json
from companion.common.errors import InputError
from companion.common.finding import BAD, Finding, to_json
from companion.games.capabilities import playable
from companion.games.positions import checked_players
from companion.phones.camera_record.record import FOLDER, SetupFile
from companion.phones.lessons.lesson import GALLERIES, GALLERY
from companion.settings.data_folder import folder_of
from companion.settings.settings import add_settings_options, settings_of

HELP = "is the camera hung up well? a verdict in plain words"

#: So many pictures are looked at.
PICTURES = 6


def configure(parser: argparse.ArgumentParser) -> None:
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
    add_json_option(parser)
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
    game = playable(games.find(args.game or settings.text("table.game")))
    players = checked_players(game, args.players)
    rolled = read_roll(args.roll)
    data = folder_of(settings)
    tiles = owners_gallery(args.gallery or data / GALLERIES / game.id / GALLERY)
    frames = take_pictures(name, PICTURES, wished_size(settings))
    eyes = OwnEyes(game, game.setup({"players": players}), tiles=tiles)
    file = SetupFile(data / FOLDER, name, game.id)
    findings: dict[str, Finding] = {}
    for check, finding in Calibration(game, eyes, file, rolled).checks(frames):
        findings[check] = finding
        if not args.json:
            print(to_text(check, finding), flush=True)
    if args.json:
        print_json(to_json(findings))
    return 1 if findings["verdict"].state == BAD else 0


def read_roll(text: str) -> list[int]:
    """The values of dice, such as `12334`."""
    values = text.replace(",", "").replace(" ", "")
    if not all(value in "123456" for value in values):
        raise InputError(f"--roll {text}: the values of dice are needed, such as 12334")
    return [int(value) for value in values]
