"""How many mutants the tests killed, by file, and which survived: run after `mutmut run`."""

import subprocess
import sys
from collections import Counter

GOAL = 85
COUNTED = ("killed", "survived", "timeout", "suspicious", "no tests")


def main() -> int:
    answer = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"],
        capture_output=True,
        text=True,
        check=True,
    )
    by_file: dict[str, Counter[str]] = {}
    survivors = []
    for line in answer.stdout.splitlines():
        name, _, status = line.strip().rpartition(": ")
        if status not in COUNTED:
            continue
        by_file.setdefault(name.split(".x")[0], Counter())[status] += 1
        if status in ("survived", "no tests"):
            survivors.append(name)
    total: Counter[str] = sum(by_file.values(), Counter())
    for survivor in survivors:
        print(f"survived: {survivor}")
    for file, counts in sorted(by_file.items()):
        print(f"{percent(counts):5.1f} %  {counts.total():5} mutants  {file}")
    print(f"{percent(total):5.1f} %  {total.total():5} mutants  in all (goal: {GOAL} %)")
    return 0 if percent(total) >= GOAL else 1


def percent(counts: Counter[str]) -> float:
    noticed = counts["killed"] + counts["timeout"] + counts["suspicious"]
    return 100 * noticed / max(1, counts.total())


if __name__ == "__main__":
    sys.exit(main())
