"""The simulated table under its camera: what people do at it becomes pictures."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.common.errors import InputError
from companion.games.capabilities import Laid
from companion.games.protocol import Game
from companion.tabletop.observation import Point
from companion.tabletop.scenery import Body, Cube, FlatPiece, Peg, Scenery, Thing
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.viewpoint import Viewpoint, above

SIZE = (2560, 1440)
"""Pixels of a picture: a table for two is wide, and a die on it should have 25 of them."""
TILT = 18.0
INTERVAL = 0.25
"""Seconds between two pictures, at least."""
HAND_FRAMES = 2
"""Pictures of a hand on its way, and as many when it goes."""
#: Millimetres that are left free around what lies on the table: what people build grows.
_ROOM = Point(130.0, 40.0)
_FAR = -150.0
"""Whoever reaches for something beyond this sits at the far edge."""


class Stage:
    """A table that is laid, changed by hands, and seen by a camera that hangs above it.

    Attributes:
        camera: The simulated camera.
        state: The table as it lies, or will lie when the hand is done.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        seed: str,
        *,
        size: tuple[int, int] = SIZE,
        interval: float = INTERVAL,
    ) -> None:
        if not isinstance(game, Laid):
            raise InputError(f"{game.title} has no simulated table; see --camera none")
        self._game, self._seed = game, seed
        self._size = size
        self._source = random.Random(f"{seed}/hands")
        self._nudges: dict[Thing, Thing] = {}
        self.state = state
        self._lies: Scenery = game.scenery(state, seed)
        self._low, self._high = _extent(self._lies)
        number = random.Random(seed).randrange(1 << 30)
        self.camera = SimulatedCamera(self._lies, self._view(), seed=number, interval=interval)

    def lay(self, state: Any, touched: Iterable[str] = ()) -> bool:
        """Let a hand lay the table like this and straighten the pieces at the places it touched.

        Returns:
            Whether there is anything to be seen of it.
        """
        if state is self.state and not touched:
            return False
        assert isinstance(self._game, Laid)
        self.state = state
        before, bare = self._lies, self._game.scenery(state, self._seed)
        places = frozenset(touched)
        crowd = Counter(thing.place for thing in bare.things)
        for thing in bare.things:
            if thing.place in places:
                turn = self._source.randrange(6) * 60.0 if crowd[thing.place] == 1 else 0.0
                bodies = tuple(self._nudged(body, turn) for body in thing.bodies)
                self._nudges[thing] = replace(thing, bodies=bodies)
        self._nudges = {
            thing: self._nudges[thing] for thing in bare.things if thing in self._nudges
        }
        after = replace(bare, things=tuple(self._nudges.get(one, one) for one in bare.things))
        moved = _changed(before, after)
        if not moved:
            return False
        self._lies = after
        self._keep_in_view(after)
        at = moved[-1].bodies[0].at
        turn = 180.0 if at.y < _FAR else 0.0
        self.camera.play(after, at, turn + self._source.uniform(-25, 25), frames=HAND_FRAMES)
        return True

    def _nudged(self, body: Body, turn: float) -> Body:
        """A piece that somebody has straightened: it lies a little differently, dice more so.

        A hexagon on which nothing stands may also be turned to another of its sides.
        """
        step, twist = (2.5, 40.0) if isinstance(body, Cube) else (0.7, 2.0)
        is_hexagon = isinstance(body, FlatPiece) and len(body.outline) == 6
        shift = (self._source.uniform(-step, step), self._source.uniform(-step, step))
        at = Point(body.at.x + shift[0], body.at.y + shift[1])
        if isinstance(body, Peg):
            return replace(body, at=at)
        turn = (turn if is_hexagon else 0.0) + self._source.uniform(-twist, twist)
        return replace(body, at=at, turn=body.turn + turn)

    # --- where the camera hangs ---------------------------------------------------------------

    def _keep_in_view(self, scenery: Scenery) -> None:
        """Hang the camera higher before something lies outside of its picture."""
        low, high = _extent(scenery, room=Point(0, 0))
        begins_inside = low.x >= self._low.x and low.y >= self._low.y
        if begins_inside and high.x <= self._high.x and high.y <= self._high.y:
            return
        wider = _extent(scenery)
        self._low = Point(min(self._low.x, wider[0].x), min(self._low.y, wider[0].y))
        self._high = Point(max(self._high.x, wider[1].x), max(self._high.y, wider[1].y))
        self.camera.bump(self._view())

    def _view(self) -> Viewpoint:
        return above(self._low, self._high, tilt=TILT, size=self._size)


def _extent(scenery: Scenery, room: Point = _ROOM) -> tuple[Point, Point]:
    """The box around everything that lies there or may come to lie there next."""
    boxes = [scenery.bounds(), scenery.bounds(*(scenery.regions or {}))]
    points = [point for box in boxes for point in box]
    low = Point(min(p.x for p in points) - room.x, min(p.y for p in points) - room.y)
    high = Point(max(p.x for p in points) + room.x, max(p.y for p in points) + room.y)
    return low, high


def _changed(before: Scenery, after: Scenery) -> list[Thing]:
    """What is there in only one of the two, and can be seen; what came last."""
    old, new = set(before.things), set(after.things)
    gone = [thing for thing in before.things if thing not in new]
    come = [thing for thing in after.things if thing not in old]
    return [thing for thing in (*gone, *come) if thing.bodies]
