"""One thread draws all text: OpenCV caches fonts per thread.

Since its fifth version, five megabytes of letters are kept for each thread that ever drew one.
Pages are answered by more than a hundred threads: once each of them had drawn a picture for a
phone, the companion held three times what it needs.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Drawn = TypeVar("_Drawn")


class _TextThread:
    """One thread that does what it is asked to, one after the other."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]]
        self._waiting = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def ask(self, work: Callable[[], _Drawn]) -> _Drawn:
        """Let it do something, and wait for that; what it raises is raised here."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="letters", daemon=True)
                self._thread.start()
        if threading.current_thread() is self._thread:
            return work()
        done: Future[_Drawn] = Future()
        self._waiting.put((done, work))
        return done.result()

    def _run(self) -> None:
        while True:
            self._do(*self._waiting.get())

    @staticmethod
    def _do(done: "Future[Any]", work: Callable[[], Any]) -> None:
        # In a function of its own, so that no picture is held until the next one.
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)


_THREAD = _TextThread()


def in_text_thread(function: Callable[_Given, _Drawn]) -> Callable[_Given, _Drawn]:
    """For a function that draws text: it always runs in the same thread."""

    @wraps(function)
    def ask(*things: _Given.args, **more: _Given.kwargs) -> _Drawn:
        return _THREAD.ask(lambda: function(*things, **more))

    return ask
