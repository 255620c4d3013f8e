"""Files made to hurt, each given to the door where such files come in.

A door is a command of its own process, or a route of the real server. Each file must get one clear
line: no traceback, no page of an error of ours, and a data folder that is as it was.

The memory is what the process and all its children hold together at one moment, each shared page
counted once (the PSS of Linux), at the worst moment of a hundred a second; less what the process
alone holds when it has started: a command for a file of nothing, a server after its first photo.
So a child that unpacks a photo counts with all it has.
"""

import contextlib
import io
import random
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Self

import numpy as np

from companion.archive.parcel import LINES, to_lines
from companion.benches.serving.soak import port_of, serving
from companion.benches.serving.weighing import weigh_one
from companion.benches.trust.made_to_hurt.archives import SPOILS, listed
from companion.benches.trust.made_to_hurt.photos import KINDS, packed
from companion.benches.trust.made_to_hurt.texts import JSON, LOGS, NAMES, TOML
from companion.benches.trust.visiting import Ask, Visitor
from companion.camera.reports import PARTS
from companion.games import find, names
from companion.games.capabilities import watchable
from companion.log.events import THE_HOST, Begin, Event
from companion.phones.passes import Passes
from companion.settings.data_folder import FILE, mark_text
from vision.faces.crops import SIDE
from vision.faces.gallery import Face, Gallery
from vision.faces.gallery_file import pack_gallery

Make = Callable[[random.Random], bytes]

SECONDS, MEGABYTES = 5.0, 200.0
"""What is promised for each."""
_TICK = 0.01


@dataclass(frozen=True)
class HurtEffort:
    """How many files, and whether each gets a process; else all are given to this one."""

    files: int
    apart: bool
    seed: str = "1"


SHORT, FULL = HurtEffort(64, apart=False), HurtEffort(500, apart=True)


@dataclass(frozen=True)
class HurtfulFile:
    """A file: the door it is for, what is wrong with it, and how it is made."""

    door: str
    kind: str
    make: Make


@dataclass(frozen=True)
class HurtOutcome:
    """What came of it. `complaint` is empty when all is well."""

    file: HurtfulFile
    complaint: str
    seconds: float
    megabytes: float


def files() -> tuple[HurtfulFile, ...]:
    """One of every kind, the doors in turns."""
    spoilt: dict[str, Mapping[str, Make]] = {
        door: {kind: partial(_spoilt, kind, parts()) for kind in SPOILS}
        for door, parts in _PARTS.items()
    }
    photos, texts = {"look": KINDS, "photo": KINDS}, {"config": TOML, "score": JSON, "data": JSON}
    lists = {"names": NAMES, "replay": LOGS, "upload": spoilt["gallery"]}
    made: Mapping[str, Mapping[str, Make]] = {**spoilt, **photos, **texts, **lists}
    queues = [[HurtfulFile(door, kind, make) for kind, make in kinds.items()]
              for door, kinds in made.items()]  # fmt: skip
    longest = max(map(len, queues))
    return tuple(queue[n] for n in range(longest) for queue in queues if n < len(queue))


def run(effort: HurtEffort) -> Mapping[str, object]:
    """Give all files to their doors, and count."""
    outcomes = list(outcomes_of(effort))
    wrong = [one for one in outcomes if one.complaint]
    found: dict[str, object] = {
        "files": len(outcomes),
        "kinds": len({(one.file.door, one.file.kind) for one in outcomes}),
        "one clear line": len(outcomes) - len(wrong),
        "tracebacks": sum("Traceback" in one.complaint for one in outcomes),
        "wrong": [f"{one.file.door} {one.file.kind}: {one.complaint[:160]}" for one in wrong[:20]],
    }
    if effort.apart:
        slowest = max(outcomes, key=lambda one: one.seconds)
        largest = max(outcomes, key=lambda one: one.megabytes)
        found |= {
            f"over {SECONDS:g} s": sum(one.seconds > SECONDS for one in outcomes),
            f"over {MEGABYTES:g} MB": sum(one.megabytes > MEGABYTES for one in outcomes),
            "slowest s": round(slowest.seconds, 2),
            "slowest": f"{slowest.file.door} {slowest.file.kind}",
            "largest MB, with children, beside a companion that has started": round(
                largest.megabytes
            ),
            "largest": f"{largest.file.door} {largest.file.kind}",
        }
    return found


def outcomes_of(effort: HurtEffort) -> Iterator[HurtOutcome]:
    """Every kind in turn, until there are enough; photos only with processes."""
    known = [one for one in files() if effort.apart or one.door in _QUICK]
    with tempfile.TemporaryDirectory() as text, contextlib.ExitStack() as stack:
        folder = Path(text)
        (folder / "settings.toml").write_text("")
        (folder / "data").mkdir()
        (folder / "data" / FILE).write_text(mark_text())
        ask: Callable[[HurtfulFile, Path], HurtOutcome]
        if effort.apart:
            server = stack.enter_context(_serving(folder / "served"))
            ask = partial(_ask_apart, server, _bases(folder), folder)
        else:
            ask = partial(_ask_here, folder)
        for number in range(effort.files):
            one = known[number % len(known)]
            path = folder / f"{number}-{one.door}"
            path.write_bytes(one.make(random.Random(f"{effort.seed} {number}")))
            yield ask(one, path)
            path.unlink()


# --- what harmless files consist of -----------------------------------------------------------


def _backup() -> Mapping[str, bytes]:
    return listed({f"data/{FILE}": mark_text().encode(), "config.toml": b""})


def _parcel() -> Mapping[str, bytes]:
    begin = Event(1, 0.0, THE_HOST, Begin(names()[0], {"players": 2}))
    return {LINES: to_lines([begin]).encode()}


def _report() -> Mapping[str, bytes]:
    return dict.fromkeys(PARTS, b"{}")


def _gallery() -> Mapping[str, bytes]:
    crop = np.random.default_rng(1).integers(0, 256, (SIDE, SIDE, 3), np.uint8)
    with zipfile.ZipFile(io.BytesIO(pack_gallery(Gallery([Face("any", crop)])))) as file:
        return {name: file.read(name) for name in file.namelist()}


_PARTS = {"restore": _backup, "unpack": _parcel, "report": _report, "gallery": _gallery}


def _spoilt(kind: str, parts: Mapping[str, bytes], chance: random.Random) -> bytes:
    return SPOILS[kind](chance, parts)


# --- doors that are commands ------------------------------------------------------------------

_SETTINGS = ("--config", "{folder}/settings.toml", "--set", "data.folder={folder}/data")
_COMMANDS: Mapping[str, Sequence[str]] = {
    "restore": ("restore", "{file}", *_SETTINGS),
    "unpack": ("unpack", "{file}", "{folder}/new/game.log"),
    "report": ("report", "{file}"),
    "gallery": ("teach", "--import", "{file}", "--folder", "{folder}/lesson"),
    "look": ("look", "{file}"),
    "config": ("config", "--config", "{file}"),
    "score": ("score", "{file}"),
    "data": ("simulate", names()[0], "--games", "1", "--data", "{file}"),
    "names": ("teach", "--names", "{file}", "--folder", "{folder}/lesson"),
    "replay": ("replay", "{file}"),
}
#: What needs neither a server nor an eye.
_QUICK = frozenset(_COMMANDS) - {"look"}
#: A photo that can't be looked at is an answer: no.
_STATUSES = (1, 2)


def _words(door: str, folder: Path, path: Path) -> list[str]:
    return [word.format(file=path, folder=folder) for word in _COMMANDS[door]]


def _ask_here(folder: Path, one: HurtfulFile, path: Path) -> HurtOutcome:
    before = _contents(folder)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            # The command line is above all benches, so it is asked for by its name.
            status = import_module("companion.cli").main(_words(one.door, folder, path))
        except Exception as error:
            return HurtOutcome(one, f"Traceback: {error!r}", 0.0, 0.0)
    return HurtOutcome(one, _complaint(folder, before, status, err.getvalue()), 0.0, 0.0)


def _ask_apart(
    server: "_Server", bases: Mapping[str, float], folder: Path, one: HurtfulFile, path: Path
) -> HurtOutcome:
    if one.door not in _COMMANDS:
        return server.give(one, path.read_bytes())
    before = _contents(folder)
    status, err, seconds, megabytes = _run(_words(one.door, folder, path))
    complaint = _complaint(folder, before, status, err)
    return HurtOutcome(one, complaint, seconds, megabytes - bases[one.door])


def _complaint(folder: Path, before: object, status: int, err: str) -> str:
    """What is wrong with the answer of a command."""
    lines = [line for line in err.splitlines() if line.strip()]
    if "Traceback" in err:
        return err[err.index("Traceback") :][-300:]
    if status and (status not in _STATUSES or len(lines) != 1):
        return f"status {status}, {len(lines)} lines: {err[:200]}"
    if status and _contents(folder) != before:
        return "refused, but the folder is not as it was"
    return ""


def _contents(folder: Path) -> dict[str, bytes]:
    kept = ("data", "new", "settings.toml")
    found = (path for name in kept for path in (folder / name, *(folder / name).rglob("*")))
    return {str(path): path.read_bytes() for path in found if path.is_file()}


def _bases(folder: Path) -> dict[str, float]:
    """The memory of each command for a file of nothing, without children."""
    nothing = folder / "nothing"
    nothing.write_bytes(b"?")
    return {door: _run(_words(door, folder, nothing), alone=True)[3] for door in _COMMANDS}


def _run(words: Sequence[str], *, alone: bool = False) -> tuple[int, str, float, float]:
    """Exit status, standard error, seconds and megabytes of a command; or of its process alone."""
    start = time.monotonic()
    with (
        tempfile.TemporaryFile("w+") as err,
        subprocess.Popen(
            [sys.executable, "-m", "companion", *words], stdout=subprocess.DEVNULL, stderr=err
        ) as process,
        _Watch(process.pid, alone=alone) as watch,
    ):
        status = process.wait()
        seconds = time.monotonic() - start
        err.seek(0)
        return status, err.read(), seconds, watch.megabytes


class _Watch:
    """The most memory that a process and its children had at one moment, while it watches."""

    def __init__(self, process: int, *, alone: bool = False) -> None:
        self._process, self._alone = process, alone
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.megabytes = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while True:
            every = [self._process, *(() if self._alone else self._children())]
            self.megabytes = max(self.megabytes, sum(map(_held, every)))
            if self._ended.wait(_TICK):
                return

    def _children(self) -> list[int]:
        """Its children, as long as it is there."""
        tasks: list[Path] = []
        found: list[int] = []
        with contextlib.suppress(OSError):
            tasks += Path(f"/proc/{self._process}/task").iterdir()
        for task in tasks:
            with contextlib.suppress(OSError):
                found += map(int, (task / "children").read_text().split())
        return found


def _held(process: int) -> float:
    """Millions of bytes of a process; of a page that others hold too, its share."""
    return weigh_one(process).pss * (1 << 20) / 1e6


# --- doors that are routes --------------------------------------------------------------------


def _nothing(_: random.Random) -> bytes:
    return packed(".png", np.full((1500, 2000, 3), 200, np.uint8))


class _Server:
    """A companion that serves a table where moves are entered by hand."""

    def __init__(self, process: subprocess.Popen[str], host: Visitor, zone: str) -> None:
        self._process, self._host, self._zone = process, host, zone
        self._base = 0.0
        # The eye is opened for the first photo that can be looked at.
        self.give(HurtfulFile("photo", "nothing", _nothing), _nothing(random.Random()))
        self._base = _held(process.pid)

    def give(self, one: HurtfulFile, data: bytes) -> HurtOutcome:
        """Upload a file as the host, and wait for what is said about it."""
        start = time.monotonic()
        with _Watch(self._process.pid) as watch:
            complaint = self._upload(one, data)
        if self._process.poll() is not None:
            complaint = "the server has ended"
        return HurtOutcome(one, complaint, time.monotonic() - start, watch.megabytes - self._base)

    def _upload(self, one: HurtfulFile, data: bytes) -> str:
        if one.door == "upload":
            reply = self._host.ask(Ask("POST", "/teach/gallery", (), (("gallery", data),)))
            return "" if reply.status in (303, 400, 413) else f"status {reply.status}"
        reply = self._host.ask(Ask("POST", "/photo", (("of", self._zone),), (("photo", data),)))
        while reply.status < 400:
            page = self._host.get("/photo").text
            if 'data-progress="reading"' not in page:
                return "The eye failed: Traceback" if "The eye failed" in page else ""
            time.sleep(_TICK)
        return "" if reply.status in (409, 413) else f"status {reply.status}"


@contextlib.contextmanager
def _serving(folder: Path) -> Iterator[_Server]:
    game = watchable(find(names()[0]))
    zone = game.zones(game.setup({"players": game.players[0]}))[0]
    with serving(str(folder), "--by-hand") as process:
        cookies = {"host": Passes.of_folder(folder).host_pass()}
        with contextlib.closing(Visitor("host", port_of(process), cookies=cookies)) as host:
            yield _Server(process, host, zone)
