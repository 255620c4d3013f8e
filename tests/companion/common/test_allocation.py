"""Memory that nobody needs any more goes back to the system."""

import platform
import subprocess
import sys

import pytest

from companion.common.allocation import give_back_large_blocks

pytestmark = pytest.mark.live

# Blocks of 20 MB come and go, and a small thing that stays comes after each of them.
PROGRAM = """
import sys
from companion.common.allocation import give_back_large_blocks

def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

if sys.argv[1] == "frugal":
    give_back_large_blocks()
first = bytearray(b"x") * 30_000_000
del first
before = held()
large, small = [], []
for _ in range(10):
    large.append(bytearray(b"x") * 20_000_000)
    small.append(bytearray(b"x") * 100_000)
del large
print((held() - before) // 1_000_000)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or platform.libc_ver()[0] != "glibc",
    reason="only the C library of GNU has this choice",
)
def test_large_blocks_are_given_back_though_small_ones_stay() -> None:
    assert give_back_large_blocks()
    command = [sys.executable, "-c", PROGRAM]
    usual, frugal = (
        int(subprocess.run([*command, way], capture_output=True, check=True, text=True).stdout)
        for way in ("usual", "frugal")
    )
    assert frugal < 40 < usual


# Many blocks too small to be given back one by one, with small things that stay between them.
CRUMBS = """
import sys, time
from companion.common.allocation import Tidying

def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

tidying = Tidying(0.05)
before = held()
blocks, stay = [], []
for _ in range(1000):
    blocks.append(bytearray(b"x") * 100_000)
    stay.append(bytearray(b"x") * 1000)
del blocks
if sys.argv[1] == "frugal":
    tidying.start()
    end = time.monotonic() + 120
    while held() - before > 30_000_000 and time.monotonic() < end:
        time.sleep(0.05)
tidying.stop()
print((held() - before) // 1_000_000)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or platform.libc_ver()[0] != "glibc",
    reason="only the C library of GNU has this choice",
)
def test_what_lies_free_between_things_in_use_is_given_back() -> None:
    command = [sys.executable, "-c", CRUMBS]
    usual, frugal = (
        int(subprocess.run([*command, way], capture_output=True, check=True, text=True).stdout)
        for way in ("usual", "frugal")
    )
    assert frugal < 40 < usual
