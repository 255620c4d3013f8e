"""What all pages beside the table have in common."""

import json
import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask.testing import FlaskClient

from companion.games.random_games import plies
from companion.log.events import Play
from companion.phones.desk import Desk
from companion.phones.live import Feed, Standing
from companion.phones.passes import Passes
from companion.referee.watcher import Watcher
from companion.table.table import Table
from tests.companion.tables import do
from tests.web.tables import GAME, host_client, scenes
from web import SIDE_PAGES, Site, create_app
from web.live.screen import Screen

PATHS = ("/", *(f"/{room.name}" for room in SIDE_PAGES))
MOST = 150_000


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Four players at the end of a long game: the largest pages there are."""
    config = {"players": 4}
    moves = [GAME.move_text(ply.move) for ply in plies(GAME, config, "late")]
    desk, feed = Desk(), Feed(GAME)
    folder = tmp_path_factory.mktemp("late")
    with Table.create(folder / "game.log", GAME, config) as table:
        for start in range(0, len(moves) - 4, 10):
            do(table, Play(" ".join(moves[start : min(start + 10, len(moves) - 4)])))
        watcher = Watcher(table)
        desk.lay("late", table, watcher)
        feed.post(
            table.now.state, ["The end is near."], Standing("late", table.now, watcher.opinion)
        )
        passes = Passes.of_folder(folder)
        yield host_client(create_app(Site(feed, desk, passes)), passes)


@pytest.mark.parametrize("path", PATHS)
def test_the_first_view_of_every_page_is_small_enough_for_a_slow_phone(
    late: FlaskClient, path: str
) -> None:
    page = late.get(path)
    assert page.status_code == 200
    parts = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
    assert len(parts) >= 4
    total = len(page.data)
    for part in parts:
        with late.get(part) as answer:
            total += len(answer.data)
    assert total < MOST, f"{total:,} bytes"


@pytest.mark.parametrize("path", PATHS)
def test_every_page_leads_to_all_others_and_says_where_one_is(late: FlaskClient, path: str) -> None:
    nav = late.get(path).text.partition('<nav class="nav"')[2].partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', nav) == list(PATHS)
    assert re.findall(r'href="([^"]+)" aria-current="page"', nav) == [path]


@pytest.mark.parametrize("room", [room.name for room in SIDE_PAGES])
def test_a_part_is_what_the_page_holds(late: FlaskClient, room: str) -> None:
    part, page = late.get(f"/{room}/part").text, late.get(f"/{room}").text
    assert "<html" not in part
    assert part.strip() in page


def test_a_stream_brings_only_what_is_asked_for(late: FlaskClient) -> None:
    with closing(late.get("/events?only=beat,trouble,nothing")) as answer:
        for chunk in answer.response:
            text = chunk.decode() if isinstance(chunk, bytes) else chunk
            if text.startswith("id: "):
                regions = json.loads(text.partition("data: ")[2])
                break
    assert set(regions) == {"beat", "trouble"}
    assert regions["beat"].startswith("late/")


@pytest.mark.parametrize("room", [room.name for room in SIDE_PAGES])
def test_a_visitor_between_two_games_is_asked_to_come_back(room: str) -> None:
    answer = create_app(Site(Feed(GAME), Desk())).test_client().get(f"/{room}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


def test_without_a_desk_there_is_only_the_table() -> None:
    feed = Feed(GAME)
    feed.post(GAME.setup({"players": 2}), ["A game."])
    client = create_app(Site(feed)).test_client()
    assert '<nav class="nav"' not in client.get("/").text
    assert client.get("/hand").status_code == 404


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_not_drawn_again_looks_as_if_it_were(players: int) -> None:
    """A whole game, each moment drawn after the one before and by somebody who just came."""
    app, feed = create_app(Site(Feed(GAME))), Feed(GAME)
    followed = Screen(GAME, app.jinja_env)
    with app.test_request_context():
        for state, told in scenes(players):
            moment = feed.post(state, [told])
            fresh = Screen(GAME, app.jinja_env)
            if moment.number % 7 == 0 or moment.number > 300:
                assert followed.regions(moment) == fresh.regions(moment)
            else:
                followed.regions(moment)
