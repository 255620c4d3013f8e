"""Finds the moves that explain what is seen: a search through the game's own moves.

A node is a state with the moves that lead to it. It weighs as much as the table still differs from
it, plus what it takes to believe its moves. The search goes move by move and follows the lightest
nodes of each layer: a quick wrong way does not starve the right one, which may agree worse for a
while. A node that nothing is left to explain of is not followed: what was not seen is not told.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from companion.games.capabilities import Watchable
from companion.games.kit import defaults
from companion.games.kit.seen.explaining import Explainer
from companion.games.protocol import Violation
from companion.tabletop.sight import NEGLIGIBLE, Comparison, Difference, Sight

#: How much worse a single step may make the table agree.
SETBACK = 1.6
#: How much worse than the best an explanation may be and still be told.
TOLD = 0.8
#: What an illegal move costs beyond a legal one: it must explain something that nothing else does.
GUILT = 0.7
#: So many moves in a row may go unseen at the end of a game.
UNSEEN = 16
#: Every move costs a little: the shorter story is the better one.
STEP = 0.01


class Patience(NamedTuple):
    """How many nodes of a layer are followed, and how many are weighed in all before it ends."""

    width: int
    budget: int


QUICK = Patience(16, 2000)
#: For what the quick search leaves open: a long chain of deployments seen all at once.
THOROUGH = Patience(48, 5000)


@dataclass(frozen=True)
class MadeMove:
    """A move and the state in which it was made; see `Clue` for the rest."""

    before: Any
    move: Any
    stand_in: bool = False
    faint: bool = False


@dataclass(frozen=True)
class Explanation:
    """Moves that lead to what is seen; `differences` are left over, `cost` is what they weigh.

    `reasons` are the rules that one of the moves breaks; empty when all are legal.
    """

    steps: tuple[MadeMove, ...]
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
    def has_stand_ins(self) -> bool:
        """Whether something in it could not be seen at all and must be told."""
        return any(step.stand_in for step in self.steps)

    @property
    def is_faint(self) -> bool:
        """Whether something in it may as well have been misread."""
        return any(step.faint for step in self.steps)

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
    stand_in: bool = False
    faint: bool = False

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


class _WayOn(NamedTuple):
    move: Any
    effort: float
    stand_in: bool
    faint: bool
    after: Any
    cost: float


class Search:
    """One question to one game about one sight."""

    def __init__(self, game: Watchable[Any, Any], sight: Sight) -> None:
        self.game = game
        self._key = defaults.key_of(game)
        self.sight = sight
        self.was_cut_short = False
        self._explainer = Explainer(game)
        self._weighed = 0
        self._followed: dict[int, tuple[Any, list[_WayOn]]] = {}
        self._compared: dict[tuple[object, ...], tuple[tuple[object, ...], Comparison]] = {}

    def comparisons(self, state: Any) -> list[Comparison]:
        """How the zones that were seen agree with a state; known ones are not compared again."""
        all_parts = self.game.parts(state)
        compared = self._compared
        found = []
        for zone in self.sight.zones:
            parts = all_parts[zone]
            key = (zone, *map(id, parts))
            known = compared.get(key)
            if known is None:
                comparison = self.sight.compare(self.game.project(state, zone))
                # The parts are kept so that their identities stay theirs.
                known = compared[key] = (parts, comparison)
            found.append(known[1])
        return found

    def cost(self, state: Any) -> float:
        """How much the table differs from a state."""
        self._weighed += 1
        return sum([comparison.cost for comparison in self.comparisons(state)])

    def differences(self, state: Any) -> tuple[Difference, ...]:
        """In what the table differs from a state."""
        return tuple([d for comparison in self.comparisons(state) for d in comparison.differences])

    def explain(
        self, state: Any, *, suspicious: bool = False, patience: Patience = QUICK
    ) -> tuple[Explanation, ...]:
        """The explanations, best first; when `suspicious`, with one illegal move each."""
        self.was_cut_short = False
        layer = [_Node(state, None, None, self.cost(state), 0.0)]
        best: _Node | None = None
        enough = float("inf")
        known: set[tuple[bool, object]] = set()
        found: list[_Node] = []
        self._weighed = 0
        while layer and self._weighed < patience.budget:
            opened = self._best_of(_worth_it(layer, best, enough), known, patience.width)
            layer = []
            for node in opened:
                told = node.guilty or not suspicious
                if told:
                    found.append(node)
                    best = min(best or node, node, key=_weight)
                if told and not self.differences(node.state):
                    enough = min(enough, node.effort + TOLD)
                if node.cost >= NEGLIGIBLE or not told:
                    layer.extend(self._children(node, suspicious))
        self.was_cut_short |= bool(layer)
        found.sort(key=_weight)
        near = [node for node in found if _weight(node) <= _weight(found[0]) + TOLD]
        return tuple(self._explanation(node) for node in _without_tails(near))

    def unseen_ends(self, state: Any) -> tuple[Explanation, ...]:
        """The ends of the game to which moves lead that leave no trace, the shortest first.

        None where too little of the table was seen: too much may have happened elsewhere.
        """
        nodes = [_Node(state, None, None, self.cost(state), 0.0)]
        known = {self._key(state)}
        ends: list[_Node] = []
        self._weighed = 0
        for _ in range(UNSEEN):
            after: list[_Node] = []
            for node in nodes:
                after += self._children(node, suspicious=False)
                if self._weighed > QUICK.budget:
                    return ()
            nodes = []
            for node in after:
                key = self._key(node.state)
                if key not in known and not node.stand_in and not self.differences(node.state):
                    known.add(key)
                    over = self.game.outcome(node.state) is not None
                    (ends if over else nodes).append(node)
        return tuple(map(self._explanation, ends))

    def _best_of(
        self, layer: list[_Node], known: set[tuple[bool, object]], width: int
    ) -> list[_Node]:
        """The nodes of a layer that are followed, none of them twice.

        The guilty don't crowd out the innocent, among whom the true culprit may still be.
        """
        best: list[_Node] = []
        room = {False: width, True: width}
        for node in sorted(layer, key=_weight):
            if not room[node.guilty]:
                self.was_cut_short = True
                continue
            key = (node.guilty, self._key(node.state))
            if key not in known:
                known.add(key)
                best.append(node)
                room[node.guilty] -= 1
        return best

    def _children(self, node: _Node, suspicious: bool) -> Iterator[_Node]:
        for move, effort, stand_in, faint, after, cost in self._ways_on(node.state):
            if cost <= node.cost + SETBACK:
                weary = node.effort + effort + STEP
                yield _Node(after, node, move, cost, weary, node.reasons, stand_in, faint)
        if suspicious and not node.guilty:
            left = self.differences(node.state)
            suspects = defaults.suspects(self.game, node.state, self.sight, left)
            for move, after, effort, reasons in suspects:
                cost = self.cost(after)
                if cost < node.cost + SETBACK:
                    yield _Node(after, node, move, cost, node.effort + effort + GUILT, reasons)

    def _ways_on(self, state: Any) -> list[_WayOn]:
        """The moves that may come next, with what they lead to.

        They are kept: who searches again with more patience, or for a culprit, comes by here again.
        """
        known = self._followed.get(id(state))
        if known is None:
            ways = []
            for clue in self._explainer.likely(state, self.sight, self.differences(state)):
                after = self._explainer.carry_out(state, clue.move)
                ways.append(_WayOn(*clue, after, self.cost(after)))
            # The state is kept so that its identity stays its own.
            known = self._followed[id(state)] = (state, ways)
        else:
            self._weighed += len(known[1])
        return known[1]

    def _explanation(self, node: _Node) -> Explanation:
        line = node.lineage()
        steps = tuple(MadeMove(a.state, b.move, b.stand_in, b.faint) for a, b in pairwise(line))
        left = self.differences(node.state)
        return Explanation(steps, node.state, node.cost, node.effort, left, node.reasons)


def _weight(node: _Node) -> float:
    return round(node.cost + node.effort, 6)


def _worth_it(layer: list[_Node], best: _Node | None, enough: float) -> list[_Node]:
    """Without those that take too much to believe, or much more than the best and say no more."""
    if best is None:
        return layer
    cost, effort = best.cost - NEGLIGIBLE, min(enough, best.effort + TOLD)
    return [n for n in layer if n.effort <= (enough if n.cost < cost else effort)]


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
