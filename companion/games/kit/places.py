"""A place is declared once: its zone, where it stands in a state, how what lies there is shown.

What a camera should see of each zone (`Table.project`), what decides it (`Table.parts`), and a
state that agrees with the table as it lies (`Table.adopt`) follow from that. Places that are
alike are one entry: a new place of a game is one line in one table.

>>> from dataclasses import replace
>>> @dataclass(frozen=True)
... class Player:
...     coins: int
>>> @dataclass(frozen=True)
... class State:
...     row: tuple[str, ...]
...     players: tuple[Player, ...]
>>> TABLE: Table[State] = Table(
...     (
...         Places("cards", ("row",), single("cards/row"), several("card", str)),
...         Places("purse:{seat}", ("coins",), single("purse/{seat}"), counted("pile")),
...     ),
...     lambda state: state.players,
...     lambda state, seat, player: replace(state, players=(player,)),
... )
>>> state = State(("sun", "moon"), (Player(3),))
>>> TABLE.zones(state)
('cards', 'purse:0')
>>> [piece.identity for piece in TABLE.project(state, "cards").pieces]
['sun', 'moon']
>>> TABLE.put(state, TABLE.groups(state)["purse:0"][0], {"purse/0": 4}).players
(Player(coins=4),)

What lies on a carrier is named by where it is now: the `Form` of a wheel and its pose spreads slot
`(i - pose) % 4` to `wheel/0/<i>`, and gathers it back. A piece over several places is spread to all
of them, the top one last. `fields` name pose and layers too: same objects, same picture.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from companion.common.errors import InputError
from companion.tabletop.observation import Die, Observation, Piece
from companion.tabletop.sight import LyingThing, Sight

S = TypeVar("S")
V = TypeVar("V")

There = Mapping[str, Any]
Things = tuple[LyingThing, ...]

#: The same piece is asked for thousands of times in one explanation.
piece = cache(Piece)

_NOTHING: frozenset[str] = frozenset()


class Shape(NamedTuple, Generic[V]):
    """How a value lies at a place: the things that show it, and the value that things show.

    `read` is given what was thought to lie there before, None for nothing, and says what does.
    """

    lay: Callable[[str, V], tuple[Die, ...] | tuple[Piece, ...]]
    read: Callable[[str, V | None, Things], V | None]
    of_dice: bool = False


class Form(NamedTuple):
    """Which places a field of a state stands for: each with what lies there, None for nothing.

    Attributes:
        spread: The places out of the state, the seat and the field's value.
        gather: The field's value for which exactly this lies there; what is empty is left out.
        grows: Whether a place that `spread` does not name is one of them too.
    """

    spread: Callable[[Any, int, Any], There]
    gather: Callable[[Any, int, There], Any]
    grows: Callable[[str, int], bool] = lambda place, seat: False


@dataclass(frozen=True)
class Places:
    """Places that are alike.

    Attributes:
        zone: Their zone; `{seat}` in it stands for the seat.
        fields: The fields of the state, or of each seat, that decide what lies there.
        form: Which places that are.
        shape: How what lies there is shown.
        loose: Whether nothing can be said of dice and poses there while the zone is unsettled.
        of_seat: Whether every seat has such places; it does when its zone is the seat's.
    """

    zone: str
    fields: tuple[str, ...]
    form: Form
    shape: Shape[Any]
    loose: bool = False
    of_seat: bool = False


class Group(NamedTuple):
    """Places that are alike, of one seat or (-1) of nobody."""

    places: Places
    seat: int
    value: Callable[[Any], Any]


#: What decides about a zone: the fields of a seat, or of the last of all owners, the state itself.
_Getter = tuple[str, int, Callable[[object], tuple[object, ...]]]


@dataclass(frozen=True, eq=False)
class Table(Generic[S]):
    """All places of a game.

    Attributes:
        places: In the order in which their zones are named.
        seats: What belongs to each seat of a state.
        with_seat: The state with something else for a seat.
        unsettled: The zones where dice and figures are on their way: nobody knows what they show.
    """

    places: tuple[Places, ...]
    seats: Callable[[S], Sequence[Any]]
    with_seat: Callable[[S, int, Any], S]
    unsettled: Callable[[S], frozenset[str]] = lambda state: _NOTHING
    _groups: dict[int, dict[str, list[Group]]] = field(default_factory=dict)
    _getters: dict[int, tuple[list[_Getter], list[_Getter]]] = field(default_factory=dict)

    def zones(self, state: S) -> tuple[str, ...]:
        """The names of all zones."""
        return tuple(self.groups(state))

    def groups(self, state: S) -> dict[str, list[Group]]:
        """By zone the groups of places in it: those of nobody, then those of each seat."""
        count = len(self.seats(state))
        if count not in self._groups:
            found: dict[str, list[Group]] = {}
            for zone in dict.fromkeys(places.zone for places in self.places):
                for seat in range(-1, count):
                    for places in self.places:
                        own = places.of_seat or "{seat}" in zone
                        if places.zone == zone and own == (seat >= 0):
                            group = Group(places, seat, attrgetter(*places.fields))
                            found.setdefault(zone.format(seat=seat), []).append(group)
            self._groups[count] = found
        return self._groups[count]

    def lying(self, state: S, group: Group) -> There:
        """The places of a group, each with what lies there."""
        owner = state if group.seat < 0 else self.seats(state)[group.seat]
        return group.places.form.spread(state, group.seat, group.value(owner))

    def things(self, state: S) -> Iterator[Any]:
        """Everything that lies there, whether anybody can tell or not."""
        for groups in self.groups(state).values():
            for group in groups:
                for place, value in self.lying(state, group).items():
                    if value is not None:
                        yield from group.places.shape.lay(place, value)

    def put(self, state: S, group: Group, there: There) -> S:
        """The state in which exactly this lies there."""
        value, fields = group.places.form.gather(state, group.seat, there), group.places.fields
        changes = {fields[0]: value} if len(fields) == 1 else dict(zip(fields, value, strict=True))
        after = copy(state if group.seat < 0 else self.seats(state)[group.seat])
        after.__dict__.update(changes)
        return after if group.seat < 0 else self.with_seat(state, group.seat, after)

    def adopt(self, state: S, sight: Sight) -> S:
        """The state with everything as it was read, for people who go on from the table as it is.

        What was not read stays as it was; `InputError` where what was read has no meaning.
        """
        for zone, groups in self.groups(state).items():
            read = sorted(sight.read_places(zone))
            for group in groups:
                grows, shape = group.places.form.grows, group.places.shape
                lying = self.lying(state, group)
                mine = [place for place in read if place in lying or grows(place, group.seat)]
                there = {place: value for place, value in lying.items() if value is not None}
                for place in mine:
                    there[place] = shape.read(place, there.get(place), sight.things(place))
                    if there[place] is None:
                        del there[place]
                if mine:
                    state = self.put(state, group, there)
        return state

    def parts(self, state: S) -> dict[str, tuple[object, ...]]:
        """The values that decide what is seen of each zone: the same objects, the same picture."""
        owners = (*self.seats(state), state)
        first, more = self._getters.get(len(owners)) or self._made_getters(state)
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
            for group in groups:
                fields.setdefault(group.seat, []).extend(group.places.fields)
            for number, (whose, names) in enumerate(fields.items()):
                # The first one twice: a getter of several fields gives a tuple, and the last of
                # them makes room for the word that the zone is unsettled.
                (more if number else first).append((zone, whose, attrgetter(*names, names[0])))
        self._getters[len(self.seats(state)) + 1] = first, more
        return first, more

    def project(self, state: S, zone: str, only: str | None = None) -> Observation:
        """A perfect look at a zone of this state, or at one place of it."""
        groups = self.groups(state).get(zone)
        if groups is None:
            raise InputError(f"no zone '{zone}'; there is {', '.join(self.zones(state))}")
        unsettled = zone in self.unsettled(state)
        dice: list[Any] = []
        pieces: list[Any] = []
        looked_at: list[str] = []
        unsaid = _NOTHING
        for group in groups:
            there = self.lying(state, group)
            if only is not None:
                there = {only: there[only]} if only in there else {}
            lay, _, of_dice = group.places.shape
            shown: list[Any] = [
                thing
                for place, value in there.items()
                if value is not None
                for thing in lay(place, value)
            ]
            if unsettled and group.places.loose:
                if of_dice:
                    unsaid = unsaid.union(there)
                else:
                    shown = [piece(p.kind, p.place, p.identity, None, p.confidence) for p in shown]
            (dice if of_dice else pieces).extend(shown)
            looked_at += there
        return Observation(zone, tuple(dice), tuple(pieces), frozenset(looked_at), unsaid)


# --- the usual forms ------------------------------------------------------------------------------


def single(place: str) -> Form:
    """One place for the whole field."""
    name = cache(lambda seat: place.format(seat=seat))
    return Form(
        lambda state, seat, value: {name(seat): value},
        lambda state, seat, there: there[name(seat)],
    )


def listed(*places: str, of: Callable[[Any], Any] = tuple) -> Form:
    """A place for each item of a tuple."""
    names = cache(lambda seat: [place.format(seat=seat) for place in places])
    return Form(
        lambda state, seat, value: dict(zip(names(seat), value, strict=True)),
        lambda state, seat, there: of(there.get(name) for name in names(seat)),
    )


def piles(zone: str, *fields: str) -> Places:
    """A place for each number of a seat, such as `coal/{seat}`: a pile of so many."""
    form = _piled(fields, tuple) if fields[1:] else single(f"{fields[0]}/{{seat}}")
    return Places(zone, fields, form, counted("pile"))


def purse(zone: str, field: str, goods: Any) -> Places:
    """The same for a field whose value is `goods`, so many of each."""
    return Places(zone, (field,), _piled(goods.names, goods._make), counted("pile"))


def _piled(names: Sequence[str], of: Callable[[Any], Any]) -> Form:
    return listed(*(f"{name}/{{seat}}" for name in names), of=of)


def own(field: str, kind: str, places: Mapping[str, str], zone: str) -> Places:
    """What each seat has put on places that all share: the field is a tuple of the keys.

    Such a piece is called `seat-0`, like its colour.
    """

    def spread(state: Any, seat: int, value: Any) -> There:
        return {place: (f"seat-{seat}",) * (key in value) for key, place in places.items()}

    def gather(state: Any, seat: int, there: There) -> tuple[str, ...]:
        return tuple(key for key in places if f"seat-{seat}" in there.get(places[key], ()))

    return Places(zone, (field,), Form(spread, gather), several(kind, str), of_seat=True)


def keyed(places: Mapping[str, str]) -> Form:
    """A place for each key of a mapping, whether something lies there or not."""
    return Form(
        lambda state, seat, value: {places[key]: one for key, one in value.items()},
        lambda state, seat, there: {key: there.get(place) for key, place in places.items()},
    )


# --- the usual shapes -----------------------------------------------------------------------------


def one(kind: str, parse: Callable[[str], V]) -> Shape[V]:
    """One piece, or none; one that can't be told is taken for the one that was there."""

    @cache
    def lay(place: str, value: V) -> tuple[Piece, ...]:
        return (piece(kind, place, str(value)),)

    def read(place: str, before: V | None, things: Things) -> V | None:
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

    def read(place: str, before: object, things: Things) -> tuple[V, ...]:
        return tuple(parse(identity(each, place)) for each in things if each.kind == kind)

    return Shape(lay, read)


def counted(kind: str, confidence: float = 1.0) -> Shape[int]:
    """A pile, or a marker on a track, that is read as a number; nothing seen is nothing said."""
    return Shape(
        cache(lambda place, count: (piece(kind, place, str(count), None, confidence),)),
        lambda place, before, things: number(things[0]) if things else before,
    )


def rolled(confidence: float = 1.0) -> Shape[tuple[int, ...]]:
    """Dice by what they show."""
    return Shape(
        cache(lambda place, values: tuple([Die(value, place, confidence) for value in values])),
        lambda place, before, things: tuple(sorted(map(number, things))),
        of_dice=True,
    )


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
