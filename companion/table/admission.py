"""Whether a command may happen: is it fresh, is its sender allowed to, is it legal?

Nothing is changed here. The answer is a `Admitted`, or `Refused` is raised.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from companion.common.errors import CompanionError
from companion.common.words import Said, said_by, say, say_n
from companion.games.capabilities import HasFaults, Rules
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, IllegalMove, Seat
from companion.games.secrets import public, whose_secret
from companion.log.events import (
    AUTO,
    MODES,
    SEAT,
    Accept,
    Action,
    Choose,
    Command,
    Confirm,
    Correct,
    End,
    Pause,
    Play,
    Redo,
    Resume,
    Sit,
    Undo,
    Who,
)
from companion.log.fold import Fold, Reasons, step
from companion.log.history import ENDED, IN_LINE, PAUSED, PLAYING, History
from companion.log.lines import MoveLine
from companion.log.playing import met
from companion.table.permissions import refusal

LONGEST_LINE = 2000
LONGEST_NAME = 40
LONGEST_REASON = 500

STALE, FORBIDDEN, ILLEGAL, UNREADABLE, IMPOSSIBLE = (
    "stale", "forbidden", "illegal", "unreadable", "impossible"
)  # fmt: skip


_RESTING = {
    PAUSED: say("The game is paused; resume it first."),
    ENDED: say("The game has ended; resume it first."),
}
_NEXT: dict[type, tuple[Said, Said]] = {
    Undo: (say("There is nothing to undo."), say("The next to undo is event {number}.")),
    Redo: (say("There is nothing to redo."), say("The next to redo is event {number}.")),
}


class Refused(Exception):  # noqa: N818 - carries an answer, not a mistake
    """The command may not happen."""

    def __init__(self, reason: str, text: str, violations: Reasons = ()) -> None:
        super().__init__(text)
        self.reason, self.text, self.violations = reason, text, violations


@dataclass(frozen=True)
class Admitted:
    """It may happen: the action with everything filled in, and whose moves it holds.

    `state` is the one after it, where that is simply the next one.
    """

    action: Action
    seats: tuple[Seat, ...] = ()
    state: Any = None


@dataclass(frozen=True)
class Admission:
    """Judges the commands of one table."""

    game: Rules[Any, Any]
    history: History
    fold: Fold

    def judge(self, command: Command) -> Admitted:
        """The verdict about a command."""
        self._must_be_fresh(command.seen)
        if isinstance(command.why, str) and len(command.why) > LONGEST_REASON:
            raise Refused(
                UNREADABLE, say("Give a reason of at most {n} characters.", n=LONGEST_REASON)
            )
        action = command.action
        if isinstance(action, Play | Confirm):
            return self._moves(command, action)
        if isinstance(action, Correct | Undo | Redo):
            return self._change(command, action)
        if isinstance(action, Sit):
            return self._seat(command, action)
        return self._rest(command, action)

    def _must_be_fresh(self, seen: int) -> None:
        number = self.history.number
        if seen == number:
            return
        if 0 <= seen < number:
            said = say_n(
                "Something else has happened meanwhile.",
                "{n} more things have happened meanwhile.",
                number - seen,
            )
            raise Refused(STALE, said)
        said = say("This table is at event {n}; it knows no event {seen}.", n=number, seen=seen)
        raise Refused(STALE, said)

    def _permit(self, command: Command, own: bool = False, free: bool = False) -> None:
        mode = self.history.mode
        reason = refusal(type(command.action), command.by, own=own, free=free, mode=mode)
        if reason is not None:
            raise Refused(FORBIDDEN, reason)

    def _only_while_playing(self) -> None:
        if self.history.phase != PLAYING:
            raise Refused(IMPOSSIBLE, _RESTING[self.history.phase])

    # --- moves --------------------------------------------------------------------------------

    def _moves(self, command: Command, action: Play | Confirm) -> Admitted:
        line = self._read(action.moves)
        state, seats, illegal = self._try(command, self.fold.state, line.moves(self.game))
        own = set(seats) <= {command.by.seat}
        # What was seen may end one turn and begin the next: either player says yes to it.
        own = own or (isinstance(action, Confirm) and command.by.seat in seats)
        self._permit(command, own=own)
        self._only_while_playing()
        if illegal:
            raise Refused(ILLEGAL, illegal[0].text, illegal)
        return Admitted(replace(action, moves=line), seats, state)

    def _try(
        self, command: Command, state: Any, moves: tuple[Any, ...]
    ) -> tuple[Any, tuple[Seat, ...], Reasons]:
        """The state after these moves, whose moves they are, and why they are not legal."""
        by = command.by
        # What speaks against it in a hand, its owner is told; but what the eye saw was played.
        owner = by.seat if isinstance(command.action, Play) else None
        seats: set[Seat] = set()
        illegal: Reasons = ()
        for move in moves:
            seat = self.game.to_move(state)
            # Who tells of a hand what is known of it already tells of it all the same.
            before = met(self.game, state, move, owner)
            try:
                state = self.game.apply(before, move)
            except IllegalMove as error:
                illegal = error.violations
            secret = None if illegal else self._secret(by, before, state)
            if secret is not None:
                seats.add(secret)
            elif seat not in (None, CHANCE) and (illegal or not self._is_told(by, before, move)):
                seats.add(seat)
            if illegal:
                break
        return state, tuple(sorted(seats)), illegal

    def _is_told(self, by: Who, state: Any, move: Any) -> bool:
        """Whether a move is no part of a turn: legal, but not among the moves to choose from.

        To find out takes time, and matters only when it is somebody else's turn.
        """
        if by.role != SEAT or by.seat == self.game.to_move(state):
            return False
        return move not in self.game.moves(public(self.game, state))

    def _secret(self, by: Who, before: Any, after: Any) -> Seat | None:
        """Whose hand a player tells of, if that is somebody else's."""
        whose = whose_secret(self.game, before, after) if by.role == SEAT else None
        return None if whose == by.seat else whose

    def _read(self, text: str) -> MoveLine:
        if len(text) > LONGEST_LINE:
            raise Refused(
                UNREADABLE, say("At most {n} characters of moves, please.", n=LONGEST_LINE)
            )
        try:
            line = text if isinstance(text, MoveLine) else MoveLine(text)
            moves = line.moves(self.game)
        except CompanionError as error:
            raise Refused(UNREADABLE, said_by(error)) from error
        if not moves:
            raise Refused(UNREADABLE, say("There is no move in this line."))
        return line

    # --- undo, redo, correction ---------------------------------------------------------------

    def _change(self, command: Command, action: Correct | Undo | Redo) -> Admitted:
        number = self._target(action)
        about = self.history.event(number)
        nobodys = not about.seats and not isinstance(about.action, Accept)
        own = about.by == command.by or command.by.seat in about.seats or nobodys
        self._permit(command, own=own)
        if isinstance(action, Correct) and action.moves.strip():
            line = self._read(action.moves)
            before = self.fold.before(self.history, number)
            _, seats, illegal = self._try(command, before, line.moves(self.game))
            # Whoever may correct what the table did does not play for others by that.
            self._permit(command, own={*seats} <= {command.by.seat, *about.seats})
            if illegal:
                raise Refused(ILLEGAL, illegal[0].text, illegal)
            action = replace(action, moves=line)
        return Admitted(replace(action, event=number), about.seats)

    def _target(self, action: Correct | Undo | Redo) -> int:
        """The event that it is about; refuses where there is none."""
        history = self.history
        if isinstance(action, Correct):
            number = action.event
            if not 1 <= number <= history.number:
                raise Refused(IMPOSSIBLE, say("There is no event {number}.", number=number))
            if isinstance(about := history.event(number).action, Correct):
                raise Refused(
                    IMPOSSIBLE, say("Correct event {event} itself once more.", event=about.event)
                )
            if not isinstance(about, IN_LINE):
                raise Refused(
                    IMPOSSIBLE, say("Event {number} holds no moves to correct.", number=number)
                )
            if number not in history.line:
                raise Refused(IMPOSSIBLE, say("Event {number} is undone.", number=number))
            return number
        numbers = history.done if isinstance(action, Undo) else history.undone
        nothing, other = _NEXT[type(action)]
        if not numbers:
            raise Refused(IMPOSSIBLE, nothing)
        if action.event not in (None, numbers[-1]):
            raise Refused(IMPOSSIBLE, other.fill(number=numbers[-1]))
        return numbers[-1]

    # --- everything else ----------------------------------------------------------------------

    def _seat(self, command: Command, action: Sit) -> Admitted:
        own, free = action.seat == command.by.seat, action.seat not in self.history.names
        self._permit(command, own=own, free=free)
        players = self.history.begin.config.get("players")
        if not isinstance(players, int) or not 0 <= action.seat < players:
            raise Refused(IMPOSSIBLE, say("There is no seat {number}.", number=action.seat + 1))
        if len(action.name) > LONGEST_NAME:
            raise Refused(UNREADABLE, say("A name has at most {n} characters.", n=LONGEST_NAME))
        return Admitted(action)

    def _rest(self, command: Command, action: Action) -> Admitted:
        self._permit(command)
        phase = self.history.phase
        if isinstance(action, Choose):
            self._choose(action.mode)
        if isinstance(action, Pause | Accept):
            self._only_while_playing()
        if isinstance(action, Resume) and phase == PLAYING:
            raise Refused(IMPOSSIBLE, say("The game is going on already."))
        if isinstance(action, End) and phase == ENDED:
            raise Refused(IMPOSSIBLE, say("The game has ended already."))
        return self._accept(action) if isinstance(action, Accept) else Admitted(action)

    def _choose(self, mode: str) -> None:
        if mode not in MODES:
            said = say("Choose {modes}, not '{mode}'.", modes=", ".join(MODES), mode=mode[:40])
            raise Refused(UNREADABLE, said)
        if mode == AUTO and not isinstance(self.game, HasFaults):
            # Nothing would keep it from entering what was done with dice that are gone.
            said = say("Nothing is entered by itself: this game can't say which tables can't be.")
            raise Refused(IMPOSSIBLE, said)

    def _accept(self, action: Accept) -> Admitted:
        plain = Accept(json.loads(json.dumps(action.state)))
        state, unreadable = step(self.game, None, plain)
        if unreadable:
            raise Refused(UNREADABLE, unreadable[0].text)
        status = defaults.status(self.game, public(self.game, state))
        wrong = tuple(found for found in status if not found.assumed)
        if wrong:
            raise Refused(ILLEGAL, wrong[0].text, wrong)
        return Admitted(plain, state=state)
