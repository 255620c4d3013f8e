"""An eye that answers from the exact truth about a simulated picture, for tests of all but eyes."""

from collections.abc import Iterator
from typing import Any

from companion.simulated.staging import Stage
from companion.table.table import Table
from companion.tabletop.observation import Die, Observation, Piece
from companion.tabletop.scenery import Scenery, Thing
from hardware.frame import Frame
from hardware.simulated.truth import truth
from vision.motion.scene import ZoneState
from vision.reading.look import Belief, Look

#: To which zone a place belongs, by the beginning of its name; a seat's number follows.
_ZONES = {"forge": "forge", "market": "forge", "island": "island:", "dock": "dock:"}
#: The share of a piece that must be visible; in small pictures pixels are coarse.
ENOUGH = 0.15


class TrueEye:
    """Knows what lies on the stage. A picture with a hand on it is not read."""

    def __init__(self, table: Table, stage: Stage) -> None:
        self._game: Any = table.game
        chart = self._game.chart(table.now.state)
        self._zones = sorted(part.zone for part in (*chart.boards, *chart.fields))
        self._stage = stage

    @property
    def zones(self) -> frozenset[str]:
        """The zones of the game's chart."""
        return frozenset(self._zones)

    def look(self, frame: Frame) -> Look:
        """What is in this picture, which must be the last one that the stage's camera took."""
        camera = self._stage.camera
        scenery = camera.scenery
        if scenery.hand is not None:
            moving = tuple(Observation(zone, at_rest=False) for zone in self._zones)
            return Look(dict.fromkeys(self._zones, ZoneState.HAND), moving)
        seen = truth(camera.renderer, scenery)
        visible = {id(one.thing) for one in seen if one.visible > ENOUGH}
        observations = tuple(self._read(zone, scenery, visible) for zone in self._zones)
        beliefs = tuple(
            Belief(
                zone=_zone(one.thing),
                kind=one.thing.kind,
                label=str(one.thing.identity or one.thing.value),
                outline=one.outline,
                confidence=1.0,
                certain=True,
                place=str(one.thing.place),
            )
            for one in seen
            if _zone(one.thing) in self._zones
        )
        return Look(dict.fromkeys(self._zones, ZoneState.SETTLED), observations, beliefs)

    def _read(self, zone: str, scenery: Scenery, visible: set[int]) -> Observation:
        looked_at = self._game.project(self._stage.state, zone).looked_at
        things = [thing for thing in scenery.things if _zone(thing) == zone]
        hidden = {str(thing.place) for thing in things if id(thing) not in visible}
        kept = [thing for thing in things if thing.place not in hidden]
        return Observation(
            zone,
            tuple(Die(one.value, one.place) for one in kept if one.value is not None),
            tuple(_pieces(kept)),
            looked_at,
            frozenset(hidden),
        )


def _pieces(things: list[Thing]) -> Iterator[Piece]:
    for thing in things:
        if thing.value is None:
            yield Piece(thing.kind, thing.place, thing.identity, thing.pose)


def _zone(thing: Thing) -> str:
    if not isinstance(thing.place, str):
        return ""
    name, _, rest = thing.place.partition("/")
    zone = _ZONES.get(name, "")
    return zone + rest.partition("/")[0] if zone.endswith(":") else zone
