"""`kill -9` under moves: a server is killed while moves come in over the network, and starts again.

Somebody enters the moves of a game as a phone does, takes one back now and then and makes it again,
and notes what was answered. At a random moment, perhaps while it starts, the process of the server
is killed. The log must hold everything that was answered, where it was entered, at most one event
more (whose answer was cut off), and no trouble.
"""

import http.client
import multiprocessing
import random
import signal
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from companion import games
from companion.archive.shelf import Shelf
from companion.benches.trust.visiting import Visitor
from companion.common.terminal import progress
from companion.games.capabilities import playable
from companion.games.random_games import plies
from companion.log.events import Event, Play
from companion.phones.evening import Evening, Wish
from companion.phones.passes import Passes
from companion.phones.table_kind import HAND
from companion.running.hand_table import HandTable
from companion.table.table import Table
from web import Site, create_app
from web.server import Server, listen

#: How often a server is killed in the short form, and in the full one.
SHORT, FULL = 3, 500
#: Seconds of play, at most, before the kill.
LONGEST = 0.6
#: So often it is killed while it starts, and so often a move is taken back.
EARLY, TAKEN_BACK = 0.1, 0.1
#: A new game begins after so many kills, or when the moves are at an end.
KILLS_A_GAME = 25


@dataclass
class Killed:
    """A game on a shelf of its own, and what came of killing its server."""

    folder: Path
    game: str
    moves: Sequence[str]
    early: int = 0
    acknowledged: int = 0
    lost: int = 0
    unanswered: int = 0
    troubled: int = 0

    @property
    def log(self) -> Path:
        """The one log on the shelf."""
        (log,) = self.folder.glob("*/game.log")
        return log


def run(kills: int) -> Mapping[str, object]:
    """Kill so often, games of every sort in turn, and count what is lost."""
    source = random.Random(1)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "web", "web.server"])
    played: list[Killed] = []
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        for number in progress(range(kills), "kills of a server"):
            if number % KILLS_A_GAME == 0 or is_over(played[-1]):
                played.append(begin(Path(folder) / str(number), len(played), source))
            kill_once(played[-1], context, source)
    return {
        "servers killed": kills,
        "of these while they were starting": sum(one.early for one in played),
        "events acknowledged": sum(one.acknowledged for one in played),
        "acknowledged events lost": sum(one.lost for one in played),
        "events on disk whose answer was cut off": sum(one.unanswered for one in played),
        "logs called damaged": sum(one.troubled for one in played),
    }


def begin(folder: Path, turn: int, source: random.Random) -> Killed:
    """A new game on a shelf of its own."""
    names = games.names()
    game = playable(games.find(names[turn % len(names)]))
    config = {"players": game.players[0]}
    moves = [game.move_text(ply.move) for ply in plies(game, config, str(source.random()))]
    Shelf(folder).begin(game, config).close()
    return Killed(folder, game.id, moves)


def is_over(one: Killed) -> bool:
    """Whether hardly a move is left."""
    with Table.open(one.log) as table:
        return table.now.number > len(one.moves) - 10


def kill_once(
    one: Killed, context: multiprocessing.context.ForkServerContext, source: random.Random
) -> None:
    """Serve, enter moves, kill at a random moment, and look what is there."""
    with Table.open(one.log) as table:
        before = table.events()
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(one.folder, one.game, theirs), daemon=True)
    server.start()
    theirs.close()
    is_early = source.random() < EARLY
    one.early += is_early
    port = 0 if is_early else ours.recv()
    kill = threading.Timer(LONGEST * source.random(), server.kill)
    kill.start()
    answered = [] if is_early else enter(one, port, before, source)
    kill.join()
    server.join()
    assert server.exitcode == -signal.SIGKILL, "it ended by itself"
    ours.close()
    verify(one, before[-1].number, answered)


def enter(one: Killed, port: int, before: Sequence[Event], source: random.Random) -> list[str]:
    """Go on behind these events until nobody answers; what was accepted."""
    host = Visitor("host", port)
    host.cookies["host"] = Passes.of_folder(one.folder).host_pass()
    left = iter(one.moves[sum(isinstance(event.action, Play) for event in before) :])
    said, number = said_by(before[-1]), before[-1].number
    answered: list[str] = []
    with suppress(OSError, http.client.HTTPException, StopIteration):
        while True:
            if said == "undo":
                said = "redo"
            elif answered and said != "redo" and source.random() < TAKEN_BACK:
                said = "undo"
            else:
                said = next(left)
            tap = said if said in ("undo", "redo") else "play"
            seen = number + len(answered)
            reply = host.post(f"/tap/{tap}", game=one.log.parent.name, moves=said, seen=seen)
            assert reply.status == http.HTTPStatus.SEE_OTHER, reply.text
            answered.append(said)
    host.close()
    return answered


def verify(one: Killed, before: int, answered: Sequence[str]) -> None:
    """Compare what was answered with what is in the log."""
    with Table.open(one.log) as table:
        one.troubled += table.trouble is not None
        found = [said_by(event) for event in table.events(before)]
    one.acknowledged += len(answered)
    one.lost += sum(said not in found[at : at + 1] for at, said in enumerate(answered))
    one.unanswered += len(found) - len(answered)
    assert len(found) <= len(answered) + 1, f"{len(found) - len(answered)} came from nowhere"


def said_by(event: Event) -> str:
    """The moves that were entered, or what else was tapped."""
    action = event.action
    return action.moves if isinstance(action, Play) else type(action).__name__.lower()


def serve(folder: Path, game: str, told: Connection) -> None:
    """Serve the game until the process is killed; tells where."""
    shelf = Shelf(folder)
    goes_on = Wish(name=shelf.unfinished(game), game=game, kind=HAND)
    evening = Evening(shelf, [HandTable()], goes_on)
    listener = listen("127.0.0.1", 0, or_next=False)
    passes = Passes.of_folder(folder)
    app = create_app(Site(evening.feed, evening.desk, passes))
    server = Server(app, listener)
    evening.start()
    server.start()
    assert evening.table
    told.send(listener.getsockname()[1])
    threading.Event().wait()
