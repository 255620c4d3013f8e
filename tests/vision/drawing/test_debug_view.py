import numpy as np

from companion.camera.photos.answers import belief_of
from vision.dice.dice import DieReading
from vision.drawing.debug_view import draw
from vision.reading.look import Look


def annotate(table: np.ndarray, dice: list[DieReading]) -> np.ndarray:
    return draw(table, Look({}, beliefs=tuple(map(belief_of, dice))), 4.0)


def drawn(certain: bool, value: int = 4) -> np.ndarray:
    table = np.zeros((300, 400, 3), dtype=np.uint8)
    return annotate(table, [DieReading(value, 0.9, (100.2, 120.0, 180.0, 199.7), certain)])


def test_a_certain_die_has_a_whole_frame():
    bottom = drawn(True)[200, 100:181].any(axis=1)
    assert bottom.all()


def test_an_unsure_die_has_a_dashed_frame():
    bottom = drawn(False)[200, 100:181].any(axis=1)
    assert 0.2 < bottom.mean() < 0.8
    changes = np.count_nonzero(np.diff(bottom.astype(int)))
    assert changes >= 6


def test_the_value_is_written_and_doubt_adds_a_question_mark():
    assert not np.array_equal(drawn(True, 4), drawn(True, 5))
    labels = [drawn(certain)[100:118, 150:230] for certain in (True, False)]
    widths = [np.flatnonzero(label.any(axis=(0, 2))).size for label in labels]
    assert widths[1] > widths[0]


def test_the_photo_itself_stays_as_it_is():
    table = np.zeros((50, 50, 3), dtype=np.uint8)
    annotate(table, [DieReading(1, 1.0, (5, 5, 40, 40), True)])
    assert not table.any()


def test_dice_at_every_edge_can_be_drawn():
    table = np.zeros((60, 80, 3), dtype=np.uint8)
    edges = [(0, 0, 20, 20), (60, 40, 80, 60), (0, 40, 10, 60), (70, 0, 80, 5)]
    dice = [DieReading(6, 0.5, box, certain) for box in edges for certain in (True, False)]
    assert annotate(table, dice).any()


def test_without_dice_nothing_is_drawn():
    table = np.full((40, 40, 3), 7, dtype=np.uint8)
    assert np.array_equal(annotate(table, []), table)
