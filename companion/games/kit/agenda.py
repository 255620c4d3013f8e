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
from dataclasses import dataclass, replace
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")

Agenda = tuple[Any, ...]
Consequences = Mapping[type, Callable[[Any, Any], Any]]
IsLost = Callable[[Any, Any], bool]


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


def settle(state: S, carry_out: Consequences, is_lost: IsLost = lambda state, task: False) -> S:
    """The state when everything is done that needs no decision.

    `carry_out` does the tasks that need nobody, each by its type, and takes them off the agenda; a
    task that nobody can do anything about `is_lost`. For the order of such tasks their owner is
    asked only where it makes a difference.
    """
    state = _run(state, carry_out, is_lost)
    while (task := _may_be_first(state, carry_out, is_lost)) is not None:
        state = _run(_beginning_with(state, task), carry_out, is_lost)
    return state


def _run(state: Any, carry_out: Consequences, is_lost: IsLost) -> Any:
    """The same up to tasks without order."""
    while state.agenda:
        task = state.agenda[-1]
        consequence = carry_out.get(type(task))
        if consequence is not None:
            state = consequence(state, task)
        elif is_lost(state, task):
            state = replace(state, agenda=state.agenda[:-1])
        else:
            break
    return state


def _may_be_first(state: Any, carry_out: Consequences, is_lost: IsLost) -> Any:
    """The task without order that leaves every end open; None where somebody must choose."""
    here = asked(state.agenda)
    if len(here) < 2:
        return None
    if lost := [task for task in here if is_lost(state, task)]:
        return lost[0]
    if not all(type(task) in carry_out for task in here):
        return None
    ends = {task: _ends(_beginning_with(state, task), carry_out, is_lost) for task in here}
    every = [end for reached in ends.values() for end in reached]
    return next((task for task in here if all(end in ends[task] for end in every)), None)


def _ends(state: Any, carry_out: Consequences, is_lost: IsLost) -> list[Any]:
    """The states to which the orders of tasks that need nobody lead, none twice."""
    state = _run(state, carry_out, is_lost)
    here = asked(state.agenda)
    if len(here) < 2 or not all(type(task) in carry_out for task in here):
        return [state]
    found: list[Any] = []
    for task in here:
        reached = _ends(_beginning_with(state, task), carry_out, is_lost)
        found += [end for end in reached if end not in found]
    return found


def _beginning_with(state: Any, task: Any) -> Any:
    return replace(state, agenda=first(state.agenda, task))
