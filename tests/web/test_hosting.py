"""The host's page: another game, past games, the data of the copy, and how it is doing."""

import json
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.log.events import THE_HOST, Choose, Command, End, Play, Sit
from companion.phones.evening import Evening
from companion.settings import owners_file as owners
from tests.companion.tables import do
from tests.waiting import until
from tests.web.evenings import by_hand
from tests.web.tables import GAME, host_client

pytestmark = pytest.mark.live

OURS = {"Origin": "http://localhost", "Accept": "text/plain"}
HostsEvening = tuple[Evening, FlaskClient]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[HostsEvening]:
    with by_hand(tmp_path) as (table, app, passes):
        yield table, host_client(app, passes)


def post(host: FlaskClient, path: str, **form: object) -> TestResponse:
    return host.post(path, data=form, headers=OURS)


def _when(page: str, has: str) -> str:
    """The page as soon as it has that in it."""
    return page if has in page else ""


def on_table(table: Evening) -> str:
    found = table.desk.on_table()
    return found[0] if found else ""


def test_without_a_camera_the_referee_says_so_and_people_play(evening: HostsEvening) -> None:
    table, host = evening
    page = host.get("/").text
    assert "You enter the moves." in page
    assert "A simulated table" not in page
    line = GAME.move_text(next(iter(GAME.moves(table.table.now.state))))
    form = {"game": on_table(table), "seen": table.table.now.number, "moves": line}
    assert post(host, "/tap/play", **form).status_code == 204
    assert table.table.events()[-1].action == Play(line)


def test_a_new_game_is_begun_and_people_keep_their_seats(evening: HostsEvening) -> None:
    table, host = evening
    first = on_table(table)
    do(table.table, Sit(1, "Vera"))
    form = {"players": 3, "edition": "fr", "mode": "watch", "hands": "1",
            "characters-0": "2", "characters-2": "1"}  # fmt: skip
    assert post(host, "/host/new", **form).status_code == 204
    until(lambda: on_table(table) not in ("", first))
    state, now = table.table.now.state, table.table.now
    assert len(state.players) == 3
    assert str(state.edition) == "fr"
    assert state.open_hands
    assert [player.character for player in state.players] == ["nelson", None, "jacques"]
    assert (now.names, now.mode) == ({1: "Vera"}, "watch")


@pytest.mark.parametrize(
    "form",
    [
        {"players": 9, "edition": "de", "mode": "ask"},
        {"players": "x", "edition": "de", "mode": "ask"},
        {"players": 2, "edition": "tlh", "mode": "ask"},
        {"players": 2, "edition": "de", "mode": "asleep"},
        {"players": 2, "edition": "de", "mode": "auto"},
        {"players": 2, "edition": "de", "kind": "camera"},
        {"players": 2, "edition": "de", "kind": "hand", "game": "chess"},
        {"players": 2, "edition": "de", "mode": "ask", "characters-0": "1", "characters-1": "1"},
    ],
)
def test_a_game_that_can_t_be_is_not_begun(evening: HostsEvening, form: dict[str, object]) -> None:
    table, host = evening
    first = on_table(table)
    assert post(host, "/host/new", **form).status_code in (400, 409)
    assert on_table(table) == first
    assert len(table.shelf.records()) == 1


def test_a_past_game_is_opened_again_exported_and_thrown_away(evening: HostsEvening) -> None:
    table, host = evening
    first = on_table(table)
    number = table.table.now.number
    assert post(host, "/host/remove", name=first, sure="yes").status_code == 409
    post(host, "/host/new", players=2, edition="de", mode="ask")
    until(lambda: on_table(table) not in ("", first))
    second = on_table(table)
    page = host.get("/host?show=games").text
    assert first in page
    assert second in page
    with host.get(f"/host/game/{first}.zip") as parcel:
        data = parcel.data
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert len(file.read(file.namelist()[0]).splitlines()) == number
    assert post(host, "/host/open", name=first).status_code == 204
    until(lambda: on_table(table) == first)
    assert table.table.now.number == number
    assert "Delete this game?" in host.get(f"/host?show=games&remove={second}").text
    assert post(host, "/host/remove", name=second).status_code == 400
    assert table.shelf.log(second).exists()
    assert post(host, "/host/remove", name=second, sure="yes").status_code == 204
    assert not table.shelf.log(second).parent.exists()
    assert post(host, "/host/remove", name=second, sure="yes").status_code == 409


def test_past_games_tell_who_played_their_points_and_the_day_in_words(evening: Evening) -> None:
    table, host = evening
    do(table.table, Sit(1, "Vera"))
    page = host.get("/host?show=games").text
    begun = datetime.fromtimestamp(table.table.events()[-1].at)
    assert "Propeller Islands" in page
    assert "Player 1: 1 point" in page
    assert "Vera: 1 point" in page
    assert f"{begun.day} {begun:%B %Y, %H:%M}" in page
    french = host.get("/host?show=games", headers={"Accept-Language": "fr"}).text
    assert "Vera\N{NO-BREAK SPACE}: 1 point" in french
    assert f"{begun:%B}" not in french


@pytest.mark.parametrize("name", ["", "..", "../x", "/etc", "no-such-game", "A" * 99])
def test_only_games_of_the_shelf_are_touched(evening: HostsEvening, name: str) -> None:
    table, host = evening
    first = on_table(table)
    for path in ("/host/open", "/host/remove"):
        assert post(host, path, name=name, sure="yes", players=0).status_code in (400, 409)
    parcel = host.get(f"/host/game/{name}.zip", follow_redirects=True)
    assert parcel.status_code in (404, 409)
    assert on_table(table) == first


def test_assumed_facts_are_shown_and_corrected_for_the_next_game(evening: HostsEvening) -> None:
    table, host = evening
    page = host.get("/host?show=data").text
    assumed = [f.place for f in GAME.editions["de"].facts() if f.source == "assumed"]
    assert len(assumed) > 20
    assert all(place in page for place in assumed[:40])
    shown = host.get("/host?show=data&place=fame.trumpets").text
    assert "Fame at the two trumpets" in page
    assert 'value="5, 10"' in shown
    good = {"place": "fame.trumpets", "value": "6, 12", "note": "my board"}
    assert post(host, "/host/fact", **good).status_code == 204
    corrected = owners.with_owners_facts(GAME, table.shelf.folder)
    edition = corrected.editions["de"]
    assert edition.trumpets == (6, 12)  # type: ignore[attr-defined]
    fact = next(f for f in edition.facts() if f.place == "fame.trumpets")
    assert (fact.source, fact.note) == ("stated", "my board")
    assert post(host, "/host/new", players=2, edition="de").status_code == 204
    until(lambda: getattr(table.game.editions["de"], "trumpets") == (6, 12))  # noqa: B009
    assert post(host, "/host/fact", place="fame.trumpets", value="").status_code == 204
    left = json.loads(owners.file_of(GAME, table.shelf.folder).read_text())
    assert left == {"format": 1, "game": "propeller-islands"}


def test_a_fact_is_chosen_counted_or_written_as_it_needs(evening: HostsEvening) -> None:
    table, host = evening
    tie = host.get("/host?show=data&place=options.tie_break").text
    assert '<option value="&#34;youngest&#34;">the youngest</option>' in tie
    assert 'type="number"' in host.get("/host?show=data&place=components.workers").text
    faces = host.get("/host?show=data&place=tiles.10.faces").text
    assert "</textarea>" in faces
    assert "number 5, science banner" in faces
    assert (
        post(host, "/host/fact", place="options.tie_break", value='"youngest"').status_code == 204
    )
    edition = owners.with_owners_facts(GAME, table.shelf.folder).editions["de"]
    assert edition.options.tie_break == "youngest"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("fame.trumpets", "12, 6"),
        ("fame.trumpets", "[12, 6]"),
        ("fame.trumpets", "[1"),
        ("fame.trumpets", "NaN"),
        ("fame", "{}"),
        ("no.such", "1"),
        ("", "1"),
        ("components.workers", "99"),
        ("fame.trumpets", "[" * 5000),
    ],
)
def test_a_fact_that_the_game_can_t_be_played_with_is_refused(
    evening: HostsEvening, place: str, value: str
) -> None:
    table, host = evening
    answer = post(host, "/host/fact", place=place, value=value)
    assert answer.status_code == 409
    assert answer.text
    assert not owners.file_of(GAME, table.shelf.folder).exists()


def test_the_diagnosis_names_versions_disk_memory_and_addresses(evening: HostsEvening) -> None:
    page = evening[1].get("/host?show=doing").text
    for word in ("Table Companion", "Python", "flask", "memory", "disk", "192.168.1.5"):
        assert word in page
    assert re.search(r"<dd>\d+ MB</dd>", page)


def test_the_host_ends_a_game_that_is_not_over_with_a_second_tap(evening: HostsEvening) -> None:
    table, host = evening
    first = host.get("/host").text
    assert "It is not over by the rules." in first
    assert 'formaction="/host/end"' not in first
    assert "/host?end=now" in first
    assert 'formaction="/host/end"' in host.get("/host?end=now").text
    form = {"game": on_table(table), "seen": table.table.now.number}
    assert "is to move" in host.get("/hand").text + host.get("/").text
    assert post(host, "/host/end", **form).status_code == 204
    for path in ("/", "/hand"):
        page = until(lambda path=path: _when(host.get(path).text, "saved; you can go on with it"))
        assert "The game has ended." in page
        assert "to move" not in page, "nobody is asked for a move any more"
    assert table.table.events()[-1].action == End()
    assert table.table.now.phase == "ended"


def test_a_restart_is_left_to_whoever_runs_it(evening: HostsEvening) -> None:
    table, host = evening
    assert post(host, "/host/restart").status_code == 204
    table.wait()
    assert table.is_restarting


def test_nobody_else_does_any_of_it(evening: HostsEvening) -> None:
    table, host = evening
    first, number = on_table(table), table.table.now.number
    stranger = host.application.test_client()
    here = {"base_url": "http://192.168.1.5:8000", "environ_base": {"REMOTE_ADDR": "192.168.1.7"}}
    headers = {"Origin": "http://192.168.1.5:8000"}
    for path in ("new", "open", "remove", "fact", "end", "restart"):
        form = {"name": first, "sure": "yes", "players": 2}
        sent = stranger.post(f"/host/{path}", data=form, headers=headers, **here)  # type: ignore[arg-type]
        assert sent.status_code == 403, path
    for path in ("/host", "/host/part", f"/host/game/{first}.zip"):
        assert stranger.get(path, **here).status_code == 403  # type: ignore[arg-type]
    assert 'href="/host"' not in stranger.get("/", **here).text  # type: ignore[arg-type]
    assert (on_table(table), table.table.now.number) == (first, number)
    assert not table.is_restarting


def test_a_game_that_can_t_be_opened_leaves_the_one_on_the_table(evening: HostsEvening) -> None:
    table, host = evening
    first = on_table(table)
    broken = table.shelf.folder / "broken" / "game.log"
    broken.parent.mkdir()
    broken.write_text("this is no log")
    assert post(host, "/host/open", name="broken").status_code == 204
    until(lambda: on_table(table) == first and table._wished is None)
    answer = table.table.post(Command(Choose("ask"), THE_HOST, table.table.now.number))
    assert getattr(answer, "number", 0) == table.table.now.number
