"""Training the finder: a YOLO of one class, on pieces of pictures, with ultralytics."""

import math
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.learning.torch_setup import prepare_torch

# Pictures are squares of this side; so many make a step.
_SIDE, _BATCH = 320, 16


@dataclass(frozen=True)
class FinderCourse:
    """How one training goes.

    Attributes:
        epochs: How often each picture is shown.
        rate: The learning rate at its height.
        warmup: Epochs until the rate has reached its height; it then falls like a cosine, with
            every batch. (The trainer would lower it with every epoch, so never in a single one.)
        frozen: So many of the first layers stay as they are: they are the costliest to train and
            change the least.
        seed: Decides about the order of the pictures.
    """

    epochs: int
    rate: float
    warmup: float = 0.3
    frozen: int = 0
    seed: int = 0


def start_checkpoint(start_weights: Path, out: Path, runs: Path) -> Path:
    """Builds the network and fills in what a network trained on everyday things has learnt.

    Where the start weights are missing, it starts from nothing, which takes many more epochs.
    """
    prepare_torch(runs)
    import torch
    from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]

    model: Any = YOLO("yolov5n.yaml", task="detect")
    if start_weights.exists():
        stored = torch.load(start_weights, weights_only=True, map_location="cpu")
        learnt = {k: v.float() for k, v in stored["state_dict"].items()}
        own = model.model.state_dict()
        fitting = {k: v for k, v in learnt.items() if k in own and own[k].shape == v.shape}
        own.update(fitting)
        model.model.load_state_dict(own)
        print(f"start weights: {len(fitting)} of {len(own)} tensors fit")
    else:
        print("no start weights found: starting from nothing")
    out.parent.mkdir(parents=True, exist_ok=True)
    model.save(str(out))
    return out


def train_finder(
    start: Path,
    pictures: Sequence[Path],
    course: FinderCourse,
    folder: Path,
    *,
    runs: Path,
    threads: int = 2,
) -> Path:
    """Trains and returns the last checkpoint; goes on where an interrupted training stopped."""
    prepare_torch(runs, threads)
    from ultralytics import YOLO  # type: ignore[attr-defined,unused-ignore]

    folder.mkdir(parents=True, exist_ok=True)
    listing = folder / "train.txt"
    listing.write_text("".join(f"{picture}\n" for picture in pictures))
    # The trainer insists on validating once; what counts is measured by `evaluate`, elsewhere.
    glance = folder / "val.txt"
    glance.write_text("".join(f"{picture}\n" for picture in pictures[:16]))
    data = folder / "data.yaml"
    data.write_text(f"path: {folder}\ntrain: {listing}\nval: {glance}\nnames:\n  0: die\n")
    stopped = folder / "run" / "weights" / "last.pt"
    if stopped.exists():
        print(f"going on from {stopped}")
        model = YOLO(str(stopped))
        _follow(model, course)
        model.train(resume=True)
    else:
        model = YOLO(str(start))
        _follow(model, course)
        model.train(
            data=str(data),
            epochs=course.epochs,
            imgsz=_SIDE,
            batch=_BATCH,
            # A step after every batch, not after every 64 pictures: there are few batches.
            nbs=_BATCH,
            lr0=course.rate,
            lrf=1.0,
            optimizer="AdamW",
            warmup_epochs=course.warmup,
            # The default is meant for another optimizer and would throw the start weights away.
            warmup_bias_lr=0.0,
            freeze=course.frozen or None,
            seed=course.seed,
            project=str(folder),
            name="run",
            exist_ok=True,
            device="cpu",
            workers=0,
            cache="ram",
            val=False,
            plots=False,
            mosaic=0.0,
            close_mosaic=0,
            hsv_h=0.03,
            hsv_s=0.5,
            hsv_v=0.35,
            scale=0.15,
            translate=0.05,
            fliplr=0.5,
            flipud=0.5,
            # Far-off halves of a box matter more here than the class: there is only one.
            cls=0.7,
        )
    done = folder / "finder.pt"
    # Moved, or the next training with another recipe would go on from a finished one.
    shutil.move(stopped, done)
    return done


def _follow(model: Any, course: FinderCourse) -> None:
    model.add_callback("on_pretrain_routine_end", _colours_last)
    model.add_callback("on_train_batch_end", _slow_down(course))


def _colours_last(trainer: Any) -> None:
    """Keeps the channels of a pixel side by side in memory: a fifth faster without a GPU."""
    import torch

    trainer.model.to(memory_format=torch.channels_last)


def _slow_down(course: FinderCourse) -> Callable[[Any], None]:
    """Lowers the learning rate with every batch, from the end of the warm-up to the last one."""
    done = 0

    def after_batch(trainer: Any) -> None:
        nonlocal done
        per_epoch = len(trainer.train_loader)
        done = max(done + 1, trainer.epoch * per_epoch + 1)
        if done > max(round(course.warmup * per_epoch), 100):
            share = min(done / (per_epoch * course.epochs), 1.0)
            for group in trainer.optimizer.param_groups:
                group["lr"] = course.rate * falling(share)

    return after_batch


def falling(share: float) -> float:
    """How high the rate still is when `share` of a training is done: half a cosine, 1 to 0.01."""
    return 0.01 + 0.99 * (1 + math.cos(math.pi * share)) / 2
