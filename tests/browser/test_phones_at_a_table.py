"""Two and four phones and the host play at one table, in every language, to the final score."""

import random
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.archive.pictures import Pictures
from companion.archive.shelf import PICTURES
from companion.camera.photos.photo_desk import PhotoDesk
from companion.camera.photos.table_photo import PhotoEyes
from companion.common.words import say
from companion.games.protocol import CHANCE
from companion.games.random_games import plies
from companion.log.events import SEAT, Accept, Choose, Confirm, Play, Undo
from companion.phones.desk import Desk
from companion.phones.live import Feed
from companion.phones.passes import Passes
from companion.referee.settling import LOOKS
from companion.referee.watcher import Watcher
from companion.table.table import Table
from companion.tabletop.observation import Observation
from tests.browser.phones import arrive, catch_up, open_page, phone_in, tap, too_wide
from tests.browser.test_languages import LANGUAGES, join
from tests.browser.test_photos import photograph
from tests.companion.evenings import tools
from tests.companion.tables import do
from tests.web.tables import DONE, GAME, NAME, Place, served
from web.server import lan_addresses

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NAMES = ("Vera", "Susan", "Otto", "Léa")
WINS = {"en": "wins", "fr": "gagne", "de": "gewinnt"}
#: The same once more, for `make bench`.
PAIRS = ("en en", "fr fr")
People = tuple[tuple[str, str], ...]


@cache
def game_of(players: int) -> tuple[Any, ...]:
    """One game, move by move."""
    config = GAME.set_up_to_be_watched(players, random.Random(4))
    return config, tuple(plies(GAME, config, seed=4))


class Seats(Place):
    """A table at the beginning of a round; `at` is how far the people have played."""

    def __init__(self, folder: Path, people: People) -> None:
        config, self.plies = game_of(len(people))
        self.people = people
        self.table = Table.create(folder / "game.log", GAME, config)
        do(self.table, Choose("ask"))
        self.at = next(n for n, ply in enumerate(self.plies) if not ply.by_chance) + 1
        for ply in self.plies[: self.at]:
            do(self.table, Play(GAME.move_text(ply.move)))
        self.watcher, self.desk, self.feed = Watcher(self.table), Desk(), Feed(GAME)
        self.desk.lay(NAME, self.table, self.watcher)
        self.passes = Passes.of_folder(folder)
        self.photographs = PhotoDesk(
            self.desk,
            PhotoEyes(lambda _: folder / "nothing.gallery"),
            lambda table: Pictures(table.path.parent / PICTURES),
        )
        self.shown: list[Observation] = []
        show = self.watcher.show
        self.watcher.show = lambda looks: show(self._note(looks))  # type: ignore[method-assign]
        self.table.expect(self.feed.expect)
        self.table.listen(lambda _: self.publish())
        self.show(self.table.now.state)

    def _note(self, looks: Iterable[Observation]) -> tuple[Observation, ...]:
        """What was read off a photo, for those who want to know how well."""
        noted = tuple(looks)
        self.shown += noted
        return noted

    def by_hand(self) -> None:
        """What happened next is entered; the people and the log go on."""
        do(self.table, Play(GAME.move_text(self.plies[self.at].move)))
        self.at += 1

    def until_seen(self) -> int:
        """Play on to a move that the table shows and its seat is asked to confirm; that seat."""
        while True:
            state, after = self.table.now.state, self.plies[self.at].state
            seat = GAME.to_move(state)
            self.show(after, 2 * LOOKS)
            moves = tuple(step.move for step in self.watcher.opinion.proposed)
            if seat not in (None, CHANCE) and moves == (self.plies[self.at].move,):
                return seat
            self.by_hand()


@contextmanager
def table_of(folder: Path, people: People) -> Iterator[tuple[Seats, str, str]]:
    addresses = lan_addresses()
    if not addresses:
        pytest.skip("this computer has no address but its own")
    place = Seats(folder, people)
    there = tools(photographs=place.photographs)
    options = {"desk": place.desk, "passes": place.passes, "tools": there}
    with place.table, served(place.feed, "0.0.0.0", **options) as port:
        yield place, f"http://{addresses[0]}:{port}/", f"http://127.0.0.1:{port}/"
        place.photographs.close()


def confirm(place: Seats, page: "Page") -> None:
    """Say yes to the newest proposal: one that a phone still shows from before is refused."""
    catch_up(page, place.feed)
    assert tap(page, "#tap-confirm", "/tap/confirm") in DONE


def take_their_seats(place: Seats, phones: "list[Page]") -> None:
    for seat, (page, (name, code)) in enumerate(zip(phones, place.people, strict=True)):
        join(page, place.passes.join_code, LANGUAGES[code], name, seat)
    assert place.table.now.names == dict(enumerate(name for name, _ in place.people))


def play_a_round_by_proposals(place: Seats, phones: "list[Page]") -> None:
    confirmed: set[int] = set()
    number = GAME.round_of(place.table.now.state)
    while GAME.round_of(place.table.now.state) == number or len(confirmed) < len(place.people):
        seat = place.until_seen()
        if seat in confirmed:
            place.by_hand()
            continue
        confirm(place, phones[seat])
        event = place.table.events()[-1]
        assert isinstance(event.action, Confirm)
        assert (event.by.role, event.by.seat) == (SEAT, seat)
        confirmed.add(seat)
        place.at += 1


def disagree_and_enter_what_it_was(place: Seats, phones: "list[Page]") -> "Page":
    seat = place.until_seen()
    page = phones[seat]
    catch_up(page, place.feed)
    page.locator("#no summary").tap()
    assert too_wide(page) == []
    page.locator("#no a").tap()
    arrive(page, "**/hand")
    number = place.table.now.number
    first = page.locator(".choices-list > li > details > summary").first
    while not page.locator(".choices-list button:visible").count():
        first.tap()
        first = page.locator(
            ".choices-list details[open] details:not([open]) > summary:visible"
        ).first
    assert tap(page, ".choices-list button:visible", "/tap/play") in DONE
    assert isinstance(place.table.events(number)[0].action, Play)
    return page


def undo(place: Seats, page: "Page") -> None:
    """Take the last move back, once the page shows it: who has not seen it may not."""
    catch_up(page, place.feed)
    assert tap(page, "#hand-undo", "/tap/undo") in DONE


def take_it_back(place: Seats, page: "Page") -> None:
    undo(place, page)
    assert isinstance(place.table.events()[-1].action, Undo)


def put_a_die_right(place: Seats, host: "Page", home: str) -> None:
    open_page(host, f"{home}hand")
    host.locator("a[href*='wrong=forge']").first.tap()
    arrive(host, lambda there: "wrong=" in there)
    assert tap(host, "button[name=repair]", "/tap/repair") in DONE
    assert isinstance(place.table.events()[-1].action, Accept)
    arrive(host, "**/hand")
    undo(place, host)


def lose_the_connection_and_come_back(place: Seats, phones: "list[Page]", url: str) -> None:
    seat = len(phones) // 2
    lost, (name, code) = phones[seat], place.people[seat]
    open_page(lost, url)
    lost.context.set_offline(True)
    place.by_hand()
    place.publish()
    lost.context.set_offline(False)
    lost.reload()
    catch_up(lost, place.feed)
    assert lost.locator("#beat").input_value() == f"{NAME}/{place.table.now.number}"
    said = LANGUAGES[code].tell(say("You are {name}, seat {n}.", name=name, n=seat + 1))
    lost.get_by_text(said).wait_for()


def send_a_photo(place: Seats, page: "Page", url: str, folder: Path) -> None:
    """A rendered picture of the Forge, which the real eye reads: every die on it is seen."""
    state = place.table.now.state
    photo = photograph(folder, "forge", tilt=15, turn=20, state=state)
    open_page(page, f"{url}photo")
    page.locator(".photo-file").first.set_input_files(photo)
    page.locator(".photo-shot img").wait_for()
    (look,) = (each for each in place.shown if each.zone == "forge")
    lies = GAME.project(state, "forge")
    assert sorted((die.value, die.place) for die in look.dice) == sorted(
        (die.value, die.place) for die in lies.dice
    )
    assert len([piece for piece in look.pieces if piece.kind == "tile"]) >= 10


def finish_and_read_the_score(place: Seats, phones: "list[Page]", url: str) -> None:
    place.watcher.put_away()
    while place.at < len(place.plies):
        place.by_hand()
    outcome = GAME.outcome(place.table.now.state)
    assert outcome is not None
    winner = place.people[outcome.winners[0]][0]
    points = str(GAME.score(place.table.now.state)[outcome.winners[0]].points)
    for page, (_, code) in zip(phones, place.people, strict=True):
        open_page(page, f"{url}score")
        headline = page.locator("#winner").inner_text()
        assert winner in headline
        assert WINS[code] in headline
        assert points in page.locator(".score-total").inner_text()
        page.locator("#row-0 summary").tap()
        assert page.locator("#row-0 .score-why").is_visible()
        assert too_wide(page) == []


@pytest.mark.parametrize(
    "codes",
    ["en fr de fr", "de de", *(pytest.param(two, marks=pytest.mark.thorough) for two in PAIRS)],
)
def test_phones_play_from_joining_to_the_score(
    browser: "Browser", tmp_path: Path, codes: str
) -> None:
    people = tuple(zip(NAMES, codes.split(), strict=False))
    with table_of(tmp_path, people) as (place, url, home), ExitStack() as stack:
        phones = [stack.enter_context(phone_in(code, browser, url)) for _, code in people]
        host = stack.enter_context(phone_in("en", browser, f"{home}hand", host=place.passes))
        take_their_seats(place, phones)
        play_a_round_by_proposals(place, phones)
        take_it_back(place, disagree_and_enter_what_it_was(place, phones))
        put_a_die_right(place, host, home)
        lose_the_connection_and_come_back(place, phones, url)
        send_a_photo(place, phones[0], url, tmp_path)
        finish_and_read_the_score(place, phones, url)
