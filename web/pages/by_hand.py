"""Moves by hand: what is legal as buttons, what was told wrong put right, and the way back."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from flask import request

from companion.common.words import say
from companion.games.buttons import Choice
from companion.games.kit import defaults
from companion.games.kit.boards import choosing
from companion.games.panels import BoardPanel
from companion.games.protocol import CHANCE, Seat
from companion.log.history import PLAYING
from companion.phones.desk import Desk
from companion.referee.untold import must_be_told
from companion.table.takebacks import redo_words, takeback
from web.pages.side_pages import SidePage, Visit


def furnish(here: Visit) -> Mapping[str, Any]:
    """What the page needs to know."""
    game, state, guest = here.game, here.now.state, here.guest
    to_move = game.to_move(state)
    by_chance = to_move == CHANCE
    own = to_move == guest.seat
    may_play = guest.plays and (guest.is_host or by_chance or own)
    choices = defaults.choices(game, state, guest.seat) if may_play else ()
    chart, numbers = _chart(game, state, to_move if not by_chance else guest.seat, choices)
    repairs = defaults.repairs(game, state) if guest.is_host and to_move is not None else ()
    asked = request.args.get("wrong", "")
    back, (prompt, expected) = takeback(here.table, here.now), defaults.prompts(game, state)
    return {
        "to_move": to_move,
        "by_chance": by_chance,
        "own": own,
        "expected": expected,
        "prompt": prompt,
        "choices": choices,
        "numbers": numbers,
        "chart": chart,
        "has_places": 2 * sum(one.place in numbers for one in choices) > len(choices),
        "tellings": defaults.tellings(game, state, guest.seat) if guest.plays else (),
        "repairs": repairs,
        "wrong": next((one for one in repairs if one.place == asked), None) if asked else None,
        "undo": back.words,
        "may_undo": guest.is_host or back.is_for(guest.seat),
        "redo": redo_words(here.table, here.now),
    }


def _chart(
    game: Any, state: Any, seat: Seat | None, choices: Iterable[Choice]
) -> tuple[BoardPanel | None, dict[str, int]]:
    """A drawing with places to choose from, and the numbers that these have on the buttons too."""
    places = dict.fromkeys(filter(None, _places(choices)))
    chart = choosing(game, state, seat, tuple(places))
    badged = [piece for piece in chart.pieces if piece.badge] if chart else []
    return chart, {piece.place: int(piece.badge) for piece in badged}


def _places(choices: Iterable[Choice]) -> Iterator[str]:
    for choice in choices:
        yield choice.place
        yield from _places(choice.choices)


def furnish_telling(desk: Desk) -> Callable[[Visit], Mapping[str, Any]]:
    """What only this guest can tell, because no camera sees it; nothing where it is seen."""

    def furnish_it(here: Visit) -> Mapping[str, Any]:
        game, state, guest = here.game, here.now.state, here.guest
        to_move = game.to_move(state)
        # What the table decides, such as the plan that is laid out, is told by whoever sees it.
        whose = (guest.seat, CHANCE)
        mine = guest.plays and to_move is not None and (guest.is_host or to_move in whose)
        asked = mine and here.now.phase == PLAYING
        asked = asked and must_be_told(game, state, desk.seen_zones())
        return {
            "own": to_move in whose,
            "to_move": to_move,
            "prompt": defaults.prompts(game, state)[0],
            "choices": defaults.choices(game, state, guest.seat) if asked else (),
        }

    return furnish_it


SIDE_PAGE = SidePage("hand", say("By hand"), furnish)
