"""`companion bench trust`: every suite that attacks a promise, one after the other."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.benches.trust import (
    damaged_logs,
    guessing,
    hostile_requests,
    hurtful_files,
    interference,
    killed_server,
    siege,
)

NAME = "trust"
HELP = "hidden hands, hostile requests, strangers without end, damaged logs and files"

Figures = Mapping[str, object]


PARTS: Mapping[str, Callable[[], Figures]] = {
    "hands": partial(interference.run, interference.FULL),
    "requests": partial(hostile_requests.run, hostile_requests.FULL),
    "siege": partial(siege.run, siege.FULL),
    "codes": partial(guessing.run, guessing.FULL),
    "logs": partial(damaged_logs.run, damaged_logs.FULL),
    "files": partial(hurtful_files.run, hurtful_files.FULL),
    "kill": partial(killed_server.run, killed_server.FULL),
}


def run() -> Figures:
    """The figures of all parts."""
    return {
        f"{part}: {name}": figure
        for part, measure in PARTS.items()
        for name, figure in measure().items()
    }
