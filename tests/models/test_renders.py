"""Tables that were rendered whole become labelled pictures like all others."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.making import draw_tops, photograph_renders
from models.photos.book import read_things
from models.scenes.scene import DIE, Label

SIDE = 320


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    """A render that is much too dark, with a die in its middle and one cut by its edge."""
    folder = tmp_path / "raw"
    folder.mkdir()
    render = np.full((SIDE, SIDE, 3), 12, np.uint8)
    render[100:150, 100:150] = 40
    cv2.imwrite(str(folder / "table0000.png"), render)
    dice = [
        {"value": 4, "outline": [[100, 100], [150, 100], [150, 150], [100, 150]]},
        {"value": 2, "outline": [[300, 10], [340, 10], [340, 50], [300, 50]]},
    ]
    (folder / "table0000.json").write_text(json.dumps({"side": SIDE, "dice": dice}))
    return folder


def test_each_die_is_labelled_as_far_as_the_picture_goes(raw: Path, tmp_path: Path) -> None:
    (path,) = photograph_renders(raw, tmp_path)
    assert read_things(path) == (
        Label(DIE, (100, 100, 150, 150), 4),
        Label(DIE, (300, 10, SIDE, 50), 2),
    )


def test_a_dark_render_is_exposed_as_a_camera_would(raw: Path, tmp_path: Path) -> None:
    (path,) = photograph_renders(raw, tmp_path)
    picture = cv2.imread(str(path))
    assert picture is not None
    assert picture[105:145, 105:145].mean() > 3 * 12
    assert picture[105:145, 105:145].mean() > 1.5 * picture[200:300, 100:200].mean()


def test_what_was_made_stays(raw: Path, tmp_path: Path) -> None:
    (path,) = photograph_renders(raw, tmp_path)
    first = path.read_bytes()
    (raw / "table0000.png").unlink()
    assert photograph_renders(raw, tmp_path) == [path]
    assert path.read_bytes() == first


def test_a_lost_render_is_named(raw: Path, tmp_path: Path) -> None:
    (raw / "table0000.png").unlink()
    with pytest.raises(ValueError, match=r"table0000.json: delete that file and render again"):
        photograph_renders(raw, tmp_path)


def test_every_table_has_a_top_of_its_own(tmp_path: Path) -> None:
    draw_tops(tmp_path / "no textures", tmp_path / "tops", 2, seed=5)
    first, second = (cv2.imread(str(path)) for path in sorted((tmp_path / "tops").glob("*.png")))
    assert first is not None
    assert second is not None
    assert (first != second).any()
