"""From what ships back to what can be trained: so that anybody can teach it their own dice.

An exported network has no normalising layers any more, each is folded into the convolution before
it. They are put back so that they change nothing for pictures like those they are shown here.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import DetectionModel

from models.learning.net import ReaderNet
from vision.dice.letterbox import letterbox
from vision.dice.reader import normalise

Pixels = NDArray[np.uint8]

LAYOUT = "yolov5n.yaml"


class UnknownWeightsError(ValueError):
    """These weights belong to a network of another shape."""


def unpack_finder(exported: Path, pictures: list[Pixels], out: Path) -> Path:
    """Writes a checkpoint that ultralytics can go on training."""
    build: Any = DetectionModel
    net = build(LAYOUT, nc=1, verbose=False)
    # Its head has kept the width of the one that it started from, which knew eighty things.
    net.load(build(LAYOUT, verbose=False), verbose=False)
    net.names = {0: "die"}
    shown = [letterbox(picture, 320)[0] for picture in pictures]
    batch = torch.from_numpy(np.concatenate(shown))
    _fill(net, _tensors(exported), lambda: net(batch))
    model: Any = YOLO(LAYOUT, task="detect")
    model.model = net
    out.parent.mkdir(parents=True, exist_ok=True)
    model.save(str(out))
    return out


def unpack_reader(exported: Path, crops: Pixels, out: Path) -> Path:
    """Writes a checkpoint that `reading.train_reader` can go on training."""
    net = ReaderNet()
    batch = torch.from_numpy(normalise(crops))
    _fill(net, _tensors(exported), lambda: net(batch))
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out)
    return out


def _tensors(exported: Path) -> dict[str, Tensor]:
    """All stored numbers by the names they had in training.

    Exporters keep one of several equal biases, as a hardly trained network has them: each
    convolution then says which one it uses.
    """
    graph = onnx.load(str(exported)).graph
    stored = {
        tensor.name.removesuffix(".half"): torch.from_numpy(
            numpy_helper.to_array(tensor).astype(np.float32)
        )
        for tensor in graph.initializer
    }
    shared = {
        f"{node.input[1].removesuffix('.weight')}.bias": stored[node.input[2]]
        for node in graph.node
        if node.op_type == "Conv" and len(node.input) > 2
    }
    return shared | stored


def _fill(net: nn.Module, told: Mapping[str, Tensor], look: Callable[[], object]) -> None:
    """Puts stored numbers into a network, and gives each normalising layer what it sees.

    Raises:
        UnknownWeightsError: A number is missing, or there is no place for it.
    """
    net.eval()
    layers: dict[str, Any] = {
        name: each for name, each in net.named_modules() if isinstance(each, Conv)
    }
    biases = {}
    for name, values in list(net.state_dict().items()):
        owner, _, rest = name.rpartition(".bn.")
        if owner in layers:
            if rest == "bias":
                biases[owner] = _fitting(told, f"{owner}.conv.bias", values)
            continue
        values.copy_(_fitting(told, name, values))
    for name, layer in layers.items():
        _neutral(layer.bn, biases[name], mean=torch.zeros_like(biases[name]), spread=None)
    seen: dict[str, Tensor] = {}
    hooks = [
        layer.conv.register_forward_hook(
            lambda _layer, _given, out, name=name: seen.__setitem__(name, out)
        )
        for name, layer in layers.items()
    ]
    with torch.inference_mode():
        look()
    for hook in hooks:
        hook.remove()
    for name, layer in layers.items():
        mean, spread = seen[name].mean(dim=(0, 2, 3)), seen[name].var(dim=(0, 2, 3))
        _neutral(layer.bn, biases[name], mean.clone(), spread.clone())


def _neutral(layer: nn.BatchNorm2d, bias: Tensor, mean: Tensor, spread: Tensor | None) -> None:
    """Makes a layer add a bias and do nothing else, though it expects this mean and spread."""
    spread = torch.ones_like(mean) if spread is None else spread
    assert layer.running_mean is not None
    assert layer.running_var is not None
    with torch.no_grad():
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(spread)
        layer.weight.copy_((spread + layer.eps).sqrt())
        layer.bias.copy_(bias + mean)


def _fitting(told: Mapping[str, Tensor], name: str, place: Tensor) -> Tensor:
    found = told.get(name)
    if found is None and name.endswith("anchors"):
        return place
    if found is None or found.shape != place.shape:
        raise UnknownWeightsError(
            f"these weights have no {name} of the shape {tuple(place.shape)}: "
            "they were made for a network of another shape"
        )
    return found
