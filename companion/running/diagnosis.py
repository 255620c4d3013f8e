"""How the companion is doing: versions, disk, memory, weights, addresses."""

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion import __version__
from companion.common.packages import versions
from companion.common.words import say

_STARTED = time.monotonic()


def diagnose(folder: Path, addresses: Iterable[str], weights: Path) -> Mapping[str, str]:
    """What to look at, and what to send with a report of something that went wrong."""
    return {
        "Table Companion": __version__,
        "Python": f"{platform.python_version()} ({platform.system()}, {platform.machine()})",
        **{name: found or say("not installed") for name, found in versions().items()},
        say("running for"): _hours(time.monotonic() - _STARTED),
        say("memory"): _memory(),
        say("disk"): _disk(folder),
        say("data folder"): str(folder),
        say("addresses"): ", ".join(addresses) or say("only this computer"),
        **{
            say("weights {name}", name=path.name): _sum(path)
            for path in sorted(weights.glob("*.onnx"))
        },
    }


def _hours(seconds: float) -> str:
    minutes = int(seconds // 60)
    return f"{minutes // 60} h {minutes % 60} min"


def _memory() -> str:
    """How much memory this process holds, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return say("unknown")
    return f"{pages * os.sysconf('SC_PAGE_SIZE') / 1e6:.0f} MB"


def _disk(folder: Path) -> str:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    usage = shutil.disk_usage(place)
    free, total = usage.free / 1e9, usage.total / 1e9
    return say("{free:.1f} GB of {total:.1f} GB free", free=free, total=total)


def _sum(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError as error:
        return error.strerror or say("can't be read")
