"""Keeps what was read in photos of the table, until people enter moves that lead away from it.

A camera looks again and again, a photo is of one moment. People who go on by hand leave it behind,
and then it must accuse nobody.
"""

from collections.abc import Iterable
from typing import Any

from companion.games.capabilities import Rules, watchable
from companion.log.events import REFEREE, Event, Play
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Sight


class Photographed:
    """The photographed looks at one table, the newest of each zone."""

    def __init__(self, game: Rules[Any, Any]) -> None:
        self._game = game
        self._looks: dict[str, Observation] = {}
        self._distance = 0.0

    def __bool__(self) -> bool:
        return bool(self._looks)

    def add(self, looks: Iterable[Observation], state: Any) -> None:
        """Somebody shows this while the log is at `state`."""
        self._looks.update((look.zone, look) for look in looks)
        self._distance = self._from(state)

    def clear(self) -> tuple[str, ...]:
        """Forget everything; returns the zones that it was about."""
        zones = tuple(self._looks)
        self._looks.clear()
        return zones

    def is_outdated(self, events: Iterable[Event], state: Any) -> bool:
        """Whether people have entered moves that lead away from what was shown, to `state`.

        What they tell about things that no photo shows leads nowhere; what they confirm, undo or
        put right is about the photo.
        """
        if not self._looks:
            return False
        before, self._distance = self._distance, self._from(state)
        entered = any(isinstance(one.action, Play) and one.by.role != REFEREE for one in events)
        return entered and self._distance > before

    def _from(self, state: Any) -> float:
        """How much of what was shown is not as `state` has it."""
        sight = Sight(self._looks.values())
        game = watchable(self._game)
        known = set(game.zones(state))
        zones = (zone for zone in self._looks if zone in known)
        return sum(sight.compare(game.project(state, zone)).cost for zone in zones)
