"""What somebody asks who wants to know a hand: links and forms, with other things in their fields.

The forms are those that anybody is shown, also another role. What goes into them are the moves and
choices of everybody, those above all that differ between the twins, and numbers of events.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any
from urllib.parse import parse_qsl, urlencode

from companion.benches.trust.crawling import filled
from companion.benches.trust.twins.serving import TwinSites
from companion.benches.trust.visiting import Ask, Fields
from companion.common.errors import CompanionError
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.table.story import StoryStep

#: What a page fills in by itself; it is rarely changed.
CONTEXT = frozenset({"game", "seen", "serial", "page"})
#: So many events are asked about, besides the newest.
EVENTS = 24
#: So many secrets of each event.
MOST = 8
#: So many moves that are no secret.
HARMLESS = 6
JUNK = ("", "nonsense", "-1", "9" * 30, "\u202e\0", "../game.log", "x" * 500)


class Snoop:
    """Somebody who knows all that could be in a hand, and asks for it."""

    def __init__(self, sites: TwinSites, source: random.Random) -> None:
        self._source = source
        self._parse = sites.game.parse_moves
        game, last = sites.game, sites.one.table.now.number
        stories = zip(*(site.table.story() for site in sites.both), strict=True)
        self._texts: dict[int, list[str]] = {}
        self._hot: list[int] = []
        for one, other in stories:
            secret = _secrets(game, one, other)
            if secret:
                self._hot.append(one.event)
                self._texts[one.event] = source.sample(secret, min(MOST, len(secret)))
        self._hot = source.sample(self._hot, min(EVENTS, len(self._hot)))
        legal = [*map(game.move_text, game.moves(sites.states.one))]
        now = _asked_of(game, sites.states, sites.twins.owner)
        self._now = [*now, *source.sample(legal, min(HARMLESS, len(legal)))]
        self._events = [*self._hot, last]

    def vary(self, ask: Ask) -> Ask:
        """The same request, asked about something else."""
        path, _, query = ask.path.partition("?")
        event = self._source.choice(self._events)
        if ask.method != "GET":
            return replace(ask, fields=self._fields(ask.fields, event))
        fields = self._fields(tuple(parse_qsl(query, keep_blank_values=True)), event)
        return Ask("GET", f"{path}?{urlencode(fields)}" if fields else path)

    def _fields(self, fields: Fields, event: int) -> Fields:
        return tuple((name, self._value(name, value, event)) for name, value in fields)

    def _value(self, name: str, value: str, event: int) -> str:
        source = self._source
        if name in CONTEXT or source.random() < 0.1:
            return value if source.random() < 0.98 else source.choice(JUNK)
        if source.random() < 0.04:
            return source.choice(JUNK)
        if value.isdecimal():
            # Another event, the same move of it; or anything small.
            return str(event) if len(value) > 1 or source.random() < 0.3 else value
        return source.choice(self._texts.get(event) or self._now or [value])

    def directly(self, asks: Iterable[Ask]) -> Iterator[Ask]:
        """The secrets, in each form that takes moves; all forms in turn."""
        asks = list(asks)
        pairs = {pair for ask in asks for pair in _fields_of(ask) if pair[0] not in CONTEXT}
        names = {name for name, value in pairs if self._is_move(value)}
        forms = {(one.method, one.path.partition("?")[0]): one for one in asks}
        found = [
            [*self._askings(form, names)]
            for form in forms.values()
            if names & {name for name, _ in _fields_of(form)}
        ]
        for some in found:
            self._source.shuffle(some)
        for row in zip_longest(*found):
            yield from (ask for ask in row if ask is not None)

    def _askings(self, form: Ask, names: set[str]) -> Iterator[Ask]:
        """One form, with every secret that can be asked in it: of an event, or of what is now."""
        fields = [pair for pair in _fields_of(form) if pair[0] not in CONTEXT]
        if any(value.isdecimal() for name, value in fields if name not in names):
            for event in self._hot:
                yield from (_asking(form, names, event, text) for text in self._texts[event])
        else:
            yield from (_asking(form, names, None, text) for text in self._now)

    def _is_move(self, text: str) -> bool:
        try:
            return bool(self._parse(text))
        except CompanionError:
            return False


def _fields_of(ask: Ask) -> Fields:
    return ask.fields or tuple(parse_qsl(ask.path.partition("?")[2], keep_blank_values=True))


def _asking(form: Ask, names: set[str], event: int | None, text: str) -> Ask:
    fields = []
    for name, value in _fields_of(form):
        if name in names:
            fields.append((name, text))
        elif event and name not in CONTEXT and len(value) > 1 and value.isdecimal():
            fields.append((name, str(event)))
        else:
            fields.append((name, value))
    if form.method == "GET":
        return Ask("GET", f"{form.path.partition('?')[0]}?{urlencode(fields)}")
    return replace(form, fields=tuple(fields))


def _secrets(game: Rules[Any, Any], one: StoryStep, other: StoryStep) -> list[str]:
    """What can be asked of an event and is answered otherwise by the rules of each twin."""
    found = _differing([*map(game.move_text, game.moves(step.before))] for step in (one, other))
    return list(
        dict.fromkeys([*found, *({one.line, other.line} if one.line != other.line else ())])
    )


def _asked_of(game: Rules[Any, Any], states: Sequence[Any], owner: int) -> list[str]:
    """What the owner could choose or tell now in one of the twins, and not in the other."""
    offered = []
    for state in states:
        choices = (*defaults.choices(game, state, owner), *defaults.tellings(game, state, owner))
        legal = map(game.move_text, game.moves(state))
        offered.append([*legal, *(leaf.moves for choice in choices for leaf in choice.leaves())])
    return _differing(offered)


def _differing(lists: Iterable[list[str]]) -> list[str]:
    one, other = (dict.fromkeys(some) for some in lists)
    return [*(text for text in one if text not in other), *(t for t in other if t not in one)]


def asks_for(rules: Iterable[tuple[str, str]], known: Mapping[str, str]) -> Iterator[Ask]:
    """A request for each of these rules, to which no page leads: with every field that is known."""
    for method, rule in sorted(rules):
        path = filled(rule, known)
        yield Ask(method, path, tuple(known.items()) if method == "POST" else ())
