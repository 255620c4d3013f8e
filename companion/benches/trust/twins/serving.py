"""Two served sites that differ only in what one seat alone knows, and who asks both of them.

The clocks of both tables tick with their events, and their codes are the same. So whatever differs
in what they answer is a difference of what is hidden.
"""

import hashlib
import io
import itertools
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from companion.benches.trust.served import HOST, HOST_COOKIE, ServedSite, served
from companion.benches.trust.twins.making import Both, Twins
from companion.benches.trust.visiting import Ask, Reply, Visitor
from companion.games.capabilities import Rules
from companion.games.secrets import known_to, public
from companion.home.messages import Topics, discovery, state_of
from companion.log.events import THE_HOST, Choose, Command, Event, Redo, Resume, Undo
from companion.phones.passes import FILE as PHONES
from companion.phones.passes import Passes
from companion.referee.watcher import Watcher
from companion.tabletop.observation import Observation
from web.access.invitation import Invitation

#: Where phones find both sites, as they themselves think.
HERE = "http://192.168.1.5:8000/"
#: What differs between any two sites: the start of the program, and how often it told something.
_RUN = re.compile(r"\b[0-9a-f]{8}-\d+\b")
#: Pictures of a camera are numbered by when they were taken.
_FRAME = re.compile(r"(?<![\d.])\d{11,}(?!\d)")
#: How often the referee has thought again depends on when it was looked after.
_SERIAL = re.compile(r'serial\\?" value=\\?"\d+')
#: What is said about this computer changes by itself.
_DIAGNOSIS = re.compile(r'<dl class="diagnosis">.*?</dl>', re.DOTALL)
_NAMED_AS_OPEN = "-with-all-hands.zip"
_HEADERS = (
    "location",
    "content-type",
    "content-disposition",
    "cache-control",
    "allow",
    "retry-after",
)
_TOPICS = Topics("companion", "homeassistant")
#: The first event of both tables happens at this time.
_BEGIN = 1_600_000_000
#: Seconds in which the slowest machine has shown what happened.
PATIENCE = 60.0


@dataclass
class Onlooker:
    """The same person in front of both sites."""

    role: str
    one: Visitor
    other: Visitor


@dataclass
class TwinSites:
    """Both sites while they are served."""

    game: Rules[Any, Any]
    twins: Twins
    one: ServedSite
    other: ServedSite

    def __post_init__(self) -> None:
        self._began = self.one.table.now
        self._paths = [site.table.path for site in self.both]
        self._frames: dict[str, str] = {}
        self._runs = [_run_of(site) for site in self.both]

    @property
    def both(self) -> tuple[ServedSite, ServedSite]:
        """The one and the other."""
        return self.one, self.other

    def people(self) -> Iterator[Onlooker]:
        """One person of each role that must not tell the sites apart."""
        for one, other in zip(self.one.everybody(), self.other.everybody(), strict=True):
            if one.role != f"seat {self.twins.owner}":
                yield Onlooker(one.role, one, other)
        seat = next(seat for seat in self.one.seats if seat != self.twins.owner)
        pair = [site.seat(seat) for site in self.both]
        for visitor, site in zip(pair, self.both, strict=True):
            visitor.role = f"{HOST} at seat {seat}"
            visitor.cookies[HOST_COOKIE] = site.passes.host_pass()
        yield Onlooker(pair[0].role, *pair)

    def ask(self, who: Onlooker, ask: Ask) -> tuple[Reply, Any, Any]:
        """What both answer: the reply of the one, and what of each is to be compared."""
        replies = [
            visitor.ask(self._fresh(ask, number))
            for number, visitor in enumerate((who.one, who.other))
        ]
        frames = (_FRAME.findall(reply.text) for reply in replies)
        self._frames.update(zip(*frames, strict=False))
        one, other = (plain(site, reply) for site, reply in zip(self.both, replies, strict=True))
        return replies[0], one, other

    def _fresh(self, ask: Ask, number: int) -> Ask:
        """The request with the numbers that a page of that site would have just now."""
        site = self.both[number]
        opinion = _opinion(site)
        now = {"seen": site.table.now.number, "serial": getattr(opinion, "serial", 0)}
        fields = tuple((key, str(now.get(key, value))) for key, value in ask.fields)
        path = ask.path.replace(self._runs[0], self._runs[number])
        if number:
            path = _FRAME.sub(lambda found: self._frames.get(found[0], found[0]), path)
        return replace(ask, path=path, fields=fields)

    # --- what is beside the pages ---------------------------------------------------------------

    def messages(self) -> tuple[Any, Any]:
        """What a smart home is told by each."""
        one, other = (list(_messages(site)) for site in self.both)
        return one, other

    def show(self, looks: tuple[Observation, ...]) -> None:
        """A camera at both tables sees this."""
        for site in self.both:
            _tell(site, lambda watcher: watcher.show(looks))
        self.settle()

    def settle(self) -> None:
        """Wait until both sites show what has happened."""
        for site in self.both:
            _until(lambda site=site: site.evening.is_laid)  # type: ignore[misc]
            _until(lambda site=site: not site.is_reading)  # type: ignore[misc]
            _tell(site, Watcher.see)
            _until(lambda site=site: _is_shown(site))  # type: ignore[misc]

    # --- back to where they began ---------------------------------------------------------------

    @property
    def have_changed(self) -> bool:
        """Whether something public differs between the tables: only rules can have shown it."""
        one, other = (public(self.game, site.table.now.state) for site in self.both)
        return bool(one != other)

    def restore(self) -> bool:
        """Take back what was done; False when that can't be, and the sites are of no more use."""
        for site, path in zip(self.both, self._paths, strict=True):
            table, began = site.table, self._began
            if table.path != path or table.now.names != began.names:
                return False
            if table.now.phase != began.phase:
                table.post(Command(Resume(), THE_HOST, table.now.number))
            if table.now.mode != began.mode:
                table.post(Command(Choose(began.mode), THE_HOST, table.now.number))
            _tell(site, Watcher.put_away)
            action: Callable[[], Undo | Redo] = Undo
            while table.now.undo != began.undo:
                if action is Undo and (table.now.undo or 0) < (began.undo or 0):
                    action = Redo
                answer = table.post(Command(action(), THE_HOST, table.now.number))
                if not isinstance(answer, Event):
                    return False
        self.settle()
        one, other = (
            known_to(self.game, site.table.now.state, self.twins.owner) for site in self.both
        )
        return one != other and not self.have_changed

    @property
    def standing(self) -> object:
        """What can't be taken back: another game lies on the table, or another sits somewhere."""
        return [(site.table.path, dict(site.table.now.names)) for site in self.both]

    @property
    def states(self) -> Both:
        """Where both tables stand."""
        return Both(*(site.table.now.state for site in self.both))


@contextmanager
def twin_sites(
    game: Rules[Any, Any], twins: Twins, folder: Path, **parts: Any
) -> Iterator[TwinSites]:
    """Serve both; `parts` stand in for those of a site."""
    with ExitStack() as stack:
        sites, homes, clocks = [], (folder / "one", folder / "other"), (_ticking(), _ticking())
        for home, clock in zip(homes, clocks, strict=True):
            twins.write(game, home, other=home is homes[1], clock=clock)
        invitation = Invitation.to(HERE, Passes.of_folder(homes[0]).join_code)
        shutil.copy(homes[0] / PHONES, homes[1] / PHONES)
        for home, clock in zip(homes, clocks, strict=True):
            site = served(game, home, clock=clock, invitation=invitation, **parts)
            sites.append(stack.enter_context(site))
        found = TwinSites(game, twins, *sites)
        found.settle()
        yield found


def plain(site: ServedSite, reply: Reply) -> Any:
    """What of an answer is compared: all but what differs between any two sites."""
    headers = {name: reply.headers[name] for name in _HEADERS if name in reply.headers}
    disposition = headers.get("content-disposition", "")
    body: Any = hashlib.sha256(reply.body).hexdigest()
    if _NAMED_AS_OPEN in disposition:
        body = "a file that says that it holds all hands"
    elif reply.kind == "application/zip":
        with zipfile.ZipFile(io.BytesIO(reply.body)) as file:
            body = [(one.filename, one.file_size, one.CRC) for one in file.infolist()]
    elif not reply.kind.startswith(("image/jpeg", "image/png", "application/pdf")):
        body = _masked(site, reply.text)
    return reply.status, {n: _masked(site, v) for n, v in headers.items()}, body


def _masked(site: ServedSite, text: str) -> str:
    for folder in {str(site.folder), quote(str(site.folder), safe="")}:
        text = text.replace(folder, "FOLDER")
    text = text.replace(f":{site.port}", ":PORT")
    for pattern, name in (
        (_RUN, "RUN"),
        (_FRAME, "FRAME"),
        (_SERIAL, "SERIAL"),
        (_DIAGNOSIS, "DIAGNOSIS"),
    ):
        text = pattern.sub(name, text)
    return text


def _messages(site: ServedSite) -> Iterator[object]:
    moment = site.evening.feed.after(0, 0)
    assert moment is not None
    state: Mapping[str, object] = state_of(moment)
    yield state
    yield from discovery(_TOPICS, state)


def _tell(site: ServedSite, what: Callable[[Watcher], Any]) -> Any:
    return site.evening.desk.tell(site.table.path.parent.name, what)


def _opinion(site: ServedSite) -> Any:
    return _tell(site, lambda watcher: watcher.opinion)


def _run_of(site: ServedSite) -> str:
    found = _RUN.search(site.viewer().get("/").text)
    return found[0].partition("-")[0] if found else ""


def _is_shown(site: ServedSite) -> bool:
    moment = site.evening.feed.after(0, 0)
    if moment is None or moment.standing is None:
        return False
    standing = moment.standing
    return standing.now is site.table.now and standing.opinion is _opinion(site)


def _until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "the site never showed what had happened"
        time.sleep(0.01)


def _ticking() -> Callable[[], float]:
    seconds = itertools.count(_BEGIN)
    return lambda: float(next(seconds))
