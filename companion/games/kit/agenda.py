"""What is still to be done: a pile of tasks in the state, the last one next.

A task waits for somebody's move or needs nobody; what follows from it goes on top. So effects
resolve depth first, a task may belong to any seat, and a half-finished chain is an ordinary state.

**Interruptions.** A move that is allowed during many tasks answers none of them. It is allowed
while a certain task is `within` the agenda (the end of the turn, of the phase), and what follows
from it goes on top of whatever is going on.

**No order.** Tasks that happen together lie below an `InAnyOrder`; any of them may be next. They
are kept sorted: two ways to the same rest are one state, and whoever searches sees it once.

>>> agenda = ("end", *in_any_order("score", "fill"))
>>> agenda
('end', 'fill', 'score', InAnyOrder(count=2))
>>> asked(agenda), first(agenda, "fill")
(('fill', 'score'), ('end', 'score', 'fill'))
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from companion.games.kit.resources import Resources
from companion.games.kit.values import changed

Agenda = tuple[Any, ...]


class HasAgenda:
    """A state, a dataclass without slots, that has an agenda; an empty one ends the game."""

    agenda: Agenda

    def then(self, *tasks: Any, **changes: object) -> Self:
        """The top task is done and others take its place, the last of them next."""
        changes["agenda"] = self.agenda[:-1] + tasks
        return changed(self, changes)

    def but_first(self, *tasks: Any) -> Self:
        """The same with something to do before all else."""
        return changed(self, {"agenda": self.agenda + tasks})


class HasPlayers(HasAgenda):
    """One with something for each seat besides."""

    players: tuple[Any, ...]

    def with_player(self, seat: int, player: Any, **changes: object) -> Self:
        """The state with another value for one seat."""
        changes["players"] = self._players_with(seat, player)
        return changed(self, changes)

    def then_with(self, seat: int, player: Any, *tasks: Any, **changes: object) -> Self:
        """The same when the top task is done and others take its place, the last of them next."""
        changes["players"] = self._players_with(seat, player)
        changes["agenda"] = self.agenda[:-1] + tasks
        return changed(self, changes)

    def _players_with(self, seat: int, player: Any) -> tuple[Any, ...]:
        players = [*self.players]
        players[seat] = player
        return tuple(players)

    def with_more(self, seat: int, **more: Any) -> Self:
        """The state with so much more of each for one seat; below 0 it is less."""
        player = self.players[seat]
        return self.with_player(seat, changed(player, {n: _sum(player, n, more[n]) for n in more}))

    @property
    def points(self) -> tuple[int, ...]:
        """What each has scored so far."""
        return tuple(player.points for player in self.players)


def _sum(player: Any, name: str, more: Any) -> Any:
    had = getattr(player, name)
    return had.plus(more) if isinstance(had, Resources) else had + more


S = TypeVar("S", bound=HasAgenda)
T = TypeVar("T")
#: What a task does by itself: the state after it, or None when somebody has to decide.
Consequence = Callable[[S, Any], S | None]


@dataclass(frozen=True)
class InAnyOrder:
    """So many tasks below this one come in the order that their owner likes."""

    count: int


def in_any_order(*tasks: Any) -> Agenda:
    """These tasks as the end of an agenda."""
    if len({*tasks}) < 2:
        return tasks
    return (*sorted(tasks, key=repr), InAnyOrder(len(tasks)))


def asked(agenda: Agenda) -> Agenda:
    """The tasks of which one is next, equal ones once."""
    if not agenda or not isinstance(agenda[-1], InAnyOrder):
        return agenda[-1:]
    return tuple(dict.fromkeys(agenda[-1 - agenda[-1].count : -1]))


def first(agenda: Agenda, task: Any) -> Agenda:
    """The agenda with a task on top that is asked for."""
    if not isinstance(agenda[-1], InAnyOrder):
        return agenda
    start = len(agenda) - 1 - agenda[-1].count
    others = [*agenda[start:-1]]
    others.remove(task)
    return (*agenda[:start], *in_any_order(*others), task)


def within(agenda: Agenda, kind: type[T]) -> T | None:
    """The innermost task of a kind that is still to be done."""
    return next((task for task in reversed(agenda) if isinstance(task, kind)), None)


def settle(state: S, consequences: Mapping[type, Consequence[S]]) -> S:
    """Carry out everything that needs no decision.

    For the order of tasks without order their owner is asked only where it makes a difference.
    """
    while state.agenda:
        task = state.agenda[-1]
        follow = consequences.get(type(task))
        if follow is None and not isinstance(task, InAnyOrder):
            break
        after = follow(state, task) if follow else _with_any_first(state, consequences)
        if after is None:
            break
        state = after
    return state


def lost_if(nobody_can: Callable[[S, Any], bool]) -> Consequence[S]:
    """A task that is dropped when nobody can do anything about it, or has nothing to choose."""
    return lambda state, task: state.then() if nobody_can(state, task) else None


def beginning_with(state: S, task: Any) -> S:
    """The state with a task on top that is asked for."""
    return changed(state, {"agenda": first(state.agenda, task)})


def _with_any_first(state: S, consequences: Mapping[type, Consequence[S]]) -> S | None:
    """The state with a task on top that may as well come first: every end is still open."""
    orders = {task: beginning_with(state, task) for task in asked(state.agenda)}
    if not all(_needs_nobody(after, task, consequences) for task, after in orders.items()):
        return None
    ends = {task: _ends(after, consequences) for task, after in orders.items()}
    every = [end for reached in ends.values() for end in reached]
    return next((orders[task] for task in ends if all(end in ends[task] for end in every)), None)


def _needs_nobody(state: S, task: Any, consequences: Mapping[type, Consequence[S]]) -> bool:
    follow = consequences.get(type(task))
    return follow is not None and follow(state, task) is not None


def _ends(state: S, consequences: Mapping[type, Consequence[S]]) -> list[S]:
    """The states to which the orders of tasks that need nobody lead, none twice."""
    state = settle(state, consequences)
    orders = {task: beginning_with(state, task) for task in asked(state.agenda)}
    if len(orders) < 2 or not all(_needs_nobody(a, t, consequences) for t, a in orders.items()):
        return [state]
    found: list[S] = []
    for after in orders.values():
        found += [end for end in _ends(after, consequences) if end not in found]
    return found
