"""The first state of a game: the table before the first tile is drawn (FR p.4-5, DE p.4-5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.common.errors import InputError
from companion.common.words import say
from companion.games.propeller_islands.components.board import SLOTS
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import CAPITOL, CHARACTERS, LEVELS, Tile
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.consequences import settle
from companion.games.propeller_islands.rules.state import (
    NO_DICE,
    STANDING,
    Island,
    Placed,
    Player,
    State,
)
from companion.games.protocol import Option
from companion.tabletop.hexes import ORIGIN

PLAYERS = range(2, 5)

OPTIONS = (
    Option(
        "hands",
        say("Plans in hand"),
        (
            ("covered", say("everybody tells only what he wants")),
            ("known", say("the companion knows every card")),
        ),
    ),
    Option(
        "characters",
        say("Character"),
        (
            (None, say("decide later")),
            *((name, name.replace("-", " ").title()) for name in CHARACTERS),
        ),
        per_seat=True,
    ),
)

#: Whether the companion is dealt every card, and whether whoever holds plans is always asked for
#: one. Games of old have the last two: who could not pay was not asked, and everybody saw that.
HANDS = {
    "covered": (False, True),
    "known": (True, True),
    "hidden": (False, False),
    "open": (True, False),
}


@dataclass(frozen=True)
class Config:
    """How a game is set up. Characters left out are dealt by the table; ages may break a tie."""

    players: int
    edition: str = "de"
    first: int = 0
    characters: tuple[str | None, ...] = ()
    ages: tuple[int | None, ...] = ()
    hands: str = "open"


def read_config(config: Mapping[str, object]) -> Config:
    """A checked set-up from plain values."""
    known = Config.__dataclass_fields__
    for key in config:
        if key not in known:
            raise InputError(f"no set-up option '{key}'; there is {', '.join(known)}")
    players = config.get("players")
    if isinstance(players, bool) or not isinstance(players, int) or players not in PLAYERS:
        raise InputError(f"players: 2 to 4 can play, not {players}")
    first = config.get("first", 0)
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < players:
        raise InputError(f"first: no seat {first}")
    hands = str(config.get("hands", "open"))
    if hands not in HANDS:
        raise InputError(f"hands: {', '.join(HANDS)}, not '{hands}'")
    return Config(
        players=players,
        edition=str(config.get("edition", "de")),
        first=first,
        characters=_characters(config.get("characters", ()), players),
        ages=_ages(config.get("ages", ()), players),
        hands=hands,
    )


def _characters(names: object, players: int) -> tuple[str | None, ...]:
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise InputError("characters: expected a list")
    chosen = [name for name in names if name is not None]
    for name in chosen:
        if name not in CHARACTERS:
            raise InputError(f"characters: no character '{name}'")
    if len(set(chosen)) < len(chosen) or len(names) > players:
        raise InputError("characters: one for each seat, each only once")
    return (*names, *[None] * (players - len(names)))


def _ages(ages: object, players: int) -> tuple[int | None, ...]:
    if not isinstance(ages, Sequence) or isinstance(ages, str) or len(ages) > players:
        raise InputError("ages: expected a list with one for each seat")
    for age in ages:
        if age is not None and (isinstance(age, bool) or not isinstance(age, int)):
            raise InputError(f"ages: '{age}' is no age")
    return (*ages, *[None] * (players - len(ages)))


def first_state(config: Config, edition: Edition) -> State:
    """The table with everything still to be revealed, dealt and rolled."""
    seats = range(config.players)
    open_hands, always_asked = HANDS[config.hands]
    order = [(config.first + step) % config.players for step in seats]
    todo: list[tasks.Task] = [
        *(tasks.FillSlot(slot) for slot in SLOTS),
        *(tasks.ShowPlan(level) for level in LEVELS for _ in range(edition.display)),
        *(tasks.DealCharacter(seat) for seat in seats if config.characters[seat] is None),
        *(
            tasks.DealCard(seat, level)
            for seat in seats
            for level in LEVELS
            for _ in range(edition.hand[level])
        ),
        *(tasks.DrawTile(seat) for _ in range(edition.start_tiles) for seat in order),
        tasks.RollDice(edition.dice[config.players]),
    ]
    return settle(
        State(
            edition=edition,
            players=tuple(_player(config, seat, edition) for seat in seats),
            market=dict.fromkeys(SLOTS),
            stack=edition.stack_tiles,
            unseen=tuple(tile for tile in edition.tiles if not tile.is_capitol),
            display=(),
            piles={level: sum(plan.level == level for plan in edition.plans) for level in LEVELS},
            unseen_plans=edition.plans,
            forge=NO_DICE,
            round=1,
            first=config.first,
            turn=0,
            open_hands=open_hands,
            agenda=tuple(reversed(todo)),
            always_asked=always_asked,
        )
    )


def _player(config: Config, seat: int, edition: Edition) -> Player:
    capitol = Placed(Tile(CAPITOL), worker=STANDING)
    return Player(
        character=config.characters[seat],
        age=config.ages[seat],
        stock=edition.start_stock,
        island=Island({ORIGIN: capitol}),
        dock=(1 << edition.dock_cells) - 1,
    )
