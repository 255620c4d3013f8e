"""`make test-stress`: the tests on a machine whose cores are all busy with something else.

The browser, server and thread tests run ten times, then the whole suite twice. Each round is kept
in `build/stress.json` with its commit and the load it ran at. The next call goes on with what is
left and repeats rounds in which a test failed; `--again` begins anew. A test that hangs fails after
`HANGS` seconds and shows where each of its threads is; a round that hangs otherwise is broken off.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import mean
from typing import TypedDict
from xml.etree import ElementTree

FOLDER = Path(__file__).parents[1] / "build"
KEPT, REPORT = FOLDER / "stress.json", FOLDER / "stress.xml"
USUAL = "not thorough and not train and not hardware"
LIVE = f"(browser or live) and {USUAL}"
#: Seconds after which a test hangs, however busy the machine is.
HANGS = 600
ENDED = ["-o", f"faulthandler_timeout={HANGS}", "-o", "faulthandler_exit_on_timeout=true"]
#: Seconds after which a whole round hangs.
ROUND_HANGS = 3 * 3600
#: Seconds between two looks at the load.
LOOKS_EVERY = 10
#: Load for each core from which on the others step back: it is busy enough.
BUSY_ENOUGH = 3
#: Computes until whoever started it has gone.
BUSY = f"""
import os, time
parent = os.getppid()
while os.getppid() == parent:
    if os.getloadavg()[0] > {BUSY_ENOUGH} * (os.cpu_count() or 2):
        time.sleep(1)
    else:
        sum(range(100_000))
"""


class Round(TypedDict):
    """A round that came to its end."""

    commit: str
    minutes: int
    load: float
    tests: int
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


def ended(command: list[str]) -> tuple[int | None, float]:
    """The exit code of a command and the load meanwhile; None, and its end, when it hangs."""
    seen: list[float] = []
    with subprocess.Popen(command, process_group=0) as running:
        try:
            while len(seen) * LOOKS_EVERY < ROUND_HANGS:
                seen.append(os.getloadavg()[0])
                with suppress(subprocess.TimeoutExpired):
                    return running.wait(LOOKS_EVERY), mean(seen)
            print(f"The round has not ended in {ROUND_HANGS // 60} minutes.", flush=True)
            return None, mean(seen)
        finally:
            if running.returncode is None:
                os.killpg(running.pid, signal.SIGKILL)


def run(marks: str, arguments: list[str]) -> Round | None:
    """One round; None when it did not come to its end."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", marks]
    named = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.check_output(named, text=True).strip()
    begun = time.monotonic()
    code, load = ended([*command, *ENDED, f"--junitxml={REPORT}", *arguments])
    if code not in (0, 1):
        return None
    cases = list(ElementTree.parse(REPORT).iter("testcase"))
    failed = [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]
    minutes = round((time.monotonic() - begun) / 60)
    return {
        "commit": commit,
        "minutes": minutes,
        "load": round(load, 1),
        "tests": len(cases),
        "failed": failed,
    }


def told(name: str, done: Round) -> str:
    return (
        f"{name}: {done['tests']} tests, {len(done['failed'])} failed, {done['minutes']} min, "
        f"load {done['load']}, commit {done['commit']}"
    )


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
            if name in finished and not finished[name]["failed"]:
                print(f"{told(name, finished[name])}; finished before, skipped.")
                continue
            print(f"Round {name}:", flush=True)
            done = run(marks, wanted.tests)
            if done is None:
                print(f"Round {name} was broken off; the next call goes on with it.")
                return 2
            finished[name] = done
            KEPT.write_text(json.dumps(finished, indent=1))
    for name in rounds:
        print(told(name, finished[name]))
    failing = Counter(test for name in rounds for test in finished[name]["failed"])
    for test, times in failing.most_common():
        print(f"failed {times} x: {test}")
    print(f"{len(rounds)} rounds, {len(failing)} tests that failed in one of them.")
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main())
