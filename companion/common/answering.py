"""What commands answer: lines for people, or JSON for programs."""

import argparse
import json
from collections.abc import Iterable


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """`--json`: answer to programs."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def print_json(answer: object) -> None:
    """Print an answer for programs."""
    print(json.dumps(answer, ensure_ascii=False, indent=2))


def print_answer(args: argparse.Namespace, answer: object, lines: Iterable[str]) -> None:
    """Print an answer as it was asked for; `lines` say the same to people."""
    if args.json:
        print_json(answer)
    else:
        print("\n".join(lines))
