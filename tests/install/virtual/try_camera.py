"""The real picamera2 and libcamera, used by our own code; virtual_camera.sh calls it in its tree.

The camera is libcamera's virtual one and shows the pictures of table_pictures.py. What a sensor,
its lens and its cable do is not tried here.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from companion.camera.eyes.opening import open_dice_eye
from companion.tabletop.problems import Problem
from hardware.camera import CameraError
from hardware.cameras import list_cameras, open_camera
from hardware.frame import Image
from hardware.health import GOOD, LOST, SILENT, Health
from hardware.pi import list_pi_cameras
from hardware.process import hold, supervised

SERVED = Path("/srv")
CABLE = SERVED / "pulled"
CAMERAS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
#: Mean difference to a picture in grey levels; its noise alone is nearly two.
SAME = 3.0
PATIENCE = 600.0


def far(image: Image, others: list[Image]) -> float:
    """How far a picture is from the nearest of these."""
    return min(float(np.mean(cv2.absdiff(image, other))) for other in others)


def is_full(image: Image, other: Image) -> bool:
    """Whether it is as fine as the other; one that was made larger has lost most of its noise."""
    fine, wanted = (float(cv2.Laplacian(each, cv2.CV_32F).var()) for each in (image, other))
    return fine > wanted / 2


def pictures(name: str) -> list[Image]:
    return [np.asarray(cv2.imread(str(path))) for path in sorted((SERVED / name).glob("*.jpg"))]


def listing() -> dict[str, str]:
    """Both cameras are there, by names of ours, and among all cameras."""
    found = {camera.model: camera.name for camera in list_pi_cameras()}
    print("listed:", ", ".join(f"{name} ({model})" for model, name in found.items()))
    assert sorted(found) == ["table that lies still", "table where something moves"]
    assert {*found.values()} < {camera.name for camera in list_cameras()}
    return found


def a_still(name: str) -> None:
    """A table at rest comes in full, also once the settings are held; its dice are read."""
    shown = pictures("still")
    with closing(open_camera(name)) as camera:
        first = time.monotonic()
        for number, frame in enumerate(camera.frames(), 1):
            full = is_full(frame.image, shown[0])
            assert far(frame.image, shown) < SAME
            assert not (full and number == 1), "nothing is settled at the first look"
            if full and time.monotonic() - first > hold.WARM_UP + 1:
                break
            assert time.monotonic() - first < PATIENCE, "it never comes to rest"
        print(f"at rest after {number} frames: {frame.image.shape}, "
              f"{far(frame.image, shown):.2f} grey levels from the picture")  # fmt: skip
    dice = sorted(die.value for die in open_dice_eye().look(frame.image) if die.certain)
    print("dice read for certain:", dice)
    assert dice == json.loads((SERVED / "dice.json").read_text())


def a_moving_table(name: str) -> None:
    """While something moves the small stream comes, made as large as the other.

    A slow computer may see the same picture for so long that it is at rest.
    """
    shown = pictures("moving")
    with closing(open_camera(name)) as camera:
        frames = [*islice(camera.frames(), 12)]
    off = max(far(frame.image, shown) for frame in frames)
    small = [not is_full(frame.image, shown[0]) for frame in frames]
    print(f"while something moves: {sum(small)} of {len(small)} from the small stream, "
          f"at most {off:.2f} grey levels off")  # fmt: skip
    assert {frame.image.shape for frame in frames} == {shown[0].shape}
    assert small[0]
    assert off < SAME


def refusal(name: str) -> Problem | None:
    """Why a camera can't be opened."""
    try:
        open_camera(name).close()
    except CameraError as error:
        return error.problem
    return None


def what_can_not_be_opened(name: str) -> None:
    """One that is not there, and one that somebody has, each in a sentence."""
    with closing(open_camera(name)) as camera:
        next(camera.frames())
        for wrong, code in ((name, "camera-in-use"), ("picamera2:7", "camera-not-on-ribbon")):
            problem = refusal(wrong)
            print("refused:", problem)
            assert problem is not None
            assert problem.code == code


@contextmanager
def cable_pulled() -> Iterator[None]:
    """Nothing comes from the camera any more, and a new look finds none."""
    aside = CAMERAS.with_suffix(".aside")
    CABLE.touch()
    CAMERAS.rename(aside)
    yield
    aside.rename(CAMERAS)
    CABLE.unlink()


def unplugging(name: str) -> None:
    """A camera in its own process that vanishes, is missed, comes back, and is used again."""
    supervised.OPENING_TAKES = PATIENCE  # under qemu alone Python takes half a minute to start
    told: list[Health] = []
    camera = supervised.SupervisedCamera(name)
    camera.listen(told.append)

    def wait_for(*states: str) -> None:
        end = time.monotonic() + PATIENCE
        while camera.health.state not in states:
            assert time.monotonic() < end, f"{camera.health}, not {states}"
            time.sleep(0.05)

    with closing(camera):
        wait_for(GOOD)
        with cable_pulled():
            wait_for(SILENT)
            wait_for(LOST)
            lost = camera.health.problem
        wait_for(GOOD)
        assert next(camera.frames()).image.any()
        restarts = camera.health.restarts
    print("unplugged:", " -> ".join(health.state for health in told), f"({lost})")
    assert lost is not None
    assert lost.code == "camera-not-on-ribbon"
    print(f"plugged in again: good, after {restarts} openings")


def main() -> int:
    found = listing()
    still, moving = (found[model] for model in sorted(found))
    a_still(still)
    a_moving_table(moving)
    what_can_not_be_opened(still)
    unplugging(still)
    print("the real picamera2 does what our code asks of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
