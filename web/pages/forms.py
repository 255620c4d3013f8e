"""What forms bring, and what they are answered."""

from typing import Any, TypeVar

from flask import Response, current_app, redirect, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.common.words import say
from companion.log.events import Rejection
from companion.phones.desk import Answer
from companion.table.admission import FORBIDDEN
from web.translation import told

T = TypeVar("T")

#: Digits of the longest number that anybody means.
_LONGEST = 11


def number_of(text: str) -> int | None:
    """A number as people write it; None where it is none, or longer than anybody means."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= _LONGEST
    return int(text) if is_one else None


def number_in(name: str) -> int:
    """A number that the form must have."""
    number = number_of(request.form.get(name, ""))
    if number is None:
        raise BadRequest(say("The form lacks the number '{name}'.", name=name))
    return number


def number_asked(name: str) -> int | None:
    """A number of the query; None where it is none."""
    return number_of(request.args.get(name, ""))


def answered(answer: Answer) -> AnyResponse:
    """Back to the page; the script on it wants no page, only whether it worked."""
    if isinstance(answer, Rejection):
        status = 403 if answer.reason == FORBIDDEN else 409
        return Response(told(answer.text), status, mimetype="text/plain")
    return done(_back())


def done(endpoint: str, **values: Any) -> AnyResponse:
    """On to a page; a script wants none."""
    if request.accept_mimetypes.accept_html:
        return redirect(url_for(endpoint, **values), code=303)
    return Response(status=204)


def _back() -> str:
    """The page that somebody tapped on."""
    page = f"side.{request.form.get('page', '')}"
    return page if page in current_app.view_functions else "pages.table"


def there(found: T | None) -> T:
    """What stands beside the table, if it does."""
    if found is None:
        raise NotFound(say("There is no such page at this table."))
    return found
