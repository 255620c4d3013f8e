"""Reasons of older logs: English text, read back into the values that new events hold."""

import re
from collections.abc import Iterator

from companion.log.reasons import Counted
from companion.tabletop.sight import Difference, LyingThing

_POSES = ("standing", "lying")
_COUNTED = re.compile(r"The players count ([\d, ]+)\.")
_FORMS = (
    re.compile(r"(?P<place>\S+): (?P<seen>a .+) too many"),
    re.compile(r"(?P<place>\S+): (?P<expected>a .+) is missing"),
    re.compile(r"(?P<place>\S+): (?P<seen>a .+) instead of (?P<expected>a .+)"),
)


def counted(text: str) -> Counted | None:
    """The points that were counted, if the text is about that."""
    match = _COUNTED.fullmatch(text)
    return Counted(tuple(map(int, match[1].split(", ")))) if match else None


def parts(text: str) -> Iterator[Difference | str]:
    """Each part of a text as a difference, if it is one; what somebody typed stays as it is."""
    for part in text.split("; "):
        match = next(filter(None, (form.fullmatch(part) for form in _FORMS)), None)
        if match is None:
            yield part
        else:
            found = match.groupdict()
            expected, seen = (_thing(found.get(name)) for name in ("expected", "seen"))
            yield Difference(found["place"], expected, seen, 0)


def _thing(text: str | None) -> LyingThing | None:
    """The reverse of what a `LyingThing` calls itself."""
    if text is None:
        return None
    words = text.split(" ")[1:]
    if len(words) == 1 and words[0].isdecimal():
        return LyingThing("die", words[0])
    pose = words.pop(0) if words[0] in _POSES and len(words) > 1 else None
    return LyingThing(words[0], " ".join(words[1:]) or None, pose)
