"""The host's page: another game, past games, the data of the copy, how the companion is doing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import request

from companion.archive.results import Result, result
from companion.archive.shelf import ShelvedGame
from companion.common.words import say
from companion.games.capabilities import Explained
from companion.games.kit import unsaid
from companion.games.protocol import Fact, Game
from companion.log.events import MODES
from companion.phones.evening import Evening
from companion.settings.owners_file import file_of
from web.pages.forms import number_asked
from web.pages.side_pages import SidePage, Visit

PAGES = ("game", "games", "data", "doing")
#: How many facts a page shows.
FACTS = 60


@dataclass(frozen=True)
class Office:
    """What the host's page works with: the evening, and how to find out how it is doing."""

    evening: Evening
    diagnose: Callable[[], Mapping[str, str]] = dict


class Past(NamedTuple):
    """A game of the shelf in the list."""

    record: ShelvedGame
    result: Result | None
    is_on_table: bool

    @property
    def title(self) -> str:
        """What was played, as far as we know."""
        return self.result.title if self.result else self.record.game or self.record.name


def host_page(office: Office) -> SidePage:
    """The host's page for this evening."""

    def furnish(here: Visit) -> Mapping[str, Any]:
        shown = request.args.get("show", PAGES[0])
        page = shown if shown in PAGES else PAGES[0]
        return {"pages": PAGES, "page": page, **_FURNISH[page](office, here)}

    return SidePage("host", say("Host"), furnish, only_host=True)


def _game(office: Office, here: Visit) -> Mapping[str, Any]:
    game = office.evening.game
    return {
        "players": game.players,
        "players_now": len(game.score(here.now.state)),
        "editions": tuple(game.editions),
        "options": unsaid.options(game),
        "modes": MODES,
        "is_over": game.outcome(here.now.state) is not None,
        "ending": request.args.get("end") == "now",
    }


def _games(office: Office, here: Visit) -> Mapping[str, Any]:
    past = [
        Past(record, _result(office, record), record.name == here.name)
        for record in office.evening.shelf.records()
    ]
    doomed = next((p for p in past if p.record.name == request.args.get("remove")), None)
    return {"games": past, "doomed": doomed}


def _result(office: Office, record: ShelvedGame) -> Result | None:
    return result(record.history, office.evening.game) if record.events else None


def _data(office: Office, _: Visit) -> Mapping[str, Any]:
    game = office.evening.game
    asked = request.args.get("edition", "")
    edition = game.editions.get(asked) or next(iter(game.editions.values()))
    facts = list(edition.facts())
    wanted = request.args.get("place", "")
    every = request.args.get("which") == "all"
    found = [fact for fact in facts if every or fact.source == "assumed"]
    start = number_asked("from") or 0
    return {
        "edition": edition.name,
        "editions": tuple(game.editions),
        "facts": [_in_words(game, edition.name, fact) for fact in found[start : start + FACTS]],
        "every": every,
        "count": len(found),
        "start": start,
        "size": FACTS,
        "fact": next(
            (_in_words(game, edition.name, fact) for fact in facts if fact.place == wanted), None
        ),
        "file": file_of(game, office.evening.shelf.folder).name,
    }


class FactInWords(NamedTuple):
    """A fact as people read it: what it is about, what it is, what it may be."""

    fact: Fact
    name: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def numbers(self) -> bool:
        """Whether it is a row of numbers."""
        value = self.fact.value
        return (
            isinstance(value, list) and all(isinstance(one, int) for one in value) and bool(value)
        )


def _in_words(game: Game, edition: str, fact: Fact) -> FactInWords:
    if not isinstance(game, Explained):
        return FactInWords(fact, fact.place, json.dumps(fact.value, ensure_ascii=False))
    name, value = game.fact_name(edition, fact), game.fact_value(fact)
    return FactInWords(fact, name, value, game.fact_choices(fact))


def _doing(office: Office, _: Visit) -> Mapping[str, Any]:
    return {"diagnosis": office.diagnose()}


_FURNISH: Mapping[str, Callable[[Office, Visit], Mapping[str, Any]]] = {
    "game": _game,
    "games": _games,
    "data": _data,
    "doing": _doing,
}
