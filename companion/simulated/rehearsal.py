"""Plays a simulated game under a simulated camera without a clock, and counts how well it went.

Whoever wants to know how well the whole way works, from a hand to the log, plays it here: tests a
few rounds, benchmarks a whole game.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.camera.lookout import Sighting
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.log.events import AUTO, REFEREE, THE_HOST, Choose, Command, Confirm, Event, Play
from companion.log.history import ENDED
from companion.referee.opinions import Opinion
from companion.simulated.people import SimulatedPeople
from companion.simulated.performing import OpenEye, Performance, seen_by_an_eye
from companion.simulated.staging import SIZE, Stage
from companion.table.news import News
from companion.table.table import Table


class Rehearsal:
    """People, a stage, an eye and a log.

    Attributes:
        table: The table with its log.
        people: Who plays, and knows what was really played.
        watcher: The referee's seat.
        performance: What the eye reads, and how people play under it.
        newest: The last look.
        looks: How many looks there were.
        seconds: How much processor time the eye took for all of them.
        slowest: How much it took for one, at most, and which one that was.
        wrong: Events after which the log said something that never was.
        words: What the referee said, each time it was something else.
    """

    def __init__(
        self,
        folder: Path,
        game: Rules[Any, Any],
        seed: str,
        open_eye: OpenEye,
        *,
        size: tuple[int, int] = SIZE,
    ) -> None:
        config = defaults.set_up_to_be_watched(game, 2, random.Random(seed))
        self.table = Table.create(folder / "game.log", game, config)
        self.table.post(Command(Choose(AUTO), THE_HOST, self.table.now.number))
        self.watcher = seen_by_an_eye(self.table)
        self.people = SimulatedPeople(self.table, self.watcher, seed)
        self.stage = Stage(game, self.people.state, seed, size=size, interval=0.0)
        self.newest: Sighting | None = None
        self.looks, self.seconds, self.slowest = 0, 0.0, (0.0, 0, "")
        self.wrong: list[Event] = []
        self.words: Counter[str] = Counter()
        self._said = 0
        self._eye = open_eye(self.table, self.stage)
        self.performance = Performance(
            self.people, self.stage, self.watcher, self._looks(), self._eye.zones
        )
        self._steps = self.performance.paces()
        self.table.listen(self._check)

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Go on to the end of the game, or until something is so."""
        for _ in self._steps:
            self._note(self.watcher.opinion)
            if until():
                return

    def _looks(self) -> Iterator[Sighting]:
        """What the eye sees in each picture; how long it takes is measured."""
        for number, frame in enumerate(self.stage.camera.frames(), 1):
            # Not by the clock: on a busy machine it tells how busy it is.
            started = time.thread_time()
            look = self._eye.look(frame)
            took = time.thread_time() - started
            self.seconds += took
            read = "after the camera moved" if look.camera_moved else "read " + ", ".join(look.read)
            self.slowest = max(self.slowest, (took, number, read))
            self.newest, self.looks = Sighting(number, frame, look), number
            self._note(self.watcher.see(look.observations))
            yield self.newest

    def _note(self, opinion: Opinion) -> None:
        if opinion.serial != self._said:
            self._said = opinion.serial
            self.words[opinion.word] += 1

    def _check(self, news: News) -> None:
        if not self.people.has_reached(news.now.state):
            self.wrong.append(self.table.events()[-1])

    def figures(self) -> Iterator[tuple[str, object]]:
        """What came of it."""
        table, people = self.table, self.people
        moves = [event for event in table.events() if isinstance(event.action, Play | Confirm)]
        by_referee = [event for event in moves if event.by.role == REFEREE]
        confirmed = [event for event in moves if isinstance(event.action, Confirm)]
        yield "moves that were really made", len(people.played)
        yield "entries by the referee alone", len(by_referee)
        yield "questions and proposals that people answered", len(confirmed)
        yield "entries that people typed", len(moves) - len(by_referee) - len(confirmed)
        yield "times that people straightened pieces", people.touches
        yield from people.reasons.most_common()
        yield "wrong entries", len(self.wrong)
        yield "looks", self.looks
        most, number, what = self.slowest
        yield "processor seconds a look, mean", f"{self.seconds / max(1, self.looks):.3f}"
        yield "processor seconds a look, longest", f"{most:.2f} (look {number}, {what})"
        game = table.game
        if table.now.phase == ENDED:
            scores = [score.points for score in game.score(table.now.state).values()]
            truth = [score.points for score in game.score(people.state).values()]
            yield "final score", f"{scores}, really {truth}"
