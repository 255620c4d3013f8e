"""What a promise is: a function that plays a game and says what is wrong with it."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from companion.common.errors import CompanionError
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.protocol import Game

Config = Mapping[str, object]


class PromiseBroken(CompanionError):  # noqa: N818 (what is wrong, in a word)
    """A game does not keep a promise; the message says which, and where."""


def must(holds: object, said: str) -> None:
    """Break the promise with these words unless it holds."""
    if not holds:
        raise PromiseBroken(said)


class Promise(NamedTuple):
    """Something that every game of a kind must keep.

    Attributes:
        needs: What a game must be able to do; others are not asked.
        keep: Plays a game of a config, and breaks where it does not hold. Its docstring says what.
        tables: The configs with which it is asked.
        seeds: So many games are played of each.
    """

    needs: type
    keep: Callable[[Any, Config, int], None]
    tables: Callable[[Any], list[Config]]
    seeds: int = 1

    @property
    def said(self) -> str:
        """What is promised, as a sentence."""
        return (self.keep.__doc__ or "").partition("\n")[0]

    def is_for(self, game: Game) -> bool:
        """Whether this game is to keep it."""
        return isinstance(game, self.needs)


def once(game: Game) -> list[Config]:
    """No table at all: what is promised of the game itself."""
    return [{}]


def every_table(game: Game) -> list[Config]:
    """Each number of players and each edition."""
    editions = list(game.editions) or [""]
    return [{"players": n, "edition": name} for name in editions for n in game.players]


def every_option(game: Rules[Any, Any]) -> list[Config]:
    """The fewest players, with every value of every option of the whole table."""
    options = [option for option in defaults.options(game) if not option.per_seat]
    values = product(*([value for value, _ in option.values] for option in options))
    return [
        {
            "players": game.players[0],
            **{o.key: value for o, value in zip(options, chosen, strict=True)},
        }
        for chosen in values
    ]


def broken(promise: Promise, game: Game) -> Iterator[str]:
    """What is wrong, a line for each table at which it does not hold."""
    for config in promise.tables(game):
        try:
            for seed in range(promise.seeds):
                promise.keep(game, config, seed)
        except PromiseBroken as error:
            yield _at(config, str(error))
        except Exception as error:
            # Whatever a game that is checked raises is what is wrong with it.
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{last.filename}, line {last.lineno}"
            yield _at(config, f"{type(error).__name__}: {error} ({where})")


def _at(config: Config, said: str) -> str:
    told = ", ".join(f"{key} {value}" for key, value in config.items() if value != "")
    return f"{said} [{told}]" if told else said
