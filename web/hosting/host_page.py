"""The host's page: another game, past games, the data of the copy, how the companion is doing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import request

from companion.archive.results import Result, result
from companion.archive.shelf import ShelvedGame
from companion.common.words import say
from companion.games.capabilities import Explained, Rules
from companion.games.kit import defaults
from companion.games.protocol import Fact, Game
from companion.log.history import PLAYING
from companion.phones.evening import Evening
from companion.phones.table_kind import TITLES
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


class Offer(NamedTuple):
    """A game that can be played, at which kinds of tables, and why not at the others."""

    game: Rules[Any, Any]
    kinds: tuple[str, ...]
    refusals: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, game: Rules[Any, Any], evening: Evening) -> "Offer":
        """What this evening offers of a game."""
        refusals = {name: kind.refusal(game) for name, kind in evening.kinds.items()}
        return cls(
            game,
            tuple(name for name, why in refusals.items() if not why),
            tuple((TITLES[name], why) for name, why in refusals.items() if why),
        )


def host_page(office: Office) -> SidePage:
    """The host's page for this evening."""

    def furnish(here: Visit) -> Mapping[str, Any]:
        shown = request.args.get("show", PAGES[0])
        pages = [page for page in PAGES if page != "data" or office.evening.game.editions]
        page = shown if shown in pages else PAGES[0]
        return {
            "pages": pages,
            "page": page,
            "is_running": here.now.phase == PLAYING and here.now.number > 2,
            "titles_of_kinds": TITLES,
            **_FURNISH[page](office, here),
        }

    return SidePage("host", say("Host"), furnish, only_host=True)


def _game(office: Office, here: Visit) -> Mapping[str, Any]:
    evening = office.evening
    offers = [Offer.of(game, evening) for game in evening.offered()]
    on_table = Offer.of(evening.game, evening)
    offer = next((one for one in offers if one.game.id == request.args.get("game")), on_table)
    wanted = (request.args.get("kind", ""), evening.kind.name, *offer.kinds)
    kind = evening.kinds[next(name for name in wanted if name in offer.kinds)]
    game = offer.game
    players_now = len(here.game.score(here.now.state))
    return {
        "offers": offers,
        "refusals": dict.fromkeys(why for one in offers for why in one.refusals),
        "chosen": game,
        "kind": kind.name,
        "players": game.players,
        "players_now": players_now if players_now in game.players else game.players[0],
        "editions": tuple(game.editions),
        "options": defaults.options(game),
        "modes": kind.modes,
        "mode": here.now.mode if kind is evening.kind else kind.modes[0],
        "is_over": here.game.outcome(here.now.state) is not None,
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
