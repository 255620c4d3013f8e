"""`companion look`: read the dice in photos, or live from a camera; or a whole table in photos."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import games
from companion.common.answering import add_json_option
from companion.common.errors import CompanionError
from companion.common.files import file_errors
from companion.common.terminal import progress
from companion.games.capabilities import playable
from companion.games.positions import checked_players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.dice import DiceEye, DieReading
    from vision.faces.gallery import Gallery
    from vision.geometry import Image

HELP = "read the dice in photos, or live from a camera; with --game a whole table in photos"
PLAYERS = 2
_BOLD = 3.0
"""How much larger than usual values are written: there is nothing else on the picture."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "photos", nargs="*", metavar="PHOTO", type=Path, help="JPEG, PNG, WebP, HEIC"
    )
    add_json_option(parser)
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="save the pictures with what was seen drawn in"
    )
    parser.add_argument(
        "--game",
        metavar="G",
        help="read the board, its dice and tiles, and islands, of this game's print-and-play set",
    )
    parser.add_argument(
        "--gallery",
        metavar="FILE",
        type=Path,
        help="with --game: the tiles of your own copy (default: our own drawings)",
    )
    parser.add_argument(
        "--players",
        metavar="N",
        type=int,
        default=PLAYERS,
        help="with --game: how many play (default: %(default)s)",
    )
    parser.add_argument(
        "--camera",
        metavar="NAME",
        help="look live: a camera's number, a stream, a video, or a name of `companion cameras`",
    )
    parser.add_argument(
        "--every",
        metavar="SECONDS",
        type=float,
        default=0.2,
        help="with --camera: look at most this often (default: 0.2)",
    )
    parser.add_argument(
        "--threads", metavar="N", type=int, help="processor cores to use (default: all)"
    )


def run(args: argparse.Namespace) -> int:
    """Look, and print what was seen; 1 when a photo could not be looked at."""
    from companion.camera.eyes.opening import open_dice_eye

    if bool(args.photos) == bool(args.camera):
        raise CompanionError("name photos to look at, or a camera with --camera (not both)")
    if args.threads is not None and args.threads < 1:
        raise CompanionError(f"--threads {args.threads}: at least 1 is needed")
    if args.gallery and not args.game:
        raise CompanionError("--gallery needs --game: which game's tiles are they?")
    if args.camera and args.game:
        raise CompanionError("--game reads photos; `companion serve` follows a table live")
    album = Album(args.annotate) if args.annotate else None
    if args.game:
        read = _table_reader(args.game, args.players, args.gallery, args.threads)
        return _look_at_photos(read, args.photos, album, as_json=args.json)
    eye = open_dice_eye(args.threads)
    if args.camera:
        return _watch(eye, args.camera, args.every, album, as_json=args.json)
    return _look_at_photos(_dice_reader(eye), args.photos, album, as_json=args.json)


class SeenPhoto(NamedTuple):
    """What was read in a photo: for programs, for people, and drawn into the picture."""

    answer: dict[str, Any]
    text: str
    drawn: "Callable[[], Image]"


Reader = Callable[["Image"], SeenPhoto]


def _dice_reader(eye: "DiceEye") -> Reader:
    return lambda image: _seen(image, eye.look(image))


def _seen(image: "Image", dice: "Sequence[DieReading]") -> SeenPhoto:
    from companion.camera.photos.answers import as_json, belief_of
    from vision.drawing.debug_view import draw
    from vision.reading.look import Look

    look = Look({}, beliefs=tuple(map(belief_of, dice)))
    answer = as_json(image, look)
    return SeenPhoto(answer, _sentence(answer["dice"]), lambda: draw(image, look, _BOLD))


def _table_reader(name: str, players: int, gallery: Path | None, threads: int | None) -> Reader:
    from companion.camera.photos.answers import as_json, in_words
    from companion.camera.photos.table_photo import PhotoEye
    from vision.drawing.debug_view import draw

    game = playable(games.find(name))
    checked_players(game, players)
    tiles = _open_gallery(gallery) if gallery else None
    eye = PhotoEye(game, players, tiles=tiles, threads=threads)

    def read(image: "Image") -> SeenPhoto:
        look = eye.look(image)
        lines = "\n  ".join(in_words(look, game))
        return SeenPhoto(as_json(image, look), lines, lambda: draw(image, look))

    return read


def _open_gallery(path: Path) -> "Gallery":
    from vision.faces.gallery_file import GalleryError, load_gallery

    try:
        return load_gallery(path)
    except GalleryError as error:
        raise CompanionError(f"--gallery {error}") from error


class Album:
    """The folder for annotated pictures; no picture in it overwrites another of the same run."""

    def __init__(self, folder: Path) -> None:
        with file_errors(f"--annotate {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._used: set[str] = set()

    def add(self, stem: str, drawn: "Image") -> None:
        """Save a picture into which something was drawn."""
        from companion.camera.encoding import as_jpeg

        name, count = stem, 1
        while name in self._used:
            count += 1
            name = f"{stem}-{count}"
        self._used.add(name)
        path = self._folder / f"{name}.jpg"
        with file_errors(path):
            path.write_bytes(as_jpeg(drawn))


def _look_at_photos(
    read: Reader, photos: "Sequence[Path]", album: Album | None, *, as_json: bool
) -> int:
    answers = []
    told = _answers(read, photos, album)
    for answer, text in progress(told, "photos", len(photos)) if as_json else told:
        answers.append(answer)
        if as_json:
            continue
        if "error" in answer:
            print(f"{answer['photo']}: {text}", file=sys.stderr)
        else:
            print(f"{answer['photo']}: {text}", flush=True)
    if as_json:
        print(json.dumps(answers, indent=1, ensure_ascii=False))
    return 1 if any("error" in answer for answer in answers) else 0


def _answers(
    read: Reader, photos: "Sequence[Path]", album: Album | None
) -> Iterator[tuple[dict[str, Any], str]]:
    """For each photo the answer for programs, and the one for people."""
    from vision.photo.apart import load_apart
    from vision.photo.header import PictureError

    for photo in photos:
        try:
            image = load_apart(photo)
        except PictureError as error:
            yield {"photo": str(photo), "error": str(error)}, str(error)
            continue
        seen = read(image)
        if album:
            album.add(photo.stem, seen.drawn())
        yield {"photo": str(photo), **seen.answer}, seen.text


def _sentence(dice: "Sequence[dict[str, Any]]") -> str:
    if not dice:
        return "no dice"
    values = " ".join(str(die["value"]) + ("" if die["certain"] else "?") for die in dice)
    count = "1 die" if len(dice) == 1 else f"{len(dice)} dice"
    unsure = sum(not die["certain"] for die in dice)
    return f"{count}: {values}" + (f"   ({unsure} not certain)" if unsure else "")


def _watch(eye: "DiceEye", name: str, every: float, album: Album | None, *, as_json: bool) -> int:
    """Print a reading whenever what is seen changes, until the video ends or Ctrl-C."""
    from hardware.cameras import open_camera
    from vision.dice.finder import QUICK

    shown: str | None = None
    due = float("-inf")
    try:
        with closing(open_camera(name)) as camera:
            for frame in camera.frames():
                if frame.taken < due:
                    continue
                due = frame.taken + every
                seen = _seen(frame.image, eye.look(frame.image, QUICK))
                if seen.text == shown:
                    continue
                shown = seen.text
                about = {"camera": name, "taken": frame.taken}
                print(json.dumps(about | seen.answer) if as_json else shown, flush=True)
                if album:
                    album.add(f"{frame.taken:.1f}", seen.drawn())
    except KeyboardInterrupt:
        pass
    return 0
