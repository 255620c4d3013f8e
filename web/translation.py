"""The languages of the pages: each phone has its own, and may change it at any time.

A phone's language is the one that it chose (a cookie), or the best that its browser asks for.
Templates say `t("Round {n}", n=3)` and `tn("{n} die", "{n} dice", count)`; sentences that come from
the core as `Said` are told in the right language wherever a template prints them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale, localedata
from babel.dates import format_date, format_time
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol
from flask import Flask, Request, request
from markupsafe import Markup

from companion.common.remembering import remembering
from companion.common.words import ENGLISH, Language, Phrase, Said, listed, say, say_n
from companion.games.capabilities import Spoken
from companion.games.protocol import Game

#: The name of the cookie.
COOKIE = "language"
#: One `.po` file for every language but English.
FOLDER = Path(__file__).parent / "languages"

_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)


@remembering(most=4)
def languages_of(game: Game) -> Mapping[str, Language]:
    """The languages in which the pages of a game can be told, by their codes."""
    spoken = [ENGLISH, *(_language(path, game) for path in sorted(FOLDER.glob("*.po")))]
    return {language.code: language for language in spoken}


def _chosen(asked: Request, languages: Mapping[str, Language]) -> Language:
    """The language of whoever sends this."""
    wanted = [asked.cookies.get(COOKIE, "")]
    # Best first; who wants Swiss German is happy with German.
    wanted += [name.partition("-")[0].lower() for name in asked.accept_languages.values()]
    return next((languages[code] for code in wanted if code in languages), ENGLISH)


def _language(path: Path, game: Game) -> Language:
    code, catalogue = path.stem, read_catalogue(path)
    phrases = dict(catalogue.phrases)
    if isinstance(game, Spoken):
        phrases |= game.phrases(code)
        of_game = game.languages / path.name
        phrases |= read_catalogue(of_game).phrases if of_game.is_file() else {}
    name = Locale.parse(code).get_display_name() or code
    decimal_sign = get_decimal_symbol(code)
    return Language(code, name[0].upper() + name[1:], catalogue.plural, decimal_sign, phrases)


class Catalogue(NamedTuple):
    """What a `.po` file says: which form goes with a number, and phrases by English patterns."""

    plural: Callable[[int], int]
    phrases: Mapping[str, Phrase]


@cache
def read_catalogue(path: Path) -> Catalogue:
    """The catalogue in a file; what is not translated, or only as a guess, is left out."""
    with path.open("rb") as file:
        read = read_po(file)
    phrases: dict[str, Phrase] = {}
    forms: dict[str, dict[str, str]] = {}
    for message in read:
        key = message.id if isinstance(message.id, str) else message.id[0]
        phrase = message.string
        # Of a number, all forms or none.
        if not key or message.fuzzy or not phrase or not all(phrase):
            continue
        if message.context and isinstance(phrase, str):
            forms.setdefault(key, {})[message.context] = phrase
        else:
            phrases[key] = phrase
    for key, others in forms.items():
        first = phrases.get(key)
        if isinstance(first, str):
            phrases[key] = {"": first, **others}
    return Catalogue(c2py(read.plural_expr), phrases)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Everything that is told inside is told in this language."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Language:
    """The language that is spoken now."""
    return _current.get()


def told(what: Any, form: str = "") -> Any:
    """A sentence in the language that is spoken now; whatever is no sentence stays as it is."""
    return _current.get().tell(what, form) if isinstance(what, Said) else what


def t(key: str, /, **values: object) -> str:
    """A sentence in the language that is spoken now. Values that are HTML stay so."""
    language = _current.get()
    if any(hasattr(value, "__html__") for value in values.values()):
        pattern = Markup.escape(language.phrase(key) or key)
        return pattern.format(**{name: told(v) for name, v in values.items()})
    return language.tell(say(key, **values))


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """A sentence whose words depend on the number `{n}`."""
    return _current.get().tell(say_n(one, many, n, **values))


def decimal(value: float, digits: int = 1) -> str:
    """A number with so many digits behind the point or comma."""
    return f"{value:.{digits}f}".replace(".", _current.get().decimal)


def day_and_time(seconds: float) -> str:
    """When something was, as people write it: "19 November 2026, 21:25"."""
    when, code = datetime.fromtimestamp(seconds), _current.get().code
    # Of all who write English, most put the day first and count 24 hours.
    code = "en_GB" if code == ENGLISH.code else code
    if not localedata.exists(code):
        return f"{when:%Y-%m-%d, %H:%M}"
    return f"{format_date(when, 'long', code)}, {format_time(when, 'short', locale=code)}"


def _bold(what: str) -> Markup:
    """A word of a sentence that stands out."""
    return Markup("<b>{}</b>").format(told(what))


def translate_pages(
    app: Flask, game: Callable[[], Game], names: Callable[[], Mapping[int, str]] = dict[int, str]
) -> None:
    """Let the pages of `app` speak the language of whoever asks.

    `game` says what is played now, `names` who sits where.
    """
    templates = app.jinja_env
    templates.finalize = told
    templates.globals.update(
        t=t,
        tn=tn,
        told=told,
        listed=listed,
        bold=_bold,
        day_and_time=day_and_time,
        decimal=decimal,
        language=current,
        languages=lambda: languages_of(game()),
    )

    @app.before_request
    def listen() -> None:
        _current.set(_chosen(request, languages_of(game())).naming(names()))
