"""Draws and writes down once what changed, and then wakes all streams together.

If each stream drew for itself, a hundred would wake up to wait for the first. Here they sleep
until there is something ready to be sent: the same bytes for all who may see the same, in the same
language, and have seen the same before.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from companion.common.words import Language
from companion.phones.live import Closed, Coming, Feed, Moment
from web.access.guests import Guest
from web.live.regions import GATHERING
from web.live.screen import Screen, seen_by

#: Seconds between two updates, at least: a phone has other things to do.
PAUSE = 0.2
#: Seconds after which somebody who waits looks up.
GLANCE = 1.0
#: While somebody plays, the bell wakes so many viewers at most; of more, each looks up by itself.
CROWD = 16


@dataclass(frozen=True)
class Audience:
    """For whom something is written: the language, what may be seen, what is wanted."""

    language: Language
    guest: Guest
    only: frozenset[str] = frozenset()

    def wants(self, region: str) -> bool:
        """Whether he is sent that region."""
        return region in self.only if self.only else region != GATHERING

    @cached_property
    def kind(self) -> str:
        """The same for all to whom the same is sent; quicker to compare than the whole of it."""
        guest = self.guest
        return f"{self.language.code} {guest.is_host} {guest.plays} {sorted(self.only)}"


class Publisher:
    """Writes for all who read, as long as somebody does. May be used from any thread."""

    def __init__(self, feed: Feed, screen: Screen, run: str) -> None:
        self._feed = feed
        self._screen = screen
        self._run = run
        self._readers: Counter[str] = Counter()
        self._kinds: dict[str, Audience] = {}
        self._newest: tuple[Moment | None, dict[tuple[str, int], bytes]] = None, {}
        self._is_running = self._is_over = False
        # Each with a lock of its own: a hundred viewers who are woken hold up no player, nor us.
        self._registry = threading.Lock()
        self._bell, self._players_bell = threading.Condition(), threading.Condition()

    @contextmanager
    def reading(self, reader: Audience) -> Iterator[None]:
        """Somebody reads; while anybody does, it works."""
        with self._registry:
            self._readers[reader.kind] += 1
            self._kinds[reader.kind] = reader
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._work, name="publisher", daemon=True).start()
        try:
            yield
        finally:
            with self._registry:
                self._readers[reader.kind] -= 1
                if not self._readers[reader.kind]:
                    del self._readers[reader.kind], self._kinds[reader.kind]

    def after(self, seen: int, patience: float, plays: bool = False) -> Moment | None:
        """The newest moment that is ready, once there is one after `seen`; None if there is not."""
        bell = self._players_bell if plays else self._bell
        with bell:
            bell.wait_for(lambda: self._is_over or self._ready(seen), patience)
            if self._is_over:
                raise Closed
            return self._ready(seen)

    def _ready(self, seen: int) -> Moment | None:
        latest, _ = self._newest
        return latest if latest is not None and latest.number > seen else None

    def event(self, moment: Moment, reader: Audience, seen: int) -> bytes:
        """What this reader is sent of a moment, when `seen` is the last that he got."""
        latest, written = self._newest
        if moment is not latest:
            return self._write(moment, reader, seen)
        if (reader.kind, seen) not in written:
            written[reader.kind, seen] = self._write(moment, reader, seen)
        return written[reader.kind, seen]

    def _write(self, moment: Moment, reader: Audience, seen: int) -> bytes:
        """Every region for somebody who has seen none that we remember, else those that differ."""
        regions = seen_by(reader.guest, self._screen.regions(moment, reader.language))
        shown = self._screen.remembered(seen, reader.language)
        kind, shown = ("full", {}) if shown is None else ("change", shown)
        data = {
            name: html
            for name, html in regions.items()
            if shown.get(name) != html and reader.wants(name)
        }
        text = f"id: {event_id(self._run, moment)}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
        return text.encode()

    def _work(self) -> None:
        latest, _ = self._newest
        seen = latest.number if latest else 0
        try:
            while True:
                found = self._feed.after_or_coming(seen, GLANCE)
                with self._registry:
                    readers = tuple(self._kinds.values())
                    if not readers:
                        self._is_running = False
                        return
                if isinstance(found, Coming):
                    for language in {reader.language for reader in readers}:
                        self._screen.prepare(found, language)
                elif found is not None:
                    written = {(one.kind, seen): self._write(found, one, seen) for one in readers}
                    self._newest = found, written
                    with self._players_bell:
                        self._players_bell.notify_all()
                    viewers = sum(self._readers[one.kind] for one in readers if not one.guest.plays)
                    if viewers <= CROWD or not any(one.guest.plays for one in readers):
                        with self._bell:
                            self._bell.notify_all()
                    seen = found.number
                    time.sleep(PAUSE)
        except Closed:
            self._is_over = True
            for bell in (self._players_bell, self._bell):
                with bell:
                    bell.notify_all()


def event_id(run: str, moment: Moment) -> str:
    """The name of a moment on the wire."""
    return f"{run}-{moment.number}"


def parse_id(text: str, run: str) -> int:
    """The number of the moment that a watcher saw last; 0 when that tells us nothing."""
    known, _, number = text.partition("-")
    digits = number.isascii() and number.isdigit() and len(number) < 12
    return int(number) if known == run and digits else 0
