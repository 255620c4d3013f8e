"""The reader's network: the first layers of the finder, a look for the top face, seven answers.

Whoever has learnt to find dice has learnt to see pips and edges. A reader that begins with the
finder's layers read more of a source it never saw after five minutes than a network of our own
had after about seven (see the model card), and it runs 2.5 times as fast.

Seen from the side, a die shows three faces. So the network first says which part of the crop is
the top one, and then looks there. It learns that from our own pictures, where it is known.
"""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from ultralytics.nn.modules import C3, Conv

ANSWERS = 7
# The finder was shown light from 0 to 1, the reader is shown crops with mean 0 and spread 1.
_SPREAD, _MEAN = 0.25, 0.45


class ReaderNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """Names the face on top of a crop, or says that there is none to name."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(
            _conv(3, 16, 6, 2, 2),
            _conv(16, 32, 3, 2),
            C3(32, 32, 1),
            _conv(32, 64, 3, 2),
            C3(64, 64, 2),
        )
        self.coarse = nn.Sequential(_conv(64, 128, 3, 2), C3(128, 128, 3))
        self.where = nn.Conv2d(64 + 128, 1, 1)
        self.drop = nn.Dropout(0.1)
        self.answer = nn.Linear(2 * (64 + 128), ANSWERS)

    def forward(self, crops: Tensor) -> Tensor:
        """Scores of the seven answers for each crop."""
        return self.look(crops)[0]

    def look(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """The scores, and for each cell of eight pixels how much speaks for the top face there."""
        fine = self.fine(crops * _SPREAD + _MEAN)
        coarse = functional.interpolate(self.coarse(fine), scale_factor=2.0)
        seen = torch.cat([fine, coarse], dim=1)
        where: Tensor = self.where(seen)
        top = where.sigmoid()
        on_top = (seen * top).sum(dim=(2, 3)) / (top.sum(dim=(2, 3)) + 1.0)
        scores: Tensor = self.answer(self.drop(torch.cat([on_top, seen.mean(dim=(2, 3))], dim=1)))
        return scores, where


def _conv(*shape: int) -> nn.Module:
    layer: nn.Module = Conv(*shape)  # type: ignore[no-untyped-call,unused-ignore]
    return layer


def without_normalising(net: ReaderNet) -> ReaderNet:
    """Folds each normalising layer into the convolution before it, where the names stay."""
    from ultralytics.utils.torch_utils import fuse_conv_and_bn

    for each in net.modules():
        if isinstance(each, Conv):
            layer: Any = each
            layer.conv = fuse_conv_and_bn(layer.conv, layer.bn)  # type: ignore[no-untyped-call,unused-ignore]
            del layer.bn
            layer.forward = layer.forward_fuse
    return net


def begin_with_finder(checkpoint: Path) -> ReaderNet:
    """A reader that sees as a finder does, and can't name anything yet."""
    from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]

    net = ReaderNet()
    layers = list(YOLO(str(checkpoint)).model.model)  # type: ignore[union-attr,arg-type,unused-ignore]
    for ours, theirs in zip((*net.fine, *net.coarse), layers, strict=False):
        ours.load_state_dict(theirs.float().state_dict())
    return net
