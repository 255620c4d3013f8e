"""What the table does by itself, as it can be seen: dice, tiles and cards."""

from companion.games.kit.explaining import Drawn, Rolled
from companion.games.propeller_islands.components.board import FACES
from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.seeing import DISPLAY

_FORGE = {face: f"forge/{face}" for face in FACES}


def brings(state: State) -> Drawn[Move] | Rolled[Move] | None:
    """What chance is about to bring, and where it can be seen."""
    match state.agenda[-1]:
        case tasks.RollDice(count):
            return Rolled(count, _FORGE, moves.Roll)
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
