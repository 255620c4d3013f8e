"""The screen as named regions of HTML: each is replaced on the phones when it changes."""

import threading
from collections import OrderedDict
from typing import Any

from jinja2 import Environment

from companion.codec import kind_of
from companion.events import Event
from companion.games.protocol import Game
from companion.live import Moment
from web.drawings import Painter

#: How many screens are remembered for watchers who come back after a short absence.
MEMORY = 32

_TABLE_REGIONS = ("facts", "scores", "end", "board", "cards")
_STANDING_REGIONS = ("trouble", "mode", "referee", "log")
#: Only the host's page has a place for these; what they send is checked when it arrives.
HOST_REGIONS = ("choices", "controls", "game", "seen")
_SEAT_REGIONS = ("points", "why", "goods", "island", "dock", "plans")


class Screen:
    """Draws each moment once, whoever watches: everything on it may be seen by everybody."""

    def __init__(self, game: Game[Any, Any], paint: Painter, templates: Environment) -> None:
        self._game = game
        self._paint = paint
        self._templates = templates
        templates.filters["in_short"] = in_short
        self._drawn: OrderedDict[int, dict[str, str]] = OrderedDict()
        self._painted: tuple[Any, Any, dict[str, str]] | None = None
        self._drawing = threading.Lock()

    def seats(self, moment: Moment) -> int:
        """How many sit at the table."""
        return len(self._game.score(moment.state))

    def remembered(self, number: int) -> dict[str, str] | None:
        """The regions of an earlier moment, if they are still known."""
        with self._drawing:
            return self._drawn.get(number)

    def regions(self, moment: Moment) -> dict[str, str]:
        """The HTML of every region by its name."""
        with self._drawing:
            if moment.number not in self._drawn:
                self._drawn[moment.number] = self._draw(moment)
                while len(self._drawn) > MEMORY:
                    self._drawn.popitem(last=False)
            return self._drawn[moment.number]

    def _draw(self, moment: Moment) -> dict[str, str]:
        regions = {"told": self._render("told", told=moment.told)}
        for name in (*_STANDING_REGIONS, *HOST_REGIONS):
            regions[name] = self._render(name, standing=moment.standing)
        return regions | self._paint_table(moment)

    def _paint_table(self, moment: Moment) -> dict[str, str]:
        """The table itself; it stays the same while only the referee has something to say."""
        known = self._painted
        if known and moment.state is known[0] and moment.before is known[1]:
            return known[2]
        game = self._game
        # A viewer without a seat: no hand is in this view, so none can be on the screen.
        view = game.view(moment.state, None)
        before = None if moment.before is None else game.view(moment.before, None)
        picture = self._paint(view, before, game.score(moment.state), game.outcome(moment.state))
        regions = {name: self._render(name, table=picture) for name in _TABLE_REGIONS}
        for number, seat in enumerate(picture.seats):
            for name in _SEAT_REGIONS:
                regions[f"seat-{number}-{name}"] = self._render(f"seat_{name}", seat=seat)
        self._painted = (moment.state, moment.before, regions)
        return regions

    def _render(self, name: str, **values: object) -> str:
        return self._templates.get_template(f"regions/{name}.html").render(values).strip()


def in_short(event: Event) -> str:
    """What kind of event it is, and which one it is about; moves may hold secrets of a hand."""
    kind: type = type(event.action)
    about = (getattr(event.action, name, None) for name in ("event", "seat", "name", "mode"))
    return " ".join([kind_of(kind), *(str(word) for word in about if word is not None)])
