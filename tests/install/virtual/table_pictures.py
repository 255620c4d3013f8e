"""Pictures of the simulated table for libcamera's virtual camera: `table_pictures.py TREE`.

Writes them into a tree with the file that makes two cameras of them, and what the dice show.
"""

import json
import sys
from itertools import islice
from pathlib import Path

import cv2

from companion.tabletop.observation import Point
from companion.tabletop.scenery import Cube, Scenery, Thing
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.viewpoint import above

#: libcamera 0.4 gives a buffer's length in whole pages, and picamera2 wants it exact: these fit.
LARGE, SMALL = (1280, 1024), (640, 512)
STILL, MOVING = "table that lies still", "table where something moves"
_CAMERA = """\
"{name}":
  supported_formats:
  - {{width: {large[0]}, height: {large[1]}, frame_rates: [30, 30]}}
  - {{width: {small[0]}, height: {small[1]}, frame_rates: [30, 30]}}
  frames: {{path: "/srv/{name}/"}}
  location: "CameraLocationExternal"
  model: "{model}"
"""


#: What lies where, in millimetres, and which face is turned to the camera's side.
ROLLS = {
    "still": {(-90, -60): 1, (-20, 50): 2, (40, -70): 3, (100, 40): 4, (-110, 40): 5, (0, -10): 6},
    "moving": {(-90, -60): 6, (-20, 50): 3, (80, -20): 2},
}
FRONT = {1: 2, 2: 3, 3: 1, 4: 5, 5: 6, 6: 2}


def table(roll: dict[tuple[int, int], int]) -> SimulatedCamera:
    """A camera above these dice."""
    dice = []
    for number, ((x, y), value) in enumerate(roll.items()):
        cube = Cube(Point(x, y), 13.0 * number, 16.0, value, FRONT[value])
        dice.append(Thing("die", Point(x, y), (cube,), value=value))
    view = above(Point(-150, -110), Point(150, 110), tilt=12, size=LARGE)
    return SimulatedCamera(Scenery(tuple(dice)), view)


def main() -> None:
    """Six pictures of one roll with a sensor's noise, and two rolls that take turns."""
    tree = Path(sys.argv[1])
    cameras = {"still": STILL, "moving": MOVING}
    shown = {"still": [*islice(table(ROLLS["still"]).frames(), 6)]}
    shown["moving"] = [shown["still"][0], next(table(ROLLS["moving"]).frames())]
    for name, frames in shown.items():
        folder = tree / "srv" / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(frames):
            cv2.imwrite(str(folder / f"{number}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (tree / "srv" / "dice.json").write_text(json.dumps(sorted(ROLLS["still"].values())))
    texts = [
        _CAMERA.format(name=name, model=model, large=LARGE, small=SMALL)
        for name, model in cameras.items()
    ]
    (tree / "srv" / "virtual.yaml").write_text("".join(["%YAML 1.1\n---\n", *texts]))


if __name__ == "__main__":
    main()
