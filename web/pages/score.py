"""The score: every number with its reasons, the race over the rounds, the dice, the turns.

And the same to take away, in the forms that other programs read.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.archive import exports, tally
from companion.archive.tally import Tally
from companion.common.remembering import remembering
from companion.common.words import say
from companion.games.kit.pictures import category, reason
from companion.games.protocol import Breakdown
from companion.phones.desk import Desk
from companion.table.table import Table
from web.access.addresses import client_address
from web.access.budget import costly
from web.drawings import chart
from web.live.web_table import WebTable
from web.pages.side_pages import SidePage, Visit, visit


class Row(NamedTuple):
    """A category: what every seat has of it, and why."""

    label: str
    points: tuple[int, ...]
    why: tuple[tuple[Breakdown, ...], ...]


def rows(here: Visit, numbers: Tally) -> list[Row]:
    """The score sheet."""
    scores = numbers.scores.values()
    found = []
    for rule in exports.categories(numbers):
        why = tuple(tuple(exports.of(score, rule)) for score in scores)
        points = tuple(sum(part.points for part in parts) for parts in why)
        found.append(Row(category(here.game, rule), points, why))
    return found


@remembering(most=4)
def _tally(table: Table, _: int) -> Tally:
    """The numbers at this moment of the table: all phones ask for them when something happens."""
    return tally.take(table)


def furnish(here: Visit) -> Mapping[str, Any]:
    """What the page needs to know."""
    numbers = _tally(here.table, here.now.number)
    outcome = numbers.outcome
    play = exports.bg_stats(here.game, numbers, here.name)
    return {
        "tally": numbers,
        "rows": rows(here, numbers),
        "totals": [score.points for score in numbers.scores.values()],
        "reason": reason(here.game, outcome.decided_by) if outcome else "",
        "chart": chart.draw(numbers.rounds, numbers.race),
        "most_dice": max(1, *numbers.fairness.counts),
        "bg_stats": exports.bg_stats_link(play),
        "forms": tuple(_FORMS),
    }


SIDE_PAGE = SidePage("score", say("Score"), furnish)


class Form(NamedTuple):
    """A way to take the game away."""

    ending: str
    kind: str
    write: Callable[[Visit, Tally], str]


def _picture(here: Visit, numbers: Tally) -> str:
    values = furnish(here)
    return render_template("share.svg", game=here.game.title, **values)


_FORMS: Mapping[str, Form] = {
    "csv": Form("csv", "text/csv", lambda _, numbers: exports.as_csv(numbers)),
    "json": Form(
        "json", "application/json", lambda here, numbers: exports.as_json(here.game, numbers)
    ),
    "picture": Form("svg", "image/svg+xml", _picture),
    "bg-stats": Form(
        "bgsplay.json",
        "application/json",
        lambda here, numbers: _plain(exports.bg_stats(here.game, numbers, here.name)),
    ),
    "bgg": Form(
        "bgg.json",
        "application/json",
        lambda here, numbers: _plain(exports.bgg(here.game, numbers)),
    ),
}


def _plain(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def blueprint(web_table: WebTable, desk: Desk) -> Blueprint:
    """What can be taken away."""
    exported = Blueprint("exports", __name__)

    @exported.get("/score/as/<name>")
    def as_file(name: str) -> Response:
        here = visit(web_table, desk)
        form = _FORMS.get(name)
        if form is None:
            raise NotFound(say("There is no such form."))
        with costly(here.guest, client_address(request)):
            text = form.write(here, _tally(here.table, here.now.number))
        answer = Response(text, mimetype=form.kind)
        file = f"{here.game.id}-{here.name}.{form.ending}"
        answer.headers["Content-Disposition"] = f'attachment; filename="{file}"'
        return answer

    return exported
