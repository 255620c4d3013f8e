"""From checkpoints to what ships: two ONNX files and the manifest that describes them."""

import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.learning.torch_setup import prepare_torch
from vision.dice.weights import VERSION

FINDER_FILE = "dice-finder.onnx"
READER_FILE = "dice-reader.onnx"
# Tensors with so many numbers are stored with half the digits.
_LARGE = 500


def export_finder(checkpoint: Path, out: Path, runs: Path) -> Path:
    """Writes the finder with free height, width and batch, and no suppression inside."""
    prepare_torch(runs)
    from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]

    made = YOLO(str(checkpoint)).export(
        format="onnx", dynamic=True, simplify=True, opset=17, imgsz=640, device="cpu"
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, out)
    _pack(out)
    return out


def export_reader(checkpoint: Path, out: Path, runs: Path) -> Path:
    """Writes the reader with a free number of crops."""
    prepare_torch(runs)
    import torch

    from models.learning.net import without_normalising
    from models.learning.reader import load_reader
    from models.photos.augment import SIDE

    net = without_normalising(load_reader(checkpoint))
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(2, 3, SIDE, SIDE),),
        str(out),
        input_names=["crops"],
        output_names=["logits"],
        dynamic_axes={"crops": {0: "batch"}, "logits": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )
    _pack(out)
    return out


def write_manifest(folder: Path, finder: Mapping[str, Any], reader: Mapping[str, Any]) -> Path:
    """Describes the weights in a folder, with their checksums."""
    told = {
        "version": VERSION,
        "finder": {"file": FINDER_FILE, "sha256": checksum(folder / FINDER_FILE), **finder},
        "reader": {"file": READER_FILE, "sha256": checksum(folder / READER_FILE), **reader},
    }
    path = folder / "manifest.json"
    path.write_text(json.dumps(told, indent=2) + "\n")
    return path


def checksum(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _pack(path: Path) -> None:
    """Makes the file small and the same each time.

    Large tensors are stored with half the digits and widened again when the file is opened: half
    the size in git and no change in speed. What exporters note about file names and times goes.
    """
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(str(path))
    widen = []
    for tensor in list(model.graph.initializer):
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < _LARGE:
            continue
        half = numpy_helper.from_array(values.astype(np.float16), f"{tensor.name}.half")
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(half)
        widen.append(helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
    for node in reversed(widen):
        model.graph.node.insert(0, node)
    del model.metadata_props[:]
    model.doc_string = ""
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.save(model, str(path))
