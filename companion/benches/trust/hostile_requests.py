"""Requests of somebody who wants the site to stumble, on every route and as every role.

What can be asked comes from the links and forms that a role sees, and from the names that the code
itself asks requests for; what is sent comes out of `odd_things`. Nothing may be answered with a
500, leave a traceback, change the game for somebody who may not, or lose an event of any game.
"""

import json
import logging
import random
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Flask, Request, has_request_context, request
from werkzeug.datastructures import ImmutableMultiDict

from companion import games
from companion.benches.trust import odd_things as things
from companion.benches.trust.crawling import Route, crawl, filled, route_of, routes
from companion.benches.trust.served import HOST_COOKIE, SEAT_COOKIE, VIEWER, ServedSite, served
from companion.benches.trust.visiting import Ask, Reply, Visitor
from companion.common.terminal import progress
from companion.games.capabilities import Rules, playable
from companion.log.events import Event
from companion.log.store import EventLog

SHORT, FULL = 500, 10_000
#: After so many requests, what can be asked is looked up again: games come and go.
ROUND = 1500
#: Of the answers with 500 and more, those that say something true.
_HONEST = (501, 503, 505)
FORGER = "forger"
_STRANGERS = (VIEWER, FORGER)
Names = dict[str, set[str]]


def run(effort: int) -> Mapping[str, object]:
    """The figures, over all games."""
    found = Findings()
    ids = games.names()
    for name in ids:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            attack(playable(games.find(name)), Path(folder), effort // len(ids), found)
    return found.figures()


@dataclass
class Findings:
    """What came of it.

    Attributes:
        answers: How many were answered how; 0 is a line that was cut.
        wrong: What must not be, with one example each.
        tracebacks: What the server logged as an error.
    """

    answers: Counter[int] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    tracebacks: list[str] = field(default_factory=list)
    routes: int = 0
    untouched: set[Route] = field(default_factory=set)
    alive: bool = True
    grown: int = 0

    def blame(self, what: str, example: object) -> None:
        """Note what must not be."""
        self.wrong.setdefault(what, []).append(str(example)[:300])

    def figures(self) -> Mapping[str, object]:
        """In the form of a benchmark."""
        kinds = Counter(
            f"{status // 100}xx" if status else "hung up" for status in self.answers.elements()
        )
        return {
            "requests": self.answers.total(),
            "answers": " ".join(f"{kind}: {n}" for kind, n in sorted(kinds.items())),
            "routes": self.routes,
            "routes that were not asked": ", ".join(map(" ".join, sorted(self.untouched))) or 0,
            **{f"{what}, such as {some[0]}": len(some) for what, some in self.wrong.items()},
            "what must not be": sum(map(len, self.wrong.values())),
            "tracebacks": len(self.tracebacks),
            "MB more on disk": round(self.grown / 1e6, 1),
            "server alive": "yes" if self.alive else "no",
        }


def attack(game: Rules[Any, Any], folder: Path, effort: int, found: Findings) -> None:
    """Send so many requests to a site of this game."""
    with listening(found), served(game, folder) as site:
        read = _learn(site.app)
        before = _size(folder)
        framed = things.FRAMINGS[: max(10, effort // 20)]
        Attack(site, found, read).send(effort - len(framed))
        for case in framed:
            _frame(site, case, found)
        viewer = site.viewer("127.0.0.12")
        found.alive &= {viewer.get("/healthz").status, viewer.get("/").status} == {200}
        found.grown += _size(folder) - before


class Attack:
    """Sends requests, round after round."""

    def __init__(
        self, site: ServedSite, found: Findings, read: Names, only: Iterable[Route] = ()
    ) -> None:
        self._site, self._found, self._read = site, found, read
        self._every = sorted(only or routes(site.app))
        self._source = random.Random(1)
        self._secret = json.loads((site.folder / "phones.json").read_text("utf-8"))["key"]
        self._asked: set[Route] = set()
        self._known: dict[str, dict[Route, list[Ask]]] = {}
        self._kept: Mapping[Path, Sequence[Event]] = {}

    def send(self, count: int) -> None:
        """Each route as each role, again and again."""
        self._found.routes += len(self._every)
        turns: Iterator[tuple[Visitor, Route]] = iter(())
        for number in progress(range(count), "hostile requests"):
            if number % ROUND == 0:
                self._look_for_lost_events()
                turns = self._turns(self._everybody(), min(ROUND, count - number))
            visitor, route = next(turns)
            self._asked.add(route)
            self._one(visitor, route)
        self._look_for_lost_events()
        self._found.untouched |= set(self._every) - self._asked

    def _look_for_lost_events(self) -> None:
        """Every log that is still there begins as it was; the host may have removed others."""
        now = {log: EventLog.read(log) for log in self._site.folder.glob("*/game.log")}
        for log, events in self._kept.items():
            if log in now and now[log][: len(events)] != events:
                self._found.blame("a lost event", log.parent.name)
        self._kept = now

    def _turns(self, visitors: Sequence[Visitor], count: int) -> Iterator[tuple[Visitor, Route]]:
        """Who asks what; first those who may change nothing, while nobody else changes anything."""
        for strangers in (True, False):
            some = [one for one in visitors if (one.role in _STRANGERS) == strangers]
            plan = [(visitor, route) for route in self._every for visitor in some]
            self._source.shuffle(plan)
            yield from islice(cycle(plan), count * len(some) // len(visitors) + strangers)

    def _everybody(self) -> Sequence[Visitor]:
        """One of each role, and one with passes that are none; and what each can ask now."""
        self._site.settle()
        known = self._site.everybody()
        for one in known:
            asks: dict[Route, list[Ask]] = {}
            for ask in crawl(one, of_each=2).asks:
                route = route_of(self._site.app, ask)
                if route is not None:
                    asks.setdefault(route, []).append(ask)
            self._known[one.role] = asks
        forger = self._site.viewer("127.0.0.13")
        forger.role = FORGER
        forger.cookies |= {SEAT_COOKIE: "seat-0.1." + "0" * 32, HOST_COOKIE: "host." + "0" * 32}
        return (*known, forger)

    def _one(self, visitor: Visitor, route: Route) -> None:
        method, rule = route
        source, events = self._source, self._site.table.now.number
        base = source.choice(self._known.get(visitor.role, {}).get(route) or [Ask(method, "")])
        path, fields = self._path(rule, base), self._fields(route, base)
        headers: dict[str, str] = {"Accept": source.choice(("text/html", "text/plain"))}
        body = b""
        if method == "GET" or source.random() < 0.1:
            fields = [pair for pair in fields if pair[1]] or fields
            path += "?" + things.urlencoded(fields).decode()
        if method != "GET":
            body, kind = self._body(fields, base)
            headers |= {"Origin": visitor.origin, "Content-Type": kind}
        if source.random() < 0.04:
            path = source.choice(things.PATHS)
        if source.random() < 0.3:
            headers |= dict(source.choices(things.HEADERS, k=source.choice((1, 1, 3))))
        if source.random() < 0.05:
            method = source.choice(things.METHODS)
        try:
            reply = visitor.send(method, path, headers, body)
        except (HTTPException, OSError):
            self._found.answers[0] += 1
            return
        self._judge(visitor, f"{visitor.role}: {method} {path[:200]}", reply)
        if visitor.role in _STRANGERS and self._site.table.now.number != events:
            self._found.blame("changed by who may not", f"{visitor.role}: {method} {path}")

    def _path(self, rule: str, base: Ask) -> str:
        if base.path and self._source.random() < 0.7:
            return base.path.partition("?")[0]
        odd = [value for value in things.VALUES if 0 < len(value) < 6000]
        gap = things.urlencoded([(b"", self._source.choice(odd))]).decode()[1:]
        return filled(rule, {}, gap)

    def _fields(self, route: Route, base: Ask) -> list[tuple[bytes, bytes]]:
        source = self._source
        sent = [*base.fields, *_query(base.path)]
        names = {name for name, _ in sent} | self._read.get(route[1], set())
        fields = {name.encode(): value.encode() for name, value in sent}
        if not names:
            names = {"x"}
        # Mostly one odd field among sensible ones: what is odd all over is refused at the door.
        odd = 1 if source.random() < 0.7 else source.randint(1, len(names))
        for name in source.sample(sorted(names), odd):
            fields[name.encode()] = source.choice(things.VALUES)
        pairs = [*fields.items()]
        if source.random() < 0.1:
            pairs += source.choices(pairs, k=5)
        if source.random() < 0.03:
            pairs += [(b"f%d" % number, b"") for number in range(1500)]
        if source.random() < 0.05:
            pairs.append((source.choice(things.VALUES), source.choice(things.VALUES)))
        return pairs

    def _body(self, fields: list[tuple[bytes, bytes]], base: Ask) -> tuple[bytes, str]:
        source = self._source
        files = [(name.encode(), source.choice(things.UPLOADS)) for name, _ in base.files]
        if files or source.random() < 0.2:
            body, kind = things.multipart(fields, files, source)
        else:
            body, kind = things.urlencoded(fields), "application/x-www-form-urlencoded"
        if source.random() < 0.05:
            body = source.choice(
                (b"&&==&=%&%zz", b"\0" * 99, b"[" * 9000, b"a" * 40_000, b"=" * 999)
            )
        return body, source.choice(things.KINDS) if source.random() < 0.07 else kind

    def _judge(self, visitor: Visitor, what: str, reply: Reply) -> None:
        found = self._found
        found.answers[reply.status] += 1
        if reply.status >= 500 and reply.status not in _HONEST:
            found.blame(f"answered with {reply.status}", what)
        if reply.kind == "text/html" and things.MARKUP.encode() in reply.body:
            found.blame("markup that came back", what)
        if things.HEADER in reply.headers:
            found.blame("a header that came back", what)
        to = urlsplit(reply.headers.get("location", ""))
        if to.netloc not in ("", f"{urlsplit(visitor.origin).netloc}"):
            found.blame("sent elsewhere", f"{what}: {to.geturl()}")
        if b"root:" in reply.body or self._secret.encode() in reply.body:
            found.blame("a file that is none of the site", what)
        if reply.status < 400 and "content-security-policy" not in reply.headers:
            found.blame("an answer without its headers", what)


def _frame(site: ServedSite, case: things.Framing, found: Findings) -> None:
    """Bytes on a line of their own; how many answers come, and that none is a 500."""
    data = case.bytes_for(site.port)
    answers = things.statuses(site.viewer("127.0.0.14").raw(data, patience=things.PATIENCE))
    found.answers.update(answers or [0])
    for status in answers:
        if status >= 500 and status not in _HONEST:
            found.blame(f"answered with {status}", case.data)
    taken = [status for status in answers if status < 400]
    if len(answers) > max(case.taken, 1) or len(taken) > case.taken:
        found.blame("framing that was understood in two ways", f"{answers}: {case.data}")


def _query(path: str) -> list[tuple[str, str]]:
    return parse_qsl(path.partition("?")[2], keep_blank_values=True)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# --- what the site says of itself ---------------------------------------------------------------


def _learn(app: Flask) -> Names:
    """From now on: which names the code asks requests for, by the rule that asks."""
    read: Names = {}

    class Noted(ImmutableMultiDict[str, str]):
        def _note(self, key: object) -> None:
            if has_request_context() and request.url_rule is not None and isinstance(key, str):
                read.setdefault(request.url_rule.rule, set()).add(key)

        def __getitem__(self, key: str) -> str:
            self._note(key)
            return super().__getitem__(key)

        def __contains__(self, key: object) -> bool:
            self._note(key)
            return super().__contains__(key)

        def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
            self._note(key)
            return super().get(key, *args, **kwargs)

    class NotedRequest(Request):
        parameter_storage_class = Noted

    app.request_class = NotedRequest
    return read


class _Complaints(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(self.format(record))


@contextmanager
def listening(found: Findings) -> Iterator[None]:
    """Keep what goes wrong inside of the server meanwhile."""
    complaints, before = _Complaints(found.tracebacks), threading.excepthook

    def hear(failed: threading.ExceptHookArgs) -> None:
        found.tracebacks.append(repr(failed.exc_value))

    logging.getLogger().addHandler(complaints)
    threading.excepthook = hear
    try:
        yield
    finally:
        threading.excepthook = before
        logging.getLogger().removeHandler(complaints)
