import threading

import pytest

from companion.phones.live import MEMORY, Closed, Coming, Feed, Moment
from tests.companion.matches import GAME
from tests.companion.stones import StonesGame
from tests.waiting import LIMIT

pytestmark = pytest.mark.live


def test_a_watcher_sees_the_newest_moment_and_what_led_to_it() -> None:
    feed = Feed(GAME)
    feed.post("first", ["It begins."])
    feed.post("second", ["A die is taken."])
    moment = feed.after(0, patience=0)
    assert moment is not None
    assert (moment.number, moment.state, moment.before) == (2, "second", "first")
    assert moment.told == ("A die is taken.", "It begins.")


def test_who_has_seen_everything_waits_until_his_patience_ends() -> None:
    feed = Feed(GAME)
    feed.post("first", [])
    assert feed.after(1, patience=0.01) is None


def test_a_waiting_watcher_is_woken() -> None:
    feed = Feed(GAME)
    seen = []
    watcher = threading.Thread(target=lambda: seen.append(feed.after(0, patience=LIMIT)))
    watcher.start()
    moment = feed.post("first", [])
    watcher.join(LIMIT)
    assert seen == [moment]


def test_closing_sends_waiting_watchers_home() -> None:
    feed = Feed(GAME)
    gone = threading.Event()

    def watch() -> None:
        try:
            feed.after(0, patience=LIMIT)
        except Closed:
            gone.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    feed.close()
    watcher.join(LIMIT)
    assert gone.is_set()
    with pytest.raises(Closed):
        feed.after(0, patience=0)


def test_only_the_last_sentences_are_remembered() -> None:
    feed = Feed(GAME)
    for number in range(3 * MEMORY):
        moment = feed.post(None, [str(number)])
    assert moment.told == tuple(str(3 * MEMORY - 1 - back) for back in range(MEMORY))


# --- what may come next ---


class Written:
    """As much of a table's `Now` as a feed looks at."""

    def __init__(self, state: str) -> None:
        self.state, self.names = state, {0: "Vera"}


def test_what_happened_in_another_game_is_no_news_of_this_one() -> None:
    feed, other = Feed(GAME), StonesGame()
    feed.post("first", ["It begins."])
    feed.begin(other)
    feed.expect(Written("second"))
    assert feed.after_or_coming(1, patience=0) == Coming(other, "second", None, {0: "Vera"})
    moment = feed.post("second", ["Another one begins."])
    assert (moment.number, moment.game, moment.before) == (2, other, None)
    assert moment.told == ("Another one begins.",)


def test_what_is_being_written_is_told_once_and_is_no_moment() -> None:
    feed = Feed(GAME)
    feed.post("first", [])
    feed.expect(Written("second"))
    assert feed.after(1, patience=0) is None
    assert feed.after_or_coming(1, patience=0) == Coming(GAME, "second", "first", {0: "Vera"})
    assert feed.after_or_coming(1, patience=0) is None


def test_a_moment_goes_before_what_may_come_next() -> None:
    feed = Feed(GAME)
    feed.post("first", [])
    feed.expect(Written("second"))
    feed.post("second", [])
    found = feed.after_or_coming(1, patience=0)
    assert isinstance(found, Moment)
    assert feed.after_or_coming(2, patience=0) is None


def test_nothing_is_expected_where_the_table_stays_as_it_is() -> None:
    feed = Feed(GAME)
    feed.post("first", [])
    feed.expect(Written("first"))
    assert feed.after_or_coming(1, patience=0) is None
