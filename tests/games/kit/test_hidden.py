"""What lies face down is unknown until it is told, and no other seat learns it by its phone."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.common.json_reading import Json
from companion.games.capabilities import playable
from companion.games.kit import unsaid
from companion.games.kit.hidden import Box, Hand
from companion.games.protocol import IllegalMove
from companion.referee.referee import judge
from tests.games.kit.hands import Hands, Play, Show, State

GAME = Hands()
PLANS: Box[str, Any] = Box(("a1", "a2", "b1", "b1"), lambda state: state, lambda plan: plan[0])

#: The same table: only seat 0 knows what it holds.
TWINS = [Hand(("A", "B")), Hand(("K", "L")), Hand(("D",), ("",)), Hand((), ("", ""))]


def holding(hand: Hand, state: Any = None) -> Any:
    return (state or GAME.setup({})).with_player(0, hand=hand)


def test_a_hand_may_be_what_is_known_of_it_and_everything_unseen_with_such_a_back() -> None:
    hand = Hand(("a2",), ("b",))
    assert PLANS.unseen(["a2"]) == ("a1", "b1", "b1")
    assert PLANS.may_be(hand, ["a2"]) == ("a2", "b1")
    assert PLANS.without(hand, "b1") == Hand(("a2",))
    assert PLANS.without(hand, "a2") == Hand((), ("b",))
    assert len(hand.dealt("a")) == 3


def test_what_was_known_comes_back_as_far_as_it_can_still_be_there() -> None:
    hand = Hand(("a1", "b1"), ("b",))
    covered = PLANS.covered(hand)
    assert covered == Hand((), ("a", "b", "b"))
    assert PLANS.recalled(covered, hand, Counter(PLANS.unseen(()))) == hand
    assert PLANS.recalled(covered, hand, Counter(PLANS.unseen(["a1"]))).known == ("b1",)
    assert PLANS.recalled(Hand((), ("b",)), hand, Counter(PLANS.unseen(()))) == Hand(("b1",))


@pytest.mark.parametrize("hand", TWINS, ids=str)
@pytest.mark.parametrize("eyes", [1, None])
def test_no_other_phone_shows_a_hand(hand: Hand, eyes: int | None) -> None:
    def phone(state: Any) -> list[Any]:
        shown: Json = unsaid.view(playable(GAME), state, eyes)
        return [shown, GAME.choices(state, eyes)]

    assert phone(holding(hand)) == phone(holding(TWINS[0]))


@pytest.mark.parametrize("hand", TWINS, ids=str)
def test_nothing_is_allowed_or_forbidden_because_of_another_hand(hand: Hand) -> None:
    begun = replace(GAME.setup({}), agenda=GAME.setup({}).agenda[:-1])
    state, twin = holding(hand, begun), holding(TWINS[0], begun)
    assert GAME.to_move(state) == 1
    assert [*GAME.moves(state)] == [*GAME.moves(twin)]
    tried = [Play(card, "left") for card in "ABCDEFGHIJKL"]
    assert [GAME.check(state, move) for move in tried] == [GAME.check(twin, move) for move in tried]
    assert all(GAME.tell(state, move) == GAME.tell(twin, move) for move in GAME.moves(state))


def test_a_card_that_comes_from_another_hand_is_unknown_in_the_one_where_it_was_thought() -> None:
    begun: State = replace(GAME.setup({}), agenda=GAME.setup({}).agenda[:-1])
    after = GAME.apply(begun, Play("A", "left"))
    assert after.left == ("A",)
    assert after.players[0].hand == Hand(("B",), ("",))
    assert after.players[1].hand == Hand(("C",), ("",))


def test_a_drawn_card_stays_unknown_and_a_stone_is_asked_for() -> None:
    after = GAME.apply(GAME.setup({}), Play("A", "left"))
    assert after.players[0].hand == Hand(("B",), ("",))
    assert [*GAME.moves(after)] == [Show("gold"), Show("iron"), Show("coal")]
    with pytest.raises(IllegalMove):
        GAME.apply(after, Show("silver"))


def test_the_referee_reads_a_card_that_nobody_had_told() -> None:
    before = holding(Hand((), ("", "")))
    after = GAME.apply(before, Play("F", "right"))
    looks = [GAME.project(after, zone).as_seen() for zone in GAME.zones(after)]
    best = judge(GAME, before, looks).best
    assert best is not None
    assert best.moves == (Play("F", "right"),)
