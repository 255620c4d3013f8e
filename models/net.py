"""The reader's network: small, residual, seven answers."""

from __future__ import annotations

import torch
from torch import Tensor, nn

ANSWERS = 7


class Block(nn.Module):  # type: ignore[misc,unused-ignore]
    """Two convolutions and a way around them."""

    def __init__(self, inside: int, outside: int, stride: int = 1) -> None:
        super().__init__()
        self.first = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outside)
        self.second = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outside)
        self.around: nn.Module = nn.Identity()
        if stride != 1 or inside != outside:
            self.around = nn.Sequential(
                nn.AvgPool2d(stride) if stride != 1 else nn.Identity(),
                nn.Conv2d(inside, outside, 1, bias=False),
                nn.BatchNorm2d(outside),
            )

    def forward(self, x: Tensor) -> Tensor:
        """What the block makes of its input."""
        y = torch.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        return torch.relu(y + self.around(x))


class ReaderNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """Names the face on top of a 64 x 64 crop, or says that there is none to name."""

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 5, 2, 2, bias=False), nn.BatchNorm2d(width), nn.ReLU()
        )
        self.body = nn.Sequential(
            Block(width, width),
            Block(width, 2 * width, 2),
            Block(2 * width, 2 * width),
            Block(2 * width, 4 * width, 2),
            Block(4 * width, 4 * width),
        )
        self.drop = nn.Dropout(0.1)
        self.answer = nn.Linear(4 * width, ANSWERS)

    def forward(self, crops: Tensor) -> Tensor:
        """Scores of the seven answers for each crop."""
        x = self.body(self.stem(crops))
        out: Tensor = self.answer(self.drop(x.mean(dim=(2, 3))))
        return out
