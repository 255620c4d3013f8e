"""The manifest beside the weights: which files there are, and how they want to be used."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# 2: whether there is a die and whether it is read rightly are told apart.
VERSION = 2
# How every reader of this version is shown its crops; in manifests it may have been otherwise once.
AS_TRAINED = {"temperature": 1.0, "turns": 1, "stretch": True}


class WeightsError(ValueError):
    """The weights are missing or are not what their manifest says."""


@dataclass(frozen=True)
class FinderWeights:
    """How to run the finder."""

    path: Path
    sha256: str
    stride: int
    threshold: float
    iou: float


@dataclass(frozen=True)
class Joint:
    """How likely something is, from how sure the finder and the reader are.

    Both give a probability; each is turned into log-odds, weighed and added. The weights were
    fitted on photos that training never saw, so that what we call 0.9 is right nine times in ten.
    `alike` and `unlike` weigh the surer dice beside it, of about the same size and of another, and
    `face` how sure the reader is which face it sees: what is no die shows a bit of several.
    """

    bias: float = 0.0
    finder: float = 0.0
    reader: float = 1.0
    alike: float = 0.0
    unlike: float = 0.0
    face: float = 0.0


@dataclass(frozen=True)
class ReaderWeights:
    """How to run the reader, and how far to trust both.

    `die` tells how likely it is that there is a die at all; from `least` on it is reported. `joint`
    tells how likely it is that its value is right; from `certain` on it is a fact.
    """

    path: Path
    sha256: str
    crop: int
    margin: float
    certain: float
    joint: Joint
    least: float
    die: Joint


@dataclass(frozen=True)
class Weights:
    """Everything needed to find and read dice."""

    finder: FinderWeights
    reader: ReaderWeights


def read_weights(folder: Path) -> Weights:
    """Read `manifest.json` in a folder and check that the files beside it are the ones it means.

    Raises:
        WeightsError: Something is missing or was changed.
    """
    manifest = folder / "manifest.json"
    try:
        data = json.loads(manifest.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            age = "newer" if data["version"] > VERSION else "older"
            raise WeightsError(
                f"{manifest}: version {data['version']} is {age} than this program, which reads "
                f"version {VERSION}; update it, or make the weights again"
            )
        if any(data["reader"].get(name) != value for name, value in AS_TRAINED.items()):
            raise WeightsError(f"{manifest}: trained in an older way; make the weights again")
        weights = Weights(_finder(folder, data["finder"]), _reader(folder, data["reader"]))
    except OSError as error:
        raise WeightsError(f"{manifest}: {error.strerror}; run `make model` to make it") from error
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise WeightsError(f"{manifest}: not a manifest of weights ({error!r})") from error
    _check(weights.finder.path, weights.finder.sha256)
    _check(weights.reader.path, weights.reader.sha256)
    return weights


def _finder(folder: Path, data: Mapping[str, Any]) -> FinderWeights:
    return FinderWeights(
        path=folder / data["file"],
        sha256=data["sha256"],
        stride=int(data["stride"]),
        threshold=float(data["threshold"]),
        iou=float(data["iou"]),
    )


def _reader(folder: Path, data: Mapping[str, Any]) -> ReaderWeights:
    return ReaderWeights(
        path=folder / data["file"],
        sha256=data["sha256"],
        crop=int(data["crop"]),
        margin=float(data["margin"]),
        certain=float(data["certain"]),
        joint=Joint(**data["joint"]),
        least=float(data["least"]),
        die=Joint(**data["die"]),
    )


def _check(path: Path, sha256: str) -> None:
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}; run `make model` to make it") from error
    if found != sha256:
        raise WeightsError(
            f"{path}: not the file that manifest.json means (its checksum differs); "
            "check it out again or run `make model`"
        )
