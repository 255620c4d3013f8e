"""From what is seen to the moves behind it: a best-first search through the game's own moves.

A node is a state with the moves that lead to it. It is worth as much as the table still differs
from it, plus what it takes to believe its moves. A true move makes the table agree better or leaves
it alike, so of forty places to build on only the one with the new tile is followed.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from companion.games.protocol import Clue, Game, Violation
from companion.sight import NEGLIGIBLE, Comparison, Difference, Sight

#: How much worse than the best so far a node may be and still be followed.
SLACK = 1.0
#: What may be left over when everything is explained.
EXPLAINED = 0.4
#: How much worse a single step may make the table agree.
SETBACK = 1.6
#: How much worse than the best an explanation may be and still be told.
TOLD = 0.8
#: How many nodes are opened before the search gives up.
BUDGET = 250
#: What an illegal move costs beyond a legal one: it must explain something that nothing else does.
GUILT = 0.7


@dataclass(frozen=True)
class Step:
    """A move and the state in which it was made."""

    before: Any
    move: Any


@dataclass(frozen=True)
class Explanation:
    """Moves that lead to what is seen; `differences` are left over, `cost` is what they weigh.

    `reasons` are the rules that one of the moves breaks; empty when all are legal.
    """

    steps: tuple[Step, ...]
    state: Any
    cost: float
    effort: float
    differences: tuple[Difference, ...]
    reasons: tuple[Violation, ...] = ()

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves alone."""
        return tuple(step.move for step in self.steps)

    @property
    def weight(self) -> float:
        """What makes it hard to believe; the best explanation has the least."""
        return self.cost + self.effort

    def follows(self, other: "Explanation") -> bool:
        """Whether it begins with all the moves of the other."""
        return self.moves[: len(other.moves)] == other.moves


@dataclass(frozen=True)
class _Node:
    state: Any
    parent: "_Node | None"
    move: Any
    cost: float
    effort: float
    reasons: tuple[Violation, ...] = ()

    @property
    def guilty(self) -> bool:
        return bool(self.reasons)

    def lineage(self) -> list["_Node"]:
        nodes = []
        node: _Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


class Search:
    """One question to one game about one sight."""

    def __init__(self, game: Game[Any, Any], sight: Sight) -> None:
        self._game = game
        self._sight = sight
        self._compared: dict[tuple[object, ...], tuple[tuple[object, ...], Comparison]] = {}

    def comparisons(self, state: Any) -> Iterator[Comparison]:
        """How the zones that were seen agree with a state; known ones are not compared again."""
        for zone in self._sight.zones:
            parts = self._game.parts(state, zone)
            key = (zone, *map(id, parts))
            known = self._compared.get(key)
            if known is None:
                comparison = self._sight.compare(self._game.project(state, zone))
                # The parts are kept so that their identities stay theirs.
                known = self._compared[key] = (parts, comparison)
            yield known[1]

    def cost(self, state: Any) -> float:
        """How much the table differs from a state."""
        return sum(comparison.cost for comparison in self.comparisons(state))

    def differences(self, state: Any) -> tuple[Difference, ...]:
        """In what the table differs from a state."""
        return tuple(d for comparison in self.comparisons(state) for d in comparison.differences)

    def explain(self, state: Any, *, suspicious: bool = False) -> tuple[Explanation, ...]:
        """The explanations, best first; when `suspicious`, with one illegal move each."""
        number = count()
        root = _Node(state, None, None, self.cost(state), 0.0)
        heap = [(root.cost, next(number), root)]
        best, limit = float("inf"), root.cost + SLACK
        known: set[tuple[bool, object]] = set()
        found: list[_Node] = []
        while heap and len(known) < BUDGET:
            weight, _, node = heapq.heappop(heap)
            if weight > limit:
                break
            key = (node.guilty, self._game.key(node.state))
            if key in known:
                continue
            known.add(key)
            if node.guilty or not suspicious:
                found.append(node)
                best = min(best, weight)
                if node.cost < EXPLAINED:
                    # Until everything is explained, the way may lead through a worse table.
                    limit = min(limit, weight + SLACK)
            for child in self._children(node, suspicious):
                heapq.heappush(heap, (child.cost + child.effort, next(number), child))
        told = [node for node in found if node.cost + node.effort <= best + TOLD]
        told.sort(key=lambda node: node.cost + node.effort)
        return tuple(self._explanation(node) for node in _without_tails(told))

    def _children(self, node: _Node, suspicious: bool) -> Iterator[_Node]:
        game, sight = self._game, self._sight
        differences = self.differences(node.state)
        clues: Iterator[Clue[Any]] = game.likely(node.state, sight, differences)
        for move, effort in clues:
            after = game.apply(node.state, move)
            child = _Node(
                after, node, move, self.cost(after), node.effort + effort + 0.01, node.reasons
            )
            if child.cost <= node.cost + SETBACK:
                yield child
        if suspicious and not node.guilty:
            for move, after, effort, reasons in game.suspects(node.state, sight, differences):
                cost = self.cost(after)
                if cost < node.cost + SETBACK:
                    yield _Node(after, node, move, cost, node.effort + effort + GUILT, reasons)

    def _explanation(self, node: _Node) -> Explanation:
        line = node.lineage()
        steps = tuple(Step(a.state, b.move) for a, b in zip(line, line[1:], strict=False))
        left = self.differences(node.state)
        return Explanation(steps, node.state, node.cost, node.effort, left, node.reasons)


def _without_tails(nodes: list[_Node]) -> list[_Node]:
    """Without those that only add moves that nobody can see: what was not seen is not told."""
    kept: list[_Node] = []
    ids: dict[int, _Node] = {}
    for node in nodes:
        ancestors = node.lineage()[:-1]
        if any(id(a) in ids and a.cost <= node.cost + NEGLIGIBLE for a in ancestors):
            continue
        kept.append(node)
        ids[id(node)] = node
    return kept
