"""Unpacking a photo in a process of its own, which may take only so much time and memory.

It is started as `python -m vision.photo.apart LONGEST SECONDS`, gets the bytes of a photo and gives
back the picture, or what is wrong with it. Photos come from anybody, and decoders are large: one
that crashes, hangs or eats memory takes this process with it and nothing else.
"""

import math
import os
import resource
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.tabletop.problems import Problem
from hardware.frame import Frame
from hardware.process.apart import end_with_parent
from hardware.process.wire import EndOfFrames, WireError, receive, send
from vision.geometry import shrunk
from vision.photo.header import MOST_MEMORY, PictureError
from vision.photo.picture import decode, read

MOST_SECONDS = 4
"""Seconds of a processor's time that unpacking may take; a busy computer may take longer."""
PATIENCE = 60.0
"""Seconds after which a process that does nothing at all is ended."""
_ROOM = 2 * MOST_MEMORY
"""Bytes of address space beside what the libraries have; more than is ever filled."""
_LENGTH = struct.Struct("!Q")


def load_apart(path: Path, longest: int = 0) -> npt.NDArray[np.uint8]:
    """What `load` gives, unpacked apart; with at most `longest` pixels a side, if that is given.

    Raises:
        PictureError: As `load` does, or it takes too much time or memory.
    """
    return decode_apart(read(path), longest)


def decode_apart(data: bytes, longest: int = 0) -> npt.NDArray[np.uint8]:
    """The same with the bytes of a photo."""
    try:
        answer = _ask(data, longest)
    except (BrokenPipeError, WireError) as error:
        raise PictureError("photo-needs-work") from error
    if isinstance(answer, Frame):
        return answer.image
    if answer.trouble is None or answer.trouble.code == "process-ended":
        raise PictureError("photo-needs-work")
    raise PictureError(answer.trouble.code, **answer.trouble.values)


def _ask(data: bytes, longest: int) -> Frame | EndOfFrames:
    root = str(Path(__file__).parents[2])
    paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, "-m", "vision.photo.apart", str(longest), str(MOST_SECONDS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": paths},
        start_new_session=True,  # Ctrl-C is for us; it ends with us
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        clock = threading.Timer(PATIENCE, process.kill)
        clock.daemon = True
        clock.start()
        try:
            process.stdin.write(_LENGTH.pack(len(data)))
            process.stdin.write(data)
            process.stdin.flush()
            return receive(process.stdout, "photo")
        finally:
            clock.cancel()
            process.kill()


def main(longest: int, seconds: int) -> None:
    """Read one photo from our standard input, and send what it shows."""
    source = sys.stdin.buffer
    (length,) = _LENGTH.unpack(source.read(_LENGTH.size))
    data = source.read(length)
    threading.Thread(target=end_with_parent, daemon=True).start()
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + _ROOM,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        image = decode(data)
        del data
        if longest:
            image, _ = shrunk(image, longest)
        answer: Frame | EndOfFrames = Frame(image, 0.0, "photo")
    except PictureError as error:
        answer = EndOfFrames(error.problem)
    except MemoryError:
        answer = EndOfFrames(Problem("photo-needs-work"))
    send(sys.stdout.buffer, answer)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
