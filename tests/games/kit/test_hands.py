"""What lies face down is unknown until it is told, and no other seat learns it by its phone."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.capabilities import playable
from companion.games.kit.hands import Hands
from companion.games.protocol import IllegalMove
from companion.games.secrets import known_to
from companion.referee.referee import judge
from tests.games.kit.hands import Hidden, Play, Player, Show, State

GAME = Hidden()
PLANS: Hands[State, str] = Hands(
    lambda state: ("a1", "a2", "b1", "b1"), lambda state: state.row, lambda plan: plan[0]
)

#: The same table: only seat 0 knows what it holds.
TWINS = [Player(("A", "B")), Player(("K", "L")), Player(("D",), ("",)), Player((), ("", ""))]


def holding(player: Player) -> State:
    return GAME.setup({}).with_player(0, player)


def others_turn(player: Player) -> State:
    state = holding(player)
    return replace(state, agenda=state.agenda[:-1])


def plans(player: Player, shown: Iterable[str] = ()) -> State:
    return State(players=(player,), row=tuple(shown))


def test_a_hand_may_be_what_is_known_of_it_and_everything_unseen_with_such_a_back() -> None:
    player = Player(("a2",), ("b",))
    assert PLANS.unknown(plans(player)) == ("a1", "b1", "b1")
    assert PLANS.may_be(plans(player), player) == ("a2", "b1")
    assert PLANS.less(player, "b1") == Player(("a2",))
    assert PLANS.less(player, "a2") == Player((), ("b",))
    assert PLANS.dealt(player, "a") == Player(("a2",), ("a", "b"))


@pytest.mark.parametrize(
    ("shown", "hand"), [((), ("a1", "b1")), (("a1",), ("b1",)), (("b1", "b1"), ("a1",))]
)
def test_what_was_known_comes_back_as_far_as_it_can_still_be_there(
    shown: tuple[str, ...], hand: tuple[str, ...]
) -> None:
    earlier = plans(Player(("a1", "b1"), ("b",)))
    covered = PLANS.covered(plans(earlier.players[0], shown))
    assert covered.players == (Player((), ("a", "b", "b")),)
    assert PLANS.recalled(covered, earlier).players[0].hand == hand


@pytest.mark.parametrize("player", TWINS, ids=str)
@pytest.mark.parametrize("eyes", [1, None])
def test_no_other_phone_shows_a_hand(player: Player, eyes: int | None) -> None:
    def phone(state: State) -> list[Any]:
        return [known_to(playable(GAME), state, eyes), GAME.choices(state, eyes)]

    assert phone(holding(player)) == phone(holding(TWINS[0]))


@pytest.mark.parametrize("player", TWINS, ids=str)
def test_nothing_is_allowed_or_forbidden_because_of_another_hand(player: Player) -> None:
    state, twin = others_turn(player), others_turn(TWINS[0])
    assert GAME.to_move(state) == 1
    assert [*GAME.moves(state)] == [*GAME.moves(twin)]
    tried = [Play(card, "left") for card in "ABCDEFGHIJKL"]
    assert [GAME.check(state, move) for move in tried] == [GAME.check(twin, move) for move in tried]
    assert all(GAME.tell(state, move) == GAME.tell(twin, move) for move in GAME.moves(state))


def test_a_card_that_comes_from_another_hand_is_unknown_in_the_one_where_it_was_thought() -> None:
    after = GAME.apply(others_turn(TWINS[0]), Play("A", "left"))
    assert after.left == ("A",)
    assert after.players[0] == Player(("B",), ("",))
    assert after.players[1] == Player(("C",), ("",), points=1)


def test_a_drawn_card_stays_unknown_and_a_stone_is_asked_for() -> None:
    after = GAME.apply(GAME.setup({}), Play("A", "left"))
    assert after.players[0] == Player(("B",), ("",), points=1)
    assert [*GAME.moves(after)] == [Show("gold"), Show("iron"), Show("coal")]
    with pytest.raises(IllegalMove):
        GAME.apply(after, Show("silver"))


def test_the_referee_reads_a_card_that_nobody_had_told() -> None:
    before = holding(Player((), ("", "")))
    after = GAME.apply(before, Play("F", "right"))
    looks = [GAME.project(after, zone).as_seen() for zone in GAME.zones(after)]
    best = judge(GAME, before, looks).best
    assert best is not None
    assert best.moves == (Play("F", "right"),)
