"""`companion look`: read the dice in photos, or live from a camera."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.eyes import open_dice_eye
from companion.progress import show_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from vision.dice import DiceEye, Die

NAME = "look"
HELP = "read the dice in photos, or live from a camera"


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument(
        "photos", nargs="*", metavar="PHOTO", type=Path, help="JPEG, PNG, WebP, HEIC"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="save the pictures with what was seen drawn in"
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
    if bool(args.photos) == bool(args.camera):
        raise CompanionError("name photos to look at, or a camera with --camera (not both)")
    if args.threads is not None and args.threads < 1:
        raise CompanionError(f"--threads {args.threads}: at least 1 is needed")
    album = Album(args.annotate) if args.annotate else None
    eye = open_dice_eye(args.threads)
    if args.camera:
        return _watch(eye, args.camera, args.every, album, as_json=args.json)
    return _look_at_photos(eye, args.photos, album, as_json=args.json)


class Album:
    """The folder for annotated pictures; no picture in it overwrites another of the same run."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CompanionError(f"--annotate {folder}: {error.strerror}") from error
        self._folder = folder
        self._used: set[str] = set()

    def add(self, stem: str, image: "npt.NDArray[np.uint8]", dice: "Sequence[Die]") -> None:
        """Draw the dice into the picture and save it."""
        import cv2

        from vision.annotate import annotate

        name, count = stem, 1
        while name in self._used:
            count += 1
            name = f"{stem}-{count}"
        self._used.add(name)
        good, packed = cv2.imencode(".jpg", annotate(image, dice))
        try:
            (self._folder / f"{name}.jpg").write_bytes(packed.tobytes() if good else b"")
        except OSError as error:
            raise CompanionError(f"{self._folder / name}.jpg: {error.strerror}") from error


def _look_at_photos(
    eye: "DiceEye", photos: "Sequence[Path]", album: Album | None, *, as_json: bool
) -> int:
    answers = []
    for answer in _answers(eye, photos, album):
        answers.append(answer)
        if as_json:
            show_progress(len(answers), len(photos))
        elif "error" in answer:
            print(f"{answer['photo']}: {answer['error']}", file=sys.stderr)
        else:
            print(f"{answer['photo']}: {_sentence(answer['dice'])}", flush=True)
    if as_json:
        print(json.dumps(answers, indent=1, ensure_ascii=False))
    return 1 if any("error" in answer for answer in answers) else 0


def _answers(
    eye: "DiceEye", photos: "Sequence[Path]", album: Album | None
) -> Iterator[dict[str, Any]]:
    from vision.header import PictureError
    from vision.picture import load

    for photo in photos:
        try:
            image = load(photo)
        except PictureError as error:
            yield {"photo": str(photo), "error": str(error)}
            continue
        dice = eye.look(image)
        if album:
            album.add(photo.stem, image, dice)
        yield {"photo": str(photo), **_as_json(image, dice)}


def _as_json(image: "npt.NDArray[np.uint8]", dice: "Sequence[Die]") -> dict[str, Any]:
    return {
        "width": image.shape[1],
        "height": image.shape[0],
        "dice": [
            {
                "value": die.value,
                "confidence": die.confidence,
                "box": list(die.box),
                "certain": die.certain,
                "place": None,
            }
            for die in dice
        ],
        "tiles": [],
        "board": None,
    }


def _sentence(dice: "Sequence[dict[str, Any]]") -> str:
    if not dice:
        return "no dice"
    values = " ".join(str(die["value"]) + ("" if die["certain"] else "?") for die in dice)
    count = "1 die" if len(dice) == 1 else f"{len(dice)} dice"
    unsure = sum(not die["certain"] for die in dice)
    return f"{count}: {values}" + (f"   ({unsure} not certain)" if unsure else "")


def _watch(eye: "DiceEye", name: str, every: float, album: Album | None, *, as_json: bool) -> int:
    """Print a reading whenever what is seen changes, until the video ends or Ctrl-C."""
    from hardware.camera import CameraError
    from hardware.cameras import open_camera
    from vision.finder import QUICK

    try:
        camera = open_camera(name)
        try:
            shown: str | None = None
            due = float("-inf")
            for frame in camera.frames():
                if frame.taken < due:
                    continue
                due = frame.taken + every
                dice = eye.look(frame.image, QUICK)
                seen = _as_json(frame.image, dice)
                sentence = _sentence(seen["dice"])
                if sentence == shown:
                    continue
                shown = sentence
                if as_json:
                    print(json.dumps({"camera": name, "taken": frame.taken} | seen), flush=True)
                else:
                    print(sentence, flush=True)
                if album:
                    album.add(f"{frame.taken:.1f}", frame.image, dice)
        finally:
            camera.close()
    except CameraError as error:
        raise CompanionError(str(error)) from error
    except KeyboardInterrupt:
        pass
    return 0
