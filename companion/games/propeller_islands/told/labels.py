"""What stands on buttons: tiles, cards and what a move brings, in a few words."""

from companion.common.words import joined, say
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.rules import moves
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told import words


def numbered(edition: Edition, tile: Tile, number: int | None) -> str:
    """A tile with the number that activates it."""
    name = words.tile_name(edition, tile.id)
    return joined([name, str(number)]) if number else name


def face(edition: Edition, tile: Tile) -> str:
    """A tile by what is printed on it, such as `Factory 4, science hub`."""
    return joined([numbered(edition, tile, tile.number), *words.guilds(tile)], ", ")


def upgrade(what: Upgrade) -> str:
    """An upgrade, such as `Science banner`."""
    return words.SAID["upgrades"][str(what)]


def card(plan: Plan) -> str:
    """A plan by what is printed on it, such as `3 points for 1 energy, 1 steel (level I)`."""
    return say(
        "{points} points for {cost} (level {level}): {upgrade}",
        points=plan.points,
        cost=words.paid(plan.cost),
        level=plan.level,
        upgrade=upgrade(plan.upgrade),
    )


def gained(state: State, after: State, seat: int, paid: Stock | None = None) -> list[str]:
    """What a seat has more or less than before, beyond what was `paid`."""
    old, new = state.players[seat], after.players[seat]
    stock = new.stock.minus(old.stock).plus(paid or Stock())
    changes = {**stock._asdict(), "fame": new.fame - old.fame}
    return [words.change(name, count) for name, count in changes.items() if count]


def brings(state: State, seat: int, move: Move) -> str:
    """What a legal move costs and brings at once, such as `+2 energy, +1 fame`."""
    after = moves.play(state, move)
    gains = gained(state, after, seat)
    if after.level(seat) > state.level(seat):
        gains.append(words.SAID["trumpet"][str(after.level(seat))])
    return joined(gains, ", ") if gains else ""
