"""The picture on the pages: small, with what was seen where it is; and nothing large is kept."""

import weakref
from types import SimpleNamespace

import cv2
import numpy as np

from companion.camera.lookout import Sighting
from companion.camera.viewfinder import TableWindow
from companion.referee.opinions import Opinion
from hardware.frame import Frame
from vision.reading.look import Belief, Look

SQUARE = np.array([(1600, 800), (1800, 800), (1800, 1000), (1600, 1000)], float)


def sighting(number: int) -> Sighting:
    grey = np.full((1440, 2560, 3), 90, np.uint8)
    look = Look({}, beliefs=(Belief("forge", "die", "", SQUARE, 1.0, True, "forge/1"),))
    return Sighting(number, Frame(grey, float(number), "test"), look)


def test_a_large_picture_is_shown_small_with_what_was_seen_in_its_place() -> None:
    window = TableWindow()
    watcher = SimpleNamespace(opinion=Opinion(1, "x", "y"))
    window.show(SimpleNamespace(newest=sighting(1), trouble=""), watcher, SimpleNamespace())  # type: ignore[arg-type]
    data = window.picture()
    assert data is not None
    shown = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (720, 1280, 3)
    rows, columns = np.nonzero(np.abs(shown.astype(int) - 90).max(axis=-1) > 40)
    assert np.abs([rows.min() - 400, rows.max() - 500]).max() <= 3
    assert np.abs([columns.min() - 800, columns.max() - 900]).max() <= 3


def test_what_was_shown_holds_no_picture() -> None:
    window = TableWindow()
    watcher = SimpleNamespace(opinion=Opinion(1, "x", "y"))
    lookout = SimpleNamespace(newest=sighting(1), trouble="")
    window.show(lookout, watcher, SimpleNamespace())  # type: ignore[arg-type]
    assert window.picture()
    old = weakref.ref(lookout.newest)
    lookout.newest = sighting(2)
    assert old() is None
    window.clear()
    assert window.picture() is None
    assert window.watched() is None
