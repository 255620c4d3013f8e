"""Pages of games of which no page knows anything: one with a board, one with rules alone."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.camera.photos.photo_desk import PhotoDesk
from companion.games.random_games import plies
from companion.games.windmill_hill import GAME as WINDMILL_HILL
from companion.log.events import Play
from companion.phones.desk import Desk
from companion.phones.live import Feed, Standing
from companion.phones.passes import Passes
from companion.phones.table_kind import TableTools
from companion.referee.watcher import Watcher
from companion.table.table import Table
from tests.companion.tables import do
from tests.games.kit.interruptions import Interruptions
from tests.web.tables import host_client
from web import Site, create_app

RULES_ALONE = Interruptions()
GAMES = [WINDMILL_HILL, RULES_ALONE]
PAGES = ("/", "/seat", "/hand", "/score", "/history", "/kiosk")


def pages(game: Any, folder: Path, moves: int) -> dict[str, str]:
    """All pages after so many moves, as the host sees them."""
    feed, desk, passes = Feed(game), Desk(), Passes.of_folder(folder)
    with Table.create(folder / "game.log", game, {"players": 2}) as table:
        for ply in [*plies(game, {"players": 2}, seed=1)][:moves]:
            do(table, Play(game.move_text(ply.move)))
        watcher = Watcher(table)
        desk.lay("new", table, watcher)
        feed.post(table.now.state, ["So."], Standing("new", table.now, watcher.opinion))
        client = host_client(create_app(Site(feed, desk, passes)), passes)
        found = {}
        for path in PAGES:
            answer = client.get(path)
            assert answer.status_code == 200, path
            found[path] = answer.text
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("moves", [0, 4, 1000])
def test_every_page_shows_any_game(game: Any, moves: int, tmp_path: Path) -> None:
    shown = pages(game, tmp_path, moves)
    points = [score.points for score in game.score(game.setup({"players": 2})).values()]
    if not moves:
        assert shown["/"].count(f"<b>{points[0]}</b>") >= 2
    assert all("Player 1" in shown[path] for path in ("/", "/seat", "/score", "/kiosk"))


def test_a_board_is_drawn_with_every_place_and_what_lies_there(tmp_path: Path) -> None:
    shown = pages(WINDMILL_HILL, tmp_path, 1000)["/"]
    drawn = set(re.findall(r'class="piece on-[^"]+" data-place="([^"]+)"', shown))
    state = [*plies(WINDMILL_HILL, {"players": 2}, seed=1)][-1].state
    board = WINDMILL_HILL.chart(state).main
    assert drawn == {spot.place for spot in board.spots}
    mills = WINDMILL_HILL.project(state, board.zone).pieces
    assert mills
    assert len(re.findall('class="piece on-seat-', shown)) == len(mills)


def test_a_game_without_a_board_has_lists(tmp_path: Path) -> None:
    shown = pages(RULES_ALONE, tmp_path, 2)["/"]
    assert '<svg class="board' not in shown
    assert "panel-lines" in shown


def no_eye(game: Any, state: Any) -> Any:
    raise AssertionError("no photo was sent")


def no_pictures(table: Table) -> Any:
    raise AssertionError("no photo was sent")


def test_no_photo_is_asked_for_where_no_eye_can_read_the_game(tmp_path: Path) -> None:
    feed, desk, passes = Feed(WINDMILL_HILL), Desk(), Passes.of_folder(tmp_path)
    with Table.create(tmp_path / "game.log", WINDMILL_HILL, {"players": 2}) as table:
        watcher = Watcher(table)
        desk.lay("new", table, watcher)
        feed.post(table.now.state, ["So."], Standing("new", table.now, watcher.opinion))
        tools = TableTools(photographs=PhotoDesk(desk, no_eye, no_pictures))
        client = host_client(create_app(Site(feed, desk, passes, tools=lambda: tools)), passes)
        assert "/photo" not in client.get("/hand").text
        assert "No eye can read the pieces of this game yet." in client.get("/photo").text
