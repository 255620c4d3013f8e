"""Two tables that differ only in hidden things answer alike, and planted leaks are found."""

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from werkzeug.routing import Rule

from companion import games
from companion.archive import tally
from companion.benches.trust import interference
from companion.benches.trust.crawling import routes, unreached
from companion.benches.trust.interference import SHORT, Eavesdropper, Noticed
from companion.benches.trust.served import served
from companion.benches.trust.twins.making import Twins, look_alike, make
from companion.benches.trust.twins.serving import twin_sites
from companion.benches.trust.twins.snooping import asks_for
from companion.benches.trust.visiting import Ask
from companion.common.errors import InputError
from companion.games.capabilities import HasSecrets
from companion.games.propeller_islands import GAME
from companion.games.propeller_islands.rules import setup
from companion.games.secrets import known_to
from companion.home import messages
from companion.table import admission
from web.live.publisher import Publisher
from web.pages import history

pytestmark = pytest.mark.live

HIDING = [name for name in games.names() if isinstance(games.find(name), HasSecrets)]
#: So many requests of a snoop, at most so many times, find every leak that is planted here.
ENOUGH, TIMES = 30, 10
#: A rule that a later page may bring.
LATER = "/later/<any(one, two):word>/<int:n>"


def test_nobody_can_tell_twins_apart() -> None:
    figures = interference.run(SHORT)
    assert figures["differences"] == 0, figures["which"]
    assert figures["rules of the site not covered"] == 0
    assert figures["games with hidden things"] == len(HIDING)
    assert figures["roles"] == 4
    assert 2 * int(str(figures["meaningful requests"])) > int(str(figures["requests"])) > 200


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("number", range(8))
def test_twins_differ_in_what_their_owner_knows_and_in_nothing_else(name: str, number: int) -> None:
    here = games.find(name)
    found = make(here, number, 2)
    assert found is not None
    assert look_alike(here, found.owner, found.states)
    one, other = (known_to(here, state, found.owner) for state in found.states)
    assert one != other
    assert any(step.one != step.other for step in found.steps)


def test_where_rules_give_a_whole_hand_away_twins_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In older games nobody was asked for a plan whose hand was told and could not pay."""
    covered, _ = setup.OPTIONS[0].values
    older = replace(setup.OPTIONS[0], values=(("hidden", covered[1]),))
    monkeypatch.setattr(setup, "OPTIONS", (older, *setup.OPTIONS[1:]))
    made = filter(None, (make(GAME, number, 2) for number in range(20)))
    found = next(one for one in made if not look_alike(GAME, one.owner, one.states))
    with twin_sites(GAME, found, tmp_path, has_camera=False) as sites:
        looking = Eavesdropper(sites, Noticed(), random.Random(1))
        looking.look()
    assert {"viewer", "host", "smart home"} <= {leak.role for leak in looking.findings.differences}


def test_every_rule_of_the_whole_site_is_asked_also_one_to_which_no_page_leads(
    tmp_path: Path,
) -> None:
    with served(game(), tmp_path, moves=3) as site:
        site.app.url_map.add(Rule(LATER, endpoint="later", methods=["GET"]))
        every = routes(site.app)
        assert ("GET", "/camera.jpg") in every
        assert ("GET", LATER) in every
        assert not unreached(site.app, asks_for(every, {"name": "x"}))


# --- leaks that are planted ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Ask], set[tuple[str, str]]]:
    """All that can be asked at a game that hides something, and what of it ends the game."""
    folder = tmp_path_factory.mktemp("asked")
    with twin_sites(game(), twins(), folder, has_camera=False) as sites:
        first = Eavesdropper(sites, Noticed(), random.Random(1))
        return first.crawl(1), first.ending


@pytest.fixture
def looking(
    tmp_path: Path, asked: tuple[list[Ask], set[tuple[str, str]]]
) -> Iterator[Eavesdropper]:
    """Somebody in front of twins of that game."""
    with twin_sites(game(), twins(), tmp_path, has_camera=False) as sites:
        looking = Eavesdropper(sites, Noticed(), random.Random(2))
        looking.ending = asked[1]
        yield looking


def game() -> Any:
    return games.find(HIDING[0])


@cache
def twins() -> Twins:
    found = make(game(), 0, 2)
    assert found is not None
    return found


def mark(state: Any) -> str:
    """Something short that differs as soon as anything of a state does."""
    text = str(game().state_to_json(state))
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def in_the_preview(patch: pytest.MonkeyPatch) -> None:
    """A page: whatever is asked is judged by the hand as it is."""
    original = history.instead

    def instead(here: Any, step: Any, which: int, form: Any) -> str:
        for move in here.game.parse_moves(form.get("to", "")):
            for reason in here.game.check(step.before, move):
                raise InputError(reason.text)
        return original(here, step, which, form)

    patch.setattr(history, "instead", instead)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """The table: what the host enters for others is judged by the hand as it is."""
    patch.setattr(admission, "met", lambda game, state, move, owner=None: state)


def in_the_choices(patch: pytest.MonkeyPatch) -> None:
    """The game: everybody is offered what only its owner can."""
    here = game()
    original = here.choices
    patch.setattr(
        type(here), "choices", lambda _, state, eyes: original(state, here.to_move(state))
    )


def in_the_stream(patch: pytest.MonkeyPatch) -> None:
    """The stream: a comment that no page shows."""
    original = Publisher._write

    def write(self: Publisher, moment: Any, reader: Any, seen: int) -> bytes:
        return f": {mark(moment.state)}\n".encode() + original(self, moment, reader, seen)

    patch.setattr(Publisher, "_write", write)


def in_an_export(patch: pytest.MonkeyPatch) -> None:
    """The archive: a second more or less."""
    original = tally.take

    def take(table: Any) -> Any:
        numbers = original(table)
        return replace(numbers, begun=numbers.begun + int(mark(table.now.state), 16) % 1000)

    patch.setattr(tally, "take", take)


def in_a_message(patch: pytest.MonkeyPatch) -> None:
    """The smart home: an alert."""
    patch.setattr(messages, "_alert", lambda moment: (mark(moment.state), False))


LEAKS = (
    in_the_preview, in_a_refusal, in_the_choices, in_the_stream, in_an_export, in_a_message,
)  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    looking: Eavesdropper,
    asked: tuple[list[Ask], set[tuple[str, str]]],
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
) -> None:
    found = looking.findings.differences
    looking.look()
    assert not found, found[0]
    leak(monkeypatch)
    looking.sites.settle()
    looking.look()
    for who in (looking.people[0], looking.people[-1]):
        for ask in asked[0]:
            if ask.method == "GET" and "?" not in ask.path and not found:
                looking.ask(who, ask)
    for _ in range(TIMES):
        if not found:
            looking.snoop(asked[0], ENOUGH)
    assert found


def test_without_a_leak_nothing_is_found(
    looking: Eavesdropper, asked: tuple[list[Ask], set[tuple[str, str]]]
) -> None:
    looking.look()
    looking.snoop(asked[0], ENOUGH)
    assert not looking.findings.differences, looking.findings.differences[0]
