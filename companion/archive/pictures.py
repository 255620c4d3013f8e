"""The pictures of a game: files in a folder of limited size, named in the order they came.

When there is no room the oldest go first, but never those of a disputed move.
"""

import hashlib
import re
import threading
from collections.abc import Callable, Set
from pathlib import Path

from companion.common.errors import CompanionError
from companion.common.files import file_errors, write_whole

LIMIT = 500_000_000
_NAME = re.compile(r"(\d{6,})-[0-9a-f]{8}\.(jpg|png|webp)")


def is_name(text: str) -> bool:
    """Whether this is a name that we give to pictures."""
    return _NAME.fullmatch(text) is not None


class Pictures:
    """A folder of pictures. `disputed` tells which must stay, whatever their size."""

    def __init__(
        self,
        folder: Path,
        limit: int = LIMIT,
        disputed: Callable[[], Set[str]] = frozenset,
    ) -> None:
        self.folder = folder
        self.limit = limit
        self._disputed = disputed
        self._writer = threading.Lock()
        with file_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            for leftover in (*folder.glob("*.new"), *folder.glob("*.unfinished")):
                leftover.unlink()
            kept = sorted(path for path in folder.iterdir() if is_name(path.name))
            self._sizes = {path.name: path.stat().st_size for path in kept}

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return sum(self._sizes.values())

    def names(self) -> tuple[str, ...]:
        """All pictures, the oldest first."""
        return tuple(self._sizes)

    def keep(self, data: bytes, kind: str = "jpg") -> str:
        """Keep a picture; returns its name for the event. It is there as a whole or not at all.

        Raises:
            CompanionError: It can't be kept. The event can do without.
        """
        with self._writer:
            self._make_room(len(data))
            number = 1 + max((int(name.partition("-")[0]) for name in self._sizes), default=0)
            name = f"{number:06}-{hashlib.sha256(data).hexdigest()[:8]}.{kind}"
            if not is_name(name):
                raise CompanionError(f"no picture of kind '{kind}'; there is jpg, png, webp")
            write_whole(self.folder / name, data, with_folder=False)
            self._sizes[name] = len(data)
            return name

    def put(self, name: str, data: bytes) -> None:
        """Keep a picture that has its name already, from a parcel."""
        if not is_name(name):
            raise CompanionError(f"'{name[:60]}' is no name of a picture")
        with self._writer:
            self._make_room(len(data))
            write_whole(self.folder / name, data, with_folder=False)
            self._sizes = dict(sorted({**self._sizes, name: len(data)}.items()))

    def _make_room(self, needed: int) -> None:
        """Let the oldest go until `needed` bytes fit in."""
        stay = self._disputed()
        old = [name for name in self._sizes if name not in stay]
        least = sum(self._sizes[name] for name in self._sizes if name in stay)
        if least + needed > self.limit:
            raise CompanionError(
                f"no room for a picture of {needed:,} bytes: {least:,} of {self.limit:,} are "
                "pictures of disputed moves"
            )
        for name in old:
            if self.size + needed <= self.limit:
                return
            (self.folder / name).unlink(missing_ok=True)
            del self._sizes[name]
