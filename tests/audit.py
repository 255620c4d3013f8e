"""`make lint`: whether a known weakness is in the locked packages, where that can be found out.

pip-audit asks PyPI about every package. Without a network, or from a mirror that knows nothing of
weaknesses, it can't tell; that is said and is no failure.
"""

import json
import subprocess
import sys
from pathlib import Path

LOCKED = Path(__file__).parents[1] / "requirements"


def known_weaknesses(answer: str) -> tuple[int, list[str]]:
    """How many packages pip-audit could ask about, and what is wrong with them."""
    packages = json.loads(answer)["dependencies"]
    asked = [one for one in packages if "skip_reason" not in one]
    wrong = [
        f"{one['name']} {one['version']}: {weakness['id']}, "
        f"mended in {', '.join(weakness['fix_versions']) or 'no version yet'}"
        for one in asked
        for weakness in one["vulns"]
    ]
    return len(asked), wrong


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--format=json"]
    done = subprocess.run(
        [*command, "--progress-spinner=off", "--timeout=5", "-r", str(LOCKED / "run.txt")],
        capture_output=True,
        check=False,
        text=True,
    )
    try:
        asked, wrong = known_weaknesses(done.stdout)
    except ValueError:
        asked, wrong = 0, []
    if not asked:
        print("pip-audit: nobody could be asked about weaknesses of our packages")
        return 0
    print(f"pip-audit: {asked} packages looked up, {len(wrong)} known weaknesses")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
