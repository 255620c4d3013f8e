"""The whole way in small: pictures, one tiny epoch, export, load, detect."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.photos.book import yolo_rows
from models.places import Folders
from models.scenes.compose import Studio
from models.scenes.scene import DIE, Label
from models.sprites.bank import Sprite
from models.steps import Workshop

torch = pytest.importorskip("torch", reason="the train extra is not installed")
pytest.importorskip("ultralytics", reason="the train extra is not installed")
pytest.importorskip("onnx", reason="the train extra is not installed")
pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]

RECIPE = {
    "finder": {
        "base": {"epochs": 1, "rate": 0.001, "pictures_of_scenes": 16},
        "final": {"epochs": 1, "rate": 0.0005, "frozen": 3, "pictures_of_scenes": 16},
    },
    "reader": {
        "base": {"steps": 2, "rate": 0.001, "real": 0.0, "frozen": 2},
        "final": {"steps": 4, "rate": 0.001, "frozen": 2},
    },
}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory, bank: tuple[Sprite, ...]) -> Workshop:
    """A workshop without any photo, which has trained once."""
    from models.learning.training import train
    from models.photos.book import write_picture

    root = tmp_path_factory.mktemp("runs")
    places = Folders(root, root / "shared")
    studio = Studio(bank)
    for seed in range(16):
        write_picture(places.tables("scenes"), f"{seed:08}", studio.picture(studio.scene(seed)))
    workshop = Workshop(places, RECIPE, weights=root / "weights")
    train(workshop)
    return workshop


def test_without_photos_it_trains_on_synthetic_pictures_alone(workshop: Workshop) -> None:
    assert not workshop.photos_here
    for part in ("finder.pt", "reader.pt"):
        assert (workshop.places.runs / "ship" / part).exists()


def test_training_again_is_skipped_when_nothing_changed(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    from models.learning.training import train

    train(workshop)
    assert capsys.readouterr().out.count("nothing changed, skipped") == 5


def test_a_further_round_goes_on_from_the_one_before(
    workshop: Workshop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from models.learning.training import train

    runs = tmp_path / "runs"
    shutil.copytree(workshop.places.runs, runs)
    reader = RECIPE["reader"]
    twice = {**RECIPE, "reader": {**reader, "final": {**reader["final"], "rounds": 2}}}
    again = replace(workshop, places=replace(workshop.places, runs=runs), recipe=twice)
    once = (runs / "ship" / "reader.pt").read_bytes()
    train(again, "ship", ["reader"])
    assert (runs / "ship" / "reader.pt").read_bytes() != once
    assert "reader-ship-round-1: making it" in capsys.readouterr().out
    train(again, "ship", ["reader"])
    told = capsys.readouterr().out
    assert "reader-ship-round-1: nothing changed" in told
    assert "reader-ship: nothing changed" in told


def test_frozen_layers_of_the_reader_stay_as_the_finder_had_them(workshop: Workshop) -> None:
    from models.learning.net import begin_with_finder
    from models.learning.reader import load_reader

    runs = workshop.places.runs
    before = begin_with_finder(runs / "base" / "finder.pt").state_dict()
    after = load_reader(runs / "ship" / "reader.pt").state_dict()
    for layer, stays in (("fine.0", True), ("fine.1", True), ("fine.3", False)):
        name = f"{layer}.conv.weight"
        assert torch.allclose(before[name], after[name], atol=1e-6) == stays


def test_the_export_decides_as_the_checkpoint_does_and_can_be_loaded(workshop: Workshop) -> None:
    from models.export.export_step import export
    from vision.dice.dice import open_eye
    from vision.dice.weights import read_weights

    export(workshop)
    assert (workshop.places.runs / "parity.json").exists()
    eye = open_eye(read_weights(workshop.weights))
    picture = np.full((240, 320, 3), 127, np.uint8)
    assert isinstance(eye.look(picture), tuple)


def test_what_ships_can_be_unpacked_and_still_decides_alike(
    workshop: Workshop, tmp_path: Path
) -> None:
    from models.export.export import FINDER_FILE, READER_FILE
    from models.export.export_step import export
    from models.export.parity import compare
    from models.learning.finetune import start_from
    from models.photos.own_pictures import own_photos

    export(workshop)
    fresh = replace(workshop, places=replace(workshop.places, runs=tmp_path))
    start = start_from(fresh)
    weights = workshop.weights
    files = weights / FINDER_FILE, weights / READER_FILE
    parity = compare(start, *files, [photo.pixels() for photo in own_photos()[:4]], runs=tmp_path)
    assert parity.chance < 0.02


def test_weights_of_another_shape_are_refused(workshop: Workshop, tmp_path: Path) -> None:
    from models.export.export import FINDER_FILE
    from models.export.export_step import export
    from models.export.unpack import UnknownWeightsError, unpack_reader

    export(workshop)
    crops = np.zeros((2, 96, 96, 3), np.uint8)
    with pytest.raises(UnknownWeightsError, match="another shape"):
        unpack_reader(workshop.weights / FINDER_FILE, crops, tmp_path / "reader.pt")


def test_somebody_with_nothing_but_their_own_photos_can_go_on_from_what_ships(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models.export.export_step import export
    from models.learning import finetune
    from models.photos.own_pictures import own_photos

    export(workshop)
    for photo in own_photos()[:5]:
        height, width = photo.pixels().shape[:2]
        labels = [Label(DIE, box) for box in photo.boxes]
        rows = yolo_rows(labels, width, height).splitlines()
        told = [f"{v - 1}{row[1:]}\n" for v, row in zip(photo.values, rows, strict=True)]
        for part in ("images", "labels"):
            (tmp_path / "mine" / part).mkdir(parents=True, exist_ok=True)
        (tmp_path / "mine" / "labels" / f"{photo.path.stem}.txt").write_text("".join(told))
        shutil.copy(photo.path, tmp_path / "mine" / "images")
    monkeypatch.setattr(finetune, "STEPS", 2)
    monkeypatch.setattr(finetune, "SHEETS", 1)
    monkeypatch.setattr(finetune, "TABLES", 4)
    fresh = replace(workshop, places=replace(workshop.places, runs=tmp_path / "runs"))
    made = finetune.finetune(fresh, tmp_path / "mine")
    assert (made / "manifest.json").exists()


def test_an_interrupted_reader_goes_on_where_it_stopped(
    tmp_path: Path, bank: tuple[Sprite, ...]
) -> None:
    from models.learning.torch_setup import prepare_torch
    from models.photos.crops import Crops, gather

    prepare_torch(tmp_path)
    from models.learning.net import ReaderNet
    from models.learning.reader import ReaderCourse, load_reader, train_reader

    rng = np.random.default_rng(0)
    tops = np.full((14, 4, 2), np.nan, np.float32)
    tops[:5] = [(40, 40), (80, 40), (80, 60), (40, 60)]
    pixels = rng.integers(0, 255, (14, 104, 104, 3), dtype=np.uint8)
    crops = Crops(pixels, np.arange(14) % 7, tops, np.arange(14) % 2 == 0)
    course = ReaderCourse(3, 0.001, batch=4)
    done = train_reader(ReaderNet(), gather(()), crops, course, tmp_path / "r.pt")
    assert not done.with_suffix(".part").exists()
    logits = load_reader(done)(torch.zeros(2, 3, 64, 64))
    assert logits.shape == (2, 7)
