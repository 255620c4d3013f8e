"""What stands on buttons: tiles, cards and what a move brings, in a few words."""

from companion.games.propeller_islands import play
from companion.games.propeller_islands.edition import Edition
from companion.games.propeller_islands.moves import Move
from companion.games.propeller_islands.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.state import State
from companion.words import called, joined, say, say_n

UPGRADES = {
    "banner:industry": say("Industry banner"),
    "banner:science": say("Science banner"),
    "banner:culture": say("Culture banner"),
    "joker": say("Joker die"),
    "production:energy": say("Energy production"),
    "production:steel": say("Steel production"),
    "production:gear": say("Gear production"),
}
_GUILDS = {
    ("banner", "industry"): say("industry banner"),
    ("banner", "science"): say("science banner"),
    ("banner", "culture"): say("culture banner"),
    ("hub", "industry"): say("industry hub"),
    ("hub", "science"): say("science hub"),
    ("hub", "culture"): say("culture hub"),
}
_TRUMPETS = {1: say("the first trumpet"), 2: say("the second trumpet")}


def tile_name(edition: Edition, tile: Tile) -> str:
    """What a tile is called."""
    return called(edition.names[tile.id])


def numbered(edition: Edition, tile: Tile, number: int | None) -> str:
    """A tile with the number that activates it."""
    name = tile_name(edition, tile)
    return joined([name, str(number)]) if number else name


def face(edition: Edition, tile: Tile) -> str:
    """A tile by what is printed on it, such as `Factory 4, science hub`."""
    words = [numbered(edition, tile, tile.number)]
    for kind, guild in (("banner", tile.banner), ("hub", tile.hub)):
        if guild:
            words.append(_GUILDS[kind, guild])
    return joined(words, ", ") if len(words) > 1 else words[0]


def upgrade(what: Upgrade) -> str:
    """An upgrade, such as `Science banner`."""
    return UPGRADES[str(what)]


def card(plan: Plan) -> str:
    """A plan by what is printed on it, such as `3 points for 1 energy, 1 steel (level I)`."""
    return say(
        "{points} points for {cost} (level {level}): {upgrade}",
        points=plan.points,
        cost=_amounts(plan.cost),
        level=plan.level,
        upgrade=upgrade(plan.upgrade),
    )


def _amounts(stock: Stock) -> str:
    words = [
        say_n(one, many, count)
        for (one, many), count in (
            (("{n} energy", "{n} energy"), stock.energy),
            (("{n} steel", "{n} steel"), stock.steel),
            (("{n} gear", "{n} gears"), stock.gear),
        )
        if count
    ]
    return joined(words, ", ") if words else say("nothing")


def brings(state: State, seat: int, move: Move) -> str:
    """What a legal move costs and brings at once, such as `+2 energy, +1 fame`."""
    after = play.play(state, move)
    old, new = state.players[seat], after.players[seat]
    change = new.stock.minus(old.stock)
    words: list[str] = [
        say(key, n=f"{count:+}".replace("-", "\N{MINUS SIGN}"))
        for key, count in (
            ("{n} energy", change.energy),
            ("{n} steel", change.steel),
            ("{n} gear", change.gear),
            ("{n} fame", new.fame - old.fame),
        )
        if count
    ]
    if after.level(seat) > state.level(seat):
        words.append(_TRUMPETS[after.level(seat)])
    return joined(words, ", ") if words else ""
