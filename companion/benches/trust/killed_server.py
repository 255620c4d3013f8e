"""`kill -9` under moves: a server is killed while moves come in over the network, and starts again.

Somebody enters the moves of a game as a phone does, one after the other, and notes each that was
answered. At a random moment the process of the server is killed. The log must hold every move that
was answered, where it was entered, at most one more (whose answer was cut off), and no trouble.
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
from companion.phones.passes import Passes
from companion.running.hand_table import HandTable
from companion.table.table import Table

#: How often a server is killed in the short form, and in the full one.
SHORT, FULL = 3, 500
#: Seconds of play, at most, before the kill.
LONGEST = 0.6
#: A new game begins after so many kills, or when the moves are at an end.
KILLS_A_GAME = 25


@dataclass
class Killed:
    """A game on a shelf of its own, and what came of killing its server."""

    folder: Path
    game: str
    moves: Sequence[str]
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
        "servers killed under moves": kills,
        "moves acknowledged": sum(one.acknowledged for one in played),
        "acknowledged moves lost": sum(one.lost for one in played),
        "moves on disk whose answer was cut off": sum(one.unanswered for one in played),
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
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(one.folder, one.game, theirs), daemon=True)
    server.start()
    theirs.close()
    port, name, number = ours.recv()
    kill = threading.Timer(LONGEST * source.random(), server.kill)
    kill.start()
    answered = enter(one, port, name, number)
    kill.join()
    server.join()
    assert server.exitcode == -signal.SIGKILL, "it ended by itself"
    ours.close()
    verify(one, number, answered)


def enter(one: Killed, port: int, name: str, number: int) -> list[str]:
    """Enter the moves behind event `number` until nobody answers; those that were accepted."""
    host = Visitor("host", port)
    host.cookies["host"] = Passes.of_folder(one.folder).host_pass()
    answered: list[str] = []
    with suppress(OSError, http.client.HTTPException):
        for moves in one.moves[number - 1 :]:
            reply = host.post("/tap/play", game=name, moves=moves, seen=number + len(answered))
            assert reply.status == http.HTTPStatus.SEE_OTHER, reply.text
            answered.append(moves)
    host.close()
    return answered


def verify(one: Killed, before: int, answered: Sequence[str]) -> None:
    """Compare what was answered with what is in the log."""
    with Table.open(one.log) as table:
        one.troubled += table.trouble is not None
        found = [moves_of(event) for event in table.events(before)]
    one.acknowledged += len(answered)
    one.lost += sum(moves not in found[at : at + 1] for at, moves in enumerate(answered))
    one.unanswered += len(found) - len(answered)
    assert len(found) <= len(answered) + 1, f"{len(found) - len(answered)} came from nowhere"


def moves_of(event: Event) -> str:
    """The moves that were entered; nothing else is."""
    return event.action.moves if isinstance(event.action, Play) else ""


def serve(folder: Path, game: str, told: Connection) -> None:
    """Serve the game until the process is killed; tells where, and how far the game is."""
    from web import Site, create_app
    from web.server import Server, listen

    rules = playable(games.find(game))
    evening = HandTable(rules, rules.players[0], Shelf(folder))
    listener = listen("127.0.0.1", 0, or_next=False)
    passes = Passes.of_folder(folder)
    app = create_app(Site(evening.game, evening.feed, evening.desk, passes))
    server = Server(app, listener)
    evening.start()
    server.start()
    table = evening.table
    told.send((listener.getsockname()[1], table.path.parent.name, table.now.number))
    threading.Event().wait()
