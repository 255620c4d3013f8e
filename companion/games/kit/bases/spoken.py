"""Words: what places and things are called, and every sentence in other languages.

A game says in English, sentence by sentence, what it has to say. `words.toml` beside it has the
rest: names of places and things, and the same sentences in other languages, by the English ones.

    [places]
    "hill/{site}" = "the site {site}"
    [things]
    mill = "a mill ({of})"
    [counts]
    mill = ["{n} mill", "{n} mills"]
    [de]
    "{who} passes." = "{who} passt."
    "{n} mill" = ["{n} Mühle", "{n} Mühlen"]
"""

import sys
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.common.errors import InputError
from companion.common.words import Phrase, Said, named, player_name, say, say_n
from companion.tabletop.sight import LyingThing


class Worded:
    """A game with words: those of its `words.toml`."""

    @cached_property
    def languages(self) -> Path:
        """The folder of the game, where its `words.toml` is."""
        return Path(sys.modules[type(self).__module__].__file__ or "").parent

    @cached_property
    def _words(self) -> Mapping[str, Mapping[str, Any]]:
        file = self.languages / "words.toml"
        try:
            return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file}: {error}") from error

    @cached_property
    def _called(self) -> Mapping[str, Said]:
        return {pattern: say(text) for pattern, text in self._words.get("places", {}).items()}

    def phrases(self, language: str) -> Mapping[str, Phrase]:
        """What it says in another language, by the English sentences."""
        return self._words.get(language, {})

    def place_name(self, place: str, state: Any = None) -> str:
        """A place in words."""
        return named(place, self._called)

    def zone_name(self, zone: str) -> str:
        """A zone in words."""
        return self.place_name(zone)

    def thing_name(self, thing: LyingThing) -> str:
        """A thing in words; one that nobody can name has words of its own, such as `card?`."""
        things, of = self._words.get("things", {}), thing.identity or ""
        pattern = things.get(thing.kind, thing.kind)
        if not of:
            return say(things.get(f"{thing.kind}?", pattern), of="?")
        seat = of.removeprefix("seat-")
        return say(pattern, of=player_name(int(seat)) if seat != of else say(of))

    def count_name(self, kind: str, n: int) -> str:
        """So many things of a kind in words."""
        one, many = self._words.get("counts", {}).get(kind, (f"{{n}} {kind}",) * 2)
        return say_n(one, many, n)
