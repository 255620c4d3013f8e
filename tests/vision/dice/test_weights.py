import hashlib
import json

import pytest

from vision.dice.weights import VERSION, Joint, WeightsError, read_weights

FINDER = {"file": "f.onnx", "stride": 32, "input": 640, "threshold": 0.3, "iou": 0.5}
READER = {
    "file": "r.onnx",
    "crop": 64,
    "margin": 1.5,
    "certain": 0.97,
    "temperature": 1.0,
    "turns": 1,
    "stretch": True,
    "joint": {"bias": -1.0, "finder": 0.5, "reader": 0.8},
    "least": 0.4,
    "die": {"bias": 0.1, "finder": 1.0, "reader": 0.9},
}


def lay_out(folder, **changes):
    files = {"f.onnx": b"finder", "r.onnx": b"reader"}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    manifest = {
        "version": VERSION,
        "finder": FINDER | {"sha256": hashlib.sha256(b"finder").hexdigest()},
        "reader": READER | {"sha256": hashlib.sha256(b"reader").hexdigest()},
    } | changes
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return manifest


def test_the_manifest_says_how_to_run_the_weights(tmp_path):
    lay_out(tmp_path)
    weights = read_weights(tmp_path)
    assert weights.finder.path == tmp_path / "f.onnx"
    assert weights.finder.threshold == 0.3
    assert weights.reader.certain == 0.97
    assert weights.reader.joint == Joint(-1.0, 0.5, 0.8)
    assert weights.reader.least == 0.4
    assert weights.reader.die == Joint(0.1, 1.0, 0.9)


def test_a_manifest_of_the_past_is_refused(tmp_path):
    lay_out(tmp_path, version=1)
    with pytest.raises(WeightsError, match="version 1 is older"):
        read_weights(tmp_path)


@pytest.mark.parametrize("old", [{"turns": 4}, {"temperature": 1.2}, {"stretch": False}])
def test_weights_that_want_to_be_shown_something_else_are_refused(tmp_path, old):
    manifest = lay_out(tmp_path)
    lay_out(tmp_path, reader=manifest["reader"] | old)
    with pytest.raises(WeightsError, match="trained in an older way"):
        read_weights(tmp_path)


def test_changed_weights_are_refused(tmp_path):
    lay_out(tmp_path)
    (tmp_path / "r.onnx").write_bytes(b"something else")
    with pytest.raises(WeightsError, match=r"r\.onnx.*checksum"):
        read_weights(tmp_path)


def test_missing_weights_are_named(tmp_path):
    lay_out(tmp_path)
    (tmp_path / "f.onnx").unlink()
    with pytest.raises(WeightsError, match=r"f\.onnx"):
        read_weights(tmp_path)


def test_a_missing_manifest_says_how_to_make_one(tmp_path):
    with pytest.raises(WeightsError, match="make model"):
        read_weights(tmp_path)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"version": 1}', '{"version": VERSION, "finder": 3}']
)
def test_a_broken_manifest_is_named(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(WeightsError, match=r"manifest\.json"):
        read_weights(tmp_path)


def test_a_manifest_of_the_future_is_refused(tmp_path):
    lay_out(tmp_path, version=VERSION + 1)
    with pytest.raises(WeightsError, match=f"version {VERSION + 1} is newer"):
        read_weights(tmp_path)
