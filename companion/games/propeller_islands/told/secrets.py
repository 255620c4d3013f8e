"""What one seat alone knows: which plans it holds. Everybody sees how many, and of which level."""

from collections import Counter
from collections.abc import Collection
from typing import TypeVar

from companion.games.propeller_islands.components.pieces import Plan
from companion.games.propeller_islands.rules.state import Player, State, evolve

T = TypeVar("T")


def covered(state: State, seat: int | None = None) -> State:
    """The state with the hand of a seat face down; None: with all hands face down."""
    whose = range(len(state.players)) if seat is None else (seat,)
    players = tuple(
        _face_down(player) if each in whose else player for each, player in enumerate(state.players)
    )
    open_hands = [each for each in range(len(players)) if each not in whose]
    return evolve(state, players=players, unseen_plans=tuple(unknown_plans(state, open_hands)))


def _face_down(player: Player) -> Player:
    backs = (*(plan.level for plan in player.hand), *player.hidden)
    return evolve(player, hand=(), hidden=tuple(sorted(backs)))


def recalled(state: State, earlier: State) -> State:
    """The state with the hands that were known before, as far as such cards can be in them."""
    left = Counter(unknown_plans(state, range(len(state.players))))
    players = []
    for player, was in zip(state.players, earlier.players, strict=True):
        hidden = Counter(player.hidden)
        known = tuple(
            plan
            for plan in was.hand
            if hidden[plan.level] and _take(left, plan) and _take(hidden, plan.level)
        )
        players.append(
            evolve(player, hand=(*player.hand, *known), hidden=tuple(sorted(hidden.elements())))
        )
    state = evolve(state, players=tuple(players))
    return evolve(state, unseen_plans=tuple(unknown_plans(state, range(len(players)))))


def unknown_plans(state: State, seats: Collection[int]) -> list[Plan]:
    """The plans that may be anywhere, as far as these seats together know."""
    known = Counter(state.display)
    for seat, player in enumerate(state.players):
        known.update(player.completed)
        if seat in seats:
            known.update(player.hand)
    left = Counter(state.edition.plans) - known
    return [plan for plan in state.edition.plans if _take(left, plan)]


def _take(left: Counter[T], one: T) -> bool:
    """Take one of these, if there is one."""
    if not left[one]:
        return False
    left[one] -= 1
    return True
