"""`companion bench vision`: our finder against `ultralytics predict`, and the memory of a look.

Both get the same weights, the same photos (of sources that training never saw), one thread, and
take turns photo by photo, so that whatever else the machine does hurts both alike. Both finders'
boxes go to the same reader, so a difference in accuracy is the finder's.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.eyes.opening import dice_weights
from companion.common.errors import CompanionError
from companion.common.terminal import progress
from models.measuring.measure import SeenDie, match
from models.photos.sources import Photo, read_source
from models.places import find_places
from vision.dice.dice import open_eye
from vision.dice.finder import QUICK, THOROUGH, Finder, FoundBoxes
from vision.dice.session import Network
from vision.dice.weights import Weights

Image = npt.NDArray[np.uint8]
Find = Callable[[Image], FoundBoxes]


NAME = "vision"
HELP = "the dice finder against ultralytics predict, same weights and photos; and memory"

SIZE = 640
UNSEEN = ("damian_phone", "skovy")
# One way's threads go on spinning for a while on the one core; the next must not pay for that.
PAUSE = 0.06
OURS = "ours"
THOROUGH_OURS = "ours, thorough"
LARGE = (4000, 3000)
# In a process of its own, which tells its peak itself: what `getrusage` calls the peak may be that
# of the larger process which started it.
_LOOK = """
import os, sys
from companion.benches.serving.weighing import peak
from companion.cli import main
assert main(["look", sys.argv[1], "--json"]) == 0
print(peak(os.getpid()))
"""


@dataclass
class DiceCount:
    """What one way of finding took and got."""

    find: Find
    seconds: list[float] = field(default_factory=list)
    dice: int = 0
    right: int = 0
    not_so: int = 0

    def figures(self) -> dict[str, object]:
        """The tally as numbers to print."""
        return {
            "median_ms": round(1000 * statistics.median(self.seconds), 1),
            "mean_ms": round(1000 * statistics.mean(self.seconds), 1),
            "dice": self.dice,
            "right": self.right,
            "right_percent": round(100 * self.right / self.dice, 2),
            "false_or_wrong": self.not_so,
        }


def run() -> Mapping[str, object]:
    """Measure and return the figures."""
    photos = _photos()
    weights = dice_weights()
    with one_core():
        cv2.setNumThreads(1)
        ways = {name: DiceCount(find) for name, find in _ours(weights)}
        rivals = list(_rivals(weights))
        ways |= {name: DiceCount(find) for name, find in rivals}
        _compare(photos, ways, weights)
    figures: dict[str, object] = {
        "photos": len(photos),
        "size": SIZE,
        "threads": 1,
        "ways": {name: tally.figures() for name, tally in ways.items()},
    }
    if rivals:
        ours = ways[OURS]
        best = min(
            (ways[name] for name, _ in rivals), key=lambda way: statistics.median(way.seconds)
        )
        figures["times_as_fast"] = round(
            statistics.median(best.seconds) / statistics.median(ours.seconds), 2
        )
        figures["times_as_fast_by_mean"] = round(
            statistics.mean(best.seconds) / statistics.mean(ours.seconds), 2
        )
        figures["points_more_right"] = round(100 * (ours.right - best.right) / ours.dice, 2)
    else:
        figures["ultralytics"] = "not installed: pip install '.[train]' to compare"
    peak = peak_of_look(photos[0].pixels())
    figures["look_at_12_mp_peak_mb"] = round(peak) or None
    return figures


def peak_of_look(photo: Image) -> float:
    """The most memory (MB) that `companion look` holds for a photo of 12 MP; 0 if nobody tells."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        cv2.imwrite(str(path), cv2.resize(photo, LARGE, interpolation=cv2.INTER_CUBIC))
        run = [sys.executable, "-c", _LOOK, str(path)]
        said = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    return float(said.split()[-1])


def _photos() -> Sequence[Photo]:
    folder = find_places().dice_photos
    photos = [photo for source in UNSEEN for photo in read_source(folder / source)]
    if not photos:
        raise CompanionError(f"bench vision needs the labelled photos in {folder}")
    return photos


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one processor core, whatever its libraries would like to use."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _ours(weights: Weights) -> Iterator[tuple[str, Find]]:
    own = weights.finder
    network = Network(own.path, threads=1)
    finder = Finder(network, threshold=own.threshold, iou=own.iou, stride=own.stride)
    yield OURS, lambda image: finder.find(image, QUICK)
    yield THOROUGH_OURS, lambda image: finder.find(image, THOROUGH)


def _rivals(weights: Weights) -> Iterator[tuple[str, Find]]:
    """Ultralytics on the exported weights, and on the checkpoint they came from if it is here."""
    from models.learning.torch_setup import prepare_torch

    runs = find_places().runs
    # It would greet people on standard output, in the middle of our figures.
    os.environ.setdefault("YOLO_VERBOSE", "false")
    try:
        prepare_torch(runs, threads=1)
        from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return
    for path in (weights.finder.path, runs / "ship" / "finder.pt"):
        if path.exists():
            yield (
                f"ultralytics predict, {path.suffix}",
                _predict(YOLO(path, task="detect"), weights),
            )


def _predict(model: Any, weights: Weights) -> Find:
    def find(image: Image) -> FoundBoxes:
        (answer,) = model.predict(
            image,
            imgsz=SIZE,
            conf=weights.finder.threshold,
            iou=weights.finder.iou,
            device="cpu",
            verbose=False,
        )
        boxes = answer.boxes
        return FoundBoxes(
            np.asarray(boxes.xyxy.numpy(), dtype=np.float32),
            np.asarray(boxes.conf.numpy(), dtype=np.float32),
        )

    return find


def _compare(photos: Sequence[Photo], ways: Mapping[str, DiceCount], weights: Weights) -> None:
    eye = open_eye(weights, threads=1)
    images = [photo.pixels() for photo in photos]
    for tally in ways.values():
        tally.find(images[0])  # the first look of each also loads and plans
    for photo, image in progress(list(zip(photos, images, strict=True)), "photos"):
        for tally in ways.values():
            time.sleep(PAUSE)
            start = time.perf_counter()
            found = tally.find(image)
            tally.seconds.append(time.perf_counter() - start)
            dice = eye.read(image, found)
            _count(tally, photo, dice)


def _count(tally: DiceCount, photo: Photo, dice: Sequence[Any]) -> None:
    seen = [SeenDie(die.box, die.confidence, _certainty(die.value)) for die in dice]
    reported, _ = match(seen, photo.boxes, photo.values, photo.ignored)
    right = sum(one.fate == "right" for one in reported)
    tally.dice += len(photo.boxes)
    tally.right += right
    tally.not_so += len(reported) - right


def _certainty(value: int) -> tuple[float, ...]:
    return tuple(float(face == value) for face in range(1, 8))
