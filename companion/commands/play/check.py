"""Check a position: is it possible by the rules, and if not, what is wrong where?"""

import argparse

from companion.common.answering import print_answer
from companion.games.capabilities import scorable
from companion.games.positions import add_position_arguments, read_position
from companion.games.protocol import Violation

HELP = "check whether a position is possible"

LEGAL, ILLEGAL = 0, 1

configure = add_position_arguments


def run(args: argparse.Namespace) -> int:
    """Print what is wrong; what rests on assumed data alone does not make a position illegal."""
    game, position = read_position(args.file, args.data)
    violations = scorable(game).check_position(position)
    legal = all(violation.assumed for violation in violations)
    answer = {"legal": legal, "violations": [found.to_json() for found in violations]}
    lines = (f"  {to_text(violation)}" for violation in violations)
    print_answer(args, answer, ("legal" if legal else "not legal", *lines))
    return LEGAL if legal else ILLEGAL


def to_text(violation: Violation) -> str:
    """One line for people: the sentence, where, the rule and its pages."""
    pages = ", ".join(f"{book.upper()} p.{page}" for book, page in violation.pages.items())
    where = f" [{', '.join(violation.pieces)}]" if violation.pieces else ""
    return f"{violation.text}{where} ({violation.rule}; {pages})"
