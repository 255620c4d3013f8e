"""`make test-stress`: the tests on a machine whose cores are all busy with something else.

The browser, server and thread tests run ten times, then the whole suite twice. Finished rounds are
kept in `build/stress.json` and skipped on the next call; `--again` begins anew. A test that hangs
fails after `HANGS` seconds and shows where each of its threads is.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict
from xml.etree import ElementTree

FOLDER = Path(__file__).parents[1] / "build"
KEPT, REPORT = FOLDER / "stress.json", FOLDER / "stress.xml"
USUAL = "not thorough and not train and not hardware"
LIVE = f"(browser or live) and {USUAL}"
#: Seconds after which a test hangs, however busy the machine is.
HANGS = 600
ENDED = ["-o", f"faulthandler_timeout={HANGS}", "-o", "faulthandler_exit_on_timeout=true"]
#: Computes until whoever started it has gone.
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"


class Round(TypedDict):
    """A round that came to its end."""

    minutes: int
    failed: list[str]


@contextmanager
def busy_cores() -> Iterator[None]:
    """Something else keeps every core busy."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 2)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def run(marks: str, arguments: list[str]) -> list[str] | None:
    """The tests that failed in one round; None when it did not come to its end."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", marks]
    done = subprocess.run([*command, *ENDED, f"--junitxml={REPORT}", *arguments], check=False)
    if done.returncode not in (0, 1):
        return None
    cases = ElementTree.parse(REPORT).iter("testcase")
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def main() -> int:
    options = argparse.ArgumentParser(prog="make test-stress", description=__doc__)
    options.add_argument("--rounds", type=int, default=10, help="of browser, server, thread tests")
    options.add_argument("--whole", type=int, default=2, help="rounds of the whole suite")
    options.add_argument("--again", action="store_true", help="forget the finished rounds")
    options.add_argument("tests", nargs="*", help="only these files, for a short try")
    wanted = options.parse_args()
    FOLDER.mkdir(exist_ok=True)
    if wanted.again:
        KEPT.unlink(missing_ok=True)
    finished: dict[str, Round] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    rounds = {f"live {n}": LIVE for n in range(1, wanted.rounds + 1)}
    rounds |= {f"whole {n}": USUAL for n in range(1, wanted.whole + 1)}
    with busy_cores():
        for name, marks in rounds.items():
            if name in finished:
                print(f"Round {name}: finished before, skipped.")
                continue
            print(f"Round {name}:", flush=True)
            begun = time.monotonic()
            failed = run(marks, wanted.tests)
            if failed is None:
                print(f"Round {name} was broken off; the next call goes on with it.")
                return 2
            finished[name] = {"minutes": round((time.monotonic() - begun) / 60), "failed": failed}
            KEPT.write_text(json.dumps(finished, indent=1))
    for name in rounds:
        print(f"{name}: {finished[name]['minutes']} min, {len(finished[name]['failed'])} failed")
    told = Counter(test for name in rounds for test in finished[name]["failed"])
    for test, times in told.most_common():
        print(f"failed {times} x: {test}")
    print(f"{len(rounds)} rounds, {len(told)} tests that failed in one of them.")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
