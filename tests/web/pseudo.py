"""A language that nobody speaks: English in letters twice as wide.

What a page shows in plain letters was never translated. It finds what was forgotten.
"""

import re
from html.parser import HTMLParser
from string import Formatter, ascii_letters

import pytest

import web.joining.preferences
import web.live.screen
import web.pages.kiosk
import web.translation
from companion.common.words import Language
from companion.games.propeller_islands.told.words import RULES
from companion.games.protocol import Game
from tests.web.phrases import found
from web.translation import languages_of

_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in ascii_letters}
_SHOWN = ("aria-label", "title", "alt", "placeholder")
_SAID_BY_SCRIPTS = "data-say-"
_UNSEEN = {"script", "style"}
#: What is called the same in every language.
NAMES = re.compile(
    r"Propeller Islands|Table Companion|English|Français|Deutsch|https?://\S+|"
    r"Jacques|Nelson|Amelia|Marie|Nicola|Sir Charles|\b(?:FR|DE|EN) |\bII\b|\bIII\b|"
    r"\bQR\b|\b[a-z]+\.[a-z-]+\b|\b[A-Z]\d\b"
)


def _many() -> dict[str, str]:
    plurals = {each.key: each.many for each in found() if each.many}
    texts = (rule["text"]["en"] for rule in RULES.values())
    return plurals | {text[0]: text[1] for text in texts if isinstance(text, list)}


class Pseudo(Language):
    """Knows every pattern, whatever it is."""

    def phrase(self, key: str, count: int | None = None, form: str = "") -> str | None:
        pattern = _MANY.get(key, key) if count not in (None, 1) else key
        wide = ""
        for text, name, shape, _ in Formatter().parse(pattern):
            wide += text.translate(_WIDE)
            if name is not None:
                wide += "{" + name + (f":{shape}" if shape else "") + "}"
        return wide


_MANY = _many()
PSEUDO = Pseudo("xx", "X")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        for name, value in attrs:
            if value and (name in _SHOWN or name.startswith(_SAID_BY_SCRIPTS)):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._unseen:
            self.texts.append(data.strip())


def texts(html: str) -> list[str]:
    """Everything on a page that somebody sees or hears."""
    reader = _Reader()
    reader.feed(html)
    return reader.texts


def leaks(html: str, *names: str) -> list[str]:
    """What is still English, apart from names."""
    known = re.compile("|".join([NAMES.pattern, *map(re.escape, names)]))
    return [text for text in texts(html) if re.search("[A-Za-z]{2,}", known.sub("", text))]


@pytest.fixture(autouse=True)
def everybody_may_speak_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of all games can be told in it, for as long as a test runs."""

    def with_pseudo(game: Game) -> dict[str, Language]:
        return {**languages_of(game), PSEUDO.code: PSEUDO}

    for module in (web.translation, web.live.screen, web.joining.preferences, web.pages.kiosk):
        monkeypatch.setattr(module, "languages_of", with_pseudo)
