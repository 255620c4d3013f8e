"""A cache for functions of a game's values: these never change, so what follows from them stays.

Whether something is the same is asked by identity: to compare two large values takes longer than
most answers about them, and what a move leaves alone is the very same object before and after it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_BY_VALUE = (str, int, type(None))
_ALL: list[dict[Any, Any]] = []


def remembering(
    most: int, by: Callable[..., tuple[Any, ...]] | None = None
) -> Callable[[Callable[_Given, _Answer]], Callable[_Given, _Answer]]:
    """Remember the last answers of a function; nobody may change what is given.

    `by` says what the answer hangs on, if it is not everything that is handed over. Words and
    numbers are compared by value, everything else by identity.

    >>> @remembering(most=8)
    ... def length(of: list[int]) -> list[int]:
    ...     return [len(of)]
    >>> dice = [1, 2]
    >>> length(dice) is length(dice), length(dice) is length([1, 2])
    (True, False)
    """

    def decorate(function: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
        # With every answer what it hangs on: an identity is one only while its owner lives.
        known: dict[tuple[Any, ...], tuple[_Answer, tuple[Any, ...]]] = {}
        _ALL.append(known)

        @wraps(function)
        def ask(*things: _Given.args, **_: _Given.kwargs) -> _Answer:
            deciding = things if by is None else by(*things)
            key = tuple([one if isinstance(one, _BY_VALUE) else id(one) for one in deciding])
            found = known.get(key)
            if found is None:
                found = known[key] = function(*things), deciding  # type: ignore[call-arg]
                if len(known) > most:
                    _forget_one(known)
            return found[0]

        return ask

    return decorate


def forget_all() -> None:
    """Forget every answer: those about a game that is over will never be asked for again."""
    for known in _ALL:
        known.clear()


def _forget_one(known: dict[Any, Any]) -> None:
    """The oldest; other threads ask at the same time, and then the next one forgets."""
    try:
        known.pop(next(iter(known)), None)
    except (RuntimeError, StopIteration):
        return
