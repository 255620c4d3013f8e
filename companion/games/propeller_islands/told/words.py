"""The words of the game for people: pieces, places and amounts, for every language.

Translations are in `LANGUAGES`, those of the rules' sentences in `data/rules.json`; the tiles have
their names from the edition's data.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.common.errors import InputError
from companion.common.words import Phrase, called, joined, listed, player_name, say, say_n, signed
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.tabletop.sight import LyingThing

_HERE = Path(__file__).parents[1]
#: One `.po` file for every language but English.
LANGUAGES = _HERE / "languages"
RULES = json.loads((_HERE / "data" / "rules.json").read_text("utf-8"))

_BANNERS = {
    "industry": say("industry banner"),
    "science": say("science banner"),
    "culture": say("culture banner"),
}
_HUBS = {
    "industry": say("industry hub"),
    "science": say("science hub"),
    "culture": say("culture hub"),
}
_PRODUCTIONS = {
    "energy": say("energy production"),
    "steel": say("steel production"),
    "gear": say("gear production"),
}
_RESOURCES = {
    "energy": say("energy"),
    "steel": say("steel"),
    "gear": say("gears"),
    "fame": say("fame"),
}


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


def tile_name(edition: Edition, tile_id: str) -> str:
    """What stands on a tile: `Factory`."""
    return called(edition.names[tile_id])


def the_tile(edition: Edition, tile_id: str) -> str:
    """A tile in a sentence: `the factory`."""
    names = edition.names[tile_id]
    return called(names, f"the {names['en'].lower()}")


def banner(guild: str) -> str:
    """A guild's banner."""
    return _BANNERS[guild]


def hub(guild: str) -> str:
    """A guild's hub symbol."""
    return _HUBS[guild]


def resource(name: str) -> str:
    """What can be in front of a seat, as such: `gears`."""
    return _RESOURCES[name]


def upgrade(token: Upgrade) -> str:
    """A token gained with a plan."""
    if token.kind == "banner":
        return _BANNERS[token.of or ""]
    return say("joker die") if token.kind == "joker" else _PRODUCTIONS[token.of or ""]


def tile_in_full(edition: Edition, tile: Tile) -> str:
    """A tile with everything that is printed on it: `Factory (10), number 6, science hub`."""
    return joined(
        [
            say("{name} ({id})", name=tile_name(edition, tile.id), id=tile.id),
            *([say("number {n}", n=tile.number)] if tile.number else ()),
            *([banner(tile.banner)] if tile.banner else ()),
            *([hub(tile.hub)] if tile.hub else ()),
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


def character(name: str) -> str:
    """A character's name as it is printed; it is the same everywhere.

    >>> character("sir-charles")
    'Sir Charles'
    """
    return name.replace("-", " ").title()


# --- amounts ----------------------------------------------------------------------------------


def amount(name: str, n: int) -> str:
    """So much of a resource."""
    return {
        "energy": say_n("{n} energy", "{n} energy", n),
        "steel": say_n("{n} steel", "{n} steel", n),
        "gear": say_n("{n} gear", "{n} gears", n),
    }[name]


def amounts(stock: Stock) -> str:
    """Resources in a sentence: `2 energy and 1 steel`."""
    words = [amount(name, count) for name, count in stock._asdict().items() if count]
    return listed(words) if words else say("nothing")


def change(name: str, count: int) -> str:
    """So much more, or less: `+2 gears`."""
    n, more = abs(count), signed(count)
    return {
        "energy": say_n("{more} energy", "{more} energy", n, more=more),
        "steel": say_n("{more} steel", "{more} steel", n, more=more),
        "gear": say_n("{more} gear", "{more} gears", n, more=more),
        "fame": say_n("{more} fame", "{more} fame", n, more=more),
    }[name]


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
    if zone == "goods" and where in _RESOURCES:
        return say("{what} of {who}", what=resource(where), who=who)
    return {
        "completed": say("the completed plans of {who}", who=who),
        "aside": say("the upgrades set aside by {who}", who=who),
        "hand": say("the hand of {who}", who=who),
    }.get(zone, place)


def thing_name(edition: Edition, thing: LyingThing) -> str:
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
        poses = {"standing": say("a standing worker"), "lying": say("a lying worker")}
        return poses.get(thing.pose or "", say("a worker"))
    if thing.kind == "back":
        return say("a face-down plan of level {level}", level=of)
    return of


def zone_name(zone: str) -> str:
    """A zone in words: `dock:1` is `dock of Player 2`."""
    name, _, seat = zone.partition(":")
    if not seat.isdecimal():
        return {"forge": say("Forge"), "plans": say("plans")}.get(zone, zone)
    who = player_name(int(seat))
    return {
        "island": say("island of {who}", who=who),
        "dock": say("dock of {who}", who=who),
        "goods": say("goods of {who}", who=who),
    }.get(name, zone)


def count_name(kind: str, n: int) -> str:
    """So many pieces of a kind: `2 tiles`."""
    return {
        "tile": say_n("{n} tile", "{n} tiles", n),
        "worker": say_n("{n} worker", "{n} workers", n),
        "upgrade": say_n("{n} upgrade", "{n} upgrades", n),
        "plan": say_n("{n} plan", "{n} plans", n),
        "back": say_n("{n} face-down plan", "{n} face-down plans", n),
        "pile": say_n("{n} pile of tokens", "{n} piles of tokens", n),
    }.get(kind) or f"{n} {kind}"
