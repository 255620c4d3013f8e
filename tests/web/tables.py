"""Tables for the tests of the pages: real games, stopped where a test wants to look."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from companion.games import find
from companion.live import Feed
from companion.simulation import plies
from companion.telling import tell_outcome
from web import create_app
from web.server import Server, listen

GAME = find("propeller-islands")

Scenes = list[tuple[Any, str]]


@cache
def scenes(players: int = 3, seed: str = "1") -> Scenes:
    """A whole game: every state with its sentence; the set-up is one scene."""
    config = {"players": players}
    before = GAME.setup(config)
    found: Scenes = []
    for ply in plies(GAME, config, f"{seed}/0"):
        if not found and not ply.by_chance:
            found.append((before, f"A new game of {GAME.title} with {players} players."))
        if found:
            found.append((ply.state, GAME.tell(before, ply.move)))
        before = ply.state
    return [*found, (before, tell_outcome(GAME, before))]


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
