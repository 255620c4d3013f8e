"""The screen as named regions of HTML: each is replaced on the phones when it changes."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, NamedTuple

from jinja2 import Environment

from companion.common.json_reading import Json
from companion.common.remembering import remembering
from companion.common.words import Language, player_name
from companion.games.capabilities import Rules
from companion.games.kit import unsaid
from companion.games.protocol import CharacterChoice, Seat
from companion.phones.live import Coming, Moment
from companion.referee.differences import tell_reason
from companion.referee.opinions import Opinion, who_is_asked
from companion.table.telling import tell_event, tell_who
from web.access.guests import Guest
from web.drawings import painter_of
from web.drawings.glimpse import glimpses
from web.drawings.ink import Ink
from web.drawings.shapes import HexBoard, SeatPicture, TablePicture, in_lines
from web.live.regions import HOST_REGIONS, PEOPLE, PLAYER_REGIONS, Region, of_moment, of_table
from web.translation import current, languages_of, speaking

#: How many screens are remembered for watchers who come back after a short absence.
MEMORY = 64


class _Painted(NamedTuple):
    """The picture of a table; `basis` is what it was painted from."""

    basis: tuple[Any, Any, Mapping[Seat, str]]
    picture: TablePicture

    def is_of(self, basis: tuple[Any, Any, Mapping[Seat, str]]) -> bool:
        """Whether another painting would look the same; to compare whole states takes too long."""
        same_states = self.basis[0] is basis[0] and self.basis[1] is basis[1]
        return same_states and self.basis[2] == basis[2]


class _Sheet(NamedTuple):
    """What was drawn last in one language, and for which names: any sentence may tell of them."""

    names: Mapping[Seat, str]
    drawn: dict[str, tuple[Any, str]]


class Screen:
    """Draws each moment once in every language that somebody reads.

    Everything on it may be seen by everybody.
    """

    def __init__(self, game: Rules[Any, Any], templates: Environment) -> None:
        self._game, self._paint = game, painter_of(game)
        self._templates = templates
        templates.globals.update(
            in_lines=in_lines, hexagons=Ink(templates), shapes=_Shapes(templates)
        )
        templates.filters["who"] = tell_who
        templates.filters["player"] = player_name
        templates.filters["kind"] = tell_event
        templates.filters["reason"] = lambda why: tell_reason(self._game, why)
        self._drawn: OrderedDict[tuple[int, str], dict[str, str]] = OrderedDict()
        self._painted: _Painted | None = None
        self._sheets: dict[str, _Sheet] = {}
        self._viewed: tuple[Any, dict[str, Json]] | None = None
        self._drawing = threading.Lock()

    def seats(self, moment: Moment) -> tuple[SeatPicture, ...]:
        """Every seat, with the name of whoever sits there."""
        with self._drawing:
            self._turn_to(moment.game)
            return self._paint_table(moment.state, moment.before, names_at(moment)).seats

    def character_choice(self, moment: Moment) -> CharacterChoice | None:
        """Whose character is chosen now, if anybody's."""
        return unsaid.character_choice(moment.game, moment.state)

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
                self._turn_to(moment.game)
                with self._speaking(language, names_at(moment)):
                    self._drawn[known] = self._draw(moment)
                while len(self._drawn) > MEMORY:
                    self._drawn.popitem(last=False)
            return self._drawn[known]

    def prepare(self, coming: Coming, language: Language) -> None:
        """Draw the table as it may be in a moment, while that is being written to disk."""
        with self._drawing:
            self._turn_to(coming.game)
            with self._speaking(language, coming.names):
                picture = self._paint_table(coming.state, coming.before, coming.names)
                self._drawn_anew(of_table(picture, coming.names), coming.names)

    def _turn_to(self, game: Rules[Any, Any]) -> None:
        """From now on this game is drawn."""
        if game is not self._game:
            self._game, self._paint = game, painter_of(game)
            self._sheets.clear()
            self._painted = self._viewed = None

    def _speaking(
        self, language: Language, names: Mapping[Seat, str]
    ) -> AbstractContextManager[None]:
        """Everything is told in this language, with the words of the game that is drawn."""
        return speaking(languages_of(self._game)[language.code].naming(names))

    def _draw(self, moment: Moment) -> dict[str, str]:
        names = names_at(moment)
        picture = self._paint_table(moment.state, moment.before, names)
        opinion = moment.standing.opinion if moment.standing else None
        small = self._proposed(opinion, picture) if opinion and opinion.proposed else ()
        asked = who_is_asked(self._game, opinion) if opinion else ()
        choice = self.character_choice(moment)
        regions = of_moment(moment, choice, picture, names, small=small, asked=asked)
        return self._drawn_anew(regions, names)

    def _proposed(self, opinion: Opinion, now: TablePicture) -> tuple[HexBoard, ...]:
        """The table after the moves that are proposed, as far as it differs."""
        last = opinion.proposed[-1]
        after = self._game.apply(last.before, last.move)
        scores, outcome = self._game.score(after), self._game.outcome(after)
        return glimpses(
            now, self._paint(unsaid.view(self._game, after, None), None, scores, outcome)
        )

    def _drawn_anew(self, regions: Iterable[Region], names: Mapping[Seat, str]) -> dict[str, str]:
        """These regions; what shows the same as the last time is not drawn again."""
        code = current().code
        sheet = self._sheets.get(code)
        if sheet is None or sheet.names != names:
            sheet = self._sheets[code] = _Sheet(names, {})
        drawn = {}
        for region in regions:
            known = sheet.drawn.get(region.name)
            if known is None or known[0] != region.basis:
                known = sheet.drawn[region.name] = region.basis, self._render(region)
            drawn[region.name] = known[1]
        return drawn

    def _paint_table(self, state: Any, before: Any, names: Mapping[Seat, str]) -> TablePicture:
        """The table itself; it stays the same while only the referee has something to say."""
        basis = (state, before, names)
        if self._painted is None or not self._painted.is_of(basis):
            self._painted = _Painted(basis, self._picture(*basis))
        return self._painted.picture

    def _picture(self, state: Any, before: Any, names: Mapping[Seat, str]) -> TablePicture:
        game = self._game
        # A viewer without a seat: no hand is in this view, so none can be on the screen.
        earlier = None if before is None else self._view(before)
        view = self._view(state)
        picture = self._paint(view, earlier, game.score(state), game.outcome(state))
        if not names:
            return picture
        seats = (_named(seat, names.get(seat.number, seat.name)) for seat in picture.seats)
        return replace(picture, seats=tuple(seats))

    def _view(self, state: Any) -> dict[str, Json]:
        """What everybody may know; what was new a moment ago is what was before now."""
        if self._viewed is None or self._viewed[0] is not state:
            self._viewed = state, unsaid.view(self._game, state, None)
        return self._viewed[1]

    def _render(self, region: Region) -> str:
        if not region.template:
            return str(region.basis)
        template = self._templates.get_template(f"regions/{region.template}.html")
        # As `template.render`, which makes its globals anew every time.
        context = template.new_context({**self._templates.globals, **region.values}, shared=True)
        return "".join(template.root_render_func(context)).strip()


class _Shapes:
    """The macros of `shapes.html`, for templates that are drawn often: an import takes longer."""

    def __init__(self, templates: Environment) -> None:
        self._templates = templates

    def __getattr__(self, name: str) -> Any:
        return getattr(self._templates.get_template("shapes.html").module, name)


@remembering(most=64)
def _named(seat: SeatPicture, name: str) -> SeatPicture:
    return replace(seat, name=name)


def names_at(moment: Moment) -> Mapping[Seat, str]:
    """Who sits where; empty seats are left out."""
    return moment.standing.now.names if moment.standing else {}


def seen_by(guest: Guest, regions: Mapping[str, str]) -> dict[str, str]:
    """The regions that this guest gets; the others never leave the web_table."""
    kept: set[str] = set() if guest.is_host else {*HOST_REGIONS, PEOPLE}
    if not guest.plays:
        kept.update(PLAYER_REGIONS)
    return {name: html for name, html in regions.items() if name not in kept}
