"""Proof that an export decides as its checkpoint does, on the same pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.looking import reader_with
from models.torch_setup import prepare_torch
from vision.finder import Finder
from vision.session import Network

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


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
    trained = (
        Finder(_finder_network(folder / "finder.pt", runs, threads)),
        reader_with(_reader_network(folder / "reader.pt")),
    )
    exported = (Finder(Network(finder)), reader_with(Network(reader)))
    dice, box, score, chance = 0, 0.0, 0.0, 0.0
    for number, picture in enumerate(pictures):
        ours, theirs = trained[0].find(picture), exported[0].find(picture)
        if len(ours) != len(theirs):
            raise ExportDiffersError(
                f"picture {number}: {len(ours)} dice before the export, {len(theirs)} after"
            )
        if not len(ours):
            continue
        said = trained[1].read(picture, ours.boxes.tolist())
        says = exported[1].read(picture, ours.boxes.tolist())
        if (said.argmax(axis=1) != says.argmax(axis=1)).any():
            raise ExportDiffersError(f"picture {number}: a die is read otherwise after the export")
        dice += len(ours)
        box = max(box, float(np.abs(ours.boxes - theirs.boxes).max()))
        score = max(score, float(np.abs(ours.scores - theirs.scores).max()))
        chance = max(chance, float(np.abs(said - says).max()))
    if box > 0.5 or score > 0.01 or chance > 0.01:
        raise ExportDiffersError(
            f"the export is off: boxes {box:.3f} px, scores {score:.4f}, chances {chance:.4f}"
        )
    return Parity(len(pictures), dice, box, score, chance)


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

    from models.reading import load_reader

    net = load_reader(checkpoint)

    def network(batch: Floats) -> Floats:
        with torch.inference_mode():
            return np.asarray(net(torch.from_numpy(batch)).numpy(), np.float32)

    return network
