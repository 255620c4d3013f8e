"""The languages of the pages: each phone has its own, and may change it at any time.

A phone's language is the one that it chose (a cookie), or the best that its browser asks for.
Templates say `t("Round {n}", n=3)` and `tn("{n} die", "{n} dice", count)`; sentences that come from
the core as `Said` are told in the right language wherever a template prints them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from flask import Flask, Request, request
from markupsafe import Markup, escape

from companion.common.words import ENGLISH, Language, Said, listed, say, say_n
from companion.games.protocol import Game, Spoken

#: The name of the cookie.
COOKIE = "language"
#: One file for every language but English.
FOLDER = Path(__file__).parent / "languages"

_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)


class Tongues:
    """The languages in which the pages of one game can be told."""

    def __init__(self, game: Game[Any, Any], folder: Path = FOLDER) -> None:
        spoken = [ENGLISH, *(_read(path, game) for path in sorted(folder.glob("*.json")))]
        self.by_code: Mapping[str, Language] = {language.code: language for language in spoken}

    def of(self, asked: Request) -> Language:
        """The language of whoever sends this."""
        wanted = [asked.cookies.get(COOKIE, "")]
        # Best first; who wants Swiss German is happy with German.
        wanted += [name.partition("-")[0].lower() for name in asked.accept_languages.values()]
        return next((self.by_code[code] for code in wanted if code in self.by_code), ENGLISH)


def _read(path: Path, game: Game[Any, Any]) -> Language:
    data = json.loads(path.read_text("utf-8"))
    code = path.stem
    words = game.phrases(code) if isinstance(game, Spoken) else {}
    return Language(
        code,
        data["name"],
        frozenset(data["singular"]),
        data["decimal"],
        {**data["phrases"], **words},
    )


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
        pattern = language.phrase(key) or key
        return Markup(escape(pattern)).format(**{name: told(v) for name, v in values.items()})
    return language.tell(say(key, **values))


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """A sentence whose words depend on the number `{n}`."""
    return _current.get().tell(say_n(one, many, n, **values))


def decimal(value: float, digits: int = 1) -> str:
    """A number with so many digits behind the point or comma."""
    return f"{value:.{digits}f}".replace(".", _current.get().decimal)


def _bold(what: str) -> Markup:
    """A word of a sentence that stands out."""
    return Markup("<b>{}</b>").format(told(what))


def teach(
    app: Flask, tongues: Tongues, names: Callable[[], Mapping[int, str]] = dict[int, str]
) -> None:
    """Let the pages of `app` speak the language of whoever asks; `names` says who sits where."""
    templates = app.jinja_env
    templates.finalize = told
    templates.globals.update(
        t=t,
        tn=tn,
        told=told,
        listed=listed,
        bold=_bold,
        decimal=decimal,
        language=current,
        languages=tongues.by_code,
    )

    @app.before_request
    def listen() -> None:
        _current.set(tongues.of(request).naming(names()))
