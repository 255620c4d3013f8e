"""The `companion` command: one module of `companion.commands` for each word that can follow it."""

import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from companion import __version__, commands
from companion.common.errors import CompanionError

STATUS_ERROR = 2
# The matrices of an eye are small. Threads that share them out wait for each other longer than the
# work takes, on a busy machine six times as long. To be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status is 0, 1 (the answer is no) or 2 (an error)."""
    parser = _parser()
    args = parser.parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return STATUS_ERROR
    except BrokenPipeError:
        # Whoever read our answer has seen enough (`| head`); say nothing more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="A companion for physical board games: it sees the table, knows the rules, "
        "and keeps the score.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    words = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, module in _commands().items():
        command = words.add_parser(name, help=module.HELP, description=module.__doc__)
        module.configure(command)
        command.set_defaults(run=module.run)
    return parser


def _commands() -> dict[str, ModuleType]:
    """The modules of all commands by their words."""
    found = pkgutil.walk_packages(commands.__path__, f"{commands.__name__}.")
    modules = {info.name.rpartition(".")[2]: info.name for info in found if not info.ispkg}
    return {name: import_module(modules[name]) for name in sorted(modules)}
