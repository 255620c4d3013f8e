"""What people do wrong at a real table: one line each, written by hand.

They were written down without looking at how the referee finds a culprit. A line has a sentence,
the legal moves of the turn, what the hands did besides (`place = what lies there now`, `;` between
two places), and the rules, any of which is the right one to name.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from companion.games.propeller_islands.pieces import UPGRADE_KINDS, Tile, Upgrade
from companion.games.propeller_islands.state import State, evolve
from companion.observation import Die, Observation, Piece
from tests.worked_examples.propeller_islands.table import (
    GAME,
    Table,
    a_player,
    a_turn,
    edition,
    the_shared_die,
)

MARKET = {
    "C1": "05/1/banner:culture", "E1": "06/2/hub:science",
    "C2": "07/3/banner:culture", "E2": "08/4/hub:science",
    "C3": "09/2/hub:science", "E3": "10/6/hub:science",
    "C4": "02/hub:industry", "E4": "13/5/banner:culture",
    "C5": "21/banner:industry", "E5": "05/6/hub:culture",
    "C6": "06/1/banner:industry", "E6": "03/hub:culture",
}  # fmt: skip
ISLAND = {
    (1, 0): "06/3/banner:science standing",
    (0, 1): "10/1/banner:culture standing",
    (-1, 1): "02/hub:industry",
    (-1, 0): "07/4/hub:industry lying",
    (0, -1): "05/4/hub:science",
    (1, -1): "14/banner:culture",
    (2, -1): "08/5/banner:science standing",
}
DOCK = "b1 c1 d1 a2 b2 c2 a3 b3"
NEIGHBOURS = {
    (1, 0): "07/6/hub:science standing",
    (0, 1): "03/hub:culture",
    (1, -1): "08/3/banner:industry standing",
}
NEIGHBOURS_DOCK = "c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"
BACKS = ("I", "I", "II")


def a_neighbour(**rest: Any) -> Any:
    """The one at the other side of the table."""
    settings = {"stock": "e1s1g1", "dock": NEIGHBOURS_DOCK, "hidden": BACKS, **rest}
    return a_player(NEIGHBOURS, **settings)


def a_table(shared: int | None = None, more: dict[Any, str] | None = None, **rest: Any) -> Table:
    """My turn in the middle of a game: five dice lie on the Forge, 1 3 4 4 6."""
    settings: dict[str, Any] = {
        "island": {**ISLAND, **(more or {})}, "stock": "e2s1g1", "dock": DOCK, "hidden": BACKS,
        "market": MARKET, "others": [a_neighbour()], "hands": "hidden", **rest,
    }  # fmt: skip
    if any("standing" in tile for tile in (more or {}).values()):
        settings["dock"] = settings["dock"].removesuffix(" b3")
    if shared is None:
        table = a_turn(**{"dice": "13446", **settings})
    else:
        table = the_shared_die(shared, **settings)
    table.state = evolve(table.state, unseen=_tiles_left(table.state))
    return table


def _tiles_left(state: State) -> tuple[Tile, ...]:
    """What nobody has seen yet: the tiles of the box less those on the table."""
    left = Counter(state.unseen)
    left -= Counter(tile for tile in state.market.values() if tile)
    for player in state.players:
        left -= Counter(placed.tile for placed in player.island.tiles.values())
    return tuple(left.elements())


@dataclass(frozen=True)
class Mistake:
    """One thing that somebody did wrong."""

    what: str
    line: str
    hands: str
    rules: str
    start: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """Where the game stood before."""
        return a_table(**self.start)

    @property
    def looks(self) -> list[Observation]:
        """What lies there afterwards, seen well."""
        state = self.table.play(self.line).state
        looks = [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]
        changes = dict(_change(text) for text in self.hands.split(";") if text.strip())
        return [_laid(look, changes) for look in looks]


def _change(text: str) -> tuple[str, list[str]]:
    place, _, things = text.partition("=")
    return place.strip(), things.split()


def _laid(look: Observation, changes: dict[str, list[str]]) -> Observation:
    mine = {place: words for place, words in changes.items() if _zone(place) == look.zone}
    dice = [die for die in look.dice if die.place not in mine]
    pieces = [piece for piece in look.pieces if piece.place not in mine]
    for place, words in mine.items():
        for thing in _things(place, words):
            (dice if isinstance(thing, Die) else pieces).append(thing)  # type: ignore[arg-type]
    places = look.looked_at | mine.keys()
    return replace(look, dice=tuple(dice), pieces=tuple(pieces), looked_at=places)


def _zone(place: str) -> str:
    name, seat, *_ = place.split("/")
    if name in ("forge", "market"):
        return "forge"
    return f"{name}:{seat}" if name in ("island", "dock", "goods") else "plans"


def _things(place: str, words: list[str]) -> list[Die | Piece]:
    name, seat, *rest = place.split("/")
    if name == "forge" or rest == ["dice"]:
        return [Die(int(word), place) for word in words]
    if name == "goods":
        return [Piece("pile", place, word) for word in words]
    if name == "dock":
        return [Piece("worker", place, f"seat-{seat}", word) for word in words]
    if name in ("completed", "plans", "hand"):
        return [Piece("back" if name == "hand" else "plan", place, word) for word in words]
    return list(chain.from_iterable(_on_tile(place, seat, word) for word in words))


def _on_tile(place: str, seat: str, word: str) -> list[Piece]:
    """`standing`, `lying`, `1:standing` for seat 1's worker, an upgrade, or the tile itself."""
    owner, _, pose = word.rpartition(":")
    if pose in ("standing", "lying"):
        return [Piece("worker", place, f"seat-{owner or seat}", pose)]
    kind = "upgrade" if word.partition(":")[0] in UPGRADE_KINDS else "tile"
    return [Piece(kind, place, word)]


SECOND = {
    "dice": "346", "turn": 2, "used_dice": (2,),
    "others": [a_neighbour(used_dice=(5,))],
}  # fmt: skip
PLAN = "I/e2s1/3/banner:industry"
JOKER = "I/e1s1g1/3/joker"
GEARS = "I/e2g1/3/production:energy"
SCRAP = "d4 scrap C4 tile 12/1/hub:science"
BUILD = "d4 build C4 @1,1 tile 12/1/hub:science"
RADIO = {(0, 2): "11/4/hub:industry standing"}
MERCHANT = {(0, 2): "13/4/hub:culture standing"}
MELT = {(0, 2): "09/4/hub:culture standing"}
BEGINNER = a_player(hidden=BACKS)
FOUR = {"dice": "113445566", "others": [a_neighbour(), BEGINNER, BEGINNER]}
THREE = {"dice": "1134456", "others": [a_neighbour(), BEGINNER]}
SWAPPED = {**MARKET, "C4": MARKET["C1"], "C1": "02/hub:industry"}

MISTAKES = [
    Mistake(what, line, hands, rules, start or {})
    for what, line, hands, rules, start in [
        # --- dice on the Forge ---
        ("a 6 is pushed onto the 5", "", "forge/6 =; forge/5 = 6", "forge.wrong-space", None),
        ("a 1 is pushed onto the 2 after a turn", SCRAP, "forge/1 =; forge/2 = 1",
         "forge.wrong-space", None),
        ("a 4 slides onto the 3 during a turn", "d1 scrap C1 tile 12/1/hub:science",
         "forge/4 = 4; forge/3 = 3 4", "forge.wrong-space", None),
        ("two dice on wrong spaces", "", "forge/1 =; forge/3 =; forge/2 = 1 3",
         "forge.wrong-space", None),
        ("a 3 is turned into a 2", "", "forge/3 =; forge/2 = 2", "forge.turned", None),
        ("a 1 is turned into a 2 during a turn", "d6 scrap C6 tile 12/1/hub:science",
         "forge/1 =; forge/2 = 2", "forge.turned", None),
        ("a 6 is turned into a 4", "", "forge/6 =; forge/4 = 4 4 4", "forge.turned", None),
        ("two dice are turned", "", "forge/1 =; forge/3 =; forge/2 = 2 2", "forge.turned", None),
        ("two dice fall off the table", "", "forge/1 =; forge/6 =",
         "forge.missing-dice take.two-dice", None),
        ("three dice fall off the table", "", "forge/1 =; forge/3 =; forge/6 =",
         "forge.missing-dice take.two-dice", None),
        ("a die from the box on the Forge", "", "forge/2 = 2", "forge.extra-dice", None),
        ("a second 6 from the box", "", "forge/6 = 6 6", "forge.extra-dice", None),
        ("a die from the box comes during a turn", SCRAP, "forge/5 = 5", "forge.extra-dice", None),
        ("a die from the box on the dock", "", "dock/0/dice = 5", "forge.extra-dice", None),
        ("a die from the box on the neighbour's dock", SCRAP, "dock/1/dice = 1",
         "forge.extra-dice", None),
        ("a fourth 4", "", "forge/3 =; forge/4 = 4 4 4 4",
         "forge.more-than-three forge.turned", {"dice": "13444"}),
        ("four 4 with a die from the box", "", "forge/4 = 4 4 4 4", "forge.more-than-three",
         {"dice": "13444"}),
        ("the used die goes back to the Forge, turned", SCRAP, "dock/0/dice =; forge/2 = 2",
         "forge.turned dock.die-back", None),
        ("a die of the turn before goes back to the Forge", "", "dock/0/dice =; forge/2 = 2",
         "forge.extra-dice forge.turned dock.die-back", SECOND),
        ("a 6 on the 1 with three players", "d4 pass", "forge/6 =; forge/1 = 1 1 6",
         "forge.wrong-space", THREE),
        ("a die turned with four players", "d4 pass", "forge/6 = 6; forge/2 = 2",
         "forge.turned", FOUR),
        # --- dice that are taken ---
        ("two dice in one turn", SCRAP, "forge/6 =; dock/0/dice = 4 6", "take.two-dice", None),
        ("two dice in one turn, nothing done", "d4 pass", "forge/1 =; dock/0/dice = 4 1",
         "take.two-dice", None),
        ("two dice and two tiles", SCRAP,
         "forge/6 =; dock/0/dice = 4 6; market/C6 = 05/2/hub:industry; goods/0/energy = 6",
         "take.two-dice", None),
        ("two dice, built with both", BUILD,
         "forge/6 =; dock/0/dice = 4 6; market/C6 = 05/2/hub:industry; "
         "island/0/(2,0) = 06/1/banner:industry; goods/0/fame = 1", "take.two-dice", None),
        ("a third die on the dock", "d4 pass", "forge/6 =; dock/0/dice = 2 4 6",
         "take.two-dice dock.too-many-dice", SECOND),
        ("two dice with four players", "d4 pass", "forge/6 = 6; dock/0/dice = 4 6",
         "take.two-dice", FOUR),
        ("the die lies on the neighbour's dock", SCRAP, "dock/0/dice =; dock/1/dice = 4",
         "turn.not-yours dock.not-yours", None),
        ("the neighbour plays before me", "",
         "forge/4 = 4; dock/1/dice = 4; market/C4 = 12/1/hub:science; goods/1/energy = 3",
         "turn.not-yours", None),
        ("the third of four players plays before me", "",
         "forge/4 = 4; dock/2/dice = 4; market/C4 = 12/1/hub:science; goods/2/energy = 2",
         "turn.not-yours", FOUR),
        ("a tile is scrapped without a die", "",
         "market/C4 = 12/1/hub:science; goods/0/energy = 4", "turn.no-die", None),
        ("a tile is built without a die", "",
         "market/C4 = 12/1/hub:science; island/0/(1,1) = 02/hub:industry; "
         "goods/0/energy = 3; goods/0/steel = 2", "turn.no-die", None),
        ("the capitol is used without a die", "",
         "island/0/(0,0) = 01 lying; goods/0/energy = 3; goods/0/steel = 2",
         "turn.no-die", None),
        # --- change of the die ---
        ("a 4 takes the tile of the 5 for nothing", "d4",
         "dock/0/dice = 4; market/C5 = 12/1/hub:science; island/0/(1,1) = 21/banner:industry",
         "change.not-paid market.out-of-reach", None),
        ("a 4 takes the tile of the 5 without any energy", "d4",
         "dock/0/dice = 4; market/C5 = 12/1/hub:science; island/0/(1,1) = 21/banner:industry",
         "change.not-paid change.cannot-pay market.out-of-reach", {"stock": "s1g1"}),
        ("a 4 scraps the tile of the 5 for nothing", "d4",
         "dock/0/dice = 4; market/C5 = 12/1/hub:science; goods/0/energy = 4",
         "change.not-paid market.out-of-reach", None),
        ("the energy of the scrap pays for the change", "d4",
         "dock/0/dice = 4; market/C5 = 12/1/hub:science; goods/0/energy = 1",
         "change.cannot-pay market.out-of-reach", {"stock": "s1g1"}),
        ("a 1 is used as a 6 for nothing", "d1",
         "dock/0/dice = 1; market/C6 = 12/1/hub:science; island/0/(1,1) = 06/1/banner:industry",
         "change.not-paid market.out-of-reach", None),
        ("a 6 activates the hotel for nothing", "d6",
         "dock/0/dice = 6; island/0/(2,-1) = 08/5/banner:science lying; dock/0/b1 =; "
         "island/0/(0,-1) = 05/4/hub:science standing",
         "change.not-paid activate.wrong-number", None),
        ("a 3 is used as a 5 for two energy", "d3",
         "dock/0/dice = 3; market/C5 = 12/1/hub:science; island/0/(1,1) = 21/banner:industry; "
         "goods/0/energy = 0", "change.too-far market.out-of-reach", None),
        ("a 3 is used as a 6", "d3",
         "dock/0/dice = 3; market/C6 = 12/1/hub:science; goods/0/energy = 4",
         "change.too-far market.out-of-reach", None),
        ("Sir Charles changes for nothing before his first trumpet", "d4",
         "dock/0/dice = 4; market/C5 = 12/1/hub:science; goods/0/energy = 4",
         "change.not-paid market.out-of-reach", {"character": "sir-charles"}),
        # --- building ---
        ("a tile out of reach", "d4",
         "dock/0/dice = 4; market/C1 = 12/1/hub:science; island/0/(1,1) = 05/1/banner:culture",
         "market.out-of-reach", None),
        ("a tile out of reach, not refilled yet", "d4",
         "dock/0/dice = 4; market/C1 =; island/0/(1,1) = 05/1/banner:culture",
         "market.out-of-reach", None),
        ("a tile out of reach although energy was paid", "d4",
         "dock/0/dice = 4; market/C6 = 12/1/hub:science; island/0/(1,1) = 06/1/banner:industry; "
         "goods/0/energy = 1", "market.out-of-reach change.too-far", None),
        ("a tile out of reach on the second turn", "d6",
         "dock/0/dice = 2 6; market/C3 = 12/1/hub:science; island/0/(1,1) = 09/2/hub:science; "
         "goods/0/fame = 1", "market.out-of-reach", SECOND),
        ("a tile out of reach with four players", "d4",
         "dock/0/dice = 4; market/C1 = 12/1/hub:science; island/0/(1,1) = 05/1/banner:culture",
         "market.out-of-reach", FOUR),
        ("a tile two cells off", "d4 build C4 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/0/(3,0) = 02/hub:industry", "island.not-connected", None),
        ("a tile across the corner", "d4 build C4 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/0/(-3,1) = 02/hub:industry", "island.not-connected", None),
        ("a monument off the island", "d6 build C6 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/0/(0,4) = 06/1/banner:industry", "island.not-connected", None),
        ("an unconnected tile on the second turn", "d3 build E2 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/0/(-3,-1) = 08/4/hub:science; goods/0/fame = 0",
         "island.not-connected", SECOND),
        ("a tile is laid on a depot", "d4 build E4 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/0/(-1,1) = 13/5/banner:culture", "island.cell-taken", None),
        ("a tile is laid on a monument", "d6 build C6 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/0/(1,-1) = 06/1/banner:industry", "island.cell-taken", None),
        ("a tile is laid on the neighbour's island", "d4 build E4 @1,1 tile 12/1/hub:science",
         "island/0/(1,1) =; island/1/(-1,0) = 13/5/banner:culture", "island.not-yours", None),
        ("two tiles with one die", BUILD,
         "market/E4 = 05/2/hub:industry; island/0/(2,0) = 13/5/banner:culture",
         "turn.two-actions", None),
        ("built and scrapped with one die", BUILD,
         "market/E4 = 05/2/hub:industry; goods/0/energy = 5", "turn.two-actions", None),
        ("built, and the capitol used as well", BUILD,
         "island/0/(0,0) = 01 lying; goods/0/energy = 4; goods/0/steel = 3",
         "turn.two-actions", None),
        ("built, and a worker sent by the capitol", BUILD,
         "island/0/(0,0) = 01 lying; dock/0/b1 =; island/0/(0,-1) = 05/4/hub:science standing",
         "turn.two-actions", None),
        ("built, and the energy of a scrap taken", BUILD, "goods/0/energy = 5",
         "goods.not-earned turn.two-actions", None),
        ("a tile from the stack instead of the market", "d4 pass",
         "island/0/(1,1) = 12/1/hub:science", "market.empty market.not-from-there", None),
        ("a tile of the island is moved", SCRAP,
         "island/0/(0,-1) =; island/0/(-1,-1) = 05/4/hub:science", "island.moved", None),
        ("a tile is moved without a turn", "",
         "island/0/(1,-1) =; island/0/(1,1) = 14/banner:culture", "island.moved", None),
        ("two tiles of the island change places", "",
         "island/0/(0,-1) = 14/banner:culture; island/0/(1,-1) = 05/4/hub:science",
         "island.moved", None),
        ("a tile of the island is taken away", SCRAP, "island/0/(1,-1) =",
         "island.moved", None),
        ("a tile of the neighbour's island is moved", SCRAP,
         "island/1/(0,1) =; island/1/(-1,0) = 03/hub:culture", "island.moved", None),
        ("two market tiles change places", SCRAP,
         "market/C1 = 07/3/banner:culture; market/C2 = 05/1/banner:culture", "market.moved", None),
        ("the market is shoved together", "d4 build C4 @1,1",
         "market/C4 = 09/2/hub:science; market/C3 = 12/1/hub:science", "market.moved", None),
        ("a depot gives its bonus twice", BUILD, "goods/0/energy = 4; goods/0/steel = 3",
         "goods.not-earned", None),
        # --- scrapping ---
        ("two tiles scrapped with one die", SCRAP,
         "market/E4 = 05/2/hub:industry; goods/0/energy = 6", "turn.two-actions", None),
        ("four energy for one tile", SCRAP, "goods/0/energy = 6", "goods.not-earned", None),
        ("a tile out of reach scrapped", "d4",
         "dock/0/dice = 4; market/C1 = 12/1/hub:science; goods/0/energy = 4",
         "market.out-of-reach", None),
        ("a tile scrapped across the Forge", "d6",
         "dock/0/dice = 6; market/C3 = 12/1/hub:science; goods/0/energy = 4",
         "market.out-of-reach", None),
        ("a tile scrapped, and the capitol used as well", SCRAP,
         "island/0/(0,0) = 01 lying; goods/0/energy = 5; goods/0/steel = 2",
         "turn.two-actions", None),
        # --- activating ---
        ("the number does not fit", "d6",
         "dock/0/dice = 6; island/0/(1,0) = 06/3/banner:science lying; goods/0/energy = 4",
         "activate.wrong-number", None),
        ("the number fits if energy had been paid", "d4",
         "dock/0/dice = 4; island/0/(1,0) = 06/3/banner:science lying; goods/0/energy = 4",
         "activate.wrong-number change.not-paid", None),
        ("one tile fits, the other does not", "d3 activate @1,0",
         "dock/0/dice = 3; island/0/(0,1) = 10/1/banner:culture lying; goods/0/steel = 0; "
         "goods/0/gear = 3", "activate.wrong-number", None),
        ("a hotel whose number does not fit", "d1",
         "dock/0/dice = 1; island/0/(2,-1) = 08/5/banner:science lying; dock/0/b1 =; "
         "island/0/(0,-1) = 05/4/hub:science standing", "activate.wrong-number", None),
        ("Marie before her first trumpet", "d3 activate @1,0",
         "dock/0/dice = 3; island/0/(0,1) = 10/1/banner:culture lying; goods/0/steel = 0; "
         "goods/0/gear = 3; goods/0/energy = 3", "activate.wrong-number",
         {"character": "marie"}),
        ("a tile is used twice in a round", "d4 pass", "goods/0/steel = 2",
         "activate.worker-lies goods.not-earned", None),
        ("a tile without a worker is used", "d4 pass", "goods/0/gear = 2",
         "activate.no-worker activate.worker-lies goods.not-earned", None),
        ("a depot is used like a workshop", "d3 pass", "goods/0/energy = 3; goods/0/steel = 2",
         "activate.no-bar goods.not-earned", None),
        ("the factory without any steel", "d1",
         "dock/0/dice = 1; island/0/(0,1) = 10/1/banner:culture lying; goods/0/gear = 3",
         "activate.cannot-pay", {"stock": "e2g1"}),
        ("the factory without paying the steel", "d1 activate @0,1", "goods/0/steel = 1",
         "goods.not-earned", None),
        ("the smelter without any energy", "d4",
         "dock/0/dice = 4; island/0/(0,2) = 09/4/hub:culture lying; goods/0/steel = 2; "
         "goods/0/gear = 2", "activate.cannot-pay", {"stock": "s1g1", "more": MELT}),
        ("the smelter for one energy", "d4 activate @0,2", "goods/0/energy = 1",
         "goods.not-earned", {"more": MELT}),
        ("the capitol gives a worker and resources", "d6 activate @0,0 worker deploy b1 @0,-1",
         "goods/0/energy = 3; goods/0/steel = 2", "order.not-now goods.not-earned", None),
        ("the capitol sends two workers", "d6 activate @0,0 worker deploy b1 @0,-1",
         "dock/0/c1 =; island/0/(1,-1) = 14/banner:culture standing", "order.not-now", None),
        ("the hotel sends a worker to a depot", "d4+1 activate @2,-1",
         "dock/0/dice = 4; dock/0/b1 =; island/0/(-1,1) = 02/hub:industry standing",
         "deploy.no-worker-cell island.no-worker-cell", None),
        ("the capitol sends a worker to a depot", "d6 activate @0,0 worker",
         "dock/0/dice = 6; dock/0/b1 =; island/0/(-1,1) = 02/hub:industry standing",
         "deploy.no-worker-cell island.no-worker-cell", None),
        ("a second worker on a tile", "d6 activate @0,0 worker",
         "dock/0/dice = 6; dock/0/b1 =; island/0/(1,0) = 06/3/banner:science standing standing",
         "deploy.cell-taken", None),
        ("a new worker works at once on another number",
         "d6 activate @0,0 worker deploy b1 @0,-1",
         "dock/0/dice = 6; island/0/(0,-1) = 05/4/hub:science lying; goods/0/gear = 2",
         "activate.wrong-number", None),
        ("a new worker works at once where the edition forbids it",
         "d4 activate @0,0 worker deploy b1 @0,-1",
         "dock/0/dice = 4; island/0/(0,-1) = 05/4/hub:science lying; goods/0/gear = 2",
         "activate.fresh-worker", {"rules": edition(fresh_workers=False)}),
        ("a worker comes without a reason", "d4 pass",
         "dock/0/b1 =; island/0/(0,-1) = 05/4/hub:science standing", "order.not-now", None),
        ("a worker comes with a scrapped tile", SCRAP,
         "dock/0/b1 =; island/0/(0,-1) = 05/4/hub:science standing",
         "order.not-now turn.two-actions", None),
        ("the radio station uses two tiles", "d4 activate @0,2 activate @1,0",
         "dock/0/dice = 4; island/0/(0,1) = 10/1/banner:culture lying; goods/0/steel = 0; "
         "goods/0/gear = 3", "activate.wrong-number", {"more": RADIO}),
        ("the radio station without the right number", "d6",
         "dock/0/dice = 6; island/0/(0,2) = 11/4/hub:industry lying; "
         "island/0/(1,0) = 06/3/banner:science lying; goods/0/energy = 4",
         "activate.wrong-number", {"more": RADIO}),
        ("the merchant makes both exchanges", "d4 activate @0,2 energy>steel",
         "goods/0/gear = 2", "activate.worker-lies goods.not-earned", {"more": MERCHANT}),
        ("the merchant without paying", "d4 activate @0,2 energy>steel",
         "goods/0/energy = 2", "goods.not-earned", {"more": MERCHANT}),
        ("the merchant gives three energy", "d4 activate @0,2 gear>energy",
         "goods/0/energy = 6", "goods.not-earned", {"more": MERCHANT}),
        ("the refinery gives four", "d3 activate @1,0", "goods/0/energy = 6",
         "goods.not-earned activate.worker-lies", None),
        ("a tile of the neighbour is used", "d6",
         "dock/0/dice = 6; island/1/(1,0) = 07/6/hub:science lying; goods/1/steel = 2",
         "island.not-yours turn.not-yours", None),
        ("a tile of the neighbour is used for me", "d6",
         "dock/0/dice = 6; island/1/(1,0) = 07/6/hub:science lying; goods/0/steel = 2",
         "island.not-yours turn.not-yours", None),
        # --- workers ---
        ("a worker stands up in the middle of a round", "d6 pass",
         "island/0/(-1,0) = 07/4/hub:industry standing", "worker.stood-up", None),
        ("a worker walks to another tile", "",
         "island/0/(2,-1) = 08/5/banner:science; island/0/(0,-1) = 05/4/hub:science standing",
         "worker.moved", None),
        ("a worker walks during a turn", SCRAP,
         "island/0/(2,-1) = 08/5/banner:science; island/0/(1,-1) = 14/banner:culture standing",
         "worker.moved", None),
        ("a lying worker walks and works again", "d4",
         "dock/0/dice = 4; island/0/(-1,0) = 07/4/hub:industry; "
         "island/0/(0,-1) = 05/4/hub:science lying; goods/0/gear = 2",
         "worker.moved activate.no-worker", None),
        ("a worker goes back to the dock", SCRAP,
         "island/0/(2,-1) = 08/5/banner:science; dock/0/a1 = standing",
         "worker.moved", None),
        ("a worker changes his cell on the dock", SCRAP, "dock/0/b1 =; dock/0/a1 = standing",
         "worker.moved", None),
        ("the workers of a column are put together", "", "dock/0/b3 =; dock/0/a1 = standing",
         "worker.moved", None),
        ("a fourteenth worker", "d6 activate @0,0 worker deploy b1 @0,-1", "dock/0/b1 = standing",
         "island.workers", None),
        ("a fourteenth worker on the dock", "", "dock/0/a1 = standing", "island.workers", None),
        ("a worker of the neighbour's dock", "d6 activate @0,0 worker",
         "dock/0/dice = 6; dock/1/c1 =; island/0/(0,-1) = 05/4/hub:science 1:standing",
         "worker.not-yours", None),
        ("the neighbour's dock instead of mine", "d6 activate @0,0 worker deploy b1 @0,-1",
         "dock/0/b1 = standing; dock/1/c1 =",
         "worker.not-yours island.workers", None),
        # --- plans and upgrades ---
        ("a plan without paying", SCRAP + " plan " + PLAN + " @1,0 draw I",
         "goods/0/energy = 4; goods/0/steel = 1", "plan.not-paid goods.not-earned", None),
        ("a plan that is too dear", "d4 pass",
         f"completed/0 = {JOKER}; island/0/(1,0) = 06/3/banner:science standing joker",
         "plan.cannot-pay", {"stock": "e1s1"}),
        ("a plan that is too dear, paid as far as it goes", "d4 pass",
         f"completed/0 = {JOKER}; goods/0/energy = 0; goods/0/steel = 0; "
         "island/0/(1,0) = 06/3/banner:science standing joker",
         "plan.cannot-pay", {"stock": "e1s1"}),
        ("two plans in one turn", SCRAP + " plan " + PLAN + " @1,0 draw I",
         f"completed/0 = {PLAN} {GEARS}; goods/0/energy = 0; goods/0/gear = 0; "
         "island/0/(0,1) = 10/1/banner:culture standing production:energy",
         "order.not-now", None),
        ("an upgrade on a monument", SCRAP + " plan " + PLAN + " aside",
         "aside/0 =; island/0/(1,-1) = 14/banner:culture banner:industry",
         "upgrade.no-slot island.upgrade-slot", None),
        ("a joker on the capitol", SCRAP + " plan I/e2s1/3/joker aside",
         "aside/0 =; island/0/(0,0) = 01 standing joker",
         "upgrade.no-slot island.upgrade-slot", None),
        ("a second banner upgrade on a tile", SCRAP + " plan " + PLAN + " aside",
         "aside/0 =; island/0/(1,2) = 13/4/hub:culture banner:science banner:industry",
         "upgrade.slot-taken island.upgrade-slot",
         {"more": {(0, 2): "13/6/hub:industry", (1, 2): "13/4/hub:culture banner:science"}}),
        ("a fourth upgrade on a tile", SCRAP + " plan " + PLAN + " aside",
         "aside/0 =; island/0/(0,2) = 05/2/hub:industry banner:science joker production:gear "
         "banner:industry", "upgrade.slot-taken island.upgrade-slot",
         {"more": {(0, 2): "05/2/hub:industry banner:science joker production:gear"}}),
        ("an upgrade is moved", SCRAP,
         "island/0/(0,2) = 13/4/hub:culture; island/0/(1,0) = 06/3/banner:science standing joker",
         "upgrade.moved", {"more": {(0, 2): "13/4/hub:culture joker"}}),
        ("an upgrade that was set aside is placed later", SCRAP,
         "aside/0 =; island/0/(1,0) = 06/3/banner:science standing joker", "upgrade.moved",
         {"aside": (Upgrade("joker"),)}),
        ("an upgrade without a plan", SCRAP,
         "island/0/(1,0) = 06/3/banner:science standing joker", "upgrade.no-plan", None),
        ("another upgrade than the plan shows", SCRAP + " plan " + PLAN + " aside",
         "aside/0 =; island/0/(1,0) = 06/3/banner:science standing joker",
         "upgrade.no-plan", None),
        ("the upgrade is placed and set aside", SCRAP + " plan " + PLAN + " @1,0",
         "aside/0 = banner:industry", "upgrade.no-plan", None),
        ("two cards are drawn", SCRAP + " plan " + PLAN + " @1,0 draw I",
         "hand/0 = I I I II", "draw.too-many", None),
        ("a card is drawn without a plan", SCRAP, "hand/0 = I I I II", "draw.too-many", None),
        # --- goods and fame ---
        ("a gear out of nowhere", "d4 pass", "goods/0/gear = 3", "goods.not-earned", None),
        ("steel out of nowhere with a tile", BUILD, "goods/0/steel = 5", "goods.not-earned", None),
        ("two fame too many", SCRAP, "goods/0/fame = 2", "goods.not-earned", None),
        ("the neighbour gives me a gear", SCRAP, "goods/0/gear = 2; goods/1/gear = 0",
         "goods.not-earned", None),
        # --- the shared die ---
        ("energy paid for the shared die", "",
         "island/0/(1,0) = 06/3/banner:science lying; goods/0/energy = 3",
         "shared.no-energy activate.wrong-number", {"shared": 4}),
        ("the number does not fit the shared die", "",
         "island/0/(1,0) = 06/3/banner:science lying; goods/0/energy = 4",
         "activate.wrong-number shared.no-energy", {"shared": 6}),
        ("built with the shared die", "",
         "market/C4 = 12/1/hub:science; island/0/(1,1) = 05/1/banner:culture",
         "order.not-now turn.no-die", {"shared": 4, "market": SWAPPED}),
        ("scrapped with the shared die", "", "market/C4 = 12/1/hub:science; goods/0/energy = 4",
         "order.not-now turn.no-die", {"shared": 4}),
        ("a plan with the shared die", "activate @0,0 resources pass",
         f"completed/0 = {PLAN}; goods/0/energy = 1; goods/0/steel = 1; hand/0 = I II I; "
         "island/0/(1,0) = 06/3/banner:science standing banner:industry",
         "shared.no-plan order.not-now", {"shared": 4}),
        # --- two players' turns in one look ---
        ("after my turn the neighbour builds off his island",
         SCRAP + " pass d6 build C6 @-1,0 tile 05/2/hub:industry",
         "island/1/(-1,0) =; island/1/(-3,0) = 06/1/banner:industry",
         "island.not-connected", None),
        ("after my turn the neighbour takes a tile out of reach", SCRAP + " pass d6",
         "dock/1/dice = 6; market/C2 = 05/2/hub:industry; island/1/(-1,0) = 07/3/banner:culture",
         "market.out-of-reach", None),
        ("after my turn the neighbour activates with a wrong number", SCRAP + " pass d4",
         "dock/1/dice = 4; island/1/(1,0) = 07/6/hub:science lying; goods/1/steel = 2",
         "activate.wrong-number", None),
        ("after my turn the neighbour takes two dice", SCRAP + " pass d6 pass",
         "forge/1 =; dock/1/dice = 6 1", "take.two-dice", None),
    ]
]  # fmt: skip
