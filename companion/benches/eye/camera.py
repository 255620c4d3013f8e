"""`companion bench camera`: how fast the simulated camera is."""

import time
from collections.abc import Iterator, Mapping

from companion.games import find
from companion.games.protocol import Laid
from companion.games.random_games import plies

NAME = "camera"
HELP = "pictures a second of the simulated camera, 1280 x 960 on one core"

_MOVES = 6
_ZONES = ("forge", "island:0", "dock:0")
_TILT = 25.0


def run(_: bool) -> Mapping[str, object]:
    """Play some moves with a hand in view; seconds are those of the processor."""
    import cv2

    from companion.tabletop.observation import Point
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
        "pictures a second while a hand moves and the table changes": _rate(moving),
        "pictures a second while nothing moves": _rate(still),
        "slowest picture, seconds": round(max(moving), 3),
        "first picture, seconds": round(afresh, 2),
    }


def _seconds(frames: Iterator[object]) -> float:
    started = time.process_time()
    next(frames)
    return time.process_time() - started


def _rate(seconds: list[float]) -> float:
    return round(len(seconds) / sum(seconds), 1)
