"""The computer that is checked: its settings, its files below a root, and its programs."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.settings.settings import Settings

#: Seconds that a program gets: a busy computer with a slow card takes half a minute to load OpenCV.
PATIENCE = 90.0


def run_program(command: Sequence[str]) -> str | None:
    """What a program prints; None when it is not there, fails or hangs."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


@dataclass(frozen=True)
class Patient:
    """The computer under examination; tests put another one in its place.

    Attributes:
        settings: The settings that count.
        root: Where `/proc`, `/sys` and `/run` are looked for.
        run: How programs are asked.
        environ: The environment.
    """

    settings: Settings
    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = run_program
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)

    def read(self, path: str) -> str | None:
        """The text of a file below the root; None when there is none."""
        try:
            return (self.root / path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return None

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in (self.read("proc/device-tree/model") or "")
