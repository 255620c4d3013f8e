"""The state of a game: immutable values, from a tile on an island up to the whole table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.common.codec import later
from companion.games.kit.agenda import HasPlayers
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import FACES
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.rules.tasks import Task
from companion.tabletop import hexes
from companion.tabletop.hexes import Cell

STANDING = "standing"
LYING = "lying"
#: The Forge with nothing on its spaces.
NO_DICE = (0,) * len(FACES)


@dataclass(frozen=True)
class Placed:
    """A tile on an island, with its worker and its upgrades."""

    tile: Tile
    worker: str | None = None
    upgrades: tuple[Upgrade, ...] = ()

    @property
    def number(self) -> int | None:
        """The activation number, unless a joker replaces it (FR p.9, DE p.9)."""
        return None if self.holds("joker") else self.tile.number

    @property
    def answers_any_die(self) -> bool:
        """Whether its bar shows "?" (FR p.8, DE p.8)."""
        return self.tile.is_capitol or (bool(self.upgrades) and self.holds("joker"))

    @property
    def banners(self) -> tuple[str, ...]:
        """The guilds of its banners, printed and added; a guild may stand there twice."""
        printed = (self.tile.banner,) if self.tile.banner else ()
        if not self.upgrades:
            return printed
        return printed + tuple(u.of for u in self.upgrades if u.kind == "banner" and u.of)

    def holds(self, kind: str) -> bool:
        """Whether an upgrade of this kind lies on it."""
        return any(upgrade.kind == kind for upgrade in self.upgrades)


@dataclass(frozen=True)
class Island:
    """A player's tiles by cell, the capitol at the origin, and what follows from them.

    That is asked far more often than it changes: the empty cells at the `edge`, the tiles with a
    `free` worker cell, and those with a bar whose worker is `ready`.
    """

    tiles: Mapping[Cell, Placed]
    edge: tuple[Cell, ...] = field(init=False, compare=False, repr=False)
    free: tuple[Cell, ...] = field(init=False, compare=False, repr=False)
    ready: tuple[tuple[Cell, Placed], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.__dict__.update(self._with(self.tiles, hexes.frontier(self.tiles)).__dict__)

    def _with(self, tiles: Mapping[Cell, Placed], edge: tuple[Cell, ...]) -> "Island":
        free, ready = [], []
        for cell, placed in tiles.items():
            if placed.worker is None:
                if placed.tile.has_worker_cell:
                    free.append(cell)
            elif placed.worker == STANDING and placed.tile.can_be_activated:
                ready.append((cell, placed))
        return evolve(self, tiles=tiles, edge=edge, free=tuple(free), ready=tuple(ready))

    def with_tile(self, cell: Cell, tile: Tile) -> "Island":
        """The island with one more tile, though it be laid on another one."""
        tiles = {**self.tiles, cell: Placed(tile)}
        if cell in self.tiles:
            return self._with(tiles, self.edge)
        around = [near for near in hexes.neighbours(cell) if near not in tiles]
        edge = dict.fromkeys((*self.edge, *around))
        edge.pop(cell, None)
        free = (*self.free, cell) if tile.has_worker_cell else self.free
        return evolve(self, tiles=tiles, edge=tuple(sorted(edge)), free=free)

    def with_changed(self, cell: Cell, **changes: object) -> "Island":
        """The island with another worker or other upgrades on a tile."""
        return self._with({**self.tiles, cell: evolve(self.tiles[cell], **changes)}, self.edge)

    def with_all_standing(self) -> "Island":
        """The island with every worker on his feet."""
        lying = (cell for cell, placed in self.tiles.items() if placed.worker == LYING)
        risen = {cell: evolve(self.tiles[cell], worker=STANDING) for cell in lying}
        return self._with({**self.tiles, **risen}, self.edge) if risen else self

    def around(self, cell: Cell) -> list[Placed]:
        """The tiles next to a cell."""
        tiles = self.tiles
        return [tiles[near] for near in hexes.neighbours(cell) if near in tiles]

    def depots(self) -> Iterator[Cell]:
        """Where the depots are."""
        return (cell for cell, placed in self.tiles.items() if placed.tile.is_depot)


@dataclass(frozen=True)
class Player:
    """What belongs to one seat. `dock` has a bit for each worker still there, row by row.

    `hand` are the plans that are known, `hidden` the levels of the others: a card's back shows its
    level. `ability_spent` is for abilities with a limit; `fresh` are cells whose workers came
    during the action that is going on.
    """

    character: str | None
    stock: Stock
    island: Island
    dock: int
    fame: int = 0
    hand: tuple[Plan, ...] = ()
    hidden: tuple[str, ...] = ()
    completed: tuple[Plan, ...] = ()
    aside: tuple[Upgrade, ...] = ()
    used_dice: tuple[int, ...] = ()
    ability_spent: bool = False
    fresh: tuple[Cell, ...] = ()
    age: int | None = None

    def gain(self, what: Stock) -> "Player":
        """The player with more resources."""
        return evolve(self, stock=self.stock.plus(what))

    def pay(self, cost: Stock) -> "Player":
        """The player with fewer resources."""
        return evolve(self, stock=self.stock.minus(cost))

    def can_deploy(self) -> bool:
        """Whether there is a worker to deploy and a cell for him (FR p.8, DE p.8)."""
        return bool(self.dock and self.island.free)


@dataclass(frozen=True)
class State(HasPlayers):
    """The whole table, as far as it is known.

    `unseen` and `unseen_plans` are what the data says must still be somewhere; `stack` and
    `piles` count what lies face down. The last of the `agenda` is the next thing to do; an empty
    agenda means that the game is over. `always_asked`: whoever holds plans is asked for one, also
    where it is known that none can be paid.
    """

    edition: Edition
    players: tuple[Player, ...]
    market: Mapping[str, Tile | None]
    stack: int
    unseen: tuple[Tile, ...]
    display: tuple[Plan, ...]
    piles: Mapping[str, int]
    unseen_plans: tuple[Plan, ...]
    forge: tuple[int, ...]
    round: int
    first: int
    turn: int
    open_hands: bool
    agenda: tuple[Task, ...]
    always_asked: bool = later(False)

    @property
    def dice(self) -> int:
        """How many dice are in play (FR p.4, DE p.4)."""
        return self.edition.dice[len(self.players)]

    def spaces(self) -> Iterator[tuple[int, int]]:
        """The spaces of the Forge, each with how many dice lie there."""
        return zip(FACES, self.forge, strict=True)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.agenda

    def level(self, seat: int) -> int:
        """How many trumpets a seat has reached: the level of its ability (FR p.9, DE p.9)."""
        fame = self.players[seat].fame
        return sum(fame >= trumpet for trumpet in self.edition.trumpets)

    def ability(self, seat: int, character: str) -> int:
        """The level of a character's ability for this seat; 0 for everybody else."""
        return self.level(seat) if self.players[seat].character == character else 0
