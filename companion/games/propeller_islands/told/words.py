"""The words of the game for people: pieces, places and amounts, for every language.

What is chosen by a name is in `data/words.toml`. Translations are in `LANGUAGES`, those of the
rules' sentences in `data/rules.json`; the tiles have their names from the edition's data.
"""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.common.errors import InputError
from companion.common.words import (
    Phrase,
    Said,
    called,
    joined,
    listed,
    player_name,
    say,
    say_n,
    signed,
)
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.tabletop.sight import LyingThing

if TYPE_CHECKING:
    from companion.games.propeller_islands.components.edition import Edition

_HERE = Path(__file__).parents[1]
#: One `.po` file for every language but English.
LANGUAGES = _HERE / "languages"
RULES = json.loads((_HERE / "data" / "rules.json").read_text("utf-8"))
_WORDS = tomllib.loads((_HERE / "data" / "words.toml").read_text("utf-8"))
#: What is chosen by a name, by what it is about.
SAID: Mapping[str, Mapping[str, Said]] = {
    about: {name: say(text) for name, text in texts.items()}
    for about, texts in _WORDS["said"].items()
}
#: The same for what has a singular and a plural.
COUNTED: Mapping[str, Mapping[str, tuple[str, str]]] = _WORDS["counted"]


@cache
def phrases(language: str) -> Mapping[str, Phrase]:
    """The rules' sentences in a language, by their English patterns; none if nobody made them."""
    texts = [rule["text"] for rule in RULES.values()]
    return {
        text["en"] if isinstance(text["en"], str) else text["en"][0]: text[language]
        for text in texts
        if language in text
    }


# --- pieces -----------------------------------------------------------------------------------


def tile_name(edition: "Edition", tile_id: str) -> str:
    """What stands on a tile: `Factory`."""
    return called(edition.names[tile_id])


def the_tile(edition: "Edition", tile_id: str) -> str:
    """A tile in a sentence: `the factory`."""
    names = edition.names[tile_id]
    return called(names, f"the {names['en'].lower()}")


def banner(guild: str) -> str:
    """A guild's banner."""
    return SAID["tokens"][f"banner:{guild}"]


def hub(guild: str) -> str:
    """A guild's hub symbol."""
    return SAID["hubs"][guild]


def guilds(tile: Tile) -> list[str]:
    """The banner or hub symbol that is printed on a tile, if there is one."""
    return [
        *([banner(tile.banner)] if tile.banner else ()),
        *([hub(tile.hub)] if tile.hub else ()),
    ]


def resource(name: str) -> str:
    """What can be in front of a seat, as such: `gears`."""
    return SAID["resources"][name]


def upgrade(token: Upgrade) -> str:
    """A token gained with a plan."""
    return SAID["tokens"][str(token)]


def tile_in_full(edition: "Edition", tile: Tile) -> str:
    """A tile with everything that is printed on it: `Factory (10), number 6, science hub`."""
    return joined(
        [
            say("{name} ({id})", name=tile_name(edition, tile.id), id=tile.id),
            *([say("number {n}", n=tile.number)] if tile.number else ()),
            *guilds(tile),
        ],
        ", ",
    )


def the_plan(plan: Plan) -> str:
    """A plan that lies open: `the plan worth 3 points (science banner)`."""
    return say_n(
        "the plan worth {n} point ({upgrade})",
        "the plan worth {n} points ({upgrade})",
        plan.points,
        upgrade=upgrade(plan.upgrade),
    )


def card_face(plan: Plan) -> str:
    """A plan of whatever level, such as `3 points for 1 energy, 1 steel: Science banner`."""
    return say(
        "{points} points for {cost}: {upgrade}",
        points=plan.points,
        cost=paid(plan.cost),
        upgrade=SAID["upgrades"][str(plan.upgrade)],
    )


def character(name: str) -> str:
    """A character's name as it is printed; it is the same everywhere.

    >>> character("sir-charles")
    'Sir Charles'
    """
    return name.replace("-", " ").title()


# --- amounts ----------------------------------------------------------------------------------


def amount(name: str, n: int) -> str:
    """So much of a resource."""
    return say_n(*COUNTED["amounts"][name], n)


def amounts(stock: Stock) -> str:
    """Resources in a sentence: `2 energy and 1 steel`."""
    return listed(stock.told(COUNTED["amounts"]) or [say("nothing")])


def paid(cost: Stock) -> str:
    """What something costs, on a card: `2 energy, 1 steel`."""
    return joined(cost.told(COUNTED["amounts"]) or [say("nothing")], ", ")


def change(name: str, count: int) -> str:
    """So much more, or less: `+2 gears`."""
    return say_n(*COUNTED["changes"][name], abs(count), more=signed(count))


# --- what a camera names ------------------------------------------------------------------------


def line_name(line: str) -> str:
    """A row or column of a dock: `row1` is `row 1`."""
    n = line[-1]
    return say("row {n}", n=n) if line.startswith("row") else say("column {n}", n=n)


def place_name(place: str) -> str:
    """A place of an observation in words: `forge/4` is `Forge space 4`."""
    zone, _, rest = place.partition("/")
    seat, _, where = rest.partition("/")
    if zone == "forge":
        return say("Forge space {space}", space=rest) if rest.isdecimal() else say("the Forge")
    if zone == "market":
        return say("market slot {slot}", slot=rest)
    if place == "plans/display":
        return say("the display of plans")
    if not seat.isdecimal():
        return place
    who = player_name(int(seat))
    if zone == "dock" and where == "dice":
        return say("the used dice of {who}", who=who)
    if zone == "dock":
        return say("dock cell {cell} of {who}", cell=where, who=who)
    if zone == "island":
        return say("a place on the island of {who}", who=who)
    if zone == "goods" and where in SAID["resources"]:
        return say("{what} of {who}", what=resource(where), who=who)
    return SAID["places"][zone].fill(who=who) if zone in SAID["places"] else place


def thing_name(edition: "Edition", thing: LyingThing) -> str:
    """A thing of an observation in words: `a 4`, `a standing worker`."""
    of = thing.identity or ""
    try:
        if thing.kind == "die":
            return say("a {value}", value=of)
        if thing.kind == "tile":
            return tile_in_full(edition, Tile.parse(of)) if of else say("a tile")
        if thing.kind == "upgrade":
            return upgrade(Upgrade.parse(of)) if of else say("an upgrade")
        if thing.kind == "plan":
            return the_plan(Plan.parse(of)) if of else say("a plan")
    except InputError:
        return of
    if thing.kind == "worker":
        return SAID["workers"].get(thing.pose or "", say("a worker"))
    if thing.kind == "back":
        return say("a face-down plan of level {level}", level=of)
    return of


def zone_name(zone: str) -> str:
    """A zone in words: `dock:1` is `dock of Player 2`."""
    name, _, seat = zone.partition(":")
    if not seat.isdecimal():
        return {"forge": say("Forge"), "plans": say("plans")}.get(zone, zone)
    zones = SAID["zones"]
    return zones[name].fill(who=player_name(int(seat))) if name in zones else zone


def count_name(kind: str, n: int) -> str:
    """So many pieces of a kind: `2 tiles`."""
    pieces = COUNTED["pieces"]
    return say_n(*pieces[kind], n) if kind in pieces else f"{n} {kind}"
