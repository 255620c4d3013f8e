"""Labelled pictures on disk: JPEG files, YOLO labels beside them, and all labels in one JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.scene import DIE, Label

Labelled = tuple[NDArray[np.uint8], tuple[Label, ...]]


def yolo_rows(labels: Iterable[Label], width: int, height: int) -> str:
    """The dice as lines of a YOLO label file, one class."""
    rows = []
    for label in labels:
        if label.kind == DIE:
            x0, y0, x1, y1 = label.box
            cx, cy = (x0 + x1) / 2 / width, (y0 + y1) / 2 / height
            rows.append(f"0 {cx:.6f} {cy:.6f} {(x1 - x0) / width:.6f} {(y1 - y0) / height:.6f}\n")
    return "".join(rows)


def write_picture(folder: Path, name: str, labelled: Labelled) -> Path:
    """Writes one picture with its labels; the picture last, so that a torn run leaves no orphan."""
    picture, labels = labelled
    for part in ("images", "labels", "things"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    height, width = picture.shape[:2]
    (folder / "labels" / f"{name}.txt").write_text(yolo_rows(labels, width, height))
    (folder / "things" / f"{name}.json").write_text(json.dumps([asdict(one) for one in labels]))
    path = folder / "images" / f"{name}.jpg"
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def read_things(picture: Path) -> tuple[Label, ...]:
    """Reads the labels that `write_picture` wrote beside a picture."""
    told: list[dict[str, Any]] = json.loads(
        (picture.parent.parent / "things" / f"{picture.stem}.json").read_text()
    )
    return tuple(
        Label(
            one["kind"],
            tuple(one["box"]),
            one["value"],
            tuple((x, y) for x, y in one.get("top", ())),
        )
        for one in told
    )
