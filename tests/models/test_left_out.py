"""What the left-out weights saw is in git, so that the card's figures can be counted anywhere."""

import json
from pathlib import Path

import pytest

from models.measuring.calibrate import choose, judge
from models.measuring.evaluate import FIGURES
from models.measuring.left_out import keep_sights, kept_drawn, kept_sights
from models.measuring.looking import PhotoSight
from models.measuring.measure import Count, SeenDie
from models.photos.sources import Photo, read_source, training_sources, with_contested_labels
from models.places import Folders

SEEN = SeenDie((1.0, 2.0, 30.5, 40.0), 0.9, (0.0, 0.5, 0.25, 0.0, 0.0, 0.0, 0.25))
FAINT = SeenDie((5.0, 5.0, 9.0, 9.0), 0.06, (1.0, 0, 0, 0, 0, 0, 0))


def test_what_was_seen_is_kept_above_every_threshold(tmp_path: Path) -> None:
    photo, path = Photo(tmp_path / "a.jpg", "s", (), (), ()), tmp_path / "kept.gz"
    keep_sights({"s": [PhotoSight(photo, (SEEN, FAINT))]}, path=path)
    assert kept_sights([photo], "s", path) == [PhotoSight(photo, (SEEN,))]
    assert kept_sights([photo], "another", path) == []


def test_it_is_written_alike_each_time(tmp_path: Path) -> None:
    photo = Photo(tmp_path / "a.jpg", "s", (), (), ())
    for name in ("one", "two"):
        keep_sights({"s": [PhotoSight(photo, (SEEN,))]}, path=tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_drawn_tables_are_kept_with_their_labels(tmp_path: Path) -> None:
    table = Photo(Path("t.jpg"), "drawn", ((0.0, 0.0, 9.0, 9.5),), (4,), ())
    keep_sights({}, [PhotoSight(table, (SEEN, FAINT))], tmp_path / "kept.gz")
    assert kept_drawn(tmp_path / "kept.gz") == [PhotoSight(table, (SEEN,))]
    assert kept_drawn(tmp_path / "missing.gz") == []


@pytest.fixture(scope="module")
def sights(photos_of_dice: Folders) -> dict[str, list[PhotoSight]]:
    return {
        source: kept_sights(list(read_source(photos_of_dice.dice_photos / source)), source)
        for source in training_sources()
    }


@pytest.mark.parametrize("source", training_sources())
def test_the_cards_left_out_figures_can_be_counted_again(
    sights: dict[str, list[PhotoSight]], source: str
) -> None:
    told = json.loads(FIGURES.read_text())["left_out"][source]
    others = {
        each: [PhotoSight(with_contested_labels(sight.photo), sight.seen) for sight in found]
        for each, found in sights.items()
        if each != source
    }
    assert judge(sights[source], choose(others, kept_drawn())) == Count(**told)
