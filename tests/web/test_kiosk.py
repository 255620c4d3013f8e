"""The page for a screen at the wall: the way in, then the table; nothing that is not for all."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from companion.log.events import Play, Sit
from companion.phones.desk import Desk
from companion.phones.live import Feed, Standing
from companion.phones.passes import Passes
from companion.referee.watcher import Watcher
from companion.table.table import Table
from tests.companion.tables import do
from tests.games.propeller_islands.test_choices import other_hands
from tests.web.tables import GAME, Place, feed_at, played, scenes
from tests.web.test_stream import events
from web import Site, create_app
from web.access.invitation import Invitation
from web.live.regions import HOST_REGIONS, PEOPLE, PLAYER_REGIONS
from web.pages import table_page

GAME_OF_THREE = scenes(players=3)
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.8"}


def gathering(page: str) -> str:
    return page.partition('<div id="gathering" class="gathering">')[2].partition("</div>")[0]


def test_the_host_s_screen_shows_the_way_in_with_its_code(place: Place) -> None:
    page = place.client.get("/kiosk", base_url="http://localhost").text
    assert "192.168.1.5:8000<" in page
    assert f">{place.passes.join_code}<" in page
    assert f"join?code={place.passes.join_code}" in page


def test_the_code_is_not_for_every_screen_in_the_network(place: Place) -> None:
    page = place.client.get("/kiosk", base_url="http://192.168.1.5", environ_base=ELSEWHERE).text
    assert place.passes.join_code not in page
    assert place.passes.host_pin not in page
    assert "The host shows it." in page
    assert "QR code: http://192.168.1.5:8000/join" in page, "but everybody finds the door"


def test_it_asks_for_what_everybody_may_see_and_has_nothing_to_tap(place: Place) -> None:
    page = place.client.get("/kiosk", base_url="http://localhost").text
    asked = re.findall('data-only="([^"]+)"', page)[0].split(",")
    assert not {*HOST_REGIONS, *PLAYER_REGIONS, PEOPLE} & set(asked)
    assert all(f'id="{name}"' in page for name in asked), "all that is sent has its place"
    assert not re.findall("<(?:form|button|a|details)[ >]", page)


@pytest.mark.parametrize("at", [20, 140, 200])
def test_what_is_in_the_hands_changes_nothing_on_the_screen(at: int) -> None:
    state, sentence = GAME_OF_THREE[at]
    sent = []
    for table in (state, other_hands(state, None)):
        client = create_app(Site(feed_at([(table, sentence)], 0))).test_client()
        page = re.sub('data-seen="[^"]+"', "", client.get("/kiosk").text)
        only = re.findall('data-only="([^"]+)"', page)[0]
        with closing(client.get(f"/events?only={only}")) as answer:
            sent.append((page, next(events(answer)).regions))
    assert sent[0] == sent[1]


def test_people_gather_until_somebody_has_played(tmp_path: Path) -> None:
    moves = [GAME.move_text(ply.move) for ply in played()]
    feed, desk, passes = Feed(GAME), Desk(), Passes.of_folder(tmp_path)
    way = Invitation.to("http://192.168.1.5:8000/", passes.join_code)
    config = {"players": 2, "hands": "hidden", "characters": ["marie", "amelia"]}
    with Table.create(tmp_path / "game.log", GAME, config) as table:
        watcher = Watcher(table)
        desk.lay("new", table, watcher)
        client = create_app(Site(feed, desk, passes, invitation=way)).test_client()

        def show() -> str:
            feed.post(table.now.state, ["So."], Standing("new", table.now, watcher.opinion))
            return gathering(client.get("/kiosk").text)

        assert show().count("<li>") == 2, "two seats, nobody sits there"
        do(table, Sit(1, "Ada"))
        assert "Ada" in show()
        do(table, Play(" ".join(moves[:30])))
        assert show() == ""


def test_a_table_where_nobody_can_join_shows_no_way_in() -> None:
    page = create_app(Site(feed_at(GAME_OF_THREE, 40))).test_client().get("/kiosk")
    assert page.status_code == 200
    assert 'class="way' not in page.text


def test_its_language_may_stand_in_its_address(place: Place) -> None:
    answer = place.client.get("/kiosk?language=de")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/kiosk")
    assert "Der Code zum Mitspielen" in place.client.get("/kiosk").text
    assert place.client.get("/kiosk?language=klingon").status_code == 200


def test_before_the_first_game_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_page, "PATIENCE", 0.01)
    assert create_app(Site(Feed(GAME))).test_client().get("/kiosk").status_code == 503
