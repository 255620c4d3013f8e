"""List the games that the companion knows, or check whether one keeps what every game must keep.

`score`: a position that somebody wrote down. `play`: it knows the rules. `see`: a camera follows.
"""

import argparse
import sys
from pathlib import Path

from companion import games
from companion.common.answering import add_json_option, print_answer
from companion.common.errors import InputError
from companion.common.terminal import progress, table
from companion.games.capabilities import abilities
from companion.games.protocol import Game

HELP = "list the games, or check one"

KEPT, BROKEN = 0, 1


def configure(parser: argparse.ArgumentParser) -> None:
    add_json_option(parser)
    parser.set_defaults(game=None)
    words = parser.add_subparsers(title="more", metavar="check GAME")
    check = words.add_parser("check", help="play a game and say what is wrong with it")
    check.add_argument("game", metavar="GAME", help="its id, or the package that offers it as GAME")
    check.add_argument("--json", action="store_true", help="answer in JSON")


def run(args: argparse.Namespace) -> int:
    return _list(args) if args.game is None else _check(args)


def _list(args: argparse.Namespace) -> int:
    answers, rows = [], []
    for game in map(games.find, games.names()):
        first, last, editions = game.players[0], game.players[-1], list(game.editions)
        can = abilities(game)
        answers.append(
            {
                "id": game.id,
                "title": game.title,
                "players": [first, last],
                "editions": editions,
                "can": can,
            }
        )
        several = f"{first}-{last}" if last > first else f"{first}"
        rows.append(
            (game.id, game.title, f"{several} players", ", ".join(editions), ", ".join(can))
        )
    print_answer(args, answers, [table(rows)])
    for why in games.refused():
        print(f"left out: {why}", file=sys.stderr)
    return 0


def _check(args: argparse.Namespace) -> int:
    """Exit status 0: everything is kept; 1: something is not; 2: there is no such game."""
    from companion.benches.promises import hands, laying, playing, seeing
    from companion.benches.promises.promise import broken

    game = _named(args.game)
    rooms = (playing, hands, seeing, laying)
    promises = [p for room in rooms for p in room.PROMISES if p.is_for(game)]
    found = {
        promise.said: list(broken(promise, game)) for promise in progress(promises, "promises")
    }
    kept = not any(found.values())
    answer = {"game": game.id, "kept": kept, "promises": found}
    lines = []
    for said, wrong in found.items():
        lines += [f"{'ok  ' if not wrong else 'FAIL'}  {said}", *(f"      {one}" for one in wrong)]
    print_answer(args, answer, [*lines, f"{game.title}: {'ready' if kept else 'not ready'}"])
    return KEPT if kept else BROKEN


def _named(name: str) -> Game:
    """The game of this id, or that a package offers; packages here need not be installed."""
    if name in games.names() or not name.replace(".", "").replace("_", "").isidentifier():
        return games.find(name)
    if name.replace("_", "-") in games.names():
        return games.find(name.replace("_", "-"))
    sys.path.insert(0, str(Path.cwd()))
    try:
        return games.offered_by(name)
    except InputError as error:
        if isinstance(error.__cause__, ModuleNotFoundError) and error.__cause__.name == name:
            known = ", ".join(games.names())
            raise InputError(f"no game and no package '{name}'; there is {known}") from error
        raise
    finally:
        sys.path.remove(str(Path.cwd()))
