"""The words of the game for people: pieces, places and amounts, for every language.

What is chosen by a name is in `data/words.toml`. Translations are in `LANGUAGES`, those of the
rules' sentences in `data/rules.json`; the tiles have their names from the edition's data.
"""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.common.errors import InputError
from companion.common.words import (
    Said,
    called,
    joined,
    listed,
    named,
    say,
    sayings,
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
#: What is chosen by a name, by what it is about.
_SAID = tomllib.loads((_HERE / "data" / "words.toml").read_text("utf-8"))["said"]
SAID: Mapping[str, Mapping[str, Said]] = {about: sayings(texts) for about, texts in _SAID.items()}


# --- pieces -----------------------------------------------------------------------------------


def tile_name(edition: "Edition", tile_id: str) -> str:
    """What stands on a tile: `Factory`."""
    return called(edition.names[tile_id])


def the_tile(edition: "Edition", tile_id: str) -> str:
    """A tile in a sentence: `the factory`."""
    names = edition.names[tile_id]
    return called(names, f"the {names['en'].lower()}")


def guilds(tile: Tile) -> list[str]:
    """The banner or hub symbol that is printed on a tile, if there is one."""
    marks = (("banner", tile.banner), ("hub", tile.hub))
    return [SAID["tokens"][f"{mark}:{guild}"] for mark, guild in marks if guild]


def resource(name: str) -> str:
    """What can be in front of a seat, as such: `gears`."""
    return SAID["resources"][name]


def upgrade(token: Upgrade) -> str:
    """A token gained with a plan."""
    return SAID["tokens"][str(token)]


def tile_and_id(edition: "Edition", tile_id: str) -> str:
    """A tile as it is called in the rulebook's list: `Factory (10)`."""
    return say("{name} ({id})", name=tile_name(edition, tile_id), id=tile_id)


def _printed(tile: Tile) -> list[str]:
    return [*([say("number {n}", n=tile.number)] if tile.number else ()), *guilds(tile)]


def face(tile: Tile) -> str:
    """What is printed on a tile: `number 6, science hub`."""
    return joined(_printed(tile) or [say("no guild")], ", ")


def tile_in_full(edition: "Edition", tile: Tile) -> str:
    """A tile with everything that is printed on it: `Factory (10), number 6, science hub`."""
    return joined([tile_and_id(edition, tile.id), *_printed(tile)], ", ")


def tile_face(edition: "Edition", tile: Tile) -> str:
    """A tile by what is printed on it, such as `Factory 4, science hub`."""
    return joined([numbered_tile(edition, tile, tile.number), *guilds(tile)], ", ")


def numbered_tile(edition: "Edition", tile: Tile, number: int | None) -> str:
    """A tile with the number that activates it."""
    name = tile_name(edition, tile.id)
    return joined([name, str(number)]) if number else name


def the_plan(plan: Plan) -> str:
    """A plan that lies open: `the plan worth 3 points (science banner)`."""
    return SAID["things"]["the plan"].fill(n=plan.points, upgrade=upgrade(plan.upgrade))


def card(plan: Plan) -> str:
    """A plan by what is printed on it: `3 points for 1 energy (level I): Science banner`."""
    face = {"points": plan.points, "cost": paid(plan.cost), "upgrade": upgrade_button(plan.upgrade)}
    if not plan.level:
        return say("{points} points for {cost}: {upgrade}", **face)
    return say("{points} points for {cost} (level {level}): {upgrade}", **face, level=plan.level)


def upgrade_button(token: Upgrade) -> str:
    """An upgrade that stands by itself, such as `Science banner`."""
    return SAID["upgrades"][str(token)]


def character(name: str) -> str:
    """A character's name as it is printed; it is the same everywhere.

    >>> character("sir-charles")
    'Sir Charles'
    """
    return name.replace("-", " ").title()


# --- amounts ----------------------------------------------------------------------------------


def amount(name: str, n: int) -> str:
    """So much of a resource."""
    return SAID["amounts"][name].fill(n=n)


def amounts(stock: Stock) -> str:
    """Resources in a sentence: `2 energy and 1 steel`."""
    return listed(stock.told(SAID["amounts"]) or [say("nothing")])


def paid(cost: Stock) -> str:
    """What something costs, on a card: `2 energy, 1 steel`."""
    return joined(cost.told(SAID["amounts"]) or [say("nothing")], ", ")


def change(name: str, count: int) -> str:
    """So much more, or less: `+2 gears`."""
    return SAID["changes"][name].fill(n=abs(count), more=signed(count))


# --- what a camera names ------------------------------------------------------------------------


def line_name(line: str) -> str:
    """A row or column of a dock: `row1` is `row 1`."""
    return SAID["dock"][line[:-1]].fill(n=line[-1])


def place_name(place: str) -> str:
    """A place of an observation in words: `forge/4` is `Forge space 4`."""
    return named(place, SAID["places"], SAID["resources"])


def zone_name(zone: str) -> str:
    """A zone in words: `dock:1` is `dock of Player 2`."""
    return named(zone, SAID["zones"])


def thing_name(edition: "Edition", thing: LyingThing) -> str:
    """A thing of an observation in words: `a 4`, `a standing worker`."""
    of, things = thing.identity or "", SAID["things"]
    in_full: Mapping[str, Callable[[], str]] = {
        "tile": lambda: tile_in_full(edition, Tile.parse(of)),
        "upgrade": lambda: upgrade(Upgrade.parse(of)),
        "plan": lambda: the_plan(Plan.parse(of)),
    }
    if of and thing.kind in in_full:
        try:
            return in_full[thing.kind]()
        except InputError:
            return of
    kind = f"{thing.pose} {thing.kind}" if thing.pose else thing.kind
    return things[kind].fill(of=of) if kind in things else of


def count_name(kind: str, n: int) -> str:
    """So many pieces of a kind: `2 tiles`."""
    pieces = SAID["pieces"]
    return pieces[kind].fill(n=n) if kind in pieces else f"{n} {kind}"


# --- the score ----------------------------------------------------------------------------------


def category(rule: str) -> str:
    """What a kind of points is called on the score sheet."""
    return SAID["categories"].get(rule, rule)


def reason(decided_by: str) -> str:
    """Why somebody has won."""
    return SAID["reasons"].get(decided_by, decided_by)
