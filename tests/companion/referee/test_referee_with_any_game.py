"""The referee knows no game: here it follows one that fits on a page."""

import pytest

from companion.referee.referee import Conclusion, Mode, Reaction, answered, decide, ending, judge
from tests.companion.matches import GAME, Matches, look


def test_nothing_has_happened():
    verdict = judge(GAME, Matches(), [look(7)])
    assert verdict.finding is Conclusion.IN_STEP
    assert decide(Mode.AUTO, verdict) is Reaction.WAIT


def test_one_move_is_seen():
    verdict = judge(GAME, Matches(), [look(5, "tails")])
    assert verdict.best.moves == (2,)
    assert decide(Mode.AUTO, verdict) is Reaction.ENTER


def test_two_turns_between_two_looks():
    assert judge(GAME, Matches(), [look(5, "heads")]).best.moves == (1, 1)
    assert judge(GAME, Matches(), [look(3, "heads")]).best.moves == (2, 2)


def test_what_was_not_seen_is_asked():
    verdict = judge(GAME, Matches(), [look(5, None)])
    assert verdict.finding is Conclusion.OPEN
    texts = [answer.text for answer in verdict.question.answers]
    assert texts == ["Player 1 takes 2.", "Player 1 takes 1."]
    told = answered(GAME, verdict.question.answers[1])
    assert told.best.moves == (1, 1)
    assert decide(Mode.AUTO, told) is Reaction.ENTER


def test_a_forbidden_move_is_named():
    verdict = judge(GAME, Matches(left=5), [look(6)])
    assert verdict.finding is Conclusion.ILLEGAL
    assert [each.rule for each in verdict.violations] == ["heap.put-back"]
    assert verdict.violations[0].pieces == ("heap",)
    assert [str(d) for d in verdict.differences] == ["heap: a match too many"]
    assert verdict.misreadings == ()


def test_a_face_that_may_be_misread_is_no_accusation_but_both_are_said():
    verdict = judge(GAME, Matches(), [look(7, "tails")])
    assert verdict.finding is Conclusion.DOUBTFUL
    assert [each.rule for each in verdict.violations] == ["coin.turned"]
    assert [str(d) for d in verdict.misreadings] == ["coin: a coin tails instead of a coin heads"]


def test_what_nothing_explains_is_out_of_step_piece_by_piece():
    verdict = judge(GAME, Matches(left=5), [look(7, "heads")])
    assert verdict.finding is Conclusion.OUT_OF_STEP
    assert [str(d) for d in verdict.differences] == ["heap: a match too many"] * 2


@pytest.mark.parametrize("mode", Mode)
def test_a_hand_over_the_table_never_triggers_anything(mode):
    verdict = judge(GAME, Matches(), [look(5, "tails", at_rest=False)])
    assert verdict.finding is Conclusion.MOVING
    assert decide(mode, verdict) is Reaction.WAIT


@pytest.mark.parametrize(
    ("mode", "action"),
    [(Mode.ASK, Reaction.PROPOSE), (Mode.AUTO, Reaction.ENTER), (Mode.WATCH, Reaction.WAIT)],
)
def test_every_table_has_its_own_way(mode, action):
    assert decide(mode, judge(GAME, Matches(), [look(6)])) is action
    assert decide(mode, judge(GAME, Matches(), [look(7, "tails")])) is Reaction.FLAG
    assert decide(mode, judge(GAME, Matches(left=5), [look(6)])) is Reaction.FLAG


def test_that_the_game_is_over_is_asked_when_nobody_can_see_it():
    last = Matches(left=0, taken=(4, 3))
    question = ending(GAME, last, [look(0)])
    assert question is not None
    (answer,) = question.answers
    assert [e.moves for e in answer.explanations] == [(0,)]
    assert GAME.outcome(answer.explanations[0].state) is not None
    assert ending(GAME, Matches(left=1), [look(1)]) is None
