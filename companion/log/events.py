"""What can be asked of a table, and what happened there: values with a stable text form.

A `Command` asks for an action. What the table accepts becomes an `Event`, which is written as one
line of JSON. Each line carries the check of the line before it and a check of itself, so that
damage is noticed, and every line that is whole can be told from one that is not.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, get_args

from companion.common.codec import kind_of
from companion.common.errors import InputError
from companion.common.json_reading import Json
from companion.games.protocol import Seat, Violation
from companion.log import reasons
from companion.log.lines import MoveLine
from companion.log.reasons import Why

HOST, SEAT, VIEWER, REFEREE = ROLES = ("host", "seat", "viewer", "referee")
ASK, AUTO, WATCH = MODES = ("ask", "auto", "watch")

#: What stands before the first line.
START = "0" * 16
#: The first second of the year 9999: no calendar of ours goes further.
_END_OF_TIME = 253_370_764_800
_encode = json.JSONEncoder(separators=(",", ":")).encode
_quote = json.encoder.encode_basestring_ascii
_TAIL = len(',"check":""}') + len(START)


@dataclass(frozen=True)
class Who:
    """Who sends a command: the host, somebody with a seat, a viewer, or the companion itself."""

    role: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.role if self.seat is None else f"{self.role} {self.seat}"

    @staticmethod
    def parse(text: str) -> "Who":
        """The opposite of `str`."""
        role, _, seat = text.partition(" ")
        if role not in ROLES or (role == SEAT) != seat.isdecimal():
            raise InputError(f"'{text[:40]}' is nobody; write host, seat 0, viewer or referee")
        return Who(role, int(seat) if role == SEAT else None)


THE_HOST = Who(HOST)


@dataclass(frozen=True)
class Begin:
    """A game begins: which one, and how it is set up. Always the first event, and only that."""

    game: str
    config: Mapping[str, Json]


@dataclass(frozen=True)
class Play:
    """Moves as a line of their short forms: decisions, chance, or something told."""

    moves: str


@dataclass(frozen=True)
class Confirm:
    """Moves that the referee proposed and a person has said yes to."""

    moves: str


@dataclass(frozen=True)
class Accept:
    """The table as it lies counts from now on, however it came about."""

    state: Json


@dataclass(frozen=True)
class Correct:
    """An earlier event was really these moves; an empty line strikes it out."""

    event: int
    moves: str


@dataclass(frozen=True)
class Undo:
    """Take the last thing back. In a command `event` may be left out: the table fills it in."""

    event: int | None = None


@dataclass(frozen=True)
class Redo:
    """Do what was undone last after all."""

    event: int | None = None


@dataclass(frozen=True)
class Sit:
    """Somebody takes a seat by this name; an empty name leaves it."""

    seat: Seat
    name: str


@dataclass(frozen=True)
class Choose:
    """How moves are entered: `ask`, `auto` or `watch`."""

    mode: str


@dataclass(frozen=True)
class Pause:
    """Dinner is ready."""


@dataclass(frozen=True)
class Resume:
    """The game goes on, after a pause or after an end that was none."""


@dataclass(frozen=True)
class End:
    """That was it, whether or not the rules say that the game is over."""


@dataclass(frozen=True)
class Lost:
    """An event stood here that could not be read any more; a correction can say what it was."""


Action = (
    Begin | Play | Confirm | Accept | Correct | Undo | Redo | Sit | Choose | Pause | Resume | End
    | Lost
)  # fmt: skip
_KINDS: Mapping[type, str] = {cls: kind_of(cls) for cls in get_args(Action)}
_ACTIONS: Mapping[str, type[Action]] = {kind: cls for cls, kind in _KINDS.items()}
_TYPES: Mapping[str, Any] = {
    "game": str, "config": dict, "moves": str, "state": object, "event": int | None, "seat": int,
    "name": str, "mode": str,
}  # fmt: skip


@dataclass(frozen=True)
class Command:
    """A wish: `seen` is the number of the last event that its sender knew of."""

    action: Action
    by: Who
    seen: int
    why: Why = ""
    picture: str | None = None


@dataclass(frozen=True)
class Event:
    """What happened. `seats` are those whose moves it holds; `at` is in seconds since 1970."""

    number: int
    at: float
    by: Who
    action: Action
    why: Why = ""
    picture: str | None = None
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Rejection:
    """Why a command was refused; `news` are the events that its sender had not seen.

    `reason` is one of `stale`, `forbidden`, `illegal`, `unreadable`, `impossible`.
    """

    reason: str
    text: str
    number: int
    violations: tuple[Violation, ...] = ()
    news: tuple[Event, ...] = ()


def to_line(event: Event, after: str) -> str:
    """The event as a line of JSON, behind the line whose check is `after`."""
    action = event.action
    parts = [f'{{"number":{event.number},"at":{event.at!r},"by":"{event.by}"']
    if isinstance(action, Play):  # by far the most, and the encoder is slow to start
        parts.append(f'"action":{{"kind":"play","moves":{_quote(action.moves)}}}')
    else:
        parts.append(f'"action":{_encode({"kind": _KINDS[type(action)], **vars(action)})}')
    if event.why:
        parts.append(f'"why":{_encode(reasons.to_json(event.why))}')
    if event.picture is not None:
        parts.append(f'"picture":{_quote(event.picture)}')
    if event.seats:
        parts.append(f'"seats":[{",".join(map(str, event.seats))}]')
    parts.append(f'"after":"{after}"')
    text = ",".join(parts)
    return f'{text},"check":"{_check(text)}"}}'


def from_line(line: str) -> Event:
    """The event of a line; `InputError` when it is not one."""
    try:
        data = json.loads(line)
        if "\\ud" in line:
            # Half of a letter, which no page could show, is read as an unknown one.
            whole = json.dumps(data, ensure_ascii=False).encode("utf-16", "surrogatepass")
            data = json.loads(whole.decode("utf-16", "replace"))
        event = Event(
            number=data["number"],
            at=_time(data["at"]),
            by=Who.parse(data["by"]),
            action=_action(data["action"]),
            why=reasons.from_json(data.get("why", "")),
            picture=data.get("picture"),
            seats=tuple(data.get("seats", ())),
        )
        numbers = (event.number, *event.seats)
        if not isinstance(event.picture, str | None) or set(map(type, numbers)) != {int}:
            raise TypeError(line[:60])
        return event
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"this is no event: {line[:60]}") from error


def _time(value: Any) -> float:
    """When it was, in seconds since 1970 as calendars have them."""
    if not 0 <= value < _END_OF_TIME:
        raise ValueError(value)
    return float(value)


def _action(data: Any) -> Action:
    cls = _ACTIONS[data["kind"]]
    found = {
        one.name: data[one.name] if one.default is MISSING else data.get(one.name, one.default)
        for one in fields(cls)
    }
    for name, value in found.items():
        if not isinstance(value, _TYPES[name]) or isinstance(value, bool):
            raise TypeError(name)
    if "moves" in found:
        found["moves"] = MoveLine(found["moves"])
    return cls(**found)


def is_whole(line: str) -> bool:
    """Whether a line is as it was written."""
    return line[-_TAIL:] == f',"check":"{_check(line[:-_TAIL])}"}}'


def check_of(line: str) -> str:
    """The check at the end of a line."""
    return line[-2 - len(START) : -2]


def follows(line: str, after: str) -> bool:
    """Whether a line is whole and was written behind the one whose check is `after`."""
    return is_whole(line) and line[:-_TAIL].endswith(f'"after":"{after}"')


def _check(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[: len(START)]
