"""Why something is not allowed: a rule's sentence and pages stand in a game's data, by its code.

>>> RULES = {"coal.short": {"pages": {"en": "7"}, "text": {"en": "{seat} has only {coal}."}}}
>>> reason = ruling(RULES, "coal.short", "purse/0", seat=0, coal=lambda: "2 coal")
>>> reason.rule, reason.pieces, reason.text
('coal.short', ('purse/0',), 'Player 1 has only 2 coal.')
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

from companion.common.words import Phrase, joined, player_name, say, say_n
from companion.games.protocol import Violation

Reasons = Iterator[Violation]
P = ParamSpec("P")

ASSUMED_NOTE = say("(This rests on assumed data.)")

_SEATS = frozenset({"seat", "owner", "turn"})


@dataclass(frozen=True)
class Later:
    """Words that are made when somebody reads them."""

    make: Callable[..., object]
    given: tuple[object, ...]

    def __call__(self) -> object:
        """The words."""
        return self.make(*self.given)


@dataclass(frozen=True)
class Sentence:
    """A rule's sentence and its values, put into words when somebody reads it."""

    text: Any
    values: Mapping[str, object]
    assumed: bool

    def __call__(self) -> str:
        """The words; seats become players, and values that are functions are asked."""
        values = {name: each() if callable(each) else each for name, each in self.values.items()}
        for name in _SEATS.intersection(values):
            values[name] = player_name(int(str(values[name])))
        if isinstance(self.text, str):
            said = say(self.text, **values)
        else:
            one, many = self.text
            said = say_n(one, many, int(str(values.pop("n"))), **values)
        return joined([said, ASSUMED_NOTE]) if self.assumed else said


def ruling(
    rules: Mapping[str, Any], rule: str, *pieces: str, assumed: bool = False, **values: object
) -> Violation:
    """A violation of one of these rules, its sentence filled with the values.

    A sentence in the singular and in the plural is chosen by the value `n`.
    """
    entry = rules[rule]
    sentence = Sentence(entry["text"]["en"], values, assumed)
    return Violation(rule, sentence, entry["pages"], pieces, assumed)


def phrases(rules: Mapping[str, Any], language: str) -> Mapping[str, Phrase]:
    """The rules' sentences in a language, by their English patterns; none if nobody made them."""
    texts = [rule["text"] for rule in rules.values()]
    return {
        text["en"] if isinstance(text["en"], str) else text["en"][0]: text[language]
        for text in texts
        if language in text
    }


def all_of(find: Callable[P, Reasons]) -> Callable[P, tuple[Violation, ...]]:
    """Everything that a generator finds, as a decorator."""

    @wraps(find)
    def found(*args: P.args, **kwargs: P.kwargs) -> tuple[Violation, ...]:
        return tuple(find(*args, **kwargs))

    return found
