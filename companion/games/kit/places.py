"""A place is declared once: its zone, what lies there, how it is read and how it is put there.

What a camera should see of each zone (`Table.project`) and what decides it (`Table.parts`) follow
from the declarations, and so does a state that agrees with the table (`kit.adopting`). Places that
are alike make one group; `out_of` names them, each with what lies there (None: nothing).

>>> from dataclasses import dataclass, replace
>>> @dataclass(frozen=True)
... class Player:
...     coins: int
>>> @dataclass(frozen=True)
... class State:
...     row: tuple[str, ...]
...     players: tuple[Player, ...]
>>> TABLE = Table(
...     places=(
...         Places(
...             "cards",
...             ("row",),
...             lambda state, seat: {"cards/row": state.row},
...             lambda state, seat, there: replace(state, row=there["cards/row"]),
...             several("card", str),
...         ),
...         Places(
...             "purse:{seat}",
...             ("coins",),
...             lambda state, seat: {f"purse/{seat}": state.players[seat].coins},
...             lambda state, seat, there: replace(
...                 state, players=(Player(there[f"purse/{seat}"]),)
...             ),
...             counted("pile"),
...             of_seat=True,
...         ),
...     ),
...     seats=lambda state: state.players,
... )
>>> state = State(("sun", "moon"), (Player(3),))
>>> TABLE.zones(state)
('cards', 'purse:0')
>>> [piece.identity for piece in TABLE.project(state, "cards").pieces]
['sun', 'moon']
>>> TABLE.parts(state)["purse:0"][0]
3

A place on something that turns is named by where it is now: `out_of` of a wheel whose pose is in
the state gives `wheel/0/2` what lies in slot `(2 - pose) % 4`, and `into` reckons back. A piece
that covers several places stands under each of them in `out_of`; what it covers comes back when it
is gone. `fields` must then name the pose and the layers too: same objects, same picture.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from companion.common.errors import InputError
from companion.tabletop.observation import Die, Observation, Piece
from companion.tabletop.sight import LyingThing

S = TypeVar("S")
V = TypeVar("V")

#: The same piece is asked for thousands of times in one explanation.
piece = cache(Piece)

_NOTHING: frozenset[str] = frozenset()


class Shape(NamedTuple, Generic[V]):
    """How a value lies at a place: the things that show it, and the value that things show.

    `read` is given what was thought to lie there before, None for nothing, and says what does.
    """

    lay: Callable[[str, V], tuple[Die, ...] | tuple[Piece, ...]]
    read: Callable[[str, V | None, tuple[LyingThing, ...]], V | None]
    of_dice: bool = False


@dataclass(frozen=True)
class Places(Generic[S]):
    """Places that are alike.

    Attributes:
        zone: Their zone; `{seat}` in it stands for the seat.
        fields: The fields of the state, or of the seat, that decide what lies there.
        out_of: Each place with what lies there, read out of a state.
        into: The state in which exactly this lies there.
        shape: How what lies there is shown.
        of_seat: Whether every seat has such places.
        loose: Whether nothing can be said of dice and poses there while the zone is unsettled.
        grows: Whether a place that `out_of` does not name is one of them too.
    """

    zone: str
    fields: tuple[str, ...]
    out_of: Callable[[S, int], Mapping[str, Any]]
    into: Callable[[S, int, Mapping[str, Any]], S]
    shape: Shape[Any]
    of_seat: bool = False
    loose: bool = False
    grows: Callable[[str, int], bool] = lambda place, seat: False


#: A group of places, and whose they are; 0 where they are nobody's.
Group = tuple[Places[S], int]
#: Whose fields decide about a zone: a seat, or the last of all owners, the state itself.
_Getter = tuple[str, int, Callable[[object], tuple[object, ...]]]


@dataclass(frozen=True, eq=False)
class Table(Generic[S]):
    """All places of a game.

    Attributes:
        places: The groups, in the order in which their zones are named.
        seats: The seats of a state.
        unsettled: The zones where dice and figures are on their way: nobody knows what they show.
    """

    places: tuple[Places[S], ...]
    seats: Callable[[S], Sequence[object]]
    unsettled: Callable[[S], frozenset[str]] = lambda state: _NOTHING
    _groups: dict[int, dict[str, list[Group[S]]]] = field(default_factory=dict)
    _getters: dict[int, tuple[list[_Getter], list[_Getter]]] = field(default_factory=dict)

    def zones(self, state: S) -> tuple[str, ...]:
        """The names of all zones."""
        return tuple(self.groups(state))

    def groups(self, state: S) -> Mapping[str, list[Group[S]]]:
        """By zone the groups of places in it: those of nobody, then those of each seat."""
        count = len(self.seats(state))
        if count not in self._groups:
            found: dict[str, list[Group[S]]] = {}
            for zone in dict.fromkeys(group.zone for group in self.places):
                inside = [group for group in self.places if group.zone == zone]
                shared = [(group, 0) for group in inside if not group.of_seat]
                if shared:
                    found[zone] = shared
                for seat in range(count):
                    own = [(group, seat) for group in inside if group.of_seat]
                    found.setdefault(zone.format(seat=seat), []).extend(own)
            self._groups[count] = found
        return self._groups[count]

    def parts(self, state: S) -> dict[str, tuple[object, ...]]:
        """The values that decide what is seen of each zone: the same objects, the same picture."""
        owners = (*self.seats(state), state)
        getters = self._getters.get(len(owners)) or self._made_getters(state)
        first, more = getters
        found = {zone: get(owners[whose]) for zone, whose, get in first}
        for zone, whose, get in more:
            found[zone] += get(owners[whose])
        for zone in self.unsettled(state):
            found[zone] = (*found[zone][:-1], True)
        return found

    def _made_getters(self, state: S) -> tuple[list[_Getter], list[_Getter]]:
        first: list[_Getter] = []
        more: list[_Getter] = []
        for zone, groups in self.groups(state).items():
            fields: dict[int, list[str]] = {}
            for group, seat in groups:
                fields.setdefault(seat if group.of_seat else -1, []).extend(group.fields)
            for whose, names in fields.items():
                # The first one twice: a getter of several fields gives a tuple, and the last of
                # them makes room for the word that the zone is unsettled.
                getter = zone, whose, attrgetter(*names, names[0])
                (more if any(zone == known for known, *_ in first) else first).append(getter)
        self._getters[len(self.seats(state)) + 1] = first, more
        return first, more

    def project(self, state: S, zone: str) -> Observation:
        """A perfect look at a zone of this state."""
        groups = self.groups(state).get(zone)
        if groups is None:
            raise InputError(f"no zone '{zone}'; there is {', '.join(self.zones(state))}")
        unsettled = zone in self.unsettled(state)
        dice: list[Die] = []
        pieces: list[Piece] = []
        places: list[str] = []
        unsaid: frozenset[str] = _NOTHING
        for group, seat in groups:
            here = group.out_of(state, seat)
            lay, _, of_dice = group.shape
            things: list[Any] = dice if of_dice else pieces
            begin = len(things)
            for place, value in here.items():
                if value is not None:
                    things += lay(place, value)
            places += here
            if unsettled and group.loose:
                if of_dice:
                    unsaid = unsaid.union(here)
                else:
                    pieces[begin:] = map(_without_pose, pieces[begin:])
        return Observation(zone, tuple(dice), tuple(pieces), frozenset(places), unsaid)


def _without_pose(one: Piece) -> Piece:
    return piece(one.kind, one.place, one.identity, None, one.confidence)


# --- the usual shapes -----------------------------------------------------------------------------


def one(kind: str, parse: Callable[[str], V]) -> Shape[V]:
    """One piece, or none; one that can't be told is taken for the one that was there."""

    @cache
    def lay(place: str, value: V) -> tuple[Piece, ...]:
        return (piece(kind, place, str(value)),)

    def read(place: str, before: V | None, things: tuple[LyingThing, ...]) -> V | None:
        found = next((thing for thing in things if thing.kind == kind), None)
        if found is None or (found.identity is None and before is not None):
            return found and before
        return parse(identity(found, place))

    return Shape(lay, read)


def several(kind: str, parse: Callable[[str], V]) -> Shape[tuple[V, ...]]:
    """Pieces of a kind, as many as lie there."""

    @cache
    def lay(place: str, values: tuple[V, ...]) -> tuple[Piece, ...]:
        return tuple([piece(kind, place, str(value)) for value in values])

    def read(place: str, before: object, things: tuple[LyingThing, ...]) -> tuple[V, ...]:
        return tuple(parse(identity(each, place)) for each in things if each.kind == kind)

    return Shape(lay, read)


def counted(kind: str, confidence: float = 1.0) -> Shape[int]:
    """A pile, or a marker on a track, that is read as a number; nothing seen is nothing said."""

    @cache
    def lay(place: str, count: int) -> tuple[Piece, ...]:
        return (Piece(kind, place, str(count), None, confidence),)

    def read(place: str, before: int | None, things: tuple[LyingThing, ...]) -> int | None:
        return number(things[0]) if things else before

    return Shape(lay, read)


def rolled(confidence: float = 1.0) -> Shape[tuple[int, ...]]:
    """Dice by what they show."""

    @cache
    def lay(place: str, values: tuple[int, ...]) -> tuple[Die, ...]:
        return tuple([Die(value, place, confidence) for value in values])

    def read(place: str, before: object, things: tuple[LyingThing, ...]) -> tuple[int, ...]:
        return tuple(sorted(map(number, things)))

    return Shape(lay, read, of_dice=True)


def identity(thing: LyingThing, place: str) -> str:
    """Which one it is; `InputError` where nobody can tell."""
    if thing.identity is None:
        raise InputError(f"nobody can tell which {thing.kind} lies at {place}")
    return thing.identity


def number(thing: LyingThing) -> int:
    """The number that is read on it."""
    if not (thing.identity or "").isdecimal():
        raise InputError(f"'{thing.identity}' is no number")
    return int(thing.identity or "")
