"""Reading JSON that people typed: every complaint names the line and the place.

By hand, because no library gives both line and place.

`parse` is stricter than the standard library's reader: a key given twice, NaN and endless nesting
are errors, and it remembers where each value stands. `Node` walks the result and checks it on the
way:

>>> document = parse('{"seats": [{"energy": -1}]}', "game.json")
>>> seat = document.object(required=("seats",))["seats"].list()[0]
>>> seat.object(optional=("energy",))["energy"].integer(0)
Traceback (most recent call last):
    ...
companion.common.errors.InputError: game.json, line 1: seats[0].energy: -1 is less than 0
"""

import difflib
import json
import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

from companion.common.errors import InputError
from companion.common.files import file_errors

LARGEST_FILE = 1_000_000
DEEPEST_NESTING = 40
LONGEST_NUMBER = 15

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
_WORDS: Mapping[str, Json] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Node:
    """A value in a document, together with where it stands."""

    value: Json
    place: str
    source: "_Source"

    def wrong(self, reason: str) -> NoReturn:
        """Refuse this value."""
        name, offsets, starts = self.source
        where = f", line {bisect_right(starts, offsets.get(self.place, 0))}" if starts else ""
        raise InputError(": ".join(filter(None, (f"{name}{where}", self.place, reason))))

    def object(
        self, required: Iterable[str] = (), optional: Iterable[str] | None = ()
    ) -> dict[str, "Node"]:
        """The fields of an object. `optional=None` allows any key."""
        if not isinstance(self.value, dict):
            self.wrong(f"expected an object {{...}}, found {_describe(self.value)}")
        required = tuple(required)
        for key in required:
            if key not in self.value:
                self.wrong(f"'{key}' is missing")
        if optional is not None:
            known = {*required, *optional}
            for key in self.value:
                if key not in known:
                    self.field(key).wrong(f"unknown key{suggest(key, known)}")
        return {key: self.field(key) for key in self.value}

    def field(self, key: str) -> "Node":
        """One field of an object that is known to have it."""
        assert isinstance(self.value, dict)
        return Node(self.value[key], f"{self.place}.{key}" if self.place else key, self.source)

    def list(self, shortest: int = 0, longest: int | None = None) -> list["Node"]:
        """The items of a list."""
        if not isinstance(self.value, list):
            self.wrong(f"expected a list [...], found {_describe(self.value)}")
        if len(self.value) < shortest:
            self.wrong(f"expected at least {shortest} items, found {len(self.value)}")
        if longest is not None and len(self.value) > longest:
            self.wrong(f"expected at most {longest} items, found {len(self.value)}")
        return [
            Node(item, f"{self.place}[{index}]", self.source)
            for index, item in enumerate(self.value)
        ]

    def integer(self, lowest: int | None = None, highest: int | None = None) -> int:
        """A whole number within limits."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.wrong(f"expected a whole number, found {_describe(self.value)}")
        if lowest is not None and self.value < lowest:
            self.wrong(f"{self.value} is less than {lowest}")
        if highest is not None and self.value > highest:
            self.wrong(f"{self.value} is more than {highest}")
        return self.value

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.wrong(f"expected true or false, found {_describe(self.value)}")
        return self.value

    def string(self, longest: int = 200) -> str:
        """A text of reasonable length."""
        if not isinstance(self.value, str):
            self.wrong(f"expected a text, found {_describe(self.value)}")
        if len(self.value) > longest:
            self.wrong(f"a text of {len(self.value)} characters is too long (at most {longest})")
        return self.value

    def choice(self, options: Iterable[str], what: str = "value") -> str:
        """One of the given words."""
        options = list(options)
        text = self.string()
        if text not in options:
            hint = suggest(text, options) or f"; expected {', '.join(options)}"
            self.wrong(f"no {what} '{text}'{hint}")
        return text

    def parsed(self, parse: Callable[[str], T]) -> T:
        """A text in a short form of its own; what `parse` complains about gets this place."""
        try:
            return parse(self.string())
        except InputError as error:
            self.wrong(str(error))


class _Source(NamedTuple):
    name: str
    offsets: Mapping[str, int]
    line_starts: tuple[int, ...]


def read(path: Path, largest: int = LARGEST_FILE) -> Node:
    """Read a JSON file of bounded size."""
    with file_errors(path), path.open("rb") as file:
        data = file.read(largest + 1)
    return parse_bytes(data, str(path), largest)


def parse_bytes(data: bytes, name: str, largest: int = LARGEST_FILE) -> Node:
    """Parse bytes of bounded size."""
    if len(data) > largest:
        raise InputError(f"{name}: too large (the limit is {largest:,} bytes)")
    try:
        return parse(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not a text file in UTF-8 (byte {error.start})") from error


def parse(text: str, name: str) -> Node:
    """Parse JSON text; `name` is how complaints call it."""
    starts = (0, *(match.end() for match in re.finditer("\n", text)))
    parser = _Parser(text, name, starts)
    return Node(parser.document(), "", _Source(name, parser.offsets, starts))


def wrap(value: Json, name: str) -> Node:
    """Walk a value that somebody else has parsed: the same complaints, without lines."""
    return Node(value, "", _Source(name, {}, ()))


class _Parser:
    def __init__(self, text: str, name: str, line_starts: tuple[int, ...]) -> None:
        self.text = text
        self.name = name
        self.line_starts = line_starts
        self.offsets: dict[str, int] = {}
        self.at = 0

    def document(self) -> Json:
        self.skip_space()
        if self.at == len(self.text):
            raise InputError(f"{self.name}: the file is empty")
        value = self.value("", 0)
        if self.at < len(self.text):
            self.fail("something follows after the end")
        return value

    def value(self, place: str, depth: int) -> Json:
        if depth > DEEPEST_NESTING:
            self.fail(f"nested more than {DEEPEST_NESTING} levels deep")
        self.offsets[place] = self.at
        if self.sign == "{":
            value: Json = self.object(place, depth)
        elif self.sign == "[":
            value = self.array(place, depth)
        elif self.sign == '"':
            value = self.string()
        else:
            value = self.word_or_number()
        self.skip_space()
        return value

    def object(self, place: str, depth: int) -> dict[str, Json]:
        fields: dict[str, Json] = {}
        self.advance()
        while not self.ends_with("}", bool(fields)):
            if self.sign != '"':
                self.fail('expected a key in double quotes or "}"')
            key_at = self.at
            key = self.string()
            if key in fields:
                self.fail(f"the key '{key}' stands there twice", key_at)
            self.skip_space()
            if self.sign != ":":
                self.fail('expected ":"')
            self.advance()
            fields[key] = self.value(f"{place}.{key}" if place else key, depth + 1)
        return fields

    def array(self, place: str, depth: int) -> list[Json]:
        items: list[Json] = []
        self.advance()
        while not self.ends_with("]", bool(items)):
            items.append(self.value(f"{place}[{len(items)}]", depth + 1))
        return items

    def ends_with(self, bracket: str, needs_comma: bool) -> bool:
        if self.sign == bracket:
            self.at += 1
            return True
        if needs_comma:
            if self.sign != ",":
                self.fail(f'expected "," or "{bracket}"')
            self.advance()
        return False

    def string(self) -> str:
        try:
            value, self.at = scanstring(self.text, self.at + 1, True)
        except json.JSONDecodeError as error:
            self.fail(error.msg[0].lower() + error.msg[1:], error.pos)
        text = str(value)
        # An escape can name half of a letter, and nobody could write that down again.
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            self.fail("half of a letter stands alone")
        return text

    def word_or_number(self) -> Json:
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        match = _NUMBER.match(self.text, self.at)
        if not match:
            self.fail("expected a value")
        self.at = match.end()
        digits = match.group()
        if len(digits) > LONGEST_NUMBER:
            self.fail("the number has too many digits", match.start())
        whole = match.group(2) is None and match.group(3) is None
        number = int(digits) if whole else float(digits)
        if not math.isfinite(number):
            self.fail("the number is too large", match.start())
        return number

    @property
    def sign(self) -> str:
        return self.text[self.at : self.at + 1]

    def advance(self) -> None:
        self.at += 1
        self.skip_space()

    def skip_space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def fail(self, reason: str, at: int | None = None) -> NoReturn:
        at = self.at if at is None else at
        line = bisect_right(self.line_starts, at)
        column = at - self.line_starts[line - 1] + 1
        raise InputError(f"{self.name}, line {line}, column {column}: not valid JSON: {reason}")


def _describe(value: Json) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{value[:40]}'"
    return "a list" if isinstance(value, list) else "an object"


def suggest(word: str, options: Iterable[str]) -> str:
    """The end of a complaint about a wrong word, when there is one much like it."""
    close = difflib.get_close_matches(word, list(options), n=1)
    return f"; did you mean '{close[0]}'?" if close else ""
