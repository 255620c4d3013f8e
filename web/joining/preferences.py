"""Preferences of a phone: its language, and how large it is written."""

from urllib.parse import urlsplit

from flask import Blueprint, redirect, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from companion.common.words import say
from companion.phones.live import Feed
from web.access.guests import keep
from web.translation import COOKIE, languages_of

#: The name of the cookie for the size of letters, and what it may say.
LETTERS = "letters"
SIZES = (USUAL, LARGE) = ("usual", "large")


def blueprint(feed: Feed) -> Blueprint:
    """The choice among the languages of the game, and of large letters."""
    preferences = Blueprint("preferences", __name__)

    @preferences.post("/language")
    def language() -> Response:
        code = request.form.get("language", "")
        if code not in languages_of(feed.game):
            raise BadRequest(say("There is no such language here."))
        return _keep(COOKIE, code)

    @preferences.post("/letters")
    def letters() -> Response:
        size = request.form.get("size", "")
        if size not in SIZES:
            raise BadRequest(say("There is no such size of letters."))
        return _keep(LETTERS, size)

    return preferences


def has_large_letters() -> bool:
    """Whether this phone wants everything larger."""
    return request.cookies.get(LETTERS) == LARGE


def _keep(name: str, value: str) -> Response:
    answer = redirect(_back(request.form.get("back", "")), code=303)
    keep(answer, name, value)
    return answer


def _back(asked: str) -> str:
    """The page of ours on which it was chosen; nothing can send anybody elsewhere."""
    parts = urlsplit(asked)
    inside = asked.startswith("/") and not asked.startswith(("//", "/\\")) and asked.isprintable()
    return asked if inside and not parts.netloc else url_for("pages.table")
