"""The screen as named regions of HTML: each is replaced on the phones when it changes."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from jinja2 import Environment

from companion.common.words import Language, player_name
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.kit.pictures import picture
from companion.games.panels import BoardPanel, TablePicture
from companion.games.protocol import CharacterChoice, Seat
from companion.phones.live import Coming, Moment
from companion.referee.differences import tell_reason
from companion.referee.opinions import Opinion, who_is_asked
from companion.table.telling import tell_event, tell_who
from web.access.guests import Guest
from web.drawings.glimpse import glimpses
from web.drawings.ink import Ink, in_lines
from web.live.regions import HOST_REGIONS, PEOPLE, PLAYER_REGIONS, Region, of_moment, of_table
from web.translation import current, languages_of, speaking

#: How many screens are remembered for watchers who come back after a short absence.
MEMORY = 64


class _Painted(NamedTuple):
    """The picture of a table, and the states from which it was painted."""

    state: Any
    before: Any
    picture: TablePicture


class _Sheet(NamedTuple):
    """What was drawn last in one language, and for which names: any sentence may tell of them."""

    names: Mapping[Seat, str]
    drawn: dict[str, tuple[Any, str]]


class Screen:
    """Draws each moment once in every language that somebody reads.

    Everything on it may be seen by everybody.
    """

    def __init__(self, game: Rules[Any, Any], templates: Environment) -> None:
        self._game = game
        self._templates = templates
        templates.globals.update(
            in_lines=in_lines, pieces=Ink(templates), shapes=_Shapes(templates)
        )
        templates.filters["who"] = tell_who
        templates.filters["player"] = player_name
        templates.filters["kind"] = tell_event
        templates.filters["reason"] = lambda why: tell_reason(self._game, why)
        self._drawn: OrderedDict[tuple[int, str], dict[str, str]] = OrderedDict()
        self._painted: _Painted | None = None
        self._sheets: dict[str, _Sheet] = {}
        self._drawing = threading.Lock()

    def picture(self, moment: Moment) -> TablePicture:
        """What there is to see of the table."""
        with self._drawing:
            self._turn_to(moment.game)
            return self._painted_at(moment)

    def character_choice(self, moment: Moment) -> CharacterChoice | None:
        """Whose character is chosen now, if anybody's."""
        return defaults.character_choice(moment.game, moment.state)

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
                self._drawn_anew(of_table(self._painted_at(coming), coming.names), coming.names)

    def _turn_to(self, game: Rules[Any, Any]) -> None:
        """From now on this game is drawn."""
        if game is not self._game:
            self._game = game
            self._sheets.clear()
            self._painted = None

    def _speaking(
        self, language: Language, names: Mapping[Seat, str]
    ) -> AbstractContextManager[None]:
        """Everything is told in this language, with the words of the game that is drawn."""
        return speaking(languages_of(self._game)[language.code].naming(names))

    def _draw(self, moment: Moment) -> dict[str, str]:
        names = names_at(moment)
        shown = self._painted_at(moment)
        opinion = moment.standing.opinion if moment.standing else None
        small = self._proposed(opinion, shown) if opinion and opinion.proposed else ()
        asked = who_is_asked(self._game, opinion) if opinion else ()
        choice = self.character_choice(moment)
        regions = of_moment(moment, choice, shown, names, small=small, asked=asked)
        return self._drawn_anew(regions, names)

    def _proposed(self, opinion: Opinion, now: TablePicture) -> tuple[BoardPanel, ...]:
        """The table after the moves that are proposed, as far as it differs."""
        last = opinion.proposed[-1]
        return glimpses(now, picture(self._game, self._game.apply(last.before, last.move)))

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

    def _painted_at(self, at: Moment | Coming) -> TablePicture:
        """The table itself; it stays the same while only the referee has something to say."""
        known = self._painted
        if known is None or known.state is not at.state or known.before is not at.before:
            known = _Painted(at.state, at.before, picture(self._game, at.state, at.before))
            self._painted = known
        return known.picture

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


def names_at(moment: Moment) -> Mapping[Seat, str]:
    """Who sits where; empty seats are left out."""
    return moment.standing.now.names if moment.standing else {}


def seen_by(guest: Guest, regions: Mapping[str, str]) -> dict[str, str]:
    """The regions that this guest gets; the others never leave the web_table."""
    kept: set[str] = set() if guest.is_host else {*HOST_REGIONS, PEOPLE}
    if not guest.plays:
        kept.update(PLAYER_REGIONS)
    return {name: html for name, html in regions.items() if name not in kept}
