"""The facts of an edition in people's words: what each is about, what it is, what it may be."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.common.words import joined, listed, say, say_n
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Stock, Upgrade
from companion.games.propeller_islands.told import labels, words
from companion.games.propeller_islands.told.choices import REWARDS
from companion.games.protocol import Fact

_NAMES = {
    "options.tie_break": say("Who wins a tie"),
    "options.paid_changes": say("How often a die may be changed for energy"),
    "options.amelia_limit": say("How often Amelia's ability counts"),
    "options.sir_charles_limit": say("How often Sir Charles's ability counts"),
    "options.marie_when": say("When Marie's ability counts"),
    "options.fresh_workers": say("A new worker may be used in the same action"),
    "options.capitol_without_cell": say("The capitol, when no worker can be deployed"),
    "options.shared_die": say("The shared die at the end of a round"),
    "options.guild_monuments": say("Banners that count for monuments"),
    "components.dice": say("Dice in a game"),
    "components.workers": say("Workers of each player"),
    "components.building_tiles": say("Building tiles in the box"),
    "components.capitols_inside": say("Are the capitols counted among the building tiles?"),
    "components.forge_order": say("Numbers of the Forge spaces, clockwise"),
    "setup.resources": say("What everybody has at the beginning"),
    "setup.start_tiles": say("Tiles that everybody draws at the beginning"),
    "setup.hand": say("Plans that everybody draws at the beginning"),
    "setup.display": say("Open plans of each level"),
    "fame.trumpets": say("Fame at the two trumpets"),
    "fame.track": say("Fame at the end of the track"),
    "dock.rows": say("Rows of the dock"),
    "dock.columns": say("Columns of the dock"),
    "dock.row_rewards": say("Rewards of the dock's rows, from the top"),
    "dock.column_rewards": say("Rewards of the dock's columns, from the left"),
    "end.plans": say("Completed plans that end the game"),
    "plans.I": say("Plans of level I"),
    "plans.II": say("Plans of level II"),
}
_OF_TILES = {
    "names": say("{tile}: what it is called"),
    "faces": say("{tile}: copies, and what is printed on them"),
    "slots": say("{tile}: places for upgrades"),
    "depots": say("{tile}: what it gives"),
    "monument_sets": say("{tile}: the numbers of a complete set"),
}
_LIMITS = {"round": say("once a round"), "turn": say("once a turn")}
_YES_NO = {True: say("yes"), False: say("no")}
_CHOICES: Mapping[str, Mapping[Any, str]] = {
    "options.tie_break": {
        "plans-then-seat": say("fewer completed plans, then whoever is last in turn order"),
        "youngest": say("the youngest"),
    },
    "options.paid_changes": {1: say("once"), None: say("as often as you can pay")},
    "options.amelia_limit": _LIMITS,
    "options.sir_charles_limit": _LIMITS,
    "options.marie_when": {
        "action": say("with the action of the own turn"),
        "any-activation": say("whenever tiles are activated"),
    },
    "options.fresh_workers": _YES_NO,
    "options.capitol_without_cell": {
        "resources-only": say("gives its resources only"),
        "blocked": say("can't be activated"),
    },
    "options.shared_die": {"may": say("may be used"), "must": say("must be used")},
    "options.guild_monuments": {
        "island": say("those on the island"),
        "owned": say("all that you own"),
    },
    "components.capitols_inside": _YES_NO,
}
_SLOTS = {
    "banner": say("banner"),
    "joker": say("joker die"),
    "production": say("production"),
}


def fact_name(edition: Edition, fact: Fact) -> str:
    """What a fact is about."""
    group, *rest = fact.place.split(".")
    kind = rest[-1] if group == "tiles" else group
    if kind in _OF_TILES and rest and rest[0] in edition.names:
        tile = say("{name} ({id})", name=words.tile_name(edition, rest[0]), id=rest[0])
        return _OF_TILES[kind].fill(tile=tile)
    return _NAMES.get(fact.place, fact.place)


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
    known = _CHOICES.get(fact.place, {})
    choices = tuple((json.dumps(value), said) for value, said in known.items())
    return choices if json.dumps(fact.value) in dict(choices) else ()


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
    return listed([*told, *([REWARDS["deploy"]] if deploys else ())])


def _hand(value: Mapping[str, int]) -> str:
    return listed(say("{n} of level {level}", n=n, level=level) for level, n in value.items())


def _rewards(value: Iterable[str]) -> str:
    return joined((REWARDS[reward] for reward in value), ", ")


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
        *([words.banner(face["banner"])] if face.get("banner") else ()),
        *([words.hub(face["hub"])] if face.get("hub") else ()),
    ]
    return joined(printed, ", ") if printed else say("no guild")


def _copies(what: str, of: Mapping[str, Any]) -> str:
    return say_n("{n} copy: {what}", "{n} copies: {what}", int(of.get("copies", 1)), what=what)


def _slots(value: Iterable[str]) -> str:
    slots = [_SLOTS.get(slot, slot) for slot in value]
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
