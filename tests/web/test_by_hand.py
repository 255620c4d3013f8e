"""Moves by hand: what each role finds on the page, and what its buttons do."""

import re
from itertools import islice
from xml.etree import ElementTree

import pytest

from companion.common.words import Said
from companion.games import find, names
from companion.games.capabilities import playable
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, Game
from companion.games.random_games import plies
from companion.log.events import SEAT, THE_HOST, Accept, Play, Rejection, Who
from tests.companion.tables import do
from tests.web.phones import Phone, somebody
from tests.web.tables import GAME, NAME, Place, played
from tests.web.test_taps import tap
from web.translation import languages_of, speaking, told


def play_on(place: Place, kind: str) -> None:
    """Play until the next move is of that kind."""
    for ply in played()[65:]:
        if GAME.move_text(ply.move).split()[0].startswith(kind):
            return
        do(place.table, Play(GAME.move_text(ply.move)))
    raise AssertionError(kind)


def moves_on(page: str) -> set[str]:
    return set(re.findall(r'name="moves" value="([^"]+)"', page.replace("&gt;", ">")))


def test_the_seat_whose_turn_it_is_gets_every_legal_move_and_plays_it(place: Place) -> None:
    phone = somebody(place, "seat", seat=0)
    assert GAME.to_move(place.table.now.state) == 0
    page = phone.get("/hand").text
    legal = {GAME.move_text(move) for move in GAME.moves(place.table.now.state)}
    assert legal <= moves_on(page)
    assert "Your turn" in page
    line = sorted(legal)[0]
    assert phone.tap("play", moves=line).status_code == 204
    event = place.table.events()[-1]
    assert (event.action, event.by) == (Play(line), Who(SEAT, 0))


def test_another_seat_gets_no_moves_and_the_host_gets_all(place: Place) -> None:
    legal = {GAME.move_text(move) for move in GAME.moves(place.table.now.state)}
    other = somebody(place, "seat", seat=1).get("/hand").text
    assert not legal & moves_on(other)
    assert "is to move" in other
    assert legal <= moves_on(place.client.get("/hand").text)
    assert not moves_on(Phone(place, "192.168.1.9").get("/hand").text)


@pytest.mark.parametrize("name", names())
def test_what_is_rolled_or_drawn_is_asked_of_somebody(name: str) -> None:
    game = playable(find(name))
    first = islice(plies(game, {"players": 2}, seed=1), 120)
    asked = {defaults.prompts(game, p.state)[0] for p in first if game.to_move(p.state) == CHANCE}
    assert asked
    assert not [text for text in asked if not re.match(r"Somebody |Player \d ", text)]
    assert all(re.search("[Jj]emand|Person", told_in("de", game, text)) for text in asked)
    assert all(re.search("[Qq]uelqu'un|Joueur", told_in("fr", game, text)) for text in asked)


def told_in(code: str, game: Game, text: str) -> str:
    with speaking(languages_of(game)[code]):
        return str(told(text))


def test_dice_are_typed_in(place: Place) -> None:
    play_on(place, "roll")
    page = place.client.get("/hand").text
    assert 'pattern="[1-6]{5}"' in page
    assert tap(place, "play", moves="roll", values="11346").status_code == 204
    assert place.table.events()[-1].action == Play("roll 11346")


def test_undo_says_what_it_takes_back_and_redo_what_it_brings_back(place: Place) -> None:
    told = place.table.story()[-1].told[0].replace("'", "&#39;")
    assert f"Takes back: {told}" in place.client.get("/hand").text
    assert tap(place, "undo").status_code == 204
    page = place.client.get("/hand").text
    assert f"Brings back: {told}" in page
    assert f"Takes back: {told}" not in page
    assert tap(place, "redo").status_code == 204
    tap(place, "repair", repair="fame/0 9")
    assert "Takes back: Really: fame/0 9" in place.client.get("/hand").text


def test_the_host_puts_a_count_right_in_two_taps(place: Place) -> None:
    place_of = re.search(r'href="(/hand\?wrong=fame/1)"', place.client.get("/hand").text)
    assert place_of
    page = place.client.get(place_of[1]).text
    values = re.findall(r'name="repair" value="(fame/1 \d+)"', page)
    assert len(values) >= 3
    assert tap(place, "repair", repair=values[-1]).status_code == 204
    assert isinstance(place.table.events()[-1].action, Accept)
    assert place.table.now.state.players[1].fame == int(values[-1].split()[1])


def test_who_is_no_host_puts_nothing_right(place: Place) -> None:
    phone = somebody(place, "seat", seat=0)
    assert "?wrong=" not in phone.get("/hand").text
    before = place.table.now.number
    assert phone.tap("repair", repair="fame/0 99").status_code == 403
    assert place.table.now.number == before


def test_a_repair_of_an_older_table_is_refused(place: Place) -> None:
    number = place.table.now.number
    assert tap(place, "repair", repair="fame/0 9", seen=number - 1).status_code == 409
    assert tap(place, "repair", repair="fame/0 9", seen=number + 1).status_code == 409
    assert tap(place, "repair", repair="nonsense").status_code == 409
    assert place.table.now.number == number
    refused = place.desk.repair(NAME, "fame/0 9", THE_HOST, number - 1)
    assert isinstance(refused, Rejection)
    assert isinstance(refused.text, Said), "so that it can be told in every language"


def test_without_the_script_a_tap_leads_back_to_the_same_page(place: Place) -> None:
    form = {"game": NAME, "seen": place.table.now.number, "page": "hand"}
    headers = {"Origin": "http://localhost", "Accept": "text/html"}
    answer = place.client.post("/tap/undo", data=form, headers=headers)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/hand")
    form |= {"page": "../evil", "seen": place.table.now.number}
    answer = place.client.post("/tap/redo", data=form, headers=headers)
    assert answer.headers["Location"] == "/"


def test_the_drawing_has_a_number_for_every_place_that_has_a_button(place: Place) -> None:
    play_on(place, "build")
    page = place.client.get("/hand").text
    svg = re.search(r'id="chart".*?(<svg.*?</svg>)', page, re.DOTALL)
    assert svg
    pieces = ElementTree.fromstring(svg[1])
    drawn = {
        one.get("data-place") for one in pieces if one.find("g[@class='spot-badge']") is not None
    }
    chosen = set(re.findall(r'<(?:button|summary)[^>]* data-place="(island[^"]+)"', page))
    assert chosen
    assert drawn == chosen
