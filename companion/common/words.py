"""Sentences that can be told in another language later.

Who makes a sentence does not know who will read it: six phones may want it in three languages. So
it is made in English, as a `Said`: a plain `str` that remembers its English pattern and what was
filled in. A `Language` tells it anew; what was filled in is told in that language too.

>>> french = Language("fr", phrases={
...     "{who} takes {what}.": "{who} prend {what}.",
...     "Player {n}": "Joueur {n}",
...     "{n} die": ("{n} dé", "{n} dés"),
... })
>>> sentence = say("{who} takes {what}.", who=say("Player {n}", n=2),
...                what=say_n("{n} die", "{n} dice", 3))
>>> sentence
'Player 2 takes 3 dice.'
>>> french.tell(sentence)
'Joueur 2 prend 3 dés.'

Cutting a `Said` or adding to it gives a plain `str` that stays English; `joined` and `listed` put
several together.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from string import Formatter
from typing import Any, Self

#: A pattern; or its singular and its plural forms; or a word in its forms, the first one under "".
Phrase = str | Sequence[str] | Mapping[str, str]

_NOTHING: Mapping[str, Any] = {}


class Said(str):
    """An English sentence or word, and what it takes to tell it in another language.

    Attributes:
        key: Its English pattern, with names in braces: what a catalogue translates.
        values: What was filled in.
        pattern: The English pattern that fits the number; mostly the key itself.
        counted: The number that decides between singular and plural; None where there is no choice.
        own: What it is called in other languages when no catalogue knows it.
    """

    key: str
    values: Mapping[str, object]
    pattern: str
    counted: int | None
    own: Mapping[str, str]

    def __new__(
        cls,
        text: str,
        key: str = "",
        values: Mapping[str, object] = _NOTHING,
        counted: int | None = None,
        own: Mapping[str, str] = _NOTHING,
        *,
        pattern: str = "",
    ) -> Self:
        """The English text with what belongs to it."""
        said = super().__new__(cls, text)
        said.key, said.values, said.counted, said.own = key or text, values, counted, own
        said.pattern = pattern or said.key
        return said

    def fill(self, **values: object) -> "Said":
        """The sentence for this pattern."""
        return say(self.key, **values)

    def told_in(self, language: "Language", form: str = "") -> str:
        """The same in another language; `form` is the one that a pattern asks for."""
        phrase = language.phrase(self.key, self.counted, form)
        if phrase is None:
            return self.own.get(language.code) or self._in_english(language.names)
        return language.fill(phrase, self.values) if self.values else phrase

    def _in_english(self, names: Mapping[int, str]) -> str:
        """As it was said, with the names of those who sit there."""
        if not names or not self.values:
            return str(self)
        return ENGLISH.naming(names).fill(self.pattern, self.values)


class Plural(Said):
    """A pattern whose words depend on the number `{n}` in it: its singular, and its plural."""

    many: str

    def __new__(cls, one: str, many: str) -> Self:
        """The pattern; nothing is filled in yet."""
        pattern = super().__new__(cls, one)
        pattern.many = many
        return pattern

    def fill(self, **values: Any) -> Said:
        """The sentence for the number `n`."""
        return say_n(self.key, self.many, values.pop("n"), **values)


class Joined(Said):
    """Several sentences in a row."""

    parts: tuple[str, ...]
    between: str

    def told_in(self, language: "Language", form: str = "") -> str:
        """Every part for itself."""
        between = language.tell(self.between)
        return between.join(language.tell(part, form) for part in self.parts)


class _Player(Said):
    """Whoever sits on a seat: told by name where the language knows it."""

    seat: int

    def told_in(self, language: "Language", form: str = "") -> str:
        """A name is a name in every language and form."""
        name = language.names.get(self.seat)
        return super().told_in(language, form) if name is None else name


def say(key: str, /, **values: object) -> Said:
    """A sentence; `{names}` in it are filled with `values`."""
    return Said(key.format_map(values) if values else key, key, values)


def say_n(one: str, many: str, n: int, /, **values: object) -> Said:
    """A sentence whose words depend on the number `{n}`; the catalogue lists it under `one`."""
    values["n"] = n
    pattern = one if n == 1 else many
    return Said(pattern.format_map(values), one, values, n, pattern=pattern)


def sayings(texts: Mapping[str, str | Sequence[str]]) -> dict[str, Said]:
    """What is said by name, as it stands in a data file: a text, or a singular and a plural."""
    return {
        name: say(text) if isinstance(text, str) else Plural(*text) for name, text in texts.items()
    }


def named(name: str, patterns: Mapping[str, Said], words: Mapping[str, str] = _NOTHING) -> str:
    """What fits a pattern in words: the sentence of the first such pattern, or else the name.

    `{who}` stands for a seat; what stands at other braces may be one of the `words`.

    >>> named("board/1/b2", {"board/{who}/{cell}": say("cell {cell} of {who}")})
    'cell b2 of Player 2'
    """
    for pattern, said in patterns.items():
        match = _shape(pattern).fullmatch(name)
        if match:
            parts = match.groupdict()
            filled = {
                key: player_name(int(part)) if key == "who" else words.get(part, part)
                for key, part in parts.items()
            }
            return said.fill(**filled)
    return name


@cache
def _shape(pattern: str) -> re.Pattern[str]:
    shape = re.escape(pattern).replace(r"\{who\}", "(?P<who>[0-9]{1,3})")
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/:]+)", shape))


@cache
def names_in(pattern: str) -> tuple[str, ...]:
    """The names in braces.

    >>> names_in("{who} takes {what:accusative}")
    ('who', 'what')
    """
    return tuple(name for _, name, _, _ in Formatter().parse(pattern) if name)


def called(names: Mapping[str, str], key: str = "") -> Said:
    """A thing with a name in several languages; a catalogue may know `key` better."""
    others = {code: name for code, name in names.items() if code != ENGLISH.code}
    return Said(key or names["en"], key, own=others)


def joined(parts: Iterable[str], between: str = " ") -> Joined:
    """Sentences one after the other; what stands between them may be a `Said` too."""
    parts = tuple(parts)
    said = Joined(between.join(parts))
    said.parts, said.between = parts, between
    return said


#: So many sentences are told of what has more; the set-up of a game has dozens.
TOLD = 3


def in_short(sentences: Iterable[str]) -> str:
    """Sentences one after the other, of many only the last ones.

    >>> in_short(["One.", "Two.", "Three.", "Four."])
    '(1 more before that) Two. Three. Four.'
    """
    sentences = tuple(sentences)
    more = len(sentences) - TOLD
    if more > 0:
        left_out = say_n("({n} more before that)", "({n} more before that)", more)
        return joined([left_out, *sentences[-TOLD:]])
    return sentences[0] if len(sentences) == 1 else joined(sentences)


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = words
    return say("{most} and {last}", most=joined(most, ", "), last=last) if most else last


def signed(number: int) -> str:
    """A change: with its sign, a proper one."""
    return f"{number:+}".replace("-", "\N{MINUS SIGN}")


def seat_name(seat: int) -> Said:
    """A seat, whoever sits there; people count from 1."""
    return say("Player {n}", n=seat + 1)


def player_name(seat: int) -> Said:
    """Whoever sits there: told by name where somebody has taken the seat.

    >>> ENGLISH.naming({1: "Ada"}).tell(say("{who} passes.", who=player_name(1)))
    'Ada passes.'
    """
    plain = seat_name(seat)
    said = _Player(plain, plain.key, plain.values)
    said.seat = seat
    return said


def said_by(error: Exception) -> str:
    """What an error says, for every language in which that is known."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Said) else str(error)


def _two_forms(n: int) -> int:
    """As in English and German; what others do stands in their catalogues."""
    return int(n != 1)


@dataclass(frozen=True)
class Language:
    """How sentences are told to one phone.

    Attributes:
        code: Such as `fr`.
        name: What its speakers call it.
        plural: Which form goes with a number: 0 is the first one, mostly the singular.
        decimal: What stands between whole and parts of a number.
        phrases: The translations, by their English patterns.
        names: Who sits where, by the seat; the log and the core know seats only.
    """

    code: str
    name: str = ""
    plural: Callable[[int], int] = _two_forms
    decimal: str = "."
    phrases: Mapping[str, Phrase] = field(default_factory=dict, repr=False, compare=False)
    names: Mapping[int, str] = field(default_factory=dict, repr=False, compare=False)

    def naming(self, names: Mapping[int, str]) -> Self:
        """The same language at a table where these people sit."""
        return self if names == self.names else replace(self, names=names)

    def tell(self, what: str, form: str = "") -> str:
        """A sentence in this language; what is no `Said` (a name, a number) stays as it is."""
        return what.told_in(self, form) if isinstance(what, Said) else what

    def phrase(self, key: str, count: int | None = None, form: str = "") -> str | None:
        """The pattern for an English one; None when nobody has translated it."""
        found = self.phrases.get(key)
        if found is None or isinstance(found, str):
            return found
        if isinstance(found, Mapping):
            return found.get(form, found[""])
        return found[0 if count is None else self.plural(count)]

    def fill(self, pattern: str, values: Mapping[str, object]) -> str:
        """A pattern with its values, those told in this language too."""
        return _Filler(self).vformat(pattern, (), values)


class _Filler(Formatter):
    """Fills patterns. Behind the colon stands the form of a word, or the shape of a number."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Said):
            return value.told_in(self._language, format_spec)
        text = format(value, format_spec)
        return text.replace(".", self._language.decimal) if isinstance(value, float) else text


class _English(Language):
    """What was said in English need not be told again, unless there are names to put in."""

    def tell(self, what: str, form: str = "") -> str:
        return super().tell(what, form) if self.names else str(what)


#: The language in which everything is written.
ENGLISH: Language = _English("en", "English")
