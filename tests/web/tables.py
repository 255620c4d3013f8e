"""Tables for the tests of the pages: real games, stopped where a test wants to look."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from companion.games import find
from companion.live import Feed
from companion.service import Show
from web import create_app
from web.server import Server, listen

GAME = find("propeller-islands")

Scenes = list[tuple[Any, str]]


@cache
def scenes(players: int = 3, seed: str = "1") -> Scenes:
    """A whole game: every state with its sentence."""
    show = Show(GAME, {"players": players}, seed, pace=1)
    return [(state, sentence) for state, sentence, _ in show.scenes(0)]


def feed_at(game: Scenes, at: int) -> Feed:
    """A feed whose newest moment is scene `at`, with the one before it."""
    feed = Feed()
    at %= len(game)
    for state, sentence in game[max(0, at - 1) : at + 1]:
        feed.post(state, [sentence])
    return feed


@contextmanager
def served(feed: Feed, **options: int) -> Iterator[int]:
    """The pages of a feed on a real server; gives its port."""
    listener = listen("127.0.0.1", 0, or_next=False)
    server = Server(create_app(GAME, feed, **options), listener)
    server.start()
    try:
        yield listener.getsockname()[1]
    finally:
        feed.close()
        server.stop()
