"""The first state of a game: the table before the first tile is drawn (FR p.4-5, DE p.4-5)."""

import random
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from companion.common.json_reading import Json, wrap
from companion.common.words import say
from companion.games.kit.agenda import settle
from companion.games.kit.fields import Kinds, given, many, none_or, whole, word
from companion.games.propeller_islands.components.board import SLOTS
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import CAPITOL, CHARACTERS, LEVELS, Tile
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.consequences import COURSE
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


def to_be_watched(players: int, source: random.Random | None = None) -> dict[str, Json]:
    """A config for a real table: hands are hidden; without a source people choose characters."""
    config: dict[str, Json] = {"players": players, "hands": "covered"}
    if source is not None:
        config["characters"] = [*source.sample(CHARACTERS, players)]
    return config


def first_state(config: Mapping[str, Any], editions: Mapping[str, Edition]) -> State:
    """The table with everything still to be revealed, dealt and rolled.

    Characters left out are dealt by the table; ages may break a tie.
    """
    known = ("edition", "first", "characters", "ages", "hands")
    plain = {key: [*one] if isinstance(one, tuple) else one for key, one in config.items()}
    fields = wrap(plain, "set-up").object(("players",), known)
    players = fields["players"].integer(PLAYERS[0], PLAYERS[-1])
    kinds: Kinds = {
        "edition": word(editions, "edition"),
        "first": whole(0, players - 1),
        "characters": many(none_or(word(CHARACTERS, "character")), 0, players),
        "ages": many(none_or(whole(0)), 0, players),
        "hands": word(HANDS, "way to hold plans"),
    }
    chosen = given(fields, kinds)
    edition = editions[chosen.get("edition", "de")]
    first = chosen.get("first", 0)
    characters: tuple[str | None, ...] = chosen.get("characters", ())
    if max(map(characters.count, {*characters} - {None}), default=1) > 1:
        fields["characters"].wrong("each only once")
    open_hands, always_asked = HANDS[chosen.get("hands", "open")]
    seats = range(players)
    order = [(first + step) % players for step in seats]
    todo: list[tasks.Task] = [
        *(tasks.FillSlot(slot) for slot in SLOTS),
        *(tasks.ShowPlan(level) for level in LEVELS for _ in range(edition.display)),
        *(tasks.DealCharacter(seat) for seat in seats if not any(characters[seat : seat + 1])),
        *(
            tasks.DealCard(seat, level)
            for seat in seats
            for level in LEVELS
            for _ in range(edition.hand[level])
        ),
        *(tasks.DrawTile(seat) for _ in range(edition.start_tiles) for seat in order),
        tasks.RollDice(edition.dice[players]),
    ]
    return settle(
        State(
            edition=edition,
            players=tuple(
                Player(
                    character=character,
                    age=age,
                    stock=edition.start_stock,
                    island=Island({ORIGIN: Placed(Tile(CAPITOL), worker=STANDING)}),
                    dock=(1 << edition.dock_cells) - 1,
                )
                for _, character, age in zip_longest(seats, characters, chosen.get("ages", ()))
            ),
            market=dict.fromkeys(SLOTS),
            stack=edition.stack_tiles,
            unseen=tuple(tile for tile in edition.tiles if not tile.is_capitol),
            display=(),
            piles={level: sum(plan.level == level for plan in edition.plans) for level in LEVELS},
            unseen_plans=edition.plans,
            forge=NO_DICE,
            round=1,
            first=first,
            turn=0,
            open_hands=open_hands,
            agenda=tuple(reversed(todo)),
            always_asked=always_asked,
        ),
        COURSE,
    )


def round_of(state: State) -> int:
    """The round that is played; 0 until the dice may be rolled for the first time."""
    above_roll = any(isinstance(task, tasks.RollDice) for task in state.agenda[:-1])
    return 0 if state.round == 1 and above_roll else state.round
