"""The screen as named regions of HTML: each is replaced on the phones when it changes."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, NamedTuple

from jinja2 import Environment

from companion.games.protocol import Cast, Casting, Game, Seat
from companion.live import Moment
from companion.reading import Json
from companion.reasons import tell_reason
from companion.telling import tell_event, tell_who
from companion.words import Language
from web.drawings import Painter
from web.drawings.shapes import SeatPicture, TablePicture, in_lines
from web.guests import Guest
from web.tongues import current, speaking

#: How many screens are remembered for watchers who come back after a short absence.
MEMORY = 64

_TABLE_REGIONS = ("facts", "scores", "end", "board", "cards")
#: Regions that show one part of the picture, the one of their name.
_OWN_PARTS = ("facts", "board", "cards")
_STANDING_REGIONS = ("trouble", "mode", "referee", "log", "beat")
#: Only for players and the host; and only for the host. What they send is checked on arrival.
PLAYER_REGIONS = ("characters", "choices", "controls", "game", "seen")
HOST_REGIONS = ("accept", "modes")
PEOPLE = "people"  # who sits where, for the host
#: The regions of a seat, each with the parts of its picture that it shows.
_SEAT_REGIONS = {
    "points": attrgetter("name", "title", "acting", "first", "points"),
    "why": attrgetter("why"),
    "goods": attrgetter("counters"),
    "island": attrgetter("island"),
    "dock": attrgetter("number", "dock"),
    "plans": attrgetter("dice", "plans", "plans_needed", "cards", "aside"),
}


class _Painted(NamedTuple):
    """The picture of a table, and its regions by language; `basis` is what it was painted from."""

    basis: tuple[Any, Any, Mapping[Seat, str]]
    picture: TablePicture
    regions: dict[str, dict[str, str]]

    def is_of(self, basis: tuple[Any, Any, Mapping[Seat, str]]) -> bool:
        """Whether another painting would look the same; to compare whole states takes too long."""
        same_states = self.basis[0] is basis[0] and self.basis[1] is basis[1]
        return same_states and self.basis[2] == basis[2]


class Screen:
    """Draws each moment once in every language that somebody reads.

    Everything on it may be seen by everybody.
    """

    def __init__(self, game: Game[Any, Any], paint: Painter, templates: Environment) -> None:
        self._game = game
        self._paint = paint
        self._templates = templates
        templates.globals["in_lines"] = in_lines
        templates.filters["who"] = tell_who
        templates.filters["kind"] = tell_event
        templates.filters["reason"] = lambda why: tell_reason(game, why)
        self._drawn: OrderedDict[tuple[int, str], dict[str, str]] = OrderedDict()
        self._painted: _Painted | None = None
        self._last: dict[str, tuple[TablePicture, Mapping[Seat, str], dict[str, str]]] = {}
        self._viewed: tuple[Any, dict[str, Json]] | None = None
        self._drawing = threading.Lock()

    def seats(self, moment: Moment) -> tuple[SeatPicture, ...]:
        """Every seat, with the name of whoever sits there."""
        with self._drawing:
            return self._paint_table(moment).picture.seats

    def casting(self, moment: Moment) -> Casting | None:
        """Whose character is chosen now, if anybody's."""
        return self._game.casting(moment.state) if isinstance(self._game, Cast) else None

    def remembered(self, number: int, language: Language) -> dict[str, str] | None:
        """The regions of an earlier moment, if they are still known."""
        with self._drawing:
            return self._drawn.get((number, language.code))

    def regions(self, moment: Moment, language: Language | None = None) -> dict[str, str]:
        """The HTML of every region by its name, in this language or the one spoken now."""
        language = language or current()
        known = moment.number, language.code
        with self._drawing:
            if known not in self._drawn:
                with speaking(language.naming(names_at(moment))):
                    self._drawn[known] = self._draw(moment)
                while len(self._drawn) > MEMORY:
                    self._drawn.popitem(last=False)
            return self._drawn[known]

    def _draw(self, moment: Moment) -> dict[str, str]:
        regions = {"told": self._render("told", told=moment.told)}
        casting = self.casting(moment)
        for name in (*_STANDING_REGIONS, *PLAYER_REGIONS, *HOST_REGIONS):
            regions[name] = self._render(name, standing=moment.standing, casting=casting)
        return regions | self._draw_table(moment)

    def _draw_table(self, moment: Moment) -> dict[str, str]:
        painted, language = self._paint_table(moment), current().code
        if language not in painted.regions:
            painted.regions[language] = self._table_regions(painted.picture, names_at(moment))
        return painted.regions[language]

    def _table_regions(self, picture: TablePicture, names: Mapping[Seat, str]) -> dict[str, str]:
        """The regions of the table; what looks as it did the last time is not drawn again."""
        language = current().code
        last, named, known = self._last.get(language, (None, names, {}))
        if named != names:  # any sentence may tell of somebody
            last = None
        regions = {}
        for name in _TABLE_REGIONS:
            same = last and name in _OWN_PARTS and getattr(last, name) == getattr(picture, name)
            regions[name] = known[name] if same else self._render(name, table=picture)
        for number, seat in enumerate(picture.seats):
            before = last.seats[number] if last and number < len(last.seats) else None
            for name, parts in _SEAT_REGIONS.items():
                here = f"seat-{number}-{name}"
                same = before and parts(before) == parts(seat)
                regions[here] = known[here] if same else self._render(f"seat_{name}", seat=seat)
        regions[PEOPLE] = self._render(PEOPLE, seats=picture.seats, names=names)
        self._last[language] = picture, names, regions
        return regions

    def _paint_table(self, moment: Moment) -> "_Painted":
        """The table itself; it stays the same while only the referee has something to say."""
        basis = (moment.state, moment.before, names_at(moment))
        known = self._painted
        if known and known.is_of(basis):
            return known
        self._painted = _Painted(basis, self._picture(moment), {})
        return self._painted

    def _picture(self, moment: Moment) -> TablePicture:
        game, names = self._game, names_at(moment)
        # A viewer without a seat: no hand is in this view, so none can be on the screen.
        before = None if moment.before is None else self._view(moment.before)
        view = self._view(moment.state)
        picture = self._paint(view, before, game.score(moment.state), game.outcome(moment.state))
        seats = (replace(seat, name=names.get(seat.number, seat.name)) for seat in picture.seats)
        return replace(picture, seats=tuple(seats))

    def _view(self, state: Any) -> dict[str, Json]:
        """What everybody may know; what was new a moment ago is what was before now."""
        if self._viewed is None or self._viewed[0] is not state:
            self._viewed = state, self._game.view(state, None)
        return self._viewed[1]

    def _render(self, name: str, **values: object) -> str:
        return self._templates.get_template(f"regions/{name}.html").render(values).strip()


def names_at(moment: Moment) -> Mapping[Seat, str]:
    """Who sits where; empty seats are left out."""
    return moment.standing.now.names if moment.standing else {}


def seen_by(guest: Guest, regions: Mapping[str, str]) -> dict[str, str]:
    """The regions that this guest gets; the others never leave the house."""
    kept: set[str] = set() if guest.is_host else {*HOST_REGIONS, PEOPLE}
    if not guest.plays:
        kept.update(PLAYER_REGIONS)
    return {name: html for name, html in regions.items() if name not in kept}
