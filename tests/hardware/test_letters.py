"""Letters are written in one thread, whoever wants them."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from hardware.art.canvas import Canvas
from hardware.letters import in_text_thread
from vision.drawing import debug_view
from vision.reading.look import Belief, Look


def test_whoever_asks_it_is_the_same_thread_that_writes() -> None:
    @in_text_thread
    def who() -> str:
        return threading.current_thread().name

    @in_text_thread
    def who_inside() -> str:
        return who()

    with ThreadPoolExecutor(4) as people:
        names = {each.result() for each in [people.submit(who) for _ in range(8)]}
    assert names == {who(), who_inside()} == {"letters_0"}


def test_what_goes_wrong_is_raised_where_it_was_asked_for() -> None:
    @in_text_thread
    def spill(what: str) -> None:
        raise ValueError(what)

    with pytest.raises(ValueError, match="ink"):
        spill("ink")


def test_pictures_and_drawings_are_written_on_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    writers = []
    real = debug_view.cv2.putText

    def put(*things: object) -> object:
        writers.append(threading.current_thread().name)
        return real(*things)

    monkeypatch.setattr(debug_view.cv2, "putText", put)
    square = np.array([(9, 9), (50, 9), (50, 50), (9, 50)], float)
    look = Look({}, beliefs=(Belief("forge", "die", "5", square, 1.0, True),))
    drawn = debug_view.draw(np.zeros((90, 90, 3), np.uint8), look)
    assert drawn.any()
    sheet = Canvas(40, 30, 2.0)
    sheet.text("Vera", (0, 0), 8, (255, 255, 255))
    assert sheet.image.any()
    assert set(writers) == {"letters_0"}
