"""The table against a model so simple that it is right at a glance, in any order of commands."""

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.protocol import IllegalMove
from companion.log.events import (
    Accept,
    Choose,
    Correct,
    End,
    Event,
    Pause,
    Play,
    Redo,
    Resume,
    Sit,
    Undo,
)
from companion.table.news import News
from tests.companion.stones import GAME, Stones
from tests.companion.tables import new_table, open_table, send

LINES = st.lists(
    st.tuples(st.sampled_from(["take", "roll", "say"]), st.integers(0, 6)), min_size=1, max_size=3
).map(lambda moves: " ".join(f"{word} {count}" for word, count in moves))


@dataclass
class Model:
    """What was done and can be undone, as plain lists; everything is worked out from the start."""

    # Numbers begin at 1, and 1 is the beginning.
    log: list[Any] = field(default_factory=lambda: [None, None])
    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    mode: str = "ask"
    phase: str = "playing"

    def line(self) -> dict[int, Any]:
        """The events that count, with what they mean now."""
        found = {n: self.log[n] for n in sorted(self.done) if not isinstance(self.log[n], Correct)}
        for number in self.done:
            if isinstance(self.log[number], Correct):
                found[self.log[number].event] = self.log[number]
        return found

    def fold(self, before: int | None = None) -> tuple[Stones, set[int]]:
        """The state (before an event), and which events don't apply."""
        state, unapplied = GAME.setup({"players": 2}), set()
        for number, action in self.line().items():
            if number == before:
                break
            try:
                state = self.after(state, action)
            except IllegalMove:
                unapplied.add(number)
        return state, unapplied

    @staticmethod
    def after(state: Stones, action: Any) -> Stones:
        if isinstance(action, Accept):
            return Stones(**{**action.state, "taken": tuple(action.state["taken"])})
        for move in GAME.parse_moves(action.moves) if action.moves else ():
            state = GAME.apply(state, move)
        return state

    def is_legal(self, state: Stones, text: str) -> bool:
        try:
            self.after(state, Play(text))
        except IllegalMove:
            return False
        return True

    def add(self, action: Any) -> None:
        self.log.append(action)
        if isinstance(action, Play | Accept | Correct):
            self.done.append(len(self.log) - 1)
            self.undone.clear()


class TableAgainstModel(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.table = new_table(self.folder)
        self.model = Model()
        self.heard: list[int] = []
        self.table.listen(self.hear)

    def hear(self, news: News) -> None:
        self.heard.append(news.now.number)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.close()
            shutil.rmtree(self.folder)

    def try_to(self, action: Any, expected: bool) -> None:
        answer = send(self.table, action)
        assert isinstance(answer, Event) == expected, answer

    @rule(text=LINES)
    def play(self, text: str) -> None:
        state, _ = self.model.fold()
        expected = self.model.phase == "playing" and self.model.is_legal(state, text)
        self.try_to(Play(text), expected)
        if expected:
            self.model.add(Play(text))

    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        """A legal move, so that games get somewhere."""
        state, _ = self.model.fold()
        self.play(str(data.draw(st.sampled_from(list(GAME.moves(state))))))

    @rule(data=st.data(), text=st.one_of(st.just(""), LINES))
    def correct(self, data: st.DataObject, text: str) -> None:
        number = data.draw(st.integers(1, len(self.model.log)))
        expected = number in self.model.line()
        if expected and text:
            expected = self.model.is_legal(self.model.fold(number)[0], text)
        self.try_to(Correct(number, text), expected)
        if expected:
            self.model.add(Correct(number, text))

    @precondition(lambda self: hasattr(self, "model") and len(self.model.line()) > 1)
    @rule(data=st.data())
    def change_a_roll(self, data: st.DataObject) -> None:
        """A correction that is likely to topple what follows."""
        line = self.model.line()
        number = data.draw(st.sampled_from(sorted(line)))
        state, _ = self.model.fold(number)
        move = data.draw(st.sampled_from(list(GAME.moves(state))))
        self.try_to(Correct(number, str(move)), True)
        self.model.add(Correct(number, str(move)))

    @rule()
    def undo(self) -> None:
        self.try_to(Undo(), bool(self.model.done))
        if self.model.done:
            number = self.model.done.pop()
            self.model.undone.append(number)
            self.model.add(Undo(number))

    @rule()
    def redo(self) -> None:
        self.try_to(Redo(), bool(self.model.undone))
        if self.model.undone:
            number = self.model.undone.pop()
            self.model.done.append(number)
            self.model.add(Redo(number))

    @rule(left=st.integers(-1, 4), turn=st.integers(0, 1))
    def accept(self, left: int, turn: int) -> None:
        action = Accept({"left": left, "turn": turn, "taken": [1, 2], "said": 0})
        expected = left >= 0 and self.model.phase == "playing"
        self.try_to(action, expected)
        if expected:
            self.model.add(action)

    @rule(seat=st.integers(0, 2), name=st.sampled_from(["", "Vera", "Susan"]))
    def sit(self, seat: int, name: str) -> None:
        self.try_to(Sit(seat, name), seat < 2)
        if seat < 2:
            self.model.names[seat] = name
            self.model.add(Sit(seat, name))

    @rule(mode=st.sampled_from(["ask", "auto", "watch", "other"]))
    def choose(self, mode: str) -> None:
        self.try_to(Choose(mode), mode != "other")
        if mode != "other":
            self.model.mode = mode
            self.model.add(Choose(mode))

    @rule(action=st.sampled_from([Pause(), Resume(), Resume(), End()]))
    def change_phase(self, action: Any) -> None:
        now = self.model.phase
        to = {Pause: "paused", Resume: "playing", End: "ended"}[type(action)]
        expected = to != now and not (to == "paused" and now == "ended")
        self.try_to(action, expected)
        if expected:
            self.model.phase = to
            self.model.add(action)

    @rule(seen=st.integers(-2, 40))
    def send_something_stale(self, seen: int) -> None:
        if seen != self.table.now.number:
            answer = send(self.table, Pause(), seen=seen)
            assert not isinstance(answer, Event)
            assert answer.reason == "stale"

    @rule()
    def close_and_open(self) -> None:
        self.table.close()
        self.table = open_table(self.folder)
        self.table.listen(self.hear)

    @invariant()
    def they_agree(self) -> None:
        if not hasattr(self, "model"):
            return
        now, model = self.table.now, self.model
        state, unapplied = model.fold()
        assert now.state == state
        assert set(now.unapplied) == unapplied
        assert now.number == len(model.log) - 1
        assert [event.action for event in self.table.events()[1:]] == model.log[2:]
        assert now.names == {seat: name for seat, name in model.names.items() if name}
        assert (now.mode, now.phase) == (model.mode, model.phase)
        assert now.undo == (model.done[-1] if model.done else None)
        assert now.redo == (model.undone[-1] if model.undone else None)
        assert self.table.trouble is None
        assert self.heard == list(range(2, now.number + 1))


TestTableAgainstModel = TableAgainstModel.TestCase
TestTableAgainstModel.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
