"""Moves as buttons: all legal ones, within three taps, and no hand shines through."""

from collections import Counter
from typing import Any

import pytest

from companion.common.errors import InputError
from companion.games import find
from companion.games.buttons import MOST_TAPS, Choice
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.pieces import Plan
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told.words import card
from companion.games.protocol import CHANCE
from companion.games.random_games import plies

GAME = find("propeller-islands")


def states(players: int, hands: str, seed: int = 5) -> list[State]:
    config = {"players": players, "hands": hands}
    return [GAME.setup(config), *(ply.state for ply in plies(GAME, config, seed))]


def depth(choice: Choice) -> int:
    return 1 + max(map(depth, choice.choices), default=0)


def lines(choices: tuple[Choice, ...]) -> list[str]:
    return [leaf.moves for choice in choices for leaf in choice.leaves()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_is_to_move_finds_every_legal_move_once_within_three_taps(players: int) -> None:
    for state in states(players, "open"):
        seat = GAME.to_move(state)
        if seat in (None, CHANCE):
            continue
        choices = GAME.choices(state, seat)
        assert Counter(lines(choices)) == Counter(map(GAME.move_text, GAME.moves(state)))
        assert max(map(depth, choices)) <= MOST_TAPS


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_what_the_table_does_can_be_entered(hands: str) -> None:
    config = {"players": 3, "hands": hands}
    state = GAME.setup(config)
    for ply in plies(GAME, config, 2):
        task = state.agenda[-1]
        if ply.by_chance:
            eyes = task.seat if isinstance(task, tasks.DealCard) else 0
            choices = GAME.choices(state, eyes)
            assert max(map(depth, choices)) <= MOST_TAPS
            if choices[0].dice:
                assert choices[0].dice == len(ply.move.values)
            else:
                assert GAME.move_text(ply.move) in lines(choices)
        state = ply.state


def test_no_two_buttons_beside_each_other_look_the_same() -> None:
    def look(choices: tuple[Choice, ...]) -> None:
        seen = [(choice.label, choice.place) for choice in choices]
        assert len(set(seen)) == len(seen), seen
        for choice in choices:
            look(choice.choices)

    for state in states(2, "open"):
        look(GAME.choices(state, GAME.to_move(state)))


def other_hands(state: State, eyes: int | None) -> State:
    """The same table with other cards in every hand that these eyes can't see."""
    gone = Counter[Plan](plan for player in state.players for plan in player.hand)
    pool = Counter(state.unseen_plans) + gone
    if eyes is not None:
        pool -= Counter(state.players[eyes].hand)
    left = sorted(pool.elements(), key=str)
    players = []
    for seat, player in enumerate(state.players):
        hand = player.hand
        if seat != eyes:
            hand = tuple(
                left.pop(next(i for i, one in enumerate(left) if one.level == plan.level))
                for plan in player.hand
            )
        players.append(evolve(player, hand=hand))
    return evolve(state, players=tuple(players), unseen_plans=tuple(left))


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_the_buttons_are_the_same_whatever_others_hold(eyes: int | None) -> None:
    changed = 0
    for state in states(2, "open"):
        other = other_hands(state, eyes)
        changed += other != state
        assert GAME.choices(other, eyes) == GAME.choices(state, eyes)
        assert GAME.tellings(other, eyes) == GAME.tellings(state, eyes)
    assert changed > 20


def test_a_plan_that_only_its_owner_knows_can_be_told() -> None:
    state = next(s for s in states(2, "hidden") if s.players[1].hidden)
    plan = next(p for p in state.unseen_plans if p.level == state.players[1].hidden[0])
    wanted = f"hold 1 {plan}"
    assert wanted in lines(GAME.tellings(state, 1))
    assert wanted not in lines(GAME.tellings(state, 0))
    assert GAME.check(state, GAME.parse_moves(wanted)[0]) == ()
    assert "points for" in card(plan)


# --- putting right ---


def a_state() -> State:
    return next(s for s in states(2, "open") if s.round == 3 and sum(s.forge) == 5)


def test_every_repair_gives_a_table_that_can_be_and_changes_one_thing() -> None:
    state = a_state()
    count = 0
    for thing in GAME.repairs(state):
        assert depth(thing) == 2, "two taps"
        for leaf in thing.leaves():
            after = GAME.repaired(state, leaf.moves)
            assert GAME.status(after) == (), leaf
            assert after != state
            count += 1
    assert count > 100


def test_a_die_a_tile_and_a_count_are_put_right() -> None:
    state = a_state()
    old = next(value for value in range(1, 7) if state.forge[value - 1])
    new = next(value for value in range(1, 7) if not state.forge[value - 1])
    assert GAME.repaired(state, f"die {old} {new}").forge[new - 1] == 1
    tile = next(t for t in state.unseen if t != state.market["E4"])
    after = GAME.repaired(state, f"market/E4 {tile}")
    assert after.market["E4"] == tile
    assert after.stack == state.stack
    assert Counter(after.unseen) + Counter([tile]) == Counter(state.unseen) + Counter(
        [state.market["E4"]]
    )
    assert GAME.repaired(state, "stock/1/gear 7").players[1].stock.gear == 7
    assert GAME.repaired(state, "fame/0 12").players[0].fame == 12


@pytest.mark.parametrize(
    "text",
    ["", "die", "die 9 1", "die x 1", "die 1 0", "market/E4", "market/E9 10", "market/E4 99",
     "stock/0/gold 1", "stock/9/energy 1", "fame/0 -1", "fame/0/1 3", "fame/0 99999", "stock 3",
     "island/0/(50,50) lying", "island/0/(0,0) dancing", "island/x lying", "island lying",
     "fame/² 3", "a b c d"],
)  # fmt: skip
def test_what_puts_nothing_right_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        GAME.repaired(a_state(), text)


def test_rolls_are_told_from_other_moves() -> None:
    (roll, take), none = GAME.parse_moves("roll 112 d4"), ()
    rolled: Any = GAME.rolled
    assert rolled(roll) == (1, 1, 2)
    assert rolled(take) == none
