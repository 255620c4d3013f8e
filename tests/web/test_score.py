"""The score: every number adds up and has its reasons; and it can be taken away."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from companion.archive import tally
from companion.log.events import Pause, Play, Resume, Sit
from companion.table.table import Table
from tests.companion.tables import do
from tests.web.tables import CONFIG, GAME, NAME, Place, played
from web.drawings.chart import draw

EVE = '<b>"Eve" & =1+1'


class Clock:
    """Time passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Place(tmp_path_factory.mktemp("score"), "ask")
    do(made.table, Sit(0, "=Vera"))
    do(made.table, Sit(1, EVE))
    for ply in played()[65:]:
        do(made.table, Play(GAME.move_text(ply.move)))
    made.publish()
    yield made
    made.table.close()


def exported(place: Place, name: str) -> str:
    answer = place.client.get(f"/score/as/{name}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer.text


def test_the_page_names_the_winner_and_every_reason(place: Place) -> None:
    page = place.client.get("/score").text
    outcome = GAME.outcome(place.table.now.state)
    assert outcome
    assert "wins!" in page
    assert "Decided by most points." in page
    for score in GAME.score(place.table.now.state).values():
        assert f"<b>{score.points}</b>" in page
        for leaf in score.leaves():
            assert leaf.text.replace("'", "&#39;") in page
    assert "<b>&#34;Eve&#34;" not in page
    assert "&lt;b&gt;" in page


def test_the_categories_of_the_sheet_add_up(place: Place) -> None:
    rows = list(csv.reader(io.StringIO(exported(place, "csv"))))
    assert rows[0] == ["category", "'=Vera", EVE]
    *categories, total = ([int(n) for n in row[1:]] for row in rows[1:])
    assert [sum(column) for column in zip(*categories, strict=True)] == total
    assert total == [score.points for score in GAME.score(place.table.now.state).values()]


def test_the_race_ends_with_the_score_and_has_every_round(place: Place) -> None:
    numbers = tally.take(place.table)
    assert numbers.rounds == tuple(range(1, place.table.now.state.round + 1))
    scores = GAME.score(place.table.now.state)
    assert [line[-1] for line in numbers.race] == [score.points for score in scores.values()]


def test_every_die_that_was_rolled_is_counted(place: Place) -> None:
    rolls = [GAME.rolled(ply.move) for ply in played()]
    values = [value for roll in rolls for value in roll]
    counts = tuple(values.count(value) for value in range(1, 7))
    assert tally.take(place.table).fairness.counts == counts


def test_turns_take_as_long_as_they_took_and_pauses_count_for_nobody(tmp_path: Path) -> None:
    clock = Clock()
    with Table.create(tmp_path / "game.log", GAME, CONFIG, clock) as table:
        state = table.now.state
        spent = [0.0, 0.0]
        for number, ply in enumerate(played()[:80]):
            seat = GAME.to_move(state)
            if number == 70:
                do(table, Pause())
                clock.now += 1000
                do(table, Resume())
            clock.now += 7
            do(table, Play(GAME.move_text(ply.move)))
            is_turn = seat is not None and seat >= 0 and GAME.round_of(state) > 0
            if is_turn and number not in (0, 70):
                spent[seat] += 7
            state = ply.state
        paces = tally.take(table).paces
        assert [pace.total for pace in paces] == spent
        assert all(pace.longest >= pace.mean > 0 for pace in paces)


def test_no_turn_and_no_round_is_counted_before_the_dice_are_rolled(tmp_path: Path) -> None:
    with Table.create(tmp_path / "game.log", GAME, CONFIG) as table:
        for ply in played():
            if GAME.move_text(ply.move).startswith("roll"):
                break
            do(table, Play(GAME.move_text(ply.move)))
        numbers = tally.take(table)
        assert [pace.turns for pace in numbers.paces] == [0, 0]
        assert numbers.rounds == (1,)
        do(table, Play(GAME.move_text(ply.move)))
        first = next(iter(GAME.moves(table.now.state)))
        do(table, Play(GAME.move_text(first)))
        numbers = tally.take(table)
        assert sorted(pace.turns for pace in numbers.paces) == [0, 1]
        assert numbers.rounds == (1,)


def test_json_says_the_same_and_holds_no_moves(place: Place) -> None:
    data = json.loads(exported(place, "json"))
    assert [player["points"] for player in data["players"]] == [
        score.points for score in GAME.score(place.table.now.state).values()
    ]
    assert data["outcome"]["decided_by"] == "points"
    assert "moves" not in exported(place, "json")


def test_the_plays_of_other_programs_name_players_points_and_winner(place: Place) -> None:
    outcome = GAME.outcome(place.table.now.state)
    assert outcome
    play = json.loads(exported(place, "bg-stats"))
    assert play["sourcePlayId"] == NAME
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert [p["winner"] for p in play["players"]] == [s in outcome.winners for s in (0, 1)]
    assert sorted(p["rank"] for p in play["players"]) == [1, 2]
    link = re.search(
        r'href="(https://app\.bgstatsapp\.com/[^"]+)"', place.client.get("/score").text
    )
    assert link
    assert json.loads(unquote(link[1].partition("data=")[2])) == play
    bgg = json.loads(exported(place, "bgg"))
    assert [p["win"] for p in bgg["players"]] == [s in outcome.winners for s in (0, 1)]
    assert bgg["incomplete"] is False


def test_the_picture_is_whole_and_hostile_names_are_text_in_it(place: Place) -> None:
    picture = ElementTree.fromstring(exported(place, "picture"))
    texts = [item.text for item in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert any(text and text.startswith(EVE[:10]) for text in texts)
    lines = list(picture.iter("{http://www.w3.org/2000/svg}polyline"))
    assert len(lines) == 2


def test_there_is_no_other_form(place: Place) -> None:
    assert place.client.get("/score/as/exe").status_code == 404


@pytest.mark.parametrize("race", [[[0], [0]], [[1, 500], [0, 3]], [[7] * 40, [7] * 40]])
def test_a_chart_stays_inside_its_frame(race: list[list[int]]) -> None:
    chart = draw(range(1, len(race[0]) + 1), race)
    for line in chart.lines:
        for corner in line.points.split():
            x, y = map(float, corner.split(","))
            assert 0 <= x <= chart.width
            assert 0 <= y <= chart.height
    ends = [line.end[1] for line in chart.lines]
    assert abs(ends[0] - ends[1]) >= 15
    assert len(chart.heights) <= 7
    assert len(chart.rounds) <= 7


def test_a_play_has_the_form_that_bg_stats_asks_for(place: Place) -> None:
    """Names and kinds of https://www.bgstatsapp.com/support, 'push plays to BG Stats'."""
    play = json.loads(exported(place, "bg-stats"))
    kinds = {"sourceName": str, "sourcePlayId": str, "playDate": str, "durationMin": int,
             "game": dict, "players": list}  # fmt: skip
    assert {key: type(value) for key, value in play.items()} == kinds
    ended = datetime.strptime(play["playDate"] + " +0000", "%Y-%m-%d %H:%M:%S %z").timestamp()
    assert ended == int(place.table.events()[-1].at), "when it ended, in UTC"
    game = {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool}
    assert {key: type(value) for key, value in play["game"].items()} == game
    player = {"name": str, "sourcePlayerId": str, "role": str, "score": int, "rank": int,
              "winner": bool}  # fmt: skip
    for one in play["players"]:
        assert {key: type(value) for key, value in one.items()} == player
    ids = [one["sourcePlayerId"] for one in play["players"]]
    assert len(set(ids)) == len(ids)


def test_a_play_has_the_fields_of_boardgamegeek_s_form(place: Place) -> None:
    play = json.loads(exported(place, "bgg"))
    assert set(play) == {"action", "ajax", "objecttype", "objectid", "playdate", "length",
                         "quantity", "incomplete", "comments", "players"}  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", play["playdate"])
    for one in play["players"]:
        assert {key: type(value) for key, value in one.items()} == {
            "name": str, "score": str, "win": bool, "position": str
        }  # fmt: skip
