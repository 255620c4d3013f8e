import re
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from companion.games.kit.values import evolve
from companion.phones.live import Feed
from tests.web.tables import GAME, Scenes, feed_at, scenes
from web import Site, create_app
from web.access.security import HEADERS
from web.pages import table_page

GAME_OF_THREE = scenes(players=3)


def client(game: Scenes = GAME_OF_THREE, at: int = 150) -> FlaskClient:
    return create_app(Site(feed_at(game, at))).test_client()


def region(page: str, name: str) -> ElementTree.Element:
    """The SVG inside a region of the page."""
    svg = re.search(rf'id="{name}".*?(<svg.*?</svg>)', page, re.DOTALL)
    assert svg
    return ElementTree.fromstring(svg.group(1))


def pieces(svg: ElementTree.Element) -> list[ElementTree.Element]:
    """Everything on a board but the board itself."""
    classes = [item.get("class", "").split() for item in svg]
    return [item for item, has in zip(svg, classes, strict=True) if "on-board" not in has]


def said_by(item: ElementTree.Element) -> str:
    """What a piece says when it is tapped."""
    return item.findtext("title") or ""


def test_healthz_answers_ok() -> None:
    answer = client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/static/table.js", "/static/table.css", "/nowhere"]
)
def test_every_answer_carries_the_security_headers(path: str) -> None:
    with client().get(path) as answer:
        headers = answer.headers
    for name, value in HEADERS.items():
        assert headers[name] == value
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/", "/healthz", "/events"])
def test_nothing_can_be_posted_to_what_only_shows(path: str) -> None:
    ours = {"Origin": "http://localhost"}
    assert client().post(path, headers=ours).status_code == 405
    assert client().post(path).status_code == 403


def test_a_visitor_before_the_first_game_is_asked_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_page, "PATIENCE", 0.01)
    answer = create_app(Site(Feed(GAME))).test_client().get("/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("at", [0, 40, 160, -1])
def test_the_forge_shows_its_spaces_every_die_and_every_market_tile(players: int, at: int) -> None:
    game = scenes(players)
    state, sentence = game[at]
    page = client(game, at).get("/").text
    forge = pieces(region(page, "panel-forge"))
    assert len(forge) == 1 + 6 + 12
    for face, count in enumerate(state.forge, 1):
        space = next(h for h in forge if said_by(h).startswith(f"Forge space {face}:"))
        dice = [g for g in space if g.find("rect") is not None]
        assert [len(g.findall("circle")) for g in dice] == [face] * count
    for slot, tile in state.market.items():
        label = next(h for h in forge if said_by(h).startswith(f"market slot {slot}:"))
        said = said_by(label)
        if tile is None:
            assert said == f"market slot {slot}: empty"
            continue
        assert state.edition.names[tile.id]["en"] in said
        assert f"({tile.id})" in said
        assert (tile.banner or tile.hub) in said
        marks = {use.get("href") for use in label.iter("use")}
        assert f"#s-{tile.banner or tile.hub}" in marks
    assert sentence.replace("'", "&#39;") in page


@pytest.mark.parametrize("at", [60, 200, -1])
def test_islands_show_every_tile_worker_and_upgrade(at: int) -> None:
    state = GAME_OF_THREE[at][0]
    page = client(at=at).get("/").text
    for seat, player in enumerate(state.players):
        shown = pieces(region(page, f"seat-{seat}-panel-island"))
        assert len(shown) == len(player.island.tiles)
        said = [said_by(item) for item in shown]
        for pose in ("standing", "lying"):
            workers = sum(placed.worker == pose for placed in player.island.tiles.values())
            assert sum(f"a {pose} worker" in label for label in said) == workers
            symbol = "#s-figure" if pose == "standing" else "#s-figure-lying"
            uses = [use.get("href") for item in shown for use in item.iter("use")]
            assert uses.count(symbol) == workers
        upgrades = sum(len(placed.upgrades) for placed in player.island.tiles.values())
        words = ("joker die", " production", " banner", " hub")
        printed = sum(bool(p.tile.banner or p.tile.hub) for p in player.island.tiles.values())
        told = sum(label.count(word) for label in said for word in words)
        assert told == upgrades + printed
        dock = region(page, f"seat-{seat}-panel-dock")
        assert len(dock.findall("rect")) == 12
        assert sum(use.get("href") == "#s-figure" for use in dock) == player.dock.bit_count()


def test_what_just_changed_is_marked_and_nothing_else() -> None:
    at = next(i for i, (_, told) in enumerate(GAME_OF_THREE) if i > 60 and " builds " in told)
    page = client(at=at).get("/").text
    marked = [
        item
        for seat in range(3)
        for item in pieces(region(page, f"seat-{seat}-panel-island"))
        if "fresh" in item.get("class", "")
    ]
    assert len(marked) == 1


def test_all_points_are_explained() -> None:
    state = GAME_OF_THREE[-1][0]
    page = client(at=-1).get("/").text
    for seat, score in GAME.score(state).items():
        assert re.search(rf'id="seat-{seat}-points".*?<b>{score.points}</b>', page, re.DOTALL)
        for part in score.parts:
            assert part.text in page


def test_the_end_shows_the_sheet_with_totals_that_add_up() -> None:
    page = client(at=-1).get("/").text
    sheet = re.search(r"<table>.*?</table>", page, re.DOTALL)
    assert sheet
    rows = re.findall(r"<tr>(.*?)</tr>", sheet.group(), re.DOTALL)[1:]
    numbers = [[int(n) for n in re.findall(r"<td[^>]*>(?:★ )?(\d+)</td>", row)] for row in rows]
    *categories, totals = numbers
    assert [sum(column) for column in zip(*categories, strict=True)] == totals
    state = GAME_OF_THREE[-1][0]
    assert totals == [score.points for score in GAME.score(state).values()]
    assert "Decided by most points." in page
    assert "<table>" not in client(at=100).get("/").text


def test_a_tie_break_is_explained() -> None:
    """Two players made equal in everything but the workers on their docks."""
    state = scenes(players=2)[-1][0]
    player = state.players[0]
    fewer = evolve(player, dock=0b1)
    state = evolve(state, players=(fewer, evolve(player, dock=0b11)))
    page = create_app(Site(feed_at([(state, "The end.")], 0))).test_client().get("/").text
    assert "Player 2 wins!" in page
    assert "Equal points, but more workers left on the dock." in page


def test_hostile_text_is_shown_as_text() -> None:
    hostile = [(GAME_OF_THREE[50][0], "<script>alert(1)</script>")]
    page = client(hostile, 0).get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_every_symbol_that_is_used_is_drawn() -> None:
    page = client(at=-1).get("/").text + client(at=200).get("/").text
    used = set(re.findall(r'<use[^>]* href="#([^"]+)"', page))
    drawn = set(re.findall(r'<g id="([^"]+)"', page))
    assert used <= drawn


def test_the_first_view_is_small_enough_for_a_slow_phone() -> None:
    visitor = client(scenes(players=4), -1)
    parts = ("/", "/static/table.css", "/static/table.js", "/static/icon.svg")
    total = 0
    for part in parts:
        with visitor.get(part) as answer:
            total += len(answer.data)
    assert total < 150_000
