"""A move with the table at which it is made: what sentences and buttons say about it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.common.words import joined
from companion.games.propeller_islands.components.pieces import Stock, Tile
from companion.games.propeller_islands.rules import moves
from companion.games.propeller_islands.rules.state import Player, State
from companion.games.propeller_islands.told.words import SAID, change

#: What these bring is told.
BRINGING = (
    moves.Build, moves.Scrap, moves.Activate, moves.Deploy, moves.Place, moves.UseDepot, moves.Gain,
)  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A move, the state in which it is made, and the task that it answers."""

    state: State
    task: Any
    move: Any

    @property
    def seat(self) -> int:
        """Whose move it is; the first player's when it is nobody's."""
        return getattr(self.task, "seat", self.state.first)

    @property
    def player(self) -> Player:
        """Whoever makes it, before it."""
        return self.state.players[self.seat]

    @cached_property
    def after(self) -> State:
        """The state after it."""
        return moves.play(self.state, self.move)

    @property
    def tile(self) -> Tile:
        """The tile that it is about: in the market, just drawn, or on the island."""
        if hasattr(self.move, "slot"):
            tile = self.state.market[self.move.slot]
            assert tile is not None, "only filled slots are listed"
            return tile
        drawn = getattr(self.move, "tile", None) or getattr(self.task, "tile", None)
        return drawn or self.player.island.tiles[self.move.cell].tile

    @property
    def rolled(self) -> int:
        """The die that is turned."""
        die: int = getattr(self.move, "die", None) or self.task.value
        return die

    def field(self, name: str) -> Any:
        """What the move calls so, or its task."""
        return getattr(self.move, name, None) or getattr(self.task, name)

    def gains(self, paid: Stock | None = None) -> list[str]:
        """What its seat has more or less after it, beyond what was `paid`."""
        old, new = self.player, self.after.players[self.seat]
        changes = {
            **new.stock.minus(old.stock).plus(paid or Stock()).counts(),
            "fame": new.fame - old.fame,
        }
        return [change(name, count) for name, count in changes.items() if count]

    @property
    def trumpet(self) -> str:
        """The trumpet that its seat reaches with it; empty for none."""
        level = self.after.level(self.seat)
        return str(level) if level > self.state.level(self.seat) else ""

    @property
    def brings(self) -> str:
        """What it costs and brings at once, such as `+2 energy, +1 fame`."""
        trumpets = [SAID["trumpet"][self.trumpet]] if self.trumpet else []
        brought = [*self.gains(), *trumpets]
        return joined(brought, ", ") if brought else ""
