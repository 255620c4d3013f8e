"""No English sentence is left on any page: in the pseudo-language all of them have wide letters."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.common.packages import PACKAGES
from companion.log.events import Choose, Pause, Resume, Sit, Undo
from companion.phones.passes import Passes
from tests.companion.tables import do
from tests.web.evenings import by_hand, play_on
from tests.web.pseudo import everybody_may_speak_it, leaks  # noqa: F401 - it is used by itself
from tests.web.tables import GAME, NAME, Place, feed_at, host_client, played, scenes
from web import Site, create_app

#: The versions of programs and the forms of data are the same everywhere.
TECHNICAL = re.compile(
    rf"Python|Linux|x86_64|aarch64|{'|'.join(PACKAGES)}|\d+ (?:MB|h|min)|"
    r"/\S+|propeller-islands\S*|\b(?:de|fr)\b"
)
DATA = re.compile(r"[\[{\"]|true|false|null|[a-z_]+\.\S+$|de$|fr$|.*owner.json")
HOST_PAGES = ("/host", "/host?show=games", "/host?show=doing")


def test_the_pseudo_language_finds_what_was_forgotten() -> None:
    assert leaks("<p>Ｈｅｌｌｏ</p><p aria-label='forgotten'>E4</p>") == ["forgotten"]
    assert leaks("<p>Ada: ｈｅｌｌｏ</p>", "Ada") == []


def pages(place: Place) -> Iterator[tuple[str, str]]:
    """Every page as the host, a player and a viewer see it, in the pseudo-language."""
    passes = {"host": place.passes.host_pass(), "seat": place.passes.seat_pass(0), "viewer": ""}
    for role, text in passes.items():
        client = place.app.test_client()
        client.set_cookie("language", "xx")
        client.set_cookie(role, text)
        for rule in place.app.url_map.iter_rules():
            shown = "GET" in (rule.methods or ()) and not rule.arguments
            if shown and rule.rule not in ("/events", "/healthz"):
                answer = client.get(rule.rule)
                if answer.mimetype in ("text/html", "text/plain"):
                    yield f"{role} {rule.rule}", answer.text
                answer.close()


@pytest.mark.parametrize("mode", ["ask", "auto", "watch"])
def test_no_page_has_english_left(tmp_path: Path, mode: str) -> None:
    place = Place(tmp_path, mode)
    do(place.table, Sit(0, "Ada"))
    place.passes.renew(0)
    place.show(place.next)
    place.feed.post(place.table.now.state, [GAME.tell(played()[64].state, played()[65].move)])
    place.publish()
    for where, page in pages(place):
        assert leaks(page, "Ada", "Something", NAME) == [], where
    place.table.close()


def test_broken_rules_and_lapsed_games_have_no_english_left(tmp_path: Path) -> None:
    place = Place(tmp_path, "ask")
    state = played()[120].state
    place.show(state)
    for action in (Undo(), Pause(), Resume(), Choose("watch"), Sit(1, "Bo"), Sit(1, "")):
        do(place.table, action)
        place.show(state)
        place.publish()
        for where, page in pages(place):
            assert leaks(page, "Bo", "Something", NAME) == [], where
    place.table.close()


def test_a_whole_game_has_no_english_left() -> None:
    game = scenes(players=4)
    for at in [*range(0, len(game), 40), len(game) - 1]:
        app = create_app(Site(feed_at(game, at)))
        client = app.test_client()
        client.set_cookie("language", "xx")
        assert leaks(client.get("/").text) == []


def test_errors_are_told_in_the_language_of_the_phone() -> None:
    client = create_app(Site(feed_at(scenes(), 40))).test_client()
    german = {"Accept-Language": "de"}
    assert "Diese Seite gibt es nicht." in client.get("/nowhere", headers=german).text
    answer = client.get("/nowhere", headers=german | {"Accept": "text/plain"})
    assert (answer.status_code, answer.text) == (404, "Diese Seite gibt es nicht.")
    assert answer.mimetype == "text/plain"
    refused = client.post("/", headers=german)
    assert "Das kam nicht von einer Seite des Begleiters." in refused.text


def speaking_pseudo(app: Flask, passes: Passes) -> FlaskClient:
    client = host_client(app, passes)
    client.set_cookie("language", "xx")
    return client


def test_pages_of_a_table_without_a_camera_have_no_english_left(tmp_path: Path) -> None:
    source = random.Random(1)
    with by_hand(tmp_path) as (evening, app, passes):
        client = speaking_pseudo(app, passes)
        for moves in (1, 30, 9, 9, 9, 9, 40):
            play_on(evening, moves, source)
            for url in ("/", "/hand", "/seat", "/score"):
                assert leaks(client.get(url).text) == [], (url, evening.table.now.number)
        at = evening.table.now.number - 3
        for url in (
            "/history",
            f"/history?at={at}",
            f"/history?at={at}&move=0",
            f"/history?at={at}&move=0&to=pass",
        ):
            assert leaks(client.get(url).text) == [], url
        wrong = re.findall(r'href="(/hand\?wrong=[^"]+)"', client.get("/hand").text)
        for url in wrong[:: max(1, len(wrong) // 6)]:
            assert leaks(client.get(url).text) == [], url


def test_the_host_s_pages_have_no_english_left(tmp_path: Path) -> None:
    with by_hand(tmp_path) as (_, app, passes):
        client = speaking_pseudo(app, passes)
        for url in HOST_PAGES:
            for text in leaks(client.get(url).text):
                assert not re.search("[A-Za-z]{2,}", TECHNICAL.sub("", text)), url
        data = "/host?show=data&which=all&place=options.tie_break"
        names = (edition.names.values() for edition in GAME.editions.values())
        called = {", ".join(each.values()) for several in names for each in several}
        for text in leaks(client.get(data).text):
            assert DATA.match(text) or text in called, text
