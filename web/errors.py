"""What goes wrong, as a sentence in the language of whoever asked."""

from flask import Flask, Response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.common.words import Said, said_by, say
from web.translation import told

_SENTENCES = {
    400: say("The companion did not understand that."),
    404: say("There is no such page."),
    405: say("That can't be done here."),
    413: say("That is too much at once."),
    429: say("That was too often; try again in a moment."),
}
_OTHERWISE = say("Something went wrong; try again in a moment.")


def tell(app: Flask) -> None:
    """Let every error of `app` be told on a page of ours; scripts get the bare sentence."""

    @app.errorhandler(HTTPException)
    def answer(error: HTTPException) -> AnyResponse:
        if error.response is not None or (error.code or 500) < 400:
            return AnyResponse.force_type(error.get_response())
        sentence = told(_said(error))
        code = error.code or 500
        # Whoever calls us by what can be no name gets no links: there is nothing to make them of.
        if request.accept_mimetypes.accept_html and request_ctx.url_adapter is not None:
            page = Response(render_template("error.html", sentence=sentence), code)
        else:
            page = Response(sentence, code, mimetype="text/plain")
        for name, value in error.get_headers():
            if name.lower() in ("allow", "retry-after"):
                page.headers[name] = value
        return page


def sentence_of(error: Exception) -> str:
    """An error as a sentence of its own; what only the system can say is told as its reason."""
    said = said_by(error)
    text = told(said if isinstance(said, Said) else say("that did not work: {why}", why=said))
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _said(error: HTTPException) -> str:
    """What we said ourselves, or a sentence for this kind of error."""
    if isinstance(error.description, Said):
        return error.description
    return _SENTENCES.get(error.code or 500, _OTHERWISE)
