"""A state kept beside its log, so that a long log opens quickly.

It is a cache and never believed blindly: it must be about the same moves, and made by the same
rules with the same data, or it is thrown away.
"""

import hashlib
import inspect
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.common.errors import CompanionError
from companion.common.json_reading import parse
from companion.games.capabilities import Rules
from companion.log.events import Accept
from companion.log.fold import Fold
from companion.log.history import History


@dataclass(frozen=True)
class Snapshot:
    """The state behind the first `length` events of the line, as it was at event `number`."""

    number: int
    length: int
    fingerprint: str
    state: str

    @property
    def check(self) -> str:
        """Changes when anything of it is damaged."""
        text = f"{self.number}/{self.length}/{self.fingerprint}/{self.state}"
        return hashlib.sha256(text.encode()).hexdigest()


def take(game: Rules[Any, Any], rules: str, history: History, fold: Fold) -> Snapshot | None:
    """A snapshot of now; None while some moves don't apply (their reasons belong to the log)."""
    if fold.unapplied:
        return None
    length = len(history.line)
    state = json.dumps(game.state_to_json(fold.state), separators=(",", ":"))
    return Snapshot(history.number, length, fingerprint(rules, history, length), state)


def restore(
    game: Rules[Any, Any], rules: str, history: History, fold: Fold, snapshot: Snapshot
) -> bool:
    """Let the fold begin at a snapshot; False when that does not fit."""
    if snapshot.length > len(history.line):
        return False
    if snapshot.fingerprint != fingerprint(rules, history, snapshot.length):
        return False
    try:
        state = game.state_from_json(parse(snapshot.state, "snapshot"))
    except CompanionError:
        return False
    fold.start_at(snapshot.length, state)
    return True


def fingerprint(rules: str, history: History, length: int) -> str:
    """Which moves by which rules."""
    found = hashlib.sha256(f"{rules}/{history.begin}".encode())
    for number in history.line[:length]:
        action = history.meaning(number)
        if isinstance(action, Accept):
            said = json.dumps(action.state)
        else:
            said = getattr(action, "moves", "")
        found.update(f"{number} {said}\n".encode())
    return found.hexdigest()


def rules_of(game: Rules[Any, Any]) -> str:
    """Changes whenever the game's code or the data of its editions does."""
    found = hashlib.sha256(game.id.encode())
    try:
        folder = Path(inspect.getfile(type(game))).parent
    except (OSError, TypeError):  # made by hand in a shell
        return f"{type(game)!r}"
    for path in sorted([*folder.glob("*.py"), *folder.glob("data/*.json")]):
        found.update(path.read_bytes())
    for edition in game.editions.values():
        for fact in edition.facts():
            found.update(f"{fact.place}={fact.value}".encode())
    return found.hexdigest()
