"""The host's phone: every game at every kind of table, one after the other, in one process."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from companion import games
from companion.archive.shelf import Shelf
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.protocol import CHANCE
from companion.log.events import Play
from companion.phones.evening import Evening, Wish
from companion.phones.passes import Passes
from companion.phones.table_kind import HAND, SIMULATED
from companion.running.camera_table import CameraTable
from companion.running.hand_table import HandTable
from companion.running.simulated_table import Show, SimulatedTable
from tests.browser.phones import arrive, open_page, phone, phone_in, ready, serving, too_wide
from tests.companion.matches import GAME as MATCHES
from tests.companion.tables import do
from tests.waiting import until
from web import Site, create_app
from web.hosting.host_page import Office

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

#: All games that can be played; and a small one, so that there is always another.
GAMES = {name: games.find(name) for name in games.names()} | {MATCHES.id: MATCHES}
PLAYED = [name for name, game in GAMES.items() if isinstance(game, Rules)]


def no_camera(_: Any) -> NoReturn:
    raise AssertionError("there is none")


@contextmanager
def at_home(folder: Path) -> Iterator[tuple[Evening, str, Passes]]:
    kinds = (HandTable(), CameraTable("", no_camera), SimulatedTable(Show("7", pace=1.0)))
    evening = Evening(
        Shelf(folder),
        kinds,
        Wish(game=PLAYED[0], kind=SIMULATED),
        find=GAMES.__getitem__,
        names=lambda: PLAYED,
    )
    passes = Passes.of_folder(folder)
    office = Office(evening)
    app = create_app(
        Site(evening.feed, evening.desk, passes, tools=lambda: evening.tools, office=office)
    )
    evening.start()
    try:
        with serving(app) as address:
            yield evening, address, passes
            evening.feed.close()
    finally:
        evening.stop()


def play_on(evening: Evening) -> None:
    """People enter a move, or the demo makes one."""
    table = evening.table
    if not evening.is_simulated:
        game, state = table.game, table.now.state
        source = random.Random(1)
        by_chance = game.to_move(state) == CHANCE
        move = (
            defaults.chance_of(game)(state, source) if by_chance else next(iter(game.moves(state)))
        )
        do(table, Play(game.move_text(move)))
    until(lambda: table.now.number > 2, "a move")


def begin(page: "Page", address: str, game: str, kind: str) -> None:
    """Begin a game from the host's page in three taps, the last one after a question."""
    open_page(page, f"{address}/host")
    page.locator(f"a[href='/host?game={game}&kind={kind}']").tap()
    arrive(page, f"**kind={kind}")
    page.locator("#begin > summary").tap()
    assert page.get_by_text("Begin another game now?").is_visible()
    page.locator("#begin button").tap()
    arrive(page, f"{address}/")


def settle(page: "Page", evening: Evening) -> None:
    """Wait until the page is that of the game on the table; it loads itself anew for another."""
    page.wait_for_function(
        "name => document.getElementById('game').defaultValue === name",
        arg=evening.table.path.parent.name,
    )
    ready(page)


def test_all_games_take_turns_by_hand_and_simulated_and_each_goes_on(
    browser: "Browser", tmp_path: Path
) -> None:
    with (
        at_home(tmp_path) as (evening, address, passes),
        phone(browser, address, host=passes, is_calm=False) as page,
    ):
        assert evening.is_simulated
        assert page.get_by_text("A simulated table").is_visible()
        play_on(evening)
        left = {(PLAYED[0], SIMULATED): evening.table.path.parent.name}
        for game in PLAYED:
            for kind in (HAND, SIMULATED):
                if (game, kind) in left:
                    continue
                begin(page, address, game, kind)
                until(lambda: (evening.game.id, evening.kind.name) == (game, kind))  # noqa: B023
                settle(page, evening)
                assert page.locator("h1").inner_text() == evening.game.title
                play_on(evening)
                left[game, kind] = evening.table.path.parent.name
        for (game, kind), name in left.items():
            open_page(page, f"{address}/host?show=games")
            if evening.table.path.parent.name == name:
                continue
            number = next(one.events for one in evening.shelf.records() if one.name == name)
            page.locator(f"#open-{name} > summary").tap()
            page.locator(f"#open-{name} button").tap()
            arrive(page, f"{address}/")
            until(lambda: evening.table.path.parent.name == name)  # noqa: B023
            settle(page, evening)
            assert (evening.game.id, evening.kind.name) == (game, kind)
            assert evening.table.now.number >= number
        assert {record.kind for record in evening.shelf.records()} == {HAND, SIMULATED}


@pytest.mark.parametrize(("code", "said"), [("en", "no camera set up"), ("fr", "Aucune caméra"),
                                            ("de", "keine Kamera eingerichtet")])  # fmt: skip
def test_the_host_s_page_offers_what_there_is_and_says_why_not_the_rest(
    browser: "Browser", tmp_path: Path, code: str, said: str
) -> None:
    with (
        at_home(tmp_path) as (_, address, passes),
        phone_in(code, browser, f"{address}/host", host=passes) as page,
    ):
        assert page.locator("a[href*='kind=']").count() == 2 * len(PLAYED)
        assert said in page.locator("#part").inner_text()
        assert too_wide(page) == []
        page.locator(f"a[href='/host?game={PLAYED[0]}&kind=hand']").tap()
        arrive(page, "**kind=hand")
        values = page.locator("[name=mode]").evaluate_all("all => all.map(one => one.value)")
        assert values == ["ask", "watch"]
