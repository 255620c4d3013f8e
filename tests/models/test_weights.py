"""What ships is what the manifest and the card say it is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from onnxruntime import InferenceSession

from models import weights_folder
from models.export.export import checksum
from models.measuring.card import CARD, card
from models.measuring.evaluate import FIGURES
from models.places import ROOT
from vision.dice.weights import WeightsError, read_weights

FOLDER = weights_folder()


def test_the_manifest_fits_the_files() -> None:
    weights = read_weights(FOLDER)
    assert weights.finder.sha256 == checksum(FOLDER / "dice-finder.onnx")
    assert weights.reader.sha256 == checksum(FOLDER / "dice-reader.onnx")
    assert 0 < weights.finder.threshold < 1
    assert 0.5 < weights.reader.certain <= 1


def test_a_changed_file_is_noticed(tmp_path) -> None:
    for path in FOLDER.iterdir():
        if path.suffix in (".onnx", ".json"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "dice-reader.onnx").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(WeightsError, match="checksum"):
        read_weights(tmp_path)


def test_the_networks_take_any_size_and_number() -> None:
    finder, reader = (
        InferenceSession(FOLDER / f"dice-{name}.onnx").get_inputs()[0].shape
        for name in ("finder", "reader")
    )
    assert finder[1] == 3
    assert all(isinstance(finder[axis], str) for axis in (0, 2, 3))
    assert isinstance(reader[0], str)
    crop = read_weights(FOLDER).reader.crop
    assert reader[1:] == [3, crop, crop]


def test_the_files_are_small_enough_for_git_and_a_pi() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.onnx")) < 15_000_000


def test_no_file_tells_where_it_was_made() -> None:
    for path in FOLDER.glob("*.onnx"):
        content = path.read_bytes()
        assert str(ROOT).encode() not in content
        assert str(Path.home()).encode() not in content


def test_the_figures_are_those_of_the_weights_that_ship() -> None:
    figures = json.loads(FIGURES.read_text())
    assert figures["weights"] == {
        path.name: checksum(path) for path in sorted(FOLDER.glob("*.onnx"))
    }


def test_the_card_tells_the_measured_figures() -> None:
    assert CARD.read_text() == card(json.loads(FIGURES.read_text()), FOLDER)


def test_finding_the_weights_imports_nothing_heavy() -> None:
    code = (
        "import sys, models; models.weights_folder();"
        "print([m for m in ('torch', 'cv2', 'numpy', 'ultralytics') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
