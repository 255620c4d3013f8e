"""Choosing the language of a phone."""

from urllib.parse import urlsplit

from flask import Blueprint, redirect, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from companion.words import say
from web.guests import keep
from web.tongues import COOKIE, Tongues


def blueprint(tongues: Tongues) -> Blueprint:
    """The choice among these languages."""
    choosing = Blueprint("choosing", __name__)

    @choosing.post("/language")
    def language() -> Response:
        code = request.form.get("language", "")
        if code not in tongues.by_code:
            raise BadRequest(say("There is no such language here."))
        answer = redirect(_back(request.form.get("back", "")), code=303)
        keep(answer, COOKIE, code)
        return answer

    return choosing


def _back(asked: str) -> str:
    """The page of ours on which it was chosen; nothing can send anybody elsewhere."""
    parts = urlsplit(asked)
    inside = asked.startswith("/") and not asked.startswith(("//", "/\\")) and asked.isprintable()
    return asked if inside and not parts.netloc else url_for("pages.table")
