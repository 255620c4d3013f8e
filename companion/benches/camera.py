"""How fast the simulated camera is: a table that is kept and repaired, against one drawn afresh."""

import time
from collections.abc import Iterator, Mapping

from companion.games import find
from companion.games.protocol import Laid
from companion.simulation import plies

NAME = "camera"
HELP = "pictures a second of the simulated camera, 1280 x 960 on one core"

_MOVES = 6
_ZONES = ("forge", "island:0", "dock:0")
_TILT = 25.0


def run(_: bool) -> Mapping[str, object]:
    """Play some moves with a hand in view; seconds are those of the processor."""
    import cv2

    from companion.scenery import Point
    from hardware.simulated.camera import SimulatedCamera
    from hardware.simulated.viewpoint import above

    game = find("propeller-islands")
    states = [ply.state for ply in plies(game, {"players": 2}, "camera")]
    assert isinstance(game, Laid)
    tables = [game.scenery(state) for state in states[100 : 100 + 4 * _MOVES : 4]]
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        view = above(*tables[0].bounds(*_ZONES), tilt=_TILT)
        started = time.process_time()
        camera = SimulatedCamera(tables[0], view)
        frames = camera.frames()
        next(frames)
        afresh = time.process_time() - started
        moving, still = [], []
        for table in tables[1:]:
            camera.play(table, Point(0, 0))
            while camera.busy:
                moving.append(_seconds(frames))
            still.append(_seconds(frames))
    finally:
        cv2.setNumThreads(threads)
    return {
        "pictures": f"{len(moving) + len(still)} of 1280 x 960, tilt {_TILT:.0f} degrees",
        "a hand moves, and the table changes below it": _rate(moving),
        "nothing moves": _rate(still),
        "slowest picture": f"{max(moving):.3f} s",
        "everything drawn afresh": f"{afresh:.2f} s",
    }


def _seconds(frames: Iterator[object]) -> float:
    started = time.process_time()
    next(frames)
    return time.process_time() - started


def _rate(seconds: list[float]) -> str:
    return f"{len(seconds) / sum(seconds):.1f} a second"
