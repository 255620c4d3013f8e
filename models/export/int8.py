"""`python -m models int8`: would a finder with 8-bit numbers be quicker, and as good?

It is asked of a finder that leaves a source out, on that source: so the answer rests neither on
photos the finder has learnt from nor on those that are kept for testing.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.common.intervals import wilson
from models.export.export import FINDER_FILE
from models.learning.training import checkpoints
from models.measuring.looking import Found, find_in
from models.photos.sources import Photo, read_source
from models.steps import Workshop
from vision.dice.boxes import iou
from vision.dice.session import Network

SOURCE = "epanemu"
SIZES = (320, 640)
TIMES = 25
THRESHOLDS = (0.2, 0.4, 0.6)
# So many pictures show which range each layer's numbers have.
SHOWN = 140
OVERLAP = 0.5

Floats = NDArray[np.float32]


def int8(workshop: Workshop, source: str = SOURCE) -> None:
    """Makes the 8-bit finder, then prints both speeds and what both find."""
    whole = checkpoints(workshop, source) / FINDER_FILE
    if not whole.exists():
        raise FileNotFoundError(f"{whole} is missing: run `python -m models train` and `export`")
    small = quantised(workshop, whole)
    for size in SIZES:
        took = _times((Network(whole), Network(small)), size)
        print(
            f"{size} px: float {1000 * took[0]:.1f} ms, int8 {1000 * took[1]:.1f} ms, "
            f"{took[0] / took[1]:.2f} times as fast"
        )
    photos = list(read_source(workshop.places.dice_photos / source))
    dice = sum(len(photo.boxes) for photo in photos)
    for name, finder in (("float", whole), ("int8", small)):
        found = find_in(photos, finder, threads=1)
        for threshold in THRESHOLDS:
            hits = _hits(photos, found, threshold)
            low, high = wilson(hits, dice)
            print(
                f"{source}, {name}, from {threshold}: {hits} of {dice} dice found, "
                f"{100 * hits / dice:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
            )


def quantised(workshop: Workshop, finder: Path) -> Path:
    """Writes a finder whose convolutions calculate with 8 bits."""
    from onnxruntime.quantization import (
        CalibrationDataReader,
        QuantFormat,
        QuantType,
        quantize_static,
    )
    from onnxruntime.quantization.shape_inference import quant_pre_process

    pictures = _shown(workshop)

    class CalibrationPictures(CalibrationDataReader):  # type: ignore[misc,unused-ignore]
        def get_next(self) -> dict[str, Floats] | None:
            return next(pictures, None)

    plain = finder.with_name("plain.onnx")
    small = finder.with_name("dice-finder-int8.onnx")
    _widen(finder, plain)
    quant_pre_process(str(plain), str(plain), skip_symbolic_shape=True)
    quantize_static(
        str(plain),
        str(small),
        CalibrationPictures(),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["Conv"],
    )
    plain.unlink()
    return small


def _shown(workshop: Workshop) -> Iterator[dict[str, Floats]]:
    """Synthetic pictures and pieces of photos, as the finder is fed."""
    folders = [workshop.places.scenes, *(workshop.places.runs / "photos").glob("*")]
    for folder in folders:
        pictures = sorted((folder / "images").glob("*.jpg"))
        for path in pictures[:: max(1, len(pictures) * len(folders) // SHOWN)]:
            seen = cv2.resize(np.asarray(cv2.imread(str(path))), (SIZES[0], SIZES[0]))
            light = seen[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255
            yield {"images": np.ascontiguousarray(light)}


def _widen(packed: Path, out: Path) -> None:
    """Undoes the packing of `export.py`: the quantiser wants to see plain numbers."""
    import onnx
    from onnx import numpy_helper

    model = onnx.load(str(packed))
    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in [n for n in model.graph.node if n.op_type == "Cast" and n.input[0] in stored]:
        half = stored[node.input[0]]
        values = numpy_helper.to_array(half).astype(np.float32)
        model.graph.initializer.remove(half)
        model.graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
        model.graph.node.remove(node)
    onnx.save(model, str(out))


def _times(networks: Sequence[Network], size: int) -> list[float]:
    """Median processor time of each; they take turns, so that a busy machine hurts both alike."""
    batch = np.random.default_rng(0).random((1, 3, size, size)).astype(np.float32)
    took: list[list[float]] = [[] for _ in networks]
    for _ in range(TIMES):
        for network, times in zip(networks, took, strict=True):
            begun = time.process_time()
            network(batch)
            times.append(time.process_time() - begun)
    return [statistics.median(times) for times in took]


def _hits(photos: Sequence[Photo], found: Sequence[Found], threshold: float) -> int:
    hits = 0
    for photo, things in zip(photos, found, strict=True):
        boxes = np.array([box for box, score in things if score >= threshold], np.float32)
        if len(boxes) and photo.boxes:
            hits += int(
                (iou(np.array(photo.boxes, np.float32), boxes).max(axis=1) >= OVERLAP).sum()
            )
    return hits
