"""Nobody reads a hand: two tables that differ only in hidden things answer everybody alike.

For every game, twins are served side by side. Everybody but the seat that knows in what they differ
asks both the same, what the pages offer and what a snoop would make of it; the answers must be the
same, byte by byte, but for the run of the program. So must be what a smart home is told.
"""

import itertools
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from companion import games
from companion.benches.trust.crawling import crawl, unreached
from companion.benches.trust.twins.making import make
from companion.benches.trust.twins.serving import Onlooker, TwinSites, twin_sites
from companion.benches.trust.twins.snooping import Snoop, asks_for
from companion.benches.trust.visiting import Ask, Reply
from companion.games.capabilities import Rules, watchable

#: These mean that nobody looked at what was asked.
NOT_ALLOWED = frozenset({400, 401, 403, 404, 405, 413, 415})
#: Too much at once, for a moment; it is asked again.
BUSY, TRIES = frozenset({429, 503}), 40
#: So many moves are seen at once, at most.
MOVES = 3
#: So many pairs of sites are used up at most.
PAIRS = 12
#: What everybody looks at again after something was accepted.
AFTER = ("/", "/events", "/history")


class Scope(NamedTuple):
    """How much is tried.

    Attributes:
        players: So many sit at each table, if the game allows it.
        twins: So many pairs of each game.
        of_each: So many pages and forms of each kind are asked as they are.
        varied: So many requests are made of them by a snoop.
        shown: So often a camera sees moves.
        has_camera: Whether the pages that look through one are there; they take their time.
    """

    players: int
    twins: int
    of_each: int
    varied: int
    shown: int
    has_camera: bool


SHORT = Scope(players=2, twins=1, of_each=1, varied=40, shown=1, has_camera=False)
FULL = Scope(players=3, twins=4, of_each=2, varied=1800, shown=3, has_camera=True)


@dataclass(frozen=True)
class Leak:
    """Somebody could tell the twins apart."""

    role: str
    ask: Ask | str
    one: Any
    other: Any

    def __str__(self) -> str:
        return f"{self.role}: {self.ask}\n  {_short(self.one, self.other)}"


def _short(one: Any, other: Any) -> str:
    """Where two answers part."""
    one, other = str(one), str(other)
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"...{one[max(0, at - 60) : at + 90]!r} or {other[max(0, at - 60) : at + 90]!r}"


@dataclass
class Noticed:
    """What has come of it so far."""

    statuses: Counter[int] = field(default_factory=Counter)
    differences: list[Leak] = field(default_factory=list)
    accepted: int = 0
    roles: set[str] = field(default_factory=set)
    uncovered: set[tuple[str, str]] = field(default_factory=set)

    @property
    def meaningful(self) -> int:
        """Requests that somebody looked at."""
        return sum(n for status, n in self.statuses.items() if status not in NOT_ALLOWED)


class _Both:
    """Somebody who crawls both sites at once."""

    def __init__(self, comparison: "Eavesdropper", who: Onlooker) -> None:
        self._comparison, self._who = comparison, who

    def ask(self, what: Ask) -> Reply:
        """What the one answers; the other has answered the same, or that is noted."""
        return self._comparison.ask(self._who, what)


class Eavesdropper:
    """Asks two sites, and notes where they differ."""

    def __init__(self, sites: TwinSites, findings: Noticed, source: random.Random) -> None:
        self.sites, self.findings, self._source = sites, findings, source
        self.people = list(sites.people())
        self.is_over = False
        self.ending: set[tuple[str, str]] = set()

    def ask(self, who: Onlooker, ask: Ask) -> Reply:
        """One request, and what has become of the tables."""
        reply, other = self._compare(who, ask)
        self.findings.statuses[reply.status] += 1
        self.findings.roles.add(who.role)
        if ask.method != "GET" and (reply.status < 400 or other < 400):
            self._look_again(who)
        return reply

    def _compare(self, who: Onlooker, ask: Ask) -> tuple[Reply, int]:
        """What the one answers, and the status of the other; a difference is noted."""
        for _ in range(TRIES):
            reply, one, other = self.sites.ask(who, ask)
            if not {reply.status, other[0]} & BUSY:
                break
            time.sleep(0.25)
        if one != other:
            self.findings.differences.append(Leak(who.role, ask, one, other))
        return reply, other[0]

    def _look_again(self, who: Onlooker) -> None:
        """Something was accepted: what shows of it is the same, and then it is taken back."""
        self.findings.accepted += 1
        self.sites.settle()
        self._look(who)
        self.is_over = not self.sites.restore()

    def _look(self, who: Onlooker) -> None:
        for path in AFTER:
            self._compare(who, Ask("GET", path))
        told, also = self.sites.messages()
        if told != also:
            self.findings.differences.append(Leak("smart home", "messages", told, also))

    def look(self) -> None:
        """Everybody looks at the tables."""
        for who in self.people:
            self._look(who)

    def crawl(self, of_each: int) -> list[Ask]:
        """What everybody finds; all of it is asked once, forms after links."""
        found: dict[Ask, None] = {}
        forms: list[tuple[Onlooker, Ask]] = []
        for who in self.people:
            seen = crawl(_Both(self, who), of_each=of_each)
            found.update(dict.fromkeys(seen.asks))
            posts = [ask for ask in seen.forms if ask.method != "GET"]
            forms += ((who, ask) for ask in _some_of_each(posts, of_each, self._source))
        left = unreached(self.sites.one.app, found)
        known = {name: value for ask in found for name, value in ask.fields}
        made = list(asks_for(left, known))
        self.findings.uncovered |= unreached(self.sites.one.app, [*found, *made])
        forms += ((who, ask) for who in self.people for ask in made)
        for who, ask in forms:
            before = self.sites.standing
            self.ask(who, ask)
            if self.sites.standing != before:
                self.ending.add((ask.method, ask.path.partition("?")[0]))
        return [*found, *made]

    def snoop(self, asks: list[Ask], count: int) -> int:
        """So many requests of somebody who is after a hand; returns how many it came to."""
        asks = [ask for ask in asks if not self._ends(ask)]
        with_fields = [ask for ask in asks if ask.fields or "?" in ask.path]
        snoop, source = Snoop(self.sites, self._source), self._source
        direct = [(source.choice(self.people), ask) for ask in snoop.directly(with_fields)]
        varied = (
            (source.choice(self.people), snoop.vary(source.choice(some)))
            for some in itertools.cycle((with_fields, with_fields, asks))
        )
        asked = itertools.chain(direct[: count * 2 // 3], varied)
        for number, (who, ask) in enumerate(islice(asked, count), 1):
            self.ask(who, ask)
            if self.is_over:
                return number
        return count

    def _ends(self, ask: Ask) -> bool:
        """Whether such a request was seen to end the game, or to take a seat away."""
        return (ask.method, ask.path.partition("?")[0]) in self.ending

    def show(self, times: int) -> None:
        """A camera sees moves at both tables: what the referee says, and what can be tapped."""
        game, state = watchable(self.sites.game), self.sites.states.one
        for _ in range(times):
            for _ in range(self._source.randint(1, MOVES)):
                moves = [*islice(game.moves(state), 200)]
                state = game.apply(state, self._source.choice(moves)) if moves else state
            looks = tuple(game.project(state, zone).as_seen() for zone in game.zones(state))
            self.sites.show(looks)
            self.look()
            for who in self.people[1::2]:
                found = crawl(_Both(self, who), ("/events",), of_each=1).forms
                for ask in _some_of_each([*found], 1, self._source):
                    if not self._ends(ask):
                        self.ask(who, ask)
                    if self.is_over:
                        return
                    self.sites.show(looks)


def _some_of_each(asks: list[Ask], most: int, source: random.Random) -> Iterator[Ask]:
    """Of the forms for each path so many."""
    asks, known = source.sample(asks, len(asks)), Counter[str]()
    for ask in asks:
        known[ask.path] += 1
        if known[ask.path] <= most:
            yield ask


def compare(game: Rules[Any, Any], number: int, effort: Scope, findings: Noticed) -> bool:
    """One pair of twins of a game; False when nothing in it is hidden."""
    players = min(effort.players, game.players[-1])
    twins = make(game, number, players)
    if twins is None:
        return False
    source = random.Random(f"{game.id}/{number}")
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        camera = effort.has_camera
        with twin_sites(game, twins, Path(folder) / "0", has_camera=camera) as sites:
            first = Eavesdropper(sites, findings, source)
            first.look()
            asks = first.crawl(effort.of_each)
        left = effort.varied
        for fresh in range(PAIRS):
            with twin_sites(game, twins, Path(folder) / f"{fresh + 1}", has_camera=camera) as sites:
                other = Eavesdropper(sites, findings, source)
                other.ending = first.ending
                if not fresh:
                    other.show(effort.shown)
                left -= 0 if other.is_over else other.snoop(asks, left)
            if left <= 0:
                break
    return True


def run(effort: Scope) -> Mapping[str, object]:
    """What was asked, and whether anything differed."""
    findings, hiding = Noticed(), 0
    for name in games.names():
        game = watchable(games.find(name))
        found = [compare(game, n, effort, findings) for n in range(effort.twins)]
        hiding += any(found)
    return {
        "games": len(games.names()),
        "games with hidden things": hiding,
        "roles": len(findings.roles),
        "requests": findings.statuses.total(),
        "meaningful requests": findings.meaningful,
        **{f"answered {status}": n for status, n in sorted(findings.statuses.items())},
        "accepted and taken back": findings.accepted,
        "rules of the site not covered": len(findings.uncovered),
        "differences": len(findings.differences),
        "which": [str(one) for one in findings.differences[:5]],
    }
