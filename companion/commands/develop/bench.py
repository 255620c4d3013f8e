"""Measure: each benchmark compares two things in one run, because machines are noisy."""

import argparse
import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from companion import benches
from companion.common.answering import add_json_option, print_json
from companion.common.errors import InputError
from companion.common.terminal import table

Parts = Mapping[str, Callable[[], Mapping[str, object]]]

HELP = "measure speed and accuracy"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="which (default: list them)")
    parser.add_argument(
        "parts", metavar="PART", nargs="*", help="only these parts, where a benchmark has some"
    )
    parser.add_argument(
        "--scenes", type=int, metavar="N", help="how many, where a benchmark draws scenes"
    )
    parser.add_argument(
        "--hints",
        choices=("game", "kit", "both"),
        help="whose hints the referee follows: the game's own, none but the kit's, or side by side",
    )
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    known = {
        bench.NAME: bench for bench in map(import_module, _modules()) if hasattr(bench, "HELP")
    }
    if args.name is None:
        rows = (
            (n, bench.HELP, ", ".join(getattr(bench, "PARTS", ()))) for n, bench in known.items()
        )
        print(table(rows, ("name", "what it measures", "parts")))
        return 0
    if args.name not in known:
        raise InputError(f"no benchmark '{args.name}'; there is {', '.join(known)}")
    if args.scenes is not None:
        figures: Mapping[str, Any] = _measure_scenes(known[args.name], args.scenes)
    elif args.hints:
        figures = _measure_hints(known[args.name], args.parts, args.hints)
    else:
        figures = _measure(known[args.name], args.parts)
    if args.json:
        print_json(figures)
    elif args.hints == "both":
        rows = ((name, *each.values()) for name, each in figures.items())
        print(table(rows, ("", "hints of the game", "the kit alone")))
    else:
        print(table(figures.items()))
    return 0


def _measure_hints(bench: ModuleType, parts: list[str], hints: str) -> Mapping[str, Any]:
    """The figures with these hints; of both, one part after the other, by name."""
    if not hasattr(bench, "HINTS"):
        raise InputError(f"'{bench.NAME}' has no referee")
    if hints != "both":
        return _measure(bench, parts or [*bench.PARTS], bench.HINTS[hints])
    found: dict[str, dict[str, object]] = {}
    for part in parts or bench.PARTS:
        for whose, known in bench.HINTS.items():
            for name, figure in _measure(bench, [part], known).items():
                found.setdefault(name, {})[whose] = figure
    return found


def _measure(
    bench: ModuleType, parts: list[str], known: Parts | None = None
) -> Mapping[str, object]:
    """The figures of a benchmark, or of some of its parts, in the order they are asked for."""
    known = known or getattr(bench, "PARTS", {})
    for part in parts:
        if part not in known:
            names = ", ".join(known) or "none"
            raise InputError(f"'{bench.NAME}' has no part '{part}'; its parts: {names}")
    if not parts:
        figures: Mapping[str, object] = bench.run()
        return figures
    return {name: figure for part in parts for name, figure in known[part]().items()}


def _measure_scenes(bench: ModuleType, scenes: int) -> Mapping[str, object]:
    """The figures of a benchmark over so many scenes."""
    if not hasattr(bench, "SCENES"):
        raise InputError(f"'{bench.NAME}' draws no scenes")
    if scenes < 1:
        raise InputError(f"--scenes must be at least 1, not {scenes}")
    figures: Mapping[str, object] = bench.run(scenes)
    return figures


def _modules() -> list[str]:
    found = pkgutil.walk_packages(benches.__path__, f"{benches.__name__}.")
    return sorted(info.name for info in found if not info.ispkg)
