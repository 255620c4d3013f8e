"""What changed is drawn once for all who read it, and nothing leaves before it is on disk."""

import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.common.words import ENGLISH
from companion.log.events import SEAT, THE_HOST, VIEWER, Command, Play, Who
from companion.phones.live import Closed, Coming, Feed, Moment
from tests.waiting import LIMIT, until
from tests.web.tables import GAME, Place, played, scenes
from tests.web.test_stream import events
from web import Site, create_app
from web.access.guests import Guest
from web.live import publisher
from web.live.publisher import Audience, Publisher, parse_id
from web.live.regions import HOST_REGIONS, PLAYER_REGIONS
from web.live.screen import Screen

pytestmark = pytest.mark.live

SCENES = scenes(players=2)
HOST_READER = Audience(ENGLISH, Guest(THE_HOST))


@pytest.fixture
def screen() -> Screen:
    app = create_app(Site(Feed(GAME)))
    return Screen(GAME, app.jinja_env)


@pytest.fixture
def feed() -> Iterator[Feed]:
    feed = Feed(GAME)
    yield feed
    feed.close()


def moment_of(found: Moment | None) -> Moment:
    assert found is not None
    return found


def test_all_who_may_see_the_same_are_sent_the_same_bytes(feed: Feed, screen: Screen) -> None:
    press = Publisher(feed, screen, "run")
    state, sentence = SCENES[50]
    first = feed.post(state, [sentence])
    one, other = (Audience(ENGLISH, Guest(Who(SEAT, seat), seat)) for seat in (0, 1))
    with press.reading(one), press.reading(other):
        moment_of(press.after(0, LIMIT))
        feed.post(*_scene(51))
        moment = moment_of(press.after(first.number, LIMIT))
        sent = press.event(moment, one, first.number)
        assert press.event(moment, other, first.number) is sent


def test_what_is_for_the_host_is_written_for_no_other_kind_of_reader(
    tmp_path: Path, screen: Screen
) -> None:
    place = Place(tmp_path, "ask")
    press = Publisher(place.feed, screen, "run")
    moment = moment_of(place.feed.after(0, LIMIT))
    texts = {
        who: press.event(moment, Audience(ENGLISH, Guest(who)), 0).decode()
        for who in (THE_HOST, Who(SEAT, 0), Who(VIEWER))
    }
    for name in HOST_REGIONS:
        assert [f'"{name}":' in text for text in texts.values()] == [True, False, False]
    for name in PLAYER_REGIONS:
        assert [f'"{name}":' in text for text in texts.values()] == [True, True, False]
    place.table.close()


def test_the_press_rests_when_nobody_reads_and_works_again(feed: Feed, screen: Screen) -> None:
    press = Publisher(feed, screen, "run")
    feed.post(*_scene(50))
    for number in (1, 2):
        with press.reading(HOST_READER):
            assert moment_of(press.after(number - 1, LIMIT)).number == number
        feed.post(*_scene(50 + number))


def test_in_a_crowd_players_are_told_first(
    feed: Feed, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "CROWD", 0)
    press = Publisher(feed, screen, "run")
    player, viewer = (
        Audience(ENGLISH, Guest(Who(SEAT, 0), 0)),
        Audience(ENGLISH, Guest(Who(VIEWER))),
    )
    heard = threading.Event()

    def watch() -> None:
        with suppress(Closed):
            press.after(0, LIMIT)
            heard.set()

    with press.reading(player), press.reading(viewer):
        threading.Thread(target=watch, daemon=True).start()
        until(lambda: len(press._bell._waiters))  # type: ignore[attr-defined]
        feed.post(*_scene(50))
        assert moment_of(press.after(0, LIMIT, plays=True)).number == 1
        assert not heard.is_set()


def test_what_is_drawn_in_advance_looks_as_if_it_had_not_been(screen: Screen) -> None:
    app = create_app(Site(Feed(GAME)))
    plain = Screen(GAME, app.jinja_env)
    feed = Feed(GAME)
    state, sentence = SCENES[80]
    first = feed.post(state, [sentence])
    assert screen.regions(first, ENGLISH) == plain.regions(first, ENGLISH)
    after = SCENES[81][0]
    screen.prepare(Coming(GAME, after, state, {}), ENGLISH)
    second = feed.post(after, [SCENES[81][1]])
    assert screen.regions(second, ENGLISH) == plain.regions(second, ENGLISH)


def test_what_was_drawn_in_advance_and_never_came_leaves_no_trace(screen: Screen) -> None:
    feed = Feed(GAME)
    state, sentence = SCENES[80]
    first = feed.post(state, [sentence])
    shown = screen.regions(first, ENGLISH)
    screen.prepare(Coming(GAME, SCENES[120][0], state, {}), ENGLISH)
    again = feed.post(state, [])
    assert screen.regions(again, ENGLISH) == shown


def test_nothing_is_sent_before_it_is_on_disk(tmp_path: Path) -> None:
    place = Place(tmp_path, "ask")
    place.table.expect(place.feed.expect)
    sizes: list[int] = []
    place.table.expect(lambda _: sizes.append(_moments(place.feed)))
    move = GAME.move_text(played()[65].move)
    before = _moments(place.feed)
    answer = place.client.get("/events")
    with closing(answer):
        stream = events(answer)
        next(stream)
        place.table.post(Command(Play(move), THE_HOST, place.table.now.number))
        assert sizes == [before]
        place.publish()
        assert parse_id(next(stream).id, "") == 0
        assert _moments(place.feed) == before + 1
    place.table.close()


def _moments(feed: Feed) -> int:
    return moment_of(feed.after(0, LIMIT)).number


def _scene(at: int) -> tuple[object, list[str]]:
    state, sentence = SCENES[at]
    return state, [sentence]
