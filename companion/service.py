"""Puts the parts together: a table where games are played, and the pages that show it."""

import itertools
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import Game
from companion.live import Closed, Feed
from companion.simulation import plies

#: What chance does is quicker to follow than a decision; a score sheet takes longer to read.
CHANCE_PACE = 0.5
END_PACE = 12.0


@dataclass(frozen=True)
class Show:
    """What a simulated table plays: one random game after the other, the same for the same seed."""

    game: Game[Any, Any]
    config: Mapping[str, object]
    seed: str
    pace: float

    def scenes(self, number: int) -> Iterator[tuple[Any, str, float]]:
        """Game `number` as states, each with its sentence and how long to look at it.

        Everything before the first decision is set-up and makes one scene.
        """
        title, players = self.game.title, self.config["players"]
        before = self.game.setup(self.config)
        begun = False
        for ply in plies(self.game, self.config, f"{self.seed}/{number}"):
            if not begun and not ply.by_chance:
                begun = True
                yield before, f"A new game of {title} with {players} players.", self.pace
            if begun:
                seconds = self.pace * (CHANCE_PACE if ply.by_chance else 1)
                yield ply.state, self.game.tell(before, ply.move), seconds
            before = ply.state
        yield before, self._verdict(before), self.pace * END_PACE

    def _verdict(self, state: Any) -> str:
        outcome = self.game.outcome(state)
        assert outcome is not None, "a simulated game goes on until it is over"
        winners = outcome.winners
        points = self.game.score(state)[winners[0]].points
        names = " and ".join(f"Player {seat + 1}" for seat in winners)
        win = "wins" if len(winners) == 1 else "win together"
        return f"The game is over. {names} {win} with {points} points."


class SimulatedTable:
    """A table that plays on and on, whether or not anybody watches."""

    def __init__(self, show: Show) -> None:
        self.feed = Feed()
        self.failure: Exception | None = None
        self._show = show
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Begin the first game; when this returns there is something to see."""
        self._thread.start()
        try:
            self.feed.after(0, patience=60)
        except Closed:
            self.wait()

    def wait(self) -> None:
        """Return when the table has stopped; raise what stopped it, if that was a mistake."""
        self._thread.join()
        if self.failure:
            raise self.failure

    def stop(self) -> None:
        """End the game where it stands and send all watchers home."""
        self._stop.set()
        self.feed.close()

    def _run(self) -> None:
        try:
            for number in itertools.count():
                for state, sentence, seconds in self._show.scenes(number):
                    self.feed.post(state, [sentence])
                    if self._stop.wait(seconds):
                        return
        except Exception as error:
            # The thread that waits for us raises it; without this it would wait for ever.
            self.failure = error
            self.feed.close()
