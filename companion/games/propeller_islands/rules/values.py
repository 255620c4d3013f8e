"""How moves and tasks are declared, and functions that are chosen by the type of one of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform, get_args, get_type_hints

T = TypeVar("T")
R = TypeVar("R")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A small value: a frozen dataclass with slots."""
    return dataclass(frozen=True, slots=True)(cls)


class ByType(dict[type, Callable[..., R]]):
    """Functions by the type of their last parameter; a union stands for each of its members."""

    def __call__(self, function: Callable[..., R]) -> Callable[..., R]:
        """Add a function, as a decorator."""
        hint: Any = [*get_type_hints(function).values()][-2]
        self.update(dict.fromkeys(get_args(hint) or (hint,), function))
        return function
