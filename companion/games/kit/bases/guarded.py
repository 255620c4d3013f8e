"""Moves that are clear may be entered by themselves, because the table can be trusted."""

from typing import Any

from companion.games.kit.seen import conserving
from companion.games.protocol import Violation
from companion.tabletop.sight import Sight


class Guarded:
    """A game whose dice never come from nowhere, and are never gone, without somebody saying so."""

    def faults(self, before: Any, after: Any, sight: Sight) -> tuple[Violation, ...]:
        """What can't be, whatever was played."""
        return tuple(conserving.faults(self, before, after, sight))
