"""Teach the companion what the tiles of your copy look like: one photo of each face is enough.

Lay tiles out, any number in one picture. They are cut out, look-alikes are grouped, and names are
proposed where they can be. Everything is kept at once; call it again to go on.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion import games
from companion.camera.one_picture import take_picture
from companion.common.errors import InputError
from companion.common.files import file_errors
from companion.games.positions import add_data_option, find_game
from companion.phones.lessons import name_list
from companion.phones.lessons.lesson import GALLERIES, Cut, ExaminedTile
from companion.settings.folders import data_folder

if TYPE_CHECKING:
    from companion.camera.teacher import Teacher
    from vision.geometry import Image

HELP = "teach it what the tiles of your copy look like"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "photos",
        nargs="*",
        metavar="PHOTO",
        type=Path,
        help="photos of tiles: JPEG, PNG, WebP, HEIC",
    )
    parser.add_argument("--camera", metavar="N|URL|VIDEO", help="take one picture with a camera")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="draw all cut-outs with numbers")
    parser.add_argument(
        "--list", metavar="FILE", type=Path, help="write a list of numbers and names to fill in"
    )
    parser.add_argument(
        "--names", metavar="FILE", type=Path, help="read the list that was filled in"
    )
    parser.add_argument(
        "--accept", action="store_true", help="take all proposals for names as they are"
    )
    parser.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"), help="call a face otherwise")
    parser.add_argument(
        "--remove", metavar="NAME", action="append", default=[], help="forget a face, to retake it"
    )
    parser.add_argument(
        "--test", metavar="PHOTO", type=Path, help="read a second photo, and measure the error"
    )
    parser.add_argument(
        "--answers", metavar="FILE", type=Path, help="with --test: what its tiles are, as a list"
    )
    parser.add_argument("--export", metavar="FILE", type=Path, help="write the gallery, to share")
    parser.add_argument("--import", metavar="FILE", type=Path, dest="take", help="take one in")
    parser.add_argument(
        "--game", metavar="G", default=games.names()[0], help="which game (default: %(default)s)"
    )
    parser.add_argument("--edition", metavar="NAME", help="an edition (default: the first)")
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        type=Path,
        help="where the lesson is kept (default: table-companion/galleries/GAME where the system "
        "keeps data)",
    )
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Do what was asked, in the order of a lesson, and say where it stands."""
    from companion.camera.teacher import Teacher  # OpenCV takes a moment to load

    if args.answers and not args.test:
        raise InputError("--answers belongs to --test PHOTO")
    game = find_game(args.game, args.data)
    folder = args.folder or data_folder() / GALLERIES / game.id
    teacher = Teacher(game, folder, args.edition)
    _edit(teacher, args)
    for photo in args.photos:
        _shown(teacher, str(photo), _load(photo))
    if args.camera:
        _shown(teacher, f"camera {args.camera}", take_picture(args.camera).image)
    if args.names:
        _fill_in(teacher, name_list.read(args.names), str(args.names))
    if args.accept:
        _accept(teacher)
    if args.sheet:
        _draw(teacher, args.sheet)
    if args.list:
        names = [choice.name for choice in teacher.missing]
        _write(args.list, name_list.to_text(_unnamed(teacher), names).encode())
        print(f"{args.list}: fill in the names, then --names {args.list}")
    if args.test:
        _test(teacher, args)
    if args.export:
        _write(args.export, teacher.to_bytes())
        print(f"{args.export}: {len(teacher.gallery().faces)} faces")
    _tell(teacher)
    return 0


def _edit(teacher: "Teacher", args: argparse.Namespace) -> None:
    if args.take:
        print(f"{args.take}: {teacher.take_in(args.take)} new faces")
    if args.rename:
        old, new = args.rename
        teacher.rename(old, new)
        print(f"{old} is now called {new}")
    for name in args.remove:
        teacher.forget(name)
        print(f"{name} is forgotten; show it again")


def _shown(teacher: "Teacher", where: str, image: "Image") -> None:
    try:
        cuts = teacher.show(image)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    groups = len({cut.group for cut in cuts})
    proposed = sum(cut.proposal is not None for cut in cuts)
    print(f"{where}: {len(cuts)} tiles cut out, {groups} different, {proposed} with a proposal")


def _fill_in(teacher: "Teacher", names: dict[int, str], where: str) -> None:
    known = {cut.number for cut in teacher.lesson.cuts}
    unknown = sorted(names.keys() - known)
    if unknown:
        raise InputError(f"{where}: there is no cut-out {unknown[0]}")
    for number, name in names.items():
        if name == name_list.AWAY:
            teacher.remove([number])
        else:
            teacher.name(number, name)


def _accept(teacher: "Teacher") -> None:
    for cut in teacher.lesson.cuts:
        if cut.proposal and teacher.lesson.cut(cut.number).name is None:
            teacher.name(cut.number, cut.proposal)


def _unnamed(teacher: "Teacher") -> list[Cut]:
    return [cut for cut in teacher.lesson.cuts if cut.name is None]


def _draw(teacher: "Teacher", path: Path) -> None:
    cuts = teacher.lesson.cuts
    if not cuts:
        raise InputError("there is nothing to draw yet: name some photos of tiles")
    words = [(cut, cut.name or (f"{cut.proposal}?" if cut.proposal else "")) for cut in cuts]
    _write(path, teacher.sheet([(cut.number, cut.picture, word) for cut, word in words]))
    print(f"{path}: {len(cuts)} cut-outs with their numbers")


def _test(teacher: "Teacher", args: argparse.Namespace) -> None:
    answers = teacher.examine(_load(args.test))
    if args.answers:
        truths = name_list.read(args.answers)
        for number, truth in truths.items():
            teacher.judge(number, None if truth == name_list.AWAY else truth)
    for answer in teacher.lesson.answers:
        print(f"  {_sentence(answer)}")
    if not args.answers:
        sheet = args.test.with_suffix(".test.png").name
        words = [(each.number, each.picture, each.said or "none of these") for each in answers]
        path = teacher.lesson.folder / sheet
        _write(path, teacher.sheet(words))
        print(f"{path}: the tiles with their numbers; --answers FILE says what they are (3 = name)")
    else:
        print(f"error: {teacher.grade}")
    for one, other in teacher.look_alikes():
        print(f"look too alike: {one} and {other}")


def _sentence(answer: ExaminedTile) -> str:
    said = answer.said or "none of these"
    sure = "" if answer.certain else "?"
    wrong = f"   wrong: it is {answer.truth or 'none of these'}"
    return f"{answer.number} {said}{sure}{wrong if answer.judged and not answer.right else ''}"


def _tell(teacher: "Teacher") -> None:
    known, faces = teacher.progress
    waiting = len({cut.group for cut in _unnamed(teacher)})
    print(
        f"{known} of {faces} faces" + (f", {waiting} cut-outs wait for a name" if waiting else "")
    )
    if known:
        print(f"gallery: {teacher.path}")


def _load(path: Path) -> "Image":
    from vision.photo.apart import load_apart
    from vision.photo.header import PictureError

    try:
        return load_apart(path)
    except PictureError as error:
        raise InputError(f"{path} {error}") from error


def _write(path: Path, data: bytes) -> None:
    with file_errors(path):
        path.write_bytes(data)
