"""Training the reader: crops in, a face out."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from companion.common.terminal import progress
from models.learning.finder import falling
from models.learning.net import ReaderNet
from models.photos.augment import SIDE, vary
from models.photos.crops import NO_DIE, Crops
from vision.dice.reader import normalise

# The network looks for the top face in cells of eight pixels.
_GRID = SIDE // 8


@dataclass(frozen=True)
class ReaderCourse:
    """How one training goes.

    Attributes:
        steps: How many batches.
        rate: The learning rate at its height.
        real: How much of a batch are dice of photos; of the rest 3/5 are synthetic dice and
            2/5 are no dice.
        batch: Crops per step.
        roll: How many degrees crops that are not turnable are turned, typically (see
            `augment.vary`); None for any turn.
        smoothing: How much of the answer is left open, against overconfidence.
        top: How much it matters to find the top face, beside naming it.
        frozen: So many of the first layers stay as they are: they are the costliest to train and
            change the least.
        seed: Decides about the order and the changes of the crops.
        threads: Processor cores.
    """

    steps: int
    rate: float
    real: float = 0.5
    batch: int = 96
    roll: float | None = None
    smoothing: float = 0.05
    top: float = 1.0
    frozen: int = 0
    seed: int = 0
    threads: int = 2


def train_reader(
    net: ReaderNet, photos: Crops, scenes: Crops, course: ReaderCourse, out: Path
) -> Path:
    """Goes on teaching a network; an interrupted training goes on where it stopped."""
    torch.set_num_threads(course.threads)
    torch.manual_seed(course.seed)
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload,unused-ignore]
    net.fine[: course.frozen].requires_grad_(False)
    learned = [each for each in net.parameters() if each.requires_grad]
    learn = torch.optim.AdamW(learned, lr=course.rate, weight_decay=0.02)
    average = {name: value.clone() for name, value in net.state_dict().items()}
    first = 0
    out.parent.mkdir(parents=True, exist_ok=True)
    stopped = out.with_suffix(".part")
    if stopped.exists():
        kept = torch.load(stopped, weights_only=True)
        net.load_state_dict(kept["net"])
        learn.load_state_dict(kept["learn"])
        average, first = kept["average"], kept["step"]
    net.train()
    rng = np.random.default_rng((course.seed, first))
    batches = _batches(rng, photos, scenes, course)
    losses: list[float] = []
    for step in progress(range(first, course.steps), "reader", course.steps - first):
        rate = _rate(step, course)
        for group in learn.param_groups:
            group["lr"] = rate
        lesson = next(batches)
        scores, where = net.look(lesson.crops)
        loss = functional.cross_entropy(scores, lesson.answers, label_smoothing=course.smoothing)
        if lesson.is_known.any():
            told, wanted = where[lesson.is_known, 0], lesson.tops[lesson.is_known]
            found = functional.binary_cross_entropy_with_logits(told, wanted)
            loss = loss + course.top * found
        learn.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call,unused-ignore]
        learn.step()
        _follow(average, net.state_dict(), min(0.998, (step + 1) / (step + 10)))
        losses.append(loss.item())
        if step % 200 == 199:
            print(f"  step {step + 1}: loss {np.mean(losses[-200:]):.3f}", flush=True)
            torch.save(
                {
                    "net": net.state_dict(),
                    "learn": learn.state_dict(),
                    "average": average,
                    "step": step + 1,
                },
                stopped,
            )
    torch.save(average, out)
    stopped.unlink(missing_ok=True)
    return out


def load_reader(path: Path) -> ReaderNet:
    """Reads a finished checkpoint, ready to answer."""
    net = ReaderNet()
    net.load_state_dict(torch.load(path, weights_only=True))
    net.eval()
    return net


def _rate(step: int, course: ReaderCourse) -> float:
    warm = min(1.0, (step + 1) / 100)
    return course.rate * warm * falling(step / course.steps)


def _follow(average: dict[str, Tensor], now: dict[str, Tensor], keep: float) -> None:
    for name, value in now.items():
        if value.dtype.is_floating_point:
            average[name].mul_(keep).add_(value, alpha=1 - keep)
        else:
            average[name].copy_(value)


@dataclass(frozen=True)
class _Lesson:
    """One batch: crops, their answers, how much of each cell is top face, and where known."""

    crops: Tensor
    answers: Tensor
    tops: Tensor
    is_known: Tensor


def _batches(
    rng: np.random.Generator, photos: Crops, scenes: Crops, course: ReaderCourse
) -> Iterator[_Lesson]:
    """Mixes real dice, synthetic dice and things that are none in fixed shares."""
    groups = []
    for crops, wanted, share in (
        (photos, True, course.real),
        (scenes, True, (1 - course.real) * 0.6),
        (photos, False, (1 - course.real) * 0.2),
        (scenes, False, (1 - course.real) * 0.2),
    ):
        chosen = np.flatnonzero((crops.answers != NO_DIE) == wanted)
        if len(chosen):
            groups.append((crops, _by_answer(crops, chosen), share))
    shares = np.array([share for _, _, share in groups])
    while True:
        squares, answers, tops = [], [], []
        for which in rng.choice(len(groups), course.batch, p=shares / shares.sum()):
            crops, faces, _ = groups[which]
            face = faces[rng.integers(len(faces))]
            index = face[rng.integers(len(face))]
            roll = None if crops.turnable[index] else course.roll
            square, way = vary(rng, crops.pixels[index], roll=roll)
            squares.append(square)
            answers.append(crops.answers[index])
            tops.append(_cells(crops.tops[index] @ way[:, :2].T + way[:, 2]))
        batch = torch.from_numpy(normalise(np.stack(squares)))
        yield _Lesson(
            batch.to(memory_format=torch.channels_last),
            torch.tensor(answers),
            torch.from_numpy(np.nan_to_num(np.stack(tops))),
            torch.tensor([not np.isnan(top).any() for top in tops]),
        )


def _cells(corners: NDArray[np.float64]) -> NDArray[np.float32]:
    """How much of each cell of the network's grid lies within the corners; nan if they are."""
    if np.isnan(corners).any():
        return np.full((_GRID, _GRID), np.nan, np.float32)
    drawn = np.zeros((SIDE, SIDE), np.float32)
    cv2.fillConvexPoly(drawn, np.rint(corners).astype(np.int32), 1.0)
    return np.asarray(cv2.resize(drawn, (_GRID, _GRID), interpolation=cv2.INTER_AREA), np.float32)


def _by_answer(crops: Crops, chosen: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The same number of each face, however often each was photographed."""
    groups = [chosen[crops.answers[chosen] == face] for face in range(NO_DIE + 1)]
    return [group for group in groups if len(group)]
