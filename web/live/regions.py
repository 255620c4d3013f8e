"""The regions of the screen: what each shows, so that only what changed is drawn again."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, NamedTuple

from companion.games.panels import BoardPanel, Panel, TablePicture
from companion.games.protocol import CharacterChoice, Seat
from companion.log.history import ENDED
from companion.phones.live import Moment

#: Only for players and the host; and only for the host. What they send is checked on arrival.
PLAYER_REGIONS = ("characters", "choices", "controls", "game", "seen")
HOST_REGIONS = ("accept", "modes")
PEOPLE = "people"  # who sits where, for the host
GATHERING = "gathering"  # who has sat down before the game, for those who ask for it

#: Of how the game stands, each region with what it shows of it.
_STANDING: Mapping[str, Callable[[Any], Any]] = {
    "trouble": attrgetter("trouble", "blind"),
    "mode": attrgetter("now.mode", "now.phase"),
    "referee": attrgetter("opinion"),
    "log": attrgetter("events"),
    "choices": attrgetter("opinion"),
    "controls": lambda standing: (
        standing.now.undo is None,
        standing.now.redo is None,
        standing.now.phase,
        standing.takeback,
    ),
    "accept": attrgetter("opinion.way_back"),
    "modes": attrgetter("now.mode", "modes"),
}
#: Of the picture of the table.
_TABLE: Mapping[str, Callable[[Any], Any]] = {
    "facts": attrgetter("facts"),
    "end": attrgetter("sheet"),
}
_ON_SCOREBOARD = attrgetter("number", "acting", "points")
#: Of each seat of that picture.
_SEAT: Mapping[str, Callable[[Any], Any]] = {
    "points": attrgetter("part.title", "part.badges", "acting", "points"),
    "why": attrgetter("why"),
    "goods": attrgetter("part.counters"),
}


_NOTHING: Mapping[str, Any] = {}


class Region(NamedTuple):
    """One region: `basis` is all that it shows, `values` is what its template is handed.

    One without a template is plain text, for scripts and forms.
    """

    name: str
    template: str
    basis: Any
    values: Mapping[str, Any] = _NOTHING


def of_moment(
    moment: Moment,
    choice: CharacterChoice | None,
    picture: TablePicture,
    names: Mapping[Seat, str],
    *,
    small: tuple[BoardPanel, ...] = (),
    asked: tuple[Seat, ...] = (),
) -> Iterator[Region]:
    """All regions of a moment; `small` pictures show what is proposed to those who are `asked`."""
    yield Region("told", "told", moment.told, {"told": moment.told})
    standing = moment.standing
    about = {"standing": standing, "choice": choice, "small": small, "asked": asked}
    for name, basis in _STANDING.items():
        yield Region(name, name, None if standing is None else basis(standing), about)
    yield Region("glimpses", "glimpses", small, about)
    game, number = ("", "") if standing is None else (standing.game, str(standing.now.number))
    yield Region("game", "", game)
    yield Region("seen", "", number)
    yield Region("beat", "", f"{game}/{number}" if game else "")
    yield Region("characters", "characters", (standing is None, choice), about)
    gathers = _gathers(standing, choice)
    who = (gathers, tuple((seat.number, seat.part.title) for seat in picture.seats), dict(names))
    seated = {"gathers": gathers, "seats": picture.seats, "names": names}
    yield Region(GATHERING, GATHERING, who, seated)
    has_ended = standing is not None and standing.now.phase == ENDED
    yield from of_table(_nobody_to_move(picture) if has_ended else picture, names)


def _nobody_to_move(picture: TablePicture) -> TablePicture:
    seats = tuple(replace(seat, acting=False) for seat in picture.seats)
    return replace(picture, seats=seats)


def _gathers(standing: Any, choice: CharacterChoice | None) -> bool:
    """Whether people are still sitting down: nothing was played but who plays whom."""
    return standing is not None and (standing.now.undo is None or choice is not None)


def of_table(picture: TablePicture, names: Mapping[Seat, str]) -> Iterator[Region]:
    """The regions of the table itself."""
    whole = {"table": picture}
    for name, basis in _TABLE.items():
        yield Region(name, name, basis(picture), whole)
    board = (picture.sheet, tuple(map(_ON_SCOREBOARD, picture.seats)))
    yield Region("scores", "scores", board, whole)
    turn = (picture.prompt, tuple(seat.number for seat in picture.seats if seat.acting))
    yield Region("turn", "turn", turn, whole)
    yield from _panels("", picture.panels)
    for seat in picture.seats:
        here = f"seat-{seat.number}-"
        for name, basis in _SEAT.items():
            yield Region(here + name, f"seat_{name}", basis(seat), {"seat": seat})
        yield from _panels(here, seat.part.panels)
    people = tuple(seat.number for seat in picture.seats), dict(names)
    yield Region(PEOPLE, PEOPLE, people, {"seats": picture.seats, "names": names})


def _panels(of: str, panels: tuple[Panel, ...]) -> Iterator[Region]:
    for panel in panels:
        # Those of the table have their titles above them, the first one of a seat needs none.
        title = panel.title if of and panel is not panels[0] else ""
        about = {"panel": panel, "title": title}
        yield Region(f"{of}panel-{panel.name}", "panel", panel, about)
