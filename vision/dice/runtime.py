"""onnxruntime, loaded without what it prints about processors that it does not know.

It writes to standard error while it is loaded, before anybody can tell it not to. On small boards
and where /sys is missing these are five lines about which nobody can do anything.
"""

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_LOADING = threading.Lock()
_USELESS = (b"cpuinfo", b"device_discovery")
"""What is in each of those lines: the library that asks for the processor, the search for a GPU."""

_ERROR = 3
"""Warnings of its own, such as that no GPU was found, are not printed either."""


def load() -> ModuleType:
    """The runtime; the first call takes a moment."""
    with _LOADING:
        if "onnxruntime" not in sys.modules:
            with standard_error_without(*_USELESS):
                import onnxruntime

                onnxruntime.set_default_logger_severity(_ERROR)
    return sys.modules["onnxruntime"]


@contextmanager
def standard_error_without(*useless: bytes) -> Iterator[None]:
    """Lines with one of these words are left out; all others come when the block ends."""
    try:
        before = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(before, 2)
            os.close(before)
            written.seek(0)
            for line in written:
                if not any(word in line for word in useless):
                    os.write(2, line)
