"""Proof that an export decides as its checkpoint does, on the same pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.learning.torch_setup import prepare_torch
from models.measuring.looking import reader_with
from vision.dice.boxes import iou
from vision.dice.finder import Effort, Finder, FoundBoxes
from vision.dice.session import Network

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


ONE_LOOK = Effort(wholes=(640,), sweep=0, looks=0)
# From which score on things are compared, and by how much scores and chances may differ.
LEAST, MOST = 0.2, 0.01
# How much two boxes of one thing overlap.
SAME = 0.9


class ExportDiffersError(RuntimeError):
    """The exported network does not decide as the trained one does."""


@dataclass(frozen=True)
class Parity:
    """How far checkpoint and export are apart."""

    pictures: int
    dice: int
    box: float
    score: float
    chance: float


def compare(
    folder: Path,
    finder: Path,
    reader: Path,
    pictures: Sequence[Pixels],
    *,
    runs: Path,
    threads: int = 2,
) -> Parity:
    """Looks at pictures with the checkpoints in `folder` and with the exported files.

    Raises:
        ExportDiffersError: A die is found by only one of them, or read otherwise.
    """
    networks = _finder_network(folder / "finder.pt", runs, threads), Network(finder)
    readers = reader_with(_reader_network(folder / "reader.pt")), reader_with(Network(reader))
    dice, box, score, chance = 0, 0.0, 0.0, 0.0
    for number, picture in enumerate(pictures):
        ours, theirs = (_seen_at_once(network, picture) for network in networks)
        for here, there in ((ours, theirs), (theirs, ours)):
            clear = here.scores >= LEAST + MOST
            pairs = iou(here.boxes[clear], there.boxes)
            if not there.boxes.size and clear.any():
                pairs = np.zeros((int(clear.sum()), 1), np.float32)
            if (pairs.max(axis=1, initial=0) < SAME).any():
                raise ExportDiffersError(f"picture {number}: only one of both sees a die")
            if not clear.any():
                continue
            partner = pairs.argmax(axis=1)
            moved = np.abs(here.boxes[clear] - there.boxes[partner])
            box = max(box, float(moved.max()))
            score = max(score, float(np.abs(here.scores[clear] - there.scores[partner]).max()))
        if not len(ours):
            continue
        said, says = (each.read(picture, ours.boxes.tolist()) for each in readers)
        two = np.sort(said, axis=1)[:, -2:]
        decided = two[:, 1] - two[:, 0] > 2 * MOST
        if (said.argmax(axis=1) != says.argmax(axis=1))[decided].any():
            raise ExportDiffersError(f"picture {number}: a die is read otherwise after the export")
        dice += len(ours)
        chance = max(chance, float(np.abs(said - says).max()))
    if box > 0.5 or score > MOST or chance > MOST:
        raise ExportDiffersError(
            f"the export is off: boxes {box:.3f} px, scores {score:.4f}, chances {chance:.4f}"
        )
    return Parity(len(pictures), dice, box, score, chance)


def _seen_at_once(network: Callable[[Floats], Floats], picture: Pixels) -> FoundBoxes:
    """What one look at a whole picture shows.

    The finder looks again where something was nearly seen. Whether it does may hang on the last
    digit of a score, and says nothing about the export.
    """
    return Finder(network, threshold=LEAST).find(picture, ONE_LOOK)


def _finder_network(checkpoint: Path, runs: Path, threads: int) -> Callable[[Floats], Floats]:
    prepare_torch(runs, threads)
    import torch
    from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]

    model: Any = YOLO(str(checkpoint)).model
    model.float().eval()

    def network(batch: Floats) -> Floats:
        with torch.inference_mode():
            told = model(torch.from_numpy(batch))
        return np.asarray(
            (told[0] if isinstance(told, (list, tuple)) else told).numpy(), np.float32
        )

    return network


def _reader_network(checkpoint: Path) -> Callable[[Floats], Floats]:
    import torch

    from models.learning.reader import load_reader

    net = load_reader(checkpoint)

    def network(batch: Floats) -> Floats:
        with torch.inference_mode():
            return np.asarray(net(torch.from_numpy(batch)).numpy(), np.float32)

    return network
