"""How much memory a program holds, with all processes that it has started.

What several processes share is counted in each of them by RSS, and once by PSS, which is therefore
the honest sum.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True)
class Weight:
    """Memory in MB: with shared pages counted once (`pss`), and in every process (`rss`)."""

    pss: float = 0.0
    rss: float = 0.0

    def __add__(self, other: "Weight") -> "Weight":
        return Weight(self.pss + other.pss, self.rss + other.rss)


def weigh(process: int) -> Weight:
    """What a process holds, and all that it has started; nothing of one that has ended."""
    return sum(map(weigh_one, family(process)), Weight())


def peak(process: int) -> float:
    """The most that one process has ever held, in MB (RSS); 0 when it has ended."""
    return _megabytes(process, "status").get("VmHWM:", 0.0)


def can_weigh() -> bool:
    """Whether the system tells."""
    return (_PROC / "self" / "smaps_rollup").exists()


def family(process: int) -> Iterator[int]:
    """A process, its children, theirs, and so on."""
    parents = {int(path.parent.name): _parent(path) for path in _PROC.glob("[0-9]*/stat")}
    found = [process]
    while found:
        one = found.pop()
        yield one
        found += [child for child, parent in parents.items() if parent == one]


def _parent(path: Path) -> int:
    try:
        return int(path.read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return 0  # it has just ended


def weigh_one(process: int) -> Weight:
    """What one process holds; nothing of one that has ended."""
    held = _megabytes(process, "smaps_rollup")
    return Weight(held.get("Pss:", 0.0), held.get("Rss:", 0.0))


def _megabytes(process: int, file: str) -> dict[str, float]:
    """What the system tells in kB about a process; nothing of one that has ended."""
    try:
        lines = (_PROC / str(process) / file).read_text().splitlines()
    except OSError:
        return {}
    rows = (line.split() for line in lines if line.endswith(" kB"))
    return {name: int(size) / 1024 for name, size, _ in rows}
