"""The picture of a table on phones: it follows from places, spots, faces and words of the game.

It has the boards of `kit.boards`, and a list of every zone that has none. A game that says more
(`panels.HasPictures`) puts its own panels beside the boards. All of it is made from states as those
who look may know them: hidden hands are in none.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.common.remembering import remembering
from companion.common.words import player_name, say
from companion.games.capabilities import HasRounds, Rules, Watchable
from companion.games.kit import defaults
from companion.games.kit.boards import boards, lying, name, owner
from companion.games.panels import (
    Counter,
    FinalScore,
    HasPictures,
    HasScoreWords,
    LinesPanel,
    Panel,
    PanelLine,
    SeatPart,
    SeatPicture,
    SheetRow,
    TablePart,
    TablePicture,
)
from companion.games.protocol import CHANCE, Breakdown, Outcome, Seat
from companion.games.secrets import known_to, public
from companion.tabletop.sight import LyingThing

AnyRules = Rules[Any, Any]

# --- the table ------------------------------------------------------------------------------------


def picture(game: AnyRules, state: Any, before: Any = None) -> TablePicture:
    """The table as everybody may know it; `before` is for what is news."""
    state, before = _shown(game, state), before and _shown(game, before)
    scores, outcome = game.score(state), game.outcome(state)
    own = game.picture if isinstance(game, HasPictures) else partial(_part, game)
    part = own(state, before)
    seats = part.seats or (SeatPart(),) * len(scores)
    return TablePicture(
        part.facts,
        defaults.prompts(game, state)[0],
        part.panels,
        tuple(
            SeatPicture(seat, player_name(seat), why.points, why, seat == part.acting, seats[seat])
            for seat, why in scores.items()
        ),
        _sheet(game, scores, outcome) if outcome else None,
    )


_shown = remembering(most=8)(public)


def close_up(game: AnyRules, state: Any, seat: Seat, eyes: Seat | None) -> tuple[Panel, ...]:
    """What is shown of a seat besides, to somebody who looks closely from where he sits."""
    state, own = known_to(game, state, eyes), seat == eyes
    if isinstance(game, HasPictures):
        return game.close_up(state, seat, own)
    players = getattr(state, "players", ())
    hand = getattr(players[seat], "hand", ()) if own and players else ()
    cards = tuple(PanelLine(say(str(card))) for card in hand)
    return (LinesPanel(name="hand", title=say("My hand"), lines=cards),) if cards else ()


def category(game: AnyRules, rule: str) -> str:
    """What a kind of points is called."""
    return game.category(rule) if isinstance(game, HasScoreWords) else say(rule.capitalize())


def reason(game: AnyRules, decided_by: str) -> str:
    """Why somebody has won."""
    if isinstance(game, HasScoreWords):
        return game.reason(decided_by)
    return say("Decided by {what}.", what=say(decided_by))


def _sheet(game: AnyRules, scores: Mapping[Seat, Breakdown], outcome: Outcome) -> FinalScore:
    parts = [part for score in scores.values() for part in score.parts]
    rows = (
        SheetRow(category(game, rule), tuple(_sum(score, rule) for score in scores.values()))
        for rule in dict.fromkeys(part.rule.partition(":")[0] for part in parts)
    )
    return FinalScore(outcome.winners, reason(game, outcome.decided_by), tuple(rows))


def _sum(score: Breakdown, rule: str) -> int:
    return sum(part.points for part in score.parts if part.rule.partition(":")[0] == rule)


def _part(game: AnyRules, state: Any, before: Any) -> TablePart:
    """What is shown of a game that says nothing about it: its boards, then a list of each zone."""
    facts = (Counter(say("round"), game.round_of(state)),) if isinstance(game, HasRounds) else ()
    drawn: dict[str, Panel] = {**boards(game, state, before)}
    if isinstance(game, Watchable):
        for zone in game.zones(state):
            drawn.setdefault(zone, _listed(game, state, zone))
    to_move = game.to_move(state)
    return TablePart(
        facts,
        _of(None, drawn),
        tuple(SeatPart(panels=_of(seat, drawn)) for seat in game.score(state)),
        None if to_move == CHANCE else to_move,
    )


def _of(seat: Seat | None, drawn: Mapping[str, Panel]) -> tuple[Panel, ...]:
    return tuple(panel for zone, panel in drawn.items() if owner(zone) == seat)


def _listed(game: Any, state: Any, zone: str) -> LinesPanel:
    """What lies in a zone, in words."""
    lines = []
    for place, there in lying(game, state, zone).items():
        things = (LyingThing(p.kind, p.identity, p.pose) for p in there.pieces)
        words = (defaults.thing_name(game, thing) for thing in things)
        lines.append(PanelLine(defaults.place_name(game, place), (*there.dice, *words)))
    return LinesPanel(name=name(zone), title=defaults.zone_name(game, zone), lines=tuple(lines))
