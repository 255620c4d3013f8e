"""How much memory `companion look` needs for a large photo, measured in a fresh process."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WIDTH, HEIGHT = 4000, 3000

# The peak is read from the kernel's own account of this process. `getrusage` would not do: what
# it calls the peak may be that of the larger process which started this one.
_LOOK = """
import argparse, sys
from pathlib import Path
from companion.commands.play import look
parser = argparse.ArgumentParser()
look.configure(parser)
assert look.run(parser.parse_args([sys.argv[1], "--json"])) == 0
for line in Path("/proc/self/status").read_text().splitlines():
    if line.startswith("VmHWM:"):
        print("peak", line.split()[1])
"""


def peak_of_look(photo: "npt.NDArray[np.uint8]") -> float | None:
    """The most memory (MB) that `companion look` holds while it looks at a photo of 12 MP.

    Args:
        photo: Any picture; it is brought to 4000 x 3000.

    Returns:
        None on systems that do not tell.
    """
    import cv2

    if not Path("/proc/self/status").exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        large = cv2.resize(photo, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
        good, data = cv2.imencode(".jpg", large)
        if not good:
            raise RuntimeError("the photo could not be packed as JPEG")
        path.write_bytes(data.tobytes())
        run = [sys.executable, "-c", _LOOK, str(path)]
        said = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    return int(said.split()[-1]) / 1024
