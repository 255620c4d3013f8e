"""The reader's network: the first layers of the finder, and seven answers.

Whoever has learnt to find dice has learnt to see pips and edges. A reader that begins with the
finder's layers read more of a source it never saw after five minutes than a network of our own
had after about seven (see the model card), and it runs 2.5 times as fast.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
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
        self.drop = nn.Dropout(0.1)
        self.answer = nn.Linear(64 + 128, ANSWERS)

    def forward(self, crops: Tensor) -> Tensor:
        """Scores of the seven answers for each crop."""
        fine = self.fine(crops * _SPREAD + _MEAN)
        coarse = self.coarse(fine)
        seen = torch.cat([fine.mean(dim=(2, 3)), coarse.mean(dim=(2, 3))], dim=1)
        out: Tensor = self.answer(self.drop(seen))
        return out


def _conv(*shape: int) -> nn.Module:
    layer: nn.Module = Conv(*shape)  # type: ignore[no-untyped-call,unused-ignore]
    return layer


def begin_with_finder(checkpoint: Path) -> ReaderNet:
    """A reader that sees as a finder does, and can't name anything yet."""
    from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]

    net = ReaderNet()
    layers = list(YOLO(str(checkpoint)).model.model)  # type: ignore[union-attr,arg-type,unused-ignore]
    for ours, theirs in zip((*net.fine, *net.coarse), layers, strict=False):
        ours.load_state_dict(theirs.float().state_dict())
    return net
