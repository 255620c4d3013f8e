"""The site for the suites: every page, on the real server, for any game and each role."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.benches.trust.crawling import crawl, route_of, routes, unreached
from companion.benches.trust.served import ServedSite, served
from companion.games.protocol import CHANCE

pytestmark = pytest.mark.live


@pytest.fixture(scope="module", params=games.names())
def site(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[ServedSite]:
    folder = tmp_path_factory.mktemp("site")
    with served(games.find(request.param), folder) as found:
        yield found


def test_a_game_is_in_its_middle_and_somebody_is_to_choose(site: ServedSite) -> None:
    game, state = site.evening.game, site.table.now.state
    assert site.table.now.number > 10
    assert not site.table.now.unapplied
    assert game.to_move(state) not in (None, CHANCE)


def test_each_role_gets_what_is_for_it(site: ServedSite) -> None:
    viewer, *seats, host = site.everybody()
    assert len(seats) == len(site.seats) > 0
    assert {one.get("/host").status for one in (viewer, *seats)} == {403}
    assert host.get("/host").status == 200
    assert viewer.get("/photo").status == 403
    assert {seat.get("/photo").status for seat in seats} == {200}
    before = site.table.now.number
    undo = {"game": site.table.path.parent.name, "seen": before}
    assert viewer.post("/tap/undo", **undo).status == 403
    assert site.table.now.number == before
    assert host.post("/tap/undo", **undo).status == 303
    assert site.table.now.number == before + 1
    assert "told" in viewer.get("/events").regions()


def test_pages_lead_to_most_rules(site: ServedSite) -> None:
    crawls = [crawl(one, of_each=2) for one in (site.viewer(), site.host())]
    asks = [ask for one in crawls for ask in one.asks]
    assert not [ask for one in crawls for ask in one.failed]
    assert not [ask for ask in asks if route_of(site.app, ask) is None]
    left = unreached(site.app, asks)
    assert len(left) < len(routes(site.app)) / 2, sorted(left)
    assert len(left) < len(unreached(site.app, crawls[0].asks))


def test_a_game_that_is_in_the_folder_goes_on(tmp_path: Path) -> None:
    game = games.find(games.names()[0])
    with served(game, tmp_path, moves=3) as first:
        number, name = first.table.now.number, first.table.path
    with served(game, tmp_path) as again:
        assert (again.table.path, again.table.now.number) == (name, number)
