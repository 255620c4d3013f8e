"""A game for other programs: CSV, JSON, and the forms in which players keep their plays.

`bg_stats` is the `playData` that BG Stats takes from other apps (createPlay.html); `bgg` are the
fields of BoardGameGeek's own form for a play. Both are looked up by the game's name, since no
number of ours could be right for every edition.
"""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.archive.tally import Tally
from companion.common.json_reading import Json
from companion.games.capabilities import Rules
from companion.games.protocol import Breakdown

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Table Companion"


def as_csv(tally: Tally) -> str:
    """One line for every category, one column for every player."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["category", *map(_cell, tally.names)])
    for rule in categories(tally):
        points = [sum(part.points for part in of(score, rule)) for score in tally.scores.values()]
        writer.writerow([rule, *points])
    writer.writerow(["total", *(score.points for score in tally.scores.values())])
    return out.getvalue()


def _cell(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


def categories(tally: Tally) -> list[str]:
    """The kinds of points that somebody has, in the order of the score sheet."""
    longest = max(tally.scores.values(), key=lambda score: len(score.parts))
    every = [longest, *tally.scores.values()]
    order = dict.fromkeys(part.rule.partition(":")[0] for score in every for part in score.parts)
    # What only some have stands before the last category, as on the printed sheet.
    return list(order)


def of(score: Breakdown, rule: str) -> list[Breakdown]:
    """The parts of a score that belong to a category."""
    return [part for part in score.parts if part.rule.partition(":")[0] == rule]


def as_json(game: Rules[Any, Any], tally: Tally) -> str:
    """Everything that everybody at the table may know."""
    outcome = tally.outcome
    data: dict[str, Json] = {
        "game": game.id,
        "begun": _time(tally.begun),
        "last": _time(tally.last),
        "players": [
            {
                "name": name,
                "points": score.points,
                "why": _tree(score),
                "race": list(tally.race[seat]),
                "turns": tally.paces[seat].turns,
                "seconds": round(tally.paces[seat].total, 1),
            }
            for (seat, score), name in zip(tally.scores.items(), tally.names, strict=True)
        ],
        "rounds": list(tally.rounds),
        "dice": {
            "counts": list(tally.fairness.counts),
            "chi_square": round(tally.fairness.chi_square, 4),
            "p": round(tally.fairness.p, 6),
            "exact": tally.fairness.exact,
        },
        "outcome": None
        if outcome is None
        else {"winners": list(outcome.winners), "decided_by": outcome.decided_by},
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _tree(part: Breakdown) -> Json:
    data: dict[str, Json] = {"rule": part.rule, "points": part.points, "text": str(part.text)}
    if part.parts:
        data["parts"] = [_tree(one) for one in part.parts]
    return data


def _time(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")


def _minutes(tally: Tally) -> int:
    played = sum(pace.total for pace in tally.paces)
    return max(1, round(played / 60))


def _ranks(tally: Tally) -> list[int]:
    points = [score.points for score in tally.scores.values()]
    winners = tally.outcome.winners if tally.outcome else ()
    return [
        1 if seat in winners else max(1 + bool(winners), 1 + sum(p > mine for p in points))
        for seat, mine in enumerate(points)
    ]


def bg_stats(game: Rules[Any, Any], tally: Tally, play: str) -> dict[str, Json]:
    """The play as BG Stats takes it; `play` names it, so that it is not entered twice.

    The form is what other programs write that name https://www.bgstatsapp.com/support; it was not
    tried with the app. The date is when it ended, in UTC. Who began is left out: a "no" for
    everybody would be wrong.
    """
    winners = tally.outcome.winners if tally.outcome else ()
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": datetime.fromtimestamp(tally.last, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": _minutes(tally),
        "game": {
            "name": game.title,
            "sourceGameId": game.id,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "role": "",
                "score": score.points,
                "rank": rank,
                "winner": seat in winners,
            }
            for (seat, score), name, rank in zip(
                tally.scores.items(), tally.names, _ranks(tally), strict=True
            )
        ],
    }


def bg_stats_link(data: dict[str, Json]) -> str:
    """Where a phone with BG Stats opens it."""
    return BG_STATS + quote(json.dumps(data, ensure_ascii=False), safe="")


def bgg(game: Rules[Any, Any], tally: Tally) -> dict[str, Json]:
    """The fields of BoardGameGeek's form; `objectid`, the game's number there, is yours to fill."""
    winners = tally.outcome.winners if tally.outcome else ()
    return {
        "action": "save",
        "ajax": 1,
        "objecttype": "thing",
        "objectid": None,
        "playdate": datetime.fromtimestamp(tally.begun).strftime("%Y-%m-%d"),
        "length": _minutes(tally),
        "quantity": 1,
        "incomplete": tally.outcome is None,
        "comments": f"{game.title}, kept by {SOURCE}",
        "players": [
            {
                "name": name,
                "score": str(score.points),
                "win": seat in winners,
                "position": str(seat + 1),
            }
            for (seat, score), name in zip(tally.scores.items(), tally.names, strict=True)
        ],
    }
