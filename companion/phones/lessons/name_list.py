"""The list that somebody fills in at a terminal: a number, an equals sign, and a name.

    # 3 may be 05/2/hub:industry
    3 = 05/2/hub:industry
    4 =
    5 = -

An empty name leaves a cut-out for later; a dash throws it away. What follows a # is a remark.
"""

from collections.abc import Iterable
from pathlib import Path

from companion.common.errors import InputError
from companion.common.files import file_errors
from companion.phones.lessons.lesson import Cut

AWAY = "-"
_LARGEST = 1_000_000


def to_text(cuts: Iterable[Cut], names: Iterable[str]) -> str:
    """A list to fill in: one line for each group that looks alike, with what it may be."""
    lines = ["# number = name; leave it empty for later, - throws the cut-out away"]
    groups: dict[int, list[Cut]] = {}
    for cut in cuts:
        groups.setdefault(cut.group, []).append(cut)
    for group in groups.values():
        first = group[0]
        if len(group) > 1:
            alike = ", ".join(str(cut.number) for cut in group[1:])
            lines.append(f"# {alike}: the same as {first.number}, as far as can be seen")
        if first.die is not None:
            lines.append(f"# the die on {first.number} shows {first.die}")
        lines.append(f"{first.number} = {first.name or first.proposal or ''}".rstrip())
    listed = list(names)
    if listed:
        lines += ["", "# the names to choose from:", *(f"#   {name}" for name in listed)]
    return "\n".join([*lines, ""])


def from_text(text: str, where: str) -> dict[int, str]:
    """What was filled in.

    Raises:
        InputError: A line is no line of such a list; the message names it.
    """
    found: dict[int, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        cut, equals, name = (part.strip() for part in words.partition("="))
        if not equals or not (cut.isascii() and cut.isdecimal() and len(cut) < 7):
            raise InputError(f"{where}, line {number}: a line looks like '3 = name', not '{line}'")
        if int(cut) in found:
            raise InputError(f"{where}, line {number}: {cut} is named twice")
        if name:
            found[int(cut)] = name
    return found


def read(path: Path) -> dict[int, str]:
    """The list in a file."""
    try:
        with file_errors(path):
            if path.stat().st_size > _LARGEST:
                raise InputError(f"{path}: is too large for a list of names")
            return from_text(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is no text") from error
