"""Moves with workers: from the dock to an island, and what an emptied line of the dock brings."""

from collections.abc import Iterator

from companion.games.kit.plain import Move
from companion.games.kit.rulings import Reasons
from companion.games.kit.values import evolve, value
from companion.games.propeller_islands.components.board import emptied_lines
from companion.games.propeller_islands.components.pieces import CHARACTERS
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.building import at
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import STANDING, Player, State
from companion.games.propeller_islands.told.words import character, line_name
from companion.tabletop.hexes import Cell


def dock_cells(player: Player, state: State) -> Iterator[str]:
    """The dock cells that hold a worker."""
    for cell, name in enumerate(state.edition.dock_names):
        if player.dock >> cell & 1:
            yield name


@value
class Deploy(Move):
    """Move a worker from a dock cell to a tile."""

    verb = "deploy"
    answers = tasks.DeployWorker
    touches = ("dock/{seat}/{dock_cell}", "island/{seat}/{cell}")
    swaps = "cell"
    may_be = (
        lambda state, task: dock_cells(state.players[task.seat], state),
        lambda state, task: state.players[task.seat].island.free,
    )
    dock_cell: str
    cell: Cell

    def wrong(self, state: State, task: tasks.DeployWorker) -> Reasons:
        player, place = state.players[task.seat], f"dock/{task.seat}/{self.dock_cell}"
        if self.dock_cell not in state.edition.dock_names:
            yield ruling("deploy.no-dock-cell", dock_cell=self.dock_cell)
        elif self.dock_cell not in dock_cells(player, state):
            yield ruling("deploy.dock-cell-empty", place, dock_cell=self.dock_cell)
        placed = player.island.tiles.get(self.cell)
        if placed is None:
            yield at("deploy.no-tile", state, task.seat, self.cell)
        elif not placed.tile.has_worker_cell:
            yield at("deploy.no-worker-cell", state, task.seat, self.cell)
        elif placed.worker is not None:
            yield at("deploy.cell-taken", state, task.seat, self.cell)

    def do(self, state: State, task: tasks.DeployWorker) -> State:
        seat, edition = task.seat, state.edition
        player = state.players[seat]
        cell = edition.dock_names.index(self.dock_cell)
        dock = player.dock & ~(1 << cell)
        player = evolve(
            player,
            dock=dock,
            island=player.island.with_changed(self.cell, worker=STANDING),
            fresh=player.fresh if edition.options.fresh_workers else (*player.fresh, self.cell),
        )
        emptied = emptied_lines(cell, dock, edition.rows, edition.columns)
        return state.then_with(seat, player, *_rewards(state, seat, emptied))


def reward_of(state: State, line: str) -> str:
    """The reward of a dock line."""
    kind, number = line[:-1], int(line[-1]) - 1
    edition = state.edition
    return edition.row_rewards[number] if kind == "row" else edition.column_rewards[number]


def _rewards(state: State, seat: int, emptied: tuple[str, ...]) -> tuple[tasks.Task, ...]:
    """The rewards of emptied lines; their owner chooses the order where it can matter."""
    rewards = [reward_of(state, line) for line in emptied]
    if len(emptied) == 2 and not {"fame", "resources"}.issuperset(rewards):
        return (tasks.ClaimReward(seat, (emptied[0], emptied[1])),)
    return tuple(tasks.GrantReward(seat, reward) for reward in reversed(rewards))


@value
class Claim(Move):
    """Take the reward of this emptied dock line first."""

    verb = "claim"
    answers = tasks.ClaimReward
    may_be = (lambda _, task: task.lines,)
    line: str

    def wrong(self, state: State, task: tasks.ClaimReward) -> Reasons:
        if self.line not in task.lines:
            place = f"dock/{task.seat}/{self.line}"
            yield ruling("claim.not-emptied", place, line=line_name(self.line))

    def do(self, state: State, task: tasks.ClaimReward) -> State:
        lines = sorted(task.lines, key=lambda line: line == self.line)
        return state.then(*(tasks.GrantReward(task.seat, reward_of(state, at)) for at in lines))


def characters_left(state: State, _: object = None) -> list[str]:
    """The characters that nobody has."""
    taken = {player.character for player in state.players}
    return [name for name in CHARACTERS if name not in taken]


@value
class Character(Move):
    """The character that a seat was dealt."""

    verb = "character"
    answers = tasks.DealCharacter
    may_be = (characters_left,)
    name: str

    def wrong(self, state: State, task: tasks.DealCharacter) -> Reasons:
        if self.name not in CHARACTERS:
            yield ruling("character.unknown", name=self.name)
        elif self.name not in characters_left(state):
            yield ruling("character.taken", name=character(self.name))

    def do(self, state: State, task: tasks.DealCharacter) -> State:
        player = evolve(state.players[task.seat], character=self.name)
        return state.then_with(task.seat, player)
