"""Measure: each benchmark compares two things in one run, because machines are noisy."""

import argparse
import json
import pkgutil
from collections.abc import Mapping
from importlib import import_module

from companion import benches
from companion.errors import InputError

NAME = "bench"
HELP = "measure speed and accuracy"


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="which (default: list them)")
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(args: argparse.Namespace) -> int:
    """Run one benchmark, or list them."""
    known = {
        bench.NAME: bench for bench in map(import_module, _modules()) if hasattr(bench, "NAME")
    }
    if args.name is None:
        for name, bench in known.items():
            print(f"{name:<10} {bench.HELP}")
        return 0
    if args.name not in known:
        raise InputError(f"no benchmark '{args.name}'; there is {', '.join(known)}")
    figures: Mapping[str, object] = known[args.name].run(args.json)
    if args.json:
        print(json.dumps(figures, indent=2))
    else:
        width = max(map(len, figures))
        for name, value in figures.items():
            print(f"{name:<{width}}  {value}")
    return 0


def _modules() -> list[str]:
    names = sorted(info.name for info in pkgutil.iter_modules(benches.__path__))
    return [f"companion.benches.{name}" for name in names]
