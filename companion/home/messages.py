"""What is told to a smart home, as topics and plain values; nothing here touches a network."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion import __version__
from companion.games.protocol import Seat
from companion.phones.live import Moment
from companion.referee.referee import Reaction

ONLINE, OFFLINE = "online", "offline"
_ON, _OFF = "ON", "OFF"
_LONGEST = 255
"""Home Assistant takes no longer state than this."""


@dataclass(frozen=True)
class Topics:
    """Where everything goes: `base` is ours, `discovery` is Home Assistant's."""

    base: str
    discovery: str

    @property
    def availability(self) -> str:
        """Whether we are there."""
        return f"{self.base}/availability"

    @property
    def state(self) -> str:
        """How the game stands, as JSON."""
        return f"{self.base}/state"

    @property
    def birth(self) -> str:
        """Where Home Assistant says that it has started and wants to hear everything again."""
        return f"{self.discovery}/status"

    @property
    def node(self) -> str:
        """Our name where slashes are not allowed."""
        return "".join(c if c.isalnum() else "_" for c in self.base)


def state_of(moment: Moment) -> dict[str, object]:
    """How the game stands; only what everybody at the table may know."""
    names = moment.standing.now.names if moment.standing else {}
    game = moment.game
    scores = {_name(names, seat): tree.points for seat, tree in game.score(moment.state).items()}
    turn = game.to_move(moment.state)
    outcome = game.outcome(moment.state)
    alert, is_illegal = _alert(moment)
    return {
        "game": game.title,
        "phase": moment.standing.now.phase if moment.standing else "playing",
        "turn": _name(names, turn) if isinstance(turn, int) and turn >= 0 else "",
        "scores": list(scores.values()),
        "names": list(scores),
        "winner": ", ".join(_name(names, seat) for seat in outcome.winners) if outcome else "",
        "alert": alert[:_LONGEST],
        "illegal": _ON if is_illegal else _OFF,
    }


def discovery(topics: Topics, state: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What Home Assistant needs to show the table by itself: topics with their payloads."""
    names = state["names"]
    assert isinstance(names, list)
    device = {
        "identifiers": [topics.node],
        "name": "Table Companion",
        "model": state["game"],
        "sw_version": __version__,
    }
    entities: list[tuple[str, str, dict[str, str]]] = [
        ("sensor", "turn", {"name": "Turn", "icon": "mdi:account-arrow-right"}),
        ("sensor", "phase", {"name": "Phase", "icon": "mdi:dice-multiple"}),
        ("sensor", "winner", {"name": "Winner", "icon": "mdi:trophy"}),
        ("sensor", "alert", {"name": "Alert", "icon": "mdi:alert-circle-outline"}),
        ("binary_sensor", "illegal", {"name": "Not allowed", "device_class": "problem"}),
    ]
    fields = [key for _, key, _ in entities]
    for number, name in enumerate(names):
        more = {"name": f"Points of {name}", "icon": "mdi:counter", "unit_of_measurement": "points"}
        entities.append(("sensor", f"score_{number + 1}", more))
        fields.append(f"scores[{number}]")
    for (kind, key, more), field in zip(entities, fields, strict=True):
        config = {
            "unique_id": f"{topics.node}_{key}",
            "state_topic": topics.state,
            "availability_topic": topics.availability,
            "device": device,
            "value_template": f"{{{{ value_json.{field} }}}}",
            **more,
        }
        topic = f"{topics.discovery}/{kind}/{topics.node}/{key}/config"
        yield topic, json.dumps(config, ensure_ascii=False)


def _name(names: Mapping[Seat, str], seat: Seat) -> str:
    return names.get(seat) or f"Seat {seat + 1}"


def _alert(moment: Moment) -> tuple[str, bool]:
    """What people should look at, and whether it is something that is not allowed."""
    standing = moment.standing
    if standing is None:
        return "", False
    if standing.trouble is not None:
        return str(standing.trouble.text), False
    if standing.opinion.action is Reaction.FLAG:
        return standing.opinion.headline, True
    return "", False
