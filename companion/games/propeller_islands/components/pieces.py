"""The pieces of Propeller Islands as values: resources, upgrades, tiles, plans.

Each has a short text form that parses back, because people type them and files keep them:

>>> Tile.parse("10/6/hub:science").number
6
>>> str(Plan.parse("I/e1s1g1/3/banner:industry").upgrade)
'banner:industry'
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.common.errors import InputError
from companion.games.kit.resources import Resources

GUILDS = ("industry", "science", "culture")
RESOURCES = ("energy", "steel", "gear")
UPGRADE_KINDS = ("banner", "joker", "production")
CHARACTERS = ("jacques", "nelson", "amelia", "marie", "nicola", "sir-charles")

CAPITOL = "01"
DEPOTS = ("02", "03", "04")
BUILDINGS = ("05", "06", "07", "08", "09", "10", "11", "12", "13")
MONUMENTS = ("14", "15", "16", "17", "18", "19", "20", "21", "22", "23")
_FAMILIES: Mapping[str, str] = {
    CAPITOL: "capitol",
    **dict.fromkeys(DEPOTS, "depot"),
    **dict.fromkeys(BUILDINGS, "building"),
    **dict.fromkeys(MONUMENTS, "monument"),
}
TILE_IDS = tuple(_FAMILIES)

HOTEL = "08"
RADIO_STATION = "11"
WAREHOUSE = "12"
CRYSTAL_MERCHANT = "13"

LEVELS = ("I", "II")

_UPGRADES = frozenset(
    ["joker", *(f"banner:{guild}" for guild in GUILDS), *(f"production:{of}" for of in RESOURCES)]
)

_GUILD = "|".join(GUILDS)
#: What may stand behind the id of a tile; slots by the first letters of their kinds.
_ON_TILE = re.compile(
    f"(?P<number>[1-6])|banner:(?P<banner>{_GUILD})|hub:(?P<hub>{_GUILD})|(?P<slots>-|(?=.)b?j?p?)"
)


class _Counts(NamedTuple):
    energy: int = 0
    steel: int = 0
    gear: int = 0


class Stock(_Counts, Resources):
    """Some energy, steel and gears."""

    __slots__ = ()
    names = RESOURCES


#: One of a resource, by its name.
ONE: Mapping[str, Stock] = Stock.ones()


@dataclass(frozen=True)
class Upgrade:
    """A token gained with a plan: a guild's banner, a joker die, or more production."""

    kind: str
    of: str | None = None

    def __str__(self) -> str:
        """Such as `banner:science`, `production:gear`, `joker`."""
        return f"{self.kind}:{self.of}" if self.of else self.kind

    @classmethod
    def parse(cls, text: str) -> "Upgrade":
        """The reverse of `str`."""
        if text not in _UPGRADES:
            raise InputError(
                f"no upgrade '{text}'; there is banner:<guild>, joker, production:<resource>"
            )
        kind, _, of = text.partition(":")
        return cls(kind, of or None)


@dataclass(frozen=True)
class Tile:
    """The face of a tile. Two copies with the same face are the same tile.

    What is not known is None. `slots` is None when the tile has the upgrade slots that the
    edition gives to its id; a tile described on the spot may say otherwise.
    """

    id: str
    number: int | None = None
    banner: str | None = None
    hub: str | None = None
    slots: tuple[str, ...] | None = None

    @cached_property
    def family(self) -> str:
        """`capitol`, `depot`, `building` or `monument`: what its ground looks like."""
        return _FAMILIES[self.id]

    @cached_property
    def is_capitol(self) -> bool:
        """The first tile of an island."""
        return self.family == "capitol"

    @cached_property
    def is_depot(self) -> bool:
        """A depot: a bonus when placed, no worker cell."""
        return self.family == "depot"

    @cached_property
    def is_monument(self) -> bool:
        """A monument: points at the end, nothing to activate."""
        return self.family == "monument"

    @cached_property
    def has_worker_cell(self) -> bool:
        """Whether a worker can live there (FR p.3, DE p.3: everywhere but in depots)."""
        return not self.is_depot

    @cached_property
    def can_be_activated(self) -> bool:
        """Whether it has an activation bar (FR p.12, DE p.12)."""
        return self.family in ("capitol", "building")

    def __str__(self) -> str:
        """Such as `10/6/hub:science`, with `/bjp` behind it for unusual slots."""
        slots = None
        if self.slots is not None:
            slots = "".join(kind[0] for kind in UPGRADE_KINDS if kind in self.slots) or "-"
        guilds = (("banner", self.banner), ("hub", self.hub))
        marks = (f"{mark}:{guild}" for mark, guild in guilds if guild is not None)
        number = () if self.number is None else (str(self.number),)
        return "/".join([self.id, *number, *marks, *filter(None, [slots])])

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """The reverse of `str`."""
        name, *parts = text.split("/")
        if name not in TILE_IDS:
            raise InputError(f"no tile {name}")
        known: dict[str, Any] = {}
        for part in parts:
            match = _ON_TILE.fullmatch(part)
            if match is None or (match.lastgroup or "") in known:
                raise InputError(f"'{part}' says nothing about a tile; write 10/6/hub:science")
            known.update((key, value) for key, value in match.groupdict().items() if value)
        if "number" in known:
            known["number"] = int(known["number"])
        if "slots" in known:
            known["slots"] = tuple(kind for kind in UPGRADE_KINDS if kind[0] in known["slots"])
        tile = cls(name, **known)
        for reason in tile.contradictions():
            raise InputError(reason)
        return tile

    def contradictions(self) -> list[str]:
        """Why there can be no such face (FR p.3, DE p.3)."""
        can_be: Mapping[str, tuple[object, Sequence[str]]] = {
            "activation number": (self.number, BUILDINGS),
            "printed banner": (self.banner, (*BUILDINGS, *MONUMENTS)),
            "hub symbol": (self.hub, (*BUILDINGS, *DEPOTS)),
        }
        reasons = [
            f"tile {self.id} has no {what}"
            for what, (value, tiles) in can_be.items()
            if value is not None and self.id not in tiles
        ]
        if self.banner is not None and self.hub is not None:
            reasons.append("a tile has a banner or a hub symbol, not both")
        impossible = (kind for kind in self.slots or () if not can_have_slot(self.id, kind))
        return reasons + [f"tile {self.id} can't have a {kind} slot" for kind in impossible]


def can_have_slot(tile_id: str, kind: str) -> bool:
    """Whether a tile could hold an upgrade of this kind at all (FR p.9, DE p.9).

    A joker needs a number to replace; production needs an activation to add to.
    """
    if kind == "joker":
        return tile_id in BUILDINGS
    return kind == "banner" or tile_id == CAPITOL or tile_id in BUILDINGS


@dataclass(frozen=True)
class Plan:
    """What is printed on a plan card."""

    level: str
    cost: Stock
    points: int
    upgrade: Upgrade

    def __str__(self) -> str:
        """Such as `I/e1s1g1/3/banner:industry`."""
        return f"{self.level}/{self.cost}/{self.points}/{self.upgrade}"

    @classmethod
    def parse(cls, text: str) -> "Plan":
        """The reverse of `str`."""
        parts = text.split("/")
        if len(parts) != 4 or parts[0] not in LEVELS or not re.fullmatch(r"[0-9]{1,2}", parts[2]):
            raise InputError(
                f"'{text}' is no plan; write level/cost/points/upgrade: I/e1s1g1/3/banner:industry"
            )
        return cls(parts[0], Stock.parse(parts[1]), int(parts[2]), Upgrade.parse(parts[3]))
