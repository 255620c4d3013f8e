"""The threads that answer: whoever has a pass first, strangers a few at a time and in turn."""

from collections import OrderedDict, deque
from typing import Any

from waitress.task import ThreadedTaskDispatcher

#: Strangers that are answered at once; what they ask for would slow everybody else down.
STRANGERS = 2
#: Streams of strangers that may be about to end or to be refused, besides those that are open.
SPARE_STREAMS = 8


class _Line:
    """Requests that wait, taken in turn by who asks: many of one wait behind each other."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running = 0
        self._waiting: OrderedDict[str, deque[Any]] = OrderedDict()

    def add(self, whose: str, task: Any) -> None:
        """One more."""
        self._waiting.setdefault(whose, deque()).append(task)

    def can_go_on(self) -> bool:
        """Whether somebody waits and may be answered."""
        return bool(self._waiting) and self._running < self._most

    def take(self) -> Any:
        """Whose turn it is."""
        whose, tasks = self._waiting.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            self._waiting[whose] = tasks
        self._running += 1
        return task

    def done(self) -> None:
        """One of them was answered."""
        self._running -= 1

    def empty(self) -> list[Any]:
        """Everybody who waits, and nobody does any more."""
        left = [task for tasks in self._waiting.values() for task in tasks]
        self._waiting.clear()
        return left


class AnsweringThreads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """So many threads that whoever has a pass always finds one.

    Waitress counts on `threads`, `stop_count` and the two conditions; the rest is ours.
    """

    def __init__(self, threads: int, streams_of_strangers: int) -> None:
        super().__init__()
        self._known = _Line(threads)
        self._streams = _Line(streams_of_strangers + SPARE_STREAMS)
        self._strangers = _Line(STRANGERS)
        self._lines = (self._known, self._streams, self._strangers)
        self.set_thread_count(threads)

    def add_task(self, task: Any) -> None:
        """A connection has a request that is to be answered."""
        caller = task.caller
        with self.lock:
            if caller.name:
                self._known.add(caller.name, task)
            elif caller.is_stream:
                self._streams.add(caller.address, task)
            else:
                self._strangers.add(caller.address, task)
            self.queue_cv.notify()

    def handler_thread(self, thread_no: int) -> None:
        """Answer one after the other until the threads are told to end."""
        while True:
            with self.lock:
                while not self.stop_count and not self._next():
                    self.queue_cv.wait()
                if self.stop_count:
                    self.stop_count -= 1
                    self.threads.discard(thread_no)
                    self.thread_exit_cv.notify()
                    return
                line = self._next()
                assert line is not None
                task = line.take()
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            with self.lock:
                line.done()
                # This thread looks for more itself; there may be work for another one, too.
                self.queue_cv.notify()

    def _next(self) -> _Line | None:
        return next((line for line in self._lines if line.can_go_on()), None)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads; whoever still waits gets no answer."""
        self.set_thread_count(0)
        with self.lock:
            left = [task for line in self._lines for task in line.empty()]
        for task in left:
            task.cancel()
        return bool(left)
