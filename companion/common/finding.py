"""What a check finds: good, a warning, bad or skipped, with advice."""

from collections.abc import Mapping
from dataclasses import dataclass

GOOD, WARNING, BAD, SKIPPED = STATES = ("good", "warning", "bad", "skipped")


@dataclass(frozen=True)
class Finding:
    """The result of one check; `advice` says what to do when it is not good."""

    state: str
    found: str
    advice: str = ""


def good(found: str, advice: str = "") -> Finding:
    """All is well; the advice says how it could be otherwise."""
    return Finding(GOOD, found, advice)


def warning(found: str, advice: str) -> Finding:
    """It works, but not as well as it could."""
    return Finding(WARNING, found, advice)


def bad(found: str, advice: str) -> Finding:
    """It does not work like this."""
    return Finding(BAD, found, advice)


def skipped(found: str) -> Finding:
    """There is nothing to check here."""
    return Finding(SKIPPED, found)


def graded(found: str, advice: str, *, wrong: bool, tight: bool) -> Finding:
    """A measure against two limits."""
    if wrong:
        return bad(found, advice)
    return warning(found, advice) if tight else good(found)


def to_json(findings: Mapping[str, Finding]) -> list[dict[str, str]]:
    """What every check found, for programs."""
    return [
        {"check": check, "state": one.state, "found": one.found, "advice": one.advice}
        for check, one in findings.items()
    ]
