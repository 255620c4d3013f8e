"""How high must the camera hang, and is a die large enough then?"""

import argparse
import math
import re

from companion.common.answering import add_json_option, print_answer
from companion.common.errors import InputError
from companion.common.json_reading import suggest

HELP = "how high to hang the camera"

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[xX]\s*(\d+(?:\.\d+)?)")
_SMALLEST_TABLE, _LARGEST_TABLE = 20, 400
_ADVICE = {
    "good": "good: dice are large enough everywhere",
    "tight": "tight: it can work in good light; a smaller part of the table is better",
    "too small": "too small: hang it above a part of the table, or take a camera with more pixels",
}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "table", metavar="WIDTHxDEPTH", help="what must be in view, in centimetres, such as 90x60"
    )
    parser.add_argument("--camera", metavar="KIND", help="only this one (default: all we know)")
    parser.add_argument(
        "--tilt",
        metavar="DEGREES",
        type=float,
        default=0.0,
        help="away from straight down (default: 0)",
    )
    parser.add_argument(
        "--die", metavar="MM", type=float, default=16.0, help="a die's edge (default: 16)"
    )
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Reckon, and print a line for each camera; 1 when dice are too small for all of them."""
    from hardware.mounting import LENSES, STEEPEST, place_for

    width, depth = read_size(args.table)
    if args.camera is not None and args.camera not in LENSES:
        known = ", ".join(LENSES)
        raise InputError(
            f"no camera '{args.camera}'{suggest(args.camera, LENSES) or f'; there is {known}'}"
        )
    if not 0 <= args.tilt <= STEEPEST:
        raise InputError(f"--tilt {args.tilt:g}: between 0 and {STEEPEST:g} degrees, please")
    if not 4 <= args.die <= 100:
        raise InputError(f"--die {args.die:g}: between 4 and 100 millimetres, please")
    names = LENSES if args.camera is None else [args.camera]
    answers = []
    for name in names:
        place = place_for(10 * width, 10 * depth, LENSES[name], args.tilt, args.die)
        answers.append(
            {
                "camera": name,
                "title": LENSES[name].title,
                "height_cm": math.ceil(place.height / 10),
                "aside_cm": round(place.aside / 10),
                "die_pixels": int(place.die),
                "verdict": place.verdict,
            }
        )
    print_answer(args, answers, map(to_text, answers))
    return 1 if all(answer["verdict"] == "too small" for answer in answers) else 0


def read_size(text: str) -> tuple[float, float]:
    """Width and depth in centimetres."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise InputError(f"'{text}' is no size; it goes WIDTHxDEPTH in centimetres, such as 90x60")
    width, depth = float(match.group(1)), float(match.group(2))
    if not all(_SMALLEST_TABLE <= side <= _LARGEST_TABLE for side in (width, depth)):
        raise InputError(f"{text}: each side between {_SMALLEST_TABLE} and {_LARGEST_TABLE} cm")
    return width, depth


def to_text(answer: dict[str, object]) -> str:
    """Two lines for people."""
    aside = f", {answer['aside_cm']} cm towards you" if answer["aside_cm"] else ""
    return (
        f"{answer['camera']:<13} {answer['height_cm']} cm above the table{aside}: "
        f"a die has {answer['die_pixels']} pixels\n{'':<13} {_ADVICE[str(answer['verdict'])]}"
    )
