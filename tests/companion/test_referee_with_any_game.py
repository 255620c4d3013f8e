"""The referee knows no game: here it follows one that fits on a page.

Two players take one or two of seven matches; whoever takes two also turns the coin.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from companion.games.protocol import Clue, Suspicion, Violation
from companion.observation import Observation, Piece
from companion.referee import Action, Finding, Mode, answered, decide, judge


class Matches(NamedTuple):
    left: int = 7
    heads: bool = True
    seat: int = 0


class MatchGame:
    """Only what the referee asks for."""

    def zones(self, state: Matches) -> tuple[str, ...]:
        return ("table",)

    def apply(self, state: Matches, move: int) -> Matches:
        return state._replace(
            left=state.left - move, heads=state.heads ^ (move == 2), seat=1 - state.seat
        )

    def project(self, state: Matches, zone: str) -> Observation:
        matches = tuple(Piece("match", "heap") for _ in range(state.left))
        coin = Piece("coin", "coin", "heads" if state.heads else "tails")
        places = frozenset({"heap", "coin"})
        return Observation("table", (), (*matches, coin), places)

    def parts(self, state: Matches) -> dict[str, tuple[object, ...]]:
        return {"table": (state.left, state.heads)}

    def key(self, state: Matches) -> Matches:
        return state

    def likely(self, state: Matches, sight: Any, differences: Any) -> Iterator[Clue[int]]:
        yield from (Clue(move, 0.0) for move in (1, 2) if move <= state.left)

    def suspects(self, state: Matches, sight: Any, differences: Any) -> Iterator[Any]:
        reason = Violation("coin.turned", "The coin was turned for nothing.", {}, ("coin",))
        yield Suspicion(0, state._replace(heads=not state.heads), 0.0, (reason,))
        reason = Violation("heap.put-back", "A match was put back.", {}, ("heap",))
        yield Suspicion(-1, state._replace(left=state.left + 1), 0.0, (reason,))

    def faults(self, before: Matches, after: Matches, sight: Any) -> tuple[Violation, ...]:
        return ()

    def leftovers(self, state: Matches, sight: Any, left: Any) -> tuple[Violation, ...]:
        return ()

    def tell(self, state: Matches, move: int) -> str:
        return f"Player {state.seat + 1} takes {move}."

    def move_text(self, move: int) -> str:
        return str(move)


GAME: Any = MatchGame()


def look(left: int, coin: str | None = "heads", **rest: Any) -> Observation:
    matches = tuple(Piece("match", "heap") for _ in range(left))
    hidden = frozenset() if coin else frozenset({"coin"})
    coins = (Piece("coin", "coin", coin),) if coin else ()
    return Observation("table", (), (*matches, *coins), frozenset({"heap", "coin"}), hidden, **rest)


def test_nothing_has_happened():
    verdict = judge(GAME, Matches(), [look(7)])
    assert verdict.finding is Finding.IN_STEP
    assert decide(Mode.AUTO, verdict) is Action.WAIT


def test_one_move_is_seen():
    verdict = judge(GAME, Matches(), [look(5, "tails")])
    assert verdict.best.moves == (2,)
    assert decide(Mode.AUTO, verdict) is Action.ENTER


def test_two_turns_between_two_looks():
    assert judge(GAME, Matches(), [look(5, "heads")]).best.moves == (1, 1)
    assert judge(GAME, Matches(), [look(3, "heads")]).best.moves == (2, 2)


def test_what_was_not_seen_is_asked():
    verdict = judge(GAME, Matches(), [look(5, None)])
    assert verdict.finding is Finding.OPEN
    texts = [answer.text for answer in verdict.question.answers]
    assert texts == ["Player 1 takes 2.", "Player 1 takes 1."]
    told = answered(GAME, verdict.question.answers[1])
    assert told.best.moves == (1, 1)
    assert decide(Mode.AUTO, told) is Action.ENTER


def test_a_forbidden_move_is_named():
    verdict = judge(GAME, Matches(left=5), [look(6)])
    assert verdict.finding is Finding.ILLEGAL
    assert [each.rule for each in verdict.violations] == ["heap.put-back"]
    assert verdict.violations[0].pieces == ("heap",)
    assert [d.remedy for d in verdict.differences] == ["Take a match away from heap."]
    assert verdict.misreadings == ()


def test_a_face_that_may_be_misread_is_no_accusation_but_both_are_said():
    verdict = judge(GAME, Matches(), [look(7, "tails")])
    assert verdict.finding is Finding.DOUBTFUL
    assert [each.rule for each in verdict.violations] == ["coin.turned"]
    assert [d.remedy for d in verdict.misreadings] == [
        "Make it a coin heads on coin, not a coin tails."
    ]


def test_what_nothing_explains_is_out_of_step_piece_by_piece():
    verdict = judge(GAME, Matches(left=5), [look(7, "heads")])
    assert verdict.finding is Finding.OUT_OF_STEP
    assert not verdict.in_step
    assert [d.remedy for d in verdict.differences] == ["Take a match away from heap."] * 2


@pytest.mark.parametrize("mode", Mode)
def test_a_hand_over_the_table_never_triggers_anything(mode):
    verdict = judge(GAME, Matches(), [look(5, "tails", at_rest=False)])
    assert verdict.finding is Finding.MOVING
    assert decide(mode, verdict) is Action.WAIT


@pytest.mark.parametrize(
    ("mode", "action"),
    [(Mode.ASK, Action.PROPOSE), (Mode.AUTO, Action.ENTER), (Mode.WATCH, Action.WAIT)],
)
def test_every_table_has_its_own_way(mode, action):
    assert decide(mode, judge(GAME, Matches(), [look(6)])) is action
    assert decide(mode, judge(GAME, Matches(), [look(7, "tails")])) is Action.FLAG
    assert decide(mode, judge(GAME, Matches(left=5), [look(6)])) is Action.FLAG
