"""The places that a move touches, from patterns such as `island/{seat}/{cell}`."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from string import Formatter
from typing import Any


def touched(patterns: Iterable[str], fact: Callable[[str], Any]) -> Iterator[str]:
    """The places of these patterns, filled with what `fact` knows under each name in braces.

    What is None is no place; a list is a place each; a cell is written `(1,-1)`.

    >>> facts = {"seat": 0, "cell": (1, -1), "die": None, "goods": ["energy", "fame"]}
    >>> [*touched(("forge/{die}", "island/{seat}/{cell}", "goods/{seat}/{goods}"), facts.get)]
    ['island/0/(1,-1)', 'goods/0/energy', 'goods/0/fame']
    """
    for pattern in patterns:
        names = _names(pattern)
        for values in product(*(_texts(fact(name)) for name in names)):
            yield pattern.format_map(dict(zip(names, values, strict=True)))


@cache
def _names(pattern: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(pattern) if name)


def named(value: Any) -> Any:
    """A value as places name it: a cell is written `(1,-1)`."""
    return f"({','.join(map(str, value))})" if isinstance(value, tuple) else value


def _texts(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value is None else [named(value)]
