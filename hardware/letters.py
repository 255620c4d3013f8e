"""One thread draws all text: OpenCV caches fonts per thread.

Since its fifth version, five megabytes of letters are kept for each thread that ever drew one.
Pages are answered by more than a hundred threads: once each of them had drawn a picture for a
phone, the companion held three times what it needs.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Drawn = TypeVar("_Drawn")
_NAME = "letters"
_THREAD = ThreadPoolExecutor(1, _NAME)


def in_text_thread(function: Callable[_Given, _Drawn]) -> Callable[_Given, _Drawn]:
    """For a function that draws text: it always runs in the same thread."""

    @wraps(function)
    def ask(*things: _Given.args, **more: _Given.kwargs) -> _Drawn:
        if threading.current_thread().name.startswith(_NAME):
            return function(*things, **more)
        return _THREAD.submit(function, *things, **more).result()

    return ask
