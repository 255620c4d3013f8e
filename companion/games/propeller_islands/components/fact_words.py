"""The facts of an edition in people's words: what each is about, what it is, what it may be."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.common.words import joined, listed, say, say_n
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.told import labels, words
from companion.games.propeller_islands.told.words import SAID
from companion.games.protocol import Fact


def fact_name(edition: Edition, fact: Fact) -> str:
    """What a fact is about."""
    group, *rest = fact.place.split(".")
    kind = rest[-1] if group == "tiles" else group
    if kind in SAID["tile_facts"] and rest and rest[0] in edition.names:
        tile = say("{name} ({id})", name=words.tile_name(edition, rest[0]), id=rest[0])
        return SAID["tile_facts"][kind].fill(tile=tile)
    return SAID["facts"].get(fact.place, fact.place)


def fact_value(fact: Fact) -> str:
    """What it is, with its unit."""
    choices = dict(fact_choices(fact))
    if choices:
        return choices[json.dumps(fact.value)]
    group, *rest = fact.place.split(".")
    tell = _TELLERS.get(fact.place) or _TELLERS.get(rest[-1] if group == "tiles" else group)
    return tell(fact.value) if tell else _plain(fact.value)


def fact_choices(fact: Fact) -> tuple[tuple[str, str], ...]:
    """What it may be, as it stands in a data file and in words; empty: more than can be listed."""
    choices = SAID.get(fact.place, {})
    return tuple(choices.items()) if json.dumps(fact.value) in choices else ()


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return joined((_plain(one) for one in value), ", ") if value else say("none")
    return str(value)


def _dice(value: Mapping[str, int]) -> str:
    return joined(
        (say("{n} with {players} players", n=n, players=who) for who, n in value.items()), ", "
    )


def _resources(value: Mapping[str, int]) -> str:
    deploys = value.get("deploy", 0)
    stock = Stock(**{name: count for name, count in value.items() if name != "deploy"})
    told = [words.amounts(stock)] if any(stock) or not deploys else []
    return listed([*told, *([SAID["rewards"]["deploy"]] if deploys else ())])


def _hand(value: Mapping[str, int]) -> str:
    return listed(say("{n} of level {level}", n=n, level=level) for level, n in value.items())


def _rewards(value: Iterable[str]) -> str:
    return joined((SAID["rewards"][reward] for reward in value), ", ")


def _plans(value: list[dict[str, Any]]) -> str:
    return joined((_copies(_card(card), card) for card in value), "; ")


def _card(card: Mapping[str, Any]) -> str:
    plan = Plan("I", Stock(**card["cost"]), card["points"], Upgrade.parse(card["upgrade"]))
    return labels.card_face(plan)


def _faces(value: list[dict[str, Any]]) -> str:
    return joined((_copies(_printed(face), face) for face in value), "; ")


def _printed(face: Mapping[str, Any]) -> str:
    printed = [
        *([say("number {n}", n=face["number"])] if face.get("number") else ()),
        *words.guilds(Tile("", banner=face.get("banner"), hub=face.get("hub"))),
    ]
    return joined(printed, ", ") if printed else say("no guild")


def _copies(what: str, of: Mapping[str, Any]) -> str:
    return say_n("{n} copy: {what}", "{n} copies: {what}", int(of.get("copies", 1)), what=what)


def _slots(value: Iterable[str]) -> str:
    slots = [SAID["slots"].get(slot, slot) for slot in value]
    return joined(slots, ", ") if slots else say("none")


def _called(value: Mapping[str, str]) -> str:
    return joined(value.values(), ", ")


_TELLERS: Mapping[str, Callable[[Any], str]] = {
    "components.dice": _dice,
    "setup.resources": _resources,
    "setup.hand": _hand,
    "dock.row_rewards": _rewards,
    "dock.column_rewards": _rewards,
    "depots": _resources,
    "plans": _plans,
    "faces": _faces,
    "slots": _slots,
    "names": _called,
}
