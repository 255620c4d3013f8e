"""How much memory a program holds, and whether it grows."""

import subprocess
import sys

import pytest

from companion.benches.serving import soak
from companion.benches.serving.weighing import Weight, can_weigh, family, peak, weigh

pytestmark = pytest.mark.live

# A process that holds 60 MB, in a child of its own.
PROGRAM = """
import subprocess, sys
child = "import sys; held = b'x' * 60_000_000; print('ready', flush=True); sys.stdin.read()"
subprocess.run([sys.executable, "-c", child])
"""


@pytest.mark.skipif(not can_weigh(), reason="only Linux tells")
def test_a_program_is_weighed_with_all_that_it_has_started() -> None:
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        whole = weigh(process.pid)
        assert len(list(family(process.pid))) == 2
        assert whole.rss >= whole.pss > 57
        assert 0 < peak(process.pid) < 57, "of the one process alone"
        process.communicate()
    assert weigh(process.pid) == Weight(), "it has ended"
    assert peak(process.pid) == 0


def test_growth_is_what_the_end_has_more_than_the_time_after_the_beginning() -> None:
    assert soak.growth([0.0] * 30 + [200.0] * 90) == 0
    assert soak.growth([100.0 + i for i in range(120)]) == pytest.approx(60)


def test_only_the_camera_that_runs_apart_is_killed() -> None:
    assert soak.kill_camera() == 0, "nobody here has one"
