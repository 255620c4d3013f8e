"""What the table does by itself, as it can be seen: dice, tiles and cards."""

from collections.abc import Iterator

from companion.games.kit.seen.explaining import Drawn, Rolled
from companion.games.propeller_islands.components.board import FACES
from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.activating import BARS, Activating, offers
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.seeing import DISPLAY
from companion.tabletop.sight import Difference

_FORGE = {face: f"forge/{face}" for face in FACES}


def brings(state: State) -> Drawn[Move] | Rolled[Move] | None:
    """What chance is about to bring, and where it can be seen."""
    match state.agenda[-1]:
        case tasks.RollDice(count):
            docks = tuple(f"dock/{seat}/dice" for seat in range(len(state.players)))
            return Rolled(count, _FORGE, moves.Roll, kept=docks)
        case tasks.RollAgain():
            # The die of Jacques lies on his dock later, turned or not.
            return Rolled(1, {}, moves.Roll)
        case tasks.FillSlot(slot):
            return Drawn("tile", _tile, f"market/{slot}", taken_to="island/")
        case tasks.DrawTile():
            return Drawn("tile", _tile)
        case tasks.ShowPlan():
            return Drawn("plan", _plan, DISPLAY)
        case tasks.DealCard():
            # Only its owner sees it.
            return Drawn("plan", _plan, unseen=moves.Card(None))
    return None


def _tile(name: str) -> Move:
    return moves.Reveal(Tile.parse(name))


def _plan(name: str) -> Move:
    return moves.Card(Plan.parse(name))


def is_restless(place: str) -> bool:
    """Whether it may look as before although it was touched: piles, a hand, used dice."""
    return place.startswith(("goods/", "hand/")) or place.endswith("/dice")


def overlooked(state: State, differences: tuple[Difference, ...]) -> Iterator[Move]:
    """A worker has left the dock: who sent him may lie, and was read as if he stood."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, Activating):
        return
    dock, tiles = f"dock/{task.seat}/", state.players[task.seat].island.tiles
    left = (d.expected for d in differences if d.place.startswith(dock))
    if any(thing and thing.kind == "worker" for thing in left):
        for cell, option in offers(state, task):
            if BARS[tiles[cell].tile.id][option].deploys:
                yield moves.Activate(cell, option)
