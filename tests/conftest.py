"""Before anything else: small matrices are no work for many threads (see `companion/cli.py`).

After each run, the slowest tests are told, and those that took longer than a test should.
"""

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# However busy the machine is, an example may take as long as it takes.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

#: Seconds that a test should take at most on a quiet machine. More is told, and no fault.
BUDGET, BROWSER_BUDGET = 10, 20
#: How many of the slowest are told, if they take as long as that.
SLOWEST, WORTH_TELLING = 15, 1.0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    took: Counter[str] = Counter()
    budgets: dict[str, int] = {}
    for report in (each for some in terminalreporter.stats.values() for each in some):
        if isinstance(report, pytest.TestReport):
            took[report.nodeid] += report.duration
            budgets[report.nodeid] = BROWSER_BUDGET if "browser" in report.keywords else BUDGET
    slow = [(test, time) for test, time in took.most_common(SLOWEST) if time >= WORTH_TELLING]
    over = [(test, time) for test, time in took.most_common() if time > budgets[test]]
    for title, tests in (("slowest tests", slow), ("over their budget", over)):
        if tests:
            terminalreporter.section(title)
            for test, time in tests:
                terminalreporter.write_line(f"{time:6.1f} s of {budgets[test]}  {test}")
