"""A table in the middle of a game, laid out in one call, so that a test reads like the rulebook.

Tiles are written as `10/4/hub:science`, followed by what lies on them: `10/4 standing joker`.
The capitol with a standing worker lies at (0, 0) unless a test says otherwise.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games import find
from companion.games.kit.agenda import settle
from companion.games.propeller_islands.components.board import SLOTS, dock_cell_name
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.consequences import COURSE
from companion.games.propeller_islands.rules.setup import HANDS
from companion.games.propeller_islands.rules.state import Island, Placed, Player, State
from companion.games.propeller_islands.rules.tasks import Task
from companion.games.protocol import Breakdown, Violation
from companion.tabletop.hexes import Cell

GAME: Any = find("propeller-islands")

#: The plan of the books' example (FR p.9, DE p.9): level I, one of each resource, industry banner.
SUSANS_PLAN = "I/e1s1g1/3/banner:industry"
DISPLAY = (
    "I/e2s1/3/joker I/e1s2/3/banner:science I/s2g1/3/banner:culture "
    "II/e1s3g1/6/joker II/e1s2g2/6/banner:science II/e2s1g2/6/production:gear"
)
DOCK_CELLS = tuple(dock_cell_name(cell, 4) for cell in range(12))
ISLAND = Mapping[Cell, str]


def edition(name: str = "de", **options: Any) -> Edition:
    """An edition with some of its options set otherwise."""
    shipped: Edition = GAME.editions[name]
    return replace(shipped, options=replace(shipped.options, **options))


def a_tile(text: str) -> Placed:
    """A tile on an island and what lies on it."""
    face, *things = text.split()
    poses = [thing for thing in things if thing in ("standing", "lying")]
    upgrades = tuple(Upgrade.parse(thing) for thing in things if thing not in poses)
    return Placed(Tile.parse(face), poses[0] if poses else None, upgrades)


def plans(text: str) -> tuple[Plan, ...]:
    """The plans of a list."""
    return tuple(Plan.parse(word) for word in text.split())


def a_player(
    island: ISLAND | None = None,
    *,
    stock: str = "0",
    fame: int = 0,
    character: str | None = None,
    dock: str | None = None,
    hand: str = "",
    completed: str = "",
    **rest: Any,
) -> Player:
    """A player; `dock` lists the cells that still hold a worker (all of them when left out)."""
    tiles = {(0, 0): "01 standing", **(island or {})}
    workers = DOCK_CELLS if dock is None else dock.split()
    return Player(
        character=character,
        stock=Stock.parse(stock),
        island=Island({cell: a_tile(text) for cell, text in tiles.items()}),
        dock=sum(1 << DOCK_CELLS.index(cell) for cell in workers),
        fame=fame,
        hand=plans(hand),
        completed=plans(completed),
        **rest,
    )


class Table:
    """A state to play on; `me` is the player whose turn it was when the test began."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def play(self, text: str) -> "Table":
        """Play the moves of a line."""
        for move in GAME.parse_moves(text):
            self.state = GAME.apply(self.state, move)
        return self

    def why_not(self, text: str) -> tuple[Violation, ...]:
        """Everything that is wrong with the last move of a line, the others having been played."""
        *before, last = GAME.parse_moves(text)
        state = self.state
        for move in before:
            state = GAME.apply(state, move)
        return tuple(GAME.check(state, last))

    def broken_rules(self, text: str) -> list[str]:
        """The rules that the last move of a line breaks; none when it is legal."""
        return [violation.rule for violation in self.why_not(text)]

    @property
    def moves(self) -> list[str]:
        """Every legal move, as text."""
        return [GAME.move_text(move) for move in GAME.moves(self.state)]

    def moves_like(self, word: str) -> list[str]:
        """The legal moves that begin with a word."""
        return [move for move in self.moves if move.split()[0] == word]

    @property
    def expected(self) -> str:
        """What the companion waits for, as it tells people."""
        return str(GAME.prompts(self.state)[1])

    @property
    def to_move(self) -> int | None:
        """Whose move it is; -1 is chance."""
        seat: int | None = GAME.to_move(self.state)
        return seat

    @property
    def me(self) -> Player:
        """The player whom the test is about."""
        return self.state.players[self.seat]

    @property
    def stock(self) -> str:
        """My resources, such as `e1g2`."""
        return str(self.me.stock)

    @property
    def fame(self) -> int:
        """My fame."""
        return self.me.fame

    def worker(self, *cell: int) -> str | None:
        """The worker on a cell of my island."""
        return self.me.island.tiles[(cell[0], cell[1])].worker

    def upgrades(self, *cell: int) -> list[str]:
        """The upgrades on a cell of my island."""
        return [str(upgrade) for upgrade in self.me.island.tiles[(cell[0], cell[1])].upgrades]

    @property
    def tiles(self) -> dict[Cell, str]:
        """My island by cell, without what lies on it."""
        return {cell: str(placed.tile) for cell, placed in self.me.island.tiles.items()}

    @property
    def dock(self) -> list[str]:
        """The cells of my dock that hold a worker."""
        return [name for bit, name in enumerate(DOCK_CELLS) if self.me.dock >> bit & 1]

    def market(self, slot: str) -> str | None:
        """The tile in a market slot."""
        tile = self.state.market[slot]
        return None if tile is None else str(tile)

    @property
    def display(self) -> list[str]:
        """The plans that lie face up."""
        return [str(plan) for plan in self.state.display]

    @property
    def hand(self) -> list[str]:
        """My plans, as far as they are known."""
        return [str(plan) for plan in self.me.hand]

    @property
    def aside(self) -> list[str]:
        """My upgrades that were set aside."""
        return [str(upgrade) for upgrade in self.me.aside]

    @property
    def score(self) -> Breakdown:
        """My points."""
        breakdown: Breakdown = GAME.score(self.state)[self.seat]
        return breakdown


def a_state(
    players: Iterable[Player],
    agenda: tuple[Task, ...],
    *,
    dice: str = "",
    market: Mapping[str, str | None] | None = None,
    stack: int = 30,
    display: str = DISPLAY,
    piles: tuple[int, int] = (10, 8),
    first: int = 0,
    turn: int = 0,
    rules: Edition | None = None,
    hands: str = "open",
) -> State:
    """A state with these players and things to do; every market slot not named holds a workshop."""
    rules = rules or edition()
    tiles = {**dict.fromkeys(SLOTS, "05/1"), **(market or {})}
    return settle(
        State(
            edition=rules,
            players=tuple(players),
            market={slot: Tile.parse(text) if text else None for slot, text in tiles.items()},
            stack=stack,
            unseen=tuple(tile for tile in rules.tiles if not tile.is_capitol),
            display=plans(display),
            piles={"I": piles[0], "II": piles[1]},
            unseen_plans=rules.plans,
            forge=tuple(dice.count(face) for face in "123456"),
            round=1,
            first=first,
            turn=turn,
            open_hands=HANDS[hands][0],
            agenda=agenda,
            always_asked=HANDS[hands][1],
        ),
        COURSE,
    )


_OF_THE_TABLE = ("market", "stack", "display", "piles", "first", "turn", "rules", "hands")


def _split(settings: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    table = {key: value for key, value in settings.items() if key in _OF_THE_TABLE}
    return table, {key: value for key, value in settings.items() if key not in table}


def _seated(me: Player, seat: int, others: Iterable[Player] | None) -> list[Player]:
    neighbours = [a_player()] if others is None else list(others)
    return [*neighbours[:seat], me, *neighbours[seat:]]


def a_turn(
    die: int | None = None,
    *,
    dice: str | None = None,
    others: Iterable[Player] | None = None,
    **settings: Any,
) -> Table:
    """My turn, with this die taken (not yet when None); one neighbour unless others are named."""
    table, mine = _split(settings)
    me, seats = a_player(**mine), 2 if others is None else len(list(others)) + 1
    seat = (table.get("first", 0) + table.get("turn", 0)) % seats
    if dice is None:
        dice = "".join(str(((die or 1) + step - 1) % 6 + 1) for step in range(5))
    state = a_state(_seated(me, seat, others), (tasks.TakeDie(seat),), dice=dice, **table)
    here = Table(state, seat)
    return here if die is None else here.play(f"d{die}")


def the_end_of_my_turn(**settings: Any) -> Table:
    """My turn, with the action done and the die stored: a plan may be completed."""
    table, mine = _split(settings)
    agenda = (tasks.EndTurn(), tasks.CompletePlan(0))
    return Table(a_state(_seated(a_player(**mine), 0, None), agenda, dice="1234", **table), 0)


def the_shared_die(value: int, *, others: Iterable[Player] | None = None, **settings: Any) -> Table:
    """Everybody has had two turns, this die is left; I sit at seat 0."""
    table, mine = _split(settings)
    players = _seated(a_player(**mine), 0, others)
    turn = 2 * len(players)
    shares = [tasks.ShareDie(seat) for seat in reversed(range(len(players)))]
    agenda: tuple[Task, ...] = (tasks.EndRound(), *shares)
    return Table(a_state(players, agenda, dice=str(value), turn=turn, **table), 0)


def a_fresh_game(**config: object) -> Table:
    """A game before anything is revealed."""
    return Table(GAME.setup({"players": 2, "characters": ["jacques", "marie"], **config}), 0)
