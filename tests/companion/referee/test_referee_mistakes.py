"""What people do wrong at real tables is called by its rule; what the eye does wrong is not."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.benches.rules.referee import Truth
from companion.benches.rules.turns import BARE_TABLE, EVERYTHING, Turn, turns_of
from companion.games.propeller_islands.rules.moves import Deploy
from companion.referee.referee import Conclusion, Mode, Reaction, decide, judge
from companion.tabletop.observation import Die, Observation, Piece
from tests.companion.mistaken_table import GAME, Mistake, a_table
from tests.companion.mistakes import MISTAKES, SCRAP

#: What is known to be called by another rule, or by none: the figure is in `docs/referee.md`.
NOT_YET = {
    "a tile of the island is taken away",
    "a new worker works at once where the edition forbids it",
}


def rules(mistake: Mistake) -> tuple[Conclusion, set[str]]:
    verdict = judge(GAME, mistake.table.state, mistake.looks)
    return verdict.finding, {violation.rule for violation in verdict.violations}


@pytest.mark.parametrize(
    "mistake", [m for m in MISTAKES if m.what not in NOT_YET], ids=lambda mistake: mistake.what
)
def test_a_mistake_is_called_by_its_rule(mistake):
    finding, named = rules(mistake)
    assert named & set(mistake.rules.split())
    assert finding in (Conclusion.ILLEGAL, Conclusion.DOUBTFUL)


@pytest.mark.parametrize(
    "mistake", [m for m in MISTAKES if m.what in NOT_YET], ids=lambda m: m.what
)
def test_what_is_not_called_by_its_rule_is_never_entered(mistake):
    verdict = judge(GAME, mistake.table.state, mistake.looks)
    assert not {v.rule for v in verdict.violations} & set(mistake.rules.split())
    assert decide(Mode.AUTO, verdict) is not Reaction.ENTER


def test_there_are_more_than_a_hundred_and_most_are_certain():
    assert len({mistake.what for mistake in MISTAKES}) == len(MISTAKES) > 130
    assert len(NOT_YET) <= 2


# --- one thing misread, though the eye was sure ---------------------------------------------------


def scrapped() -> list[Observation]:
    return Mistake("", SCRAP, "", "").looks


def misread(looks: list[Observation]) -> Iterator[tuple[str, list[Observation]]]:
    """Every look with one die or tile read as another one of the same kind."""
    for number, look in enumerate(looks):
        for index, die in enumerate(look.dice):
            wrong = replace(die, value=die.value % 6 + 1)
            dice = (*look.dice[:index], wrong, *look.dice[index + 1 :])
            yield str(die.place), _with(looks, number, replace(look, dice=dice))
        for index, piece in enumerate(look.pieces):
            if piece.kind == "tile" and piece.place != "market/C4":
                wrong_piece = replace(piece, identity="23/banner:culture")
                pieces = (*look.pieces[:index], wrong_piece, *look.pieces[index + 1 :])
                yield str(piece.place), _with(looks, number, replace(look, pieces=pieces))


def _with(looks: list[Observation], number: int, look: Observation) -> list[Observation]:
    return [*looks[:number], look, *looks[number + 1 :]]


def test_a_legal_turn_with_one_sure_misreading_is_never_illegal_and_the_place_is_named():
    start = a_table().state
    places = 0
    for place, looks in misread(scrapped()):
        verdict = judge(GAME, start, looks)
        if place.endswith("/dice"):
            # The value of a used die means nothing.
            assert verdict.finding is Conclusion.CLEAR
            continue
        places += 1
        assert verdict.finding is Conclusion.DOUBTFUL, place
        # Two slots of the same number that both look new: which of them was misread is asked.
        named = {difference.place for difference in verdict.misreadings}
        assert place in named or (verdict.question and named <= {"market/C4"}), place
        assert decide(Mode.AUTO, verdict) is Reaction.PROPOSE
    assert places > 25


def with_pieces(place: str, *pieces: Piece) -> list[Observation]:
    """The scrapped tile, with other things on one place."""
    return [
        replace(look, pieces=(*(p for p in look.pieces if p.place != place), *pieces))
        if place in look.looked_at
        else look
        for look in scrapped()
    ]


def test_a_worker_who_lies_and_nothing_came_of_it_is_not_entered_by_itself():
    """He was laid down for a worker who is still in a hand, or the eye is wrong."""
    place = "island/1/(0,0)"
    lying = Piece("worker", place, "seat-1", "lying")
    verdict = judge(GAME, a_table().state, with_pieces(place, Piece("tile", place, "01"), lying))
    assert verdict.finding is not Conclusion.ILLEGAL
    assert decide(Mode.AUTO, verdict) is not Reaction.ENTER


def test_who_sent_a_worker_may_have_been_misread():
    """A worker left the dock and all others stand: the capitol's may lie, or nobody sent him."""
    mistake = next(m for m in MISTAKES if m.what == "a worker comes without a reason")
    verdict = judge(GAME, mistake.table.state, mistake.looks)
    assert verdict.finding is Conclusion.DOUBTFUL
    assert [violation.rule for violation in verdict.violations] == ["order.not-now"]
    assert [d.place for d in verdict.misreadings] == ["island/0/(0,0)"]


def forge(looks: list[Observation], *dice: Die) -> list[Observation]:
    return [replace(look, dice=dice) if look.zone == "forge" else look for look in looks]


def test_a_die_with_another_face_on_its_own_space_is_misread_or_turned_and_both_are_said():
    """The eye can't tell: whoever watches is told all the same."""
    dice = (Die(1, "forge/1"), Die(3, "forge/3"), Die(4, "forge/4"), Die(2, "forge/6"))
    verdict = judge(GAME, a_table().state, forge(scrapped(), *dice))
    assert verdict.finding is Conclusion.DOUBTFUL
    assert [violation.rule for violation in verdict.violations] == ["forge.wrong-space"]
    assert [str(d) for d in verdict.misreadings] == ["forge/6: a 2 instead of a 6"]
    assert decide(Mode.WATCH, verdict) is Reaction.FLAG


def test_two_dice_that_changed_their_spaces_were_not_both_misread():
    dice = (Die(3, "forge/1"), Die(1, "forge/3"), Die(4, "forge/4"), Die(6, "forge/6"))
    verdict = judge(GAME, a_table().state, forge(scrapped(), *dice))
    assert verdict.finding is Conclusion.ILLEGAL
    assert {violation.rule for violation in verdict.violations} == {"forge.wrong-space"}
    assert verdict.misreadings == ()


def test_a_pile_that_fits_a_forbidden_move_is_illegal_and_may_be_misread():
    mistake = next(m for m in MISTAKES if m.what == "a tile is used twice in a round")
    verdict = judge(GAME, mistake.table.state, mistake.looks)
    assert verdict.finding is Conclusion.ILLEGAL
    assert [d.place for d in verdict.misreadings] == ["goods/0/steel"]


# --- too much to believe, and a lot at once -------------------------------------------------------


def test_a_whole_round_in_which_nobody_did_anything_is_not_entered_by_itself():
    """All dice rolled again: five turns that left no other trace would explain it too."""
    dice = [Die(value, f"forge/{value}") for value in (2, 2, 5, 5, 5)]
    state = a_table().state
    looks = [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]
    verdict = judge(GAME, state, forge(looks, *dice))
    assert decide(Mode.AUTO, verdict) is not Reaction.ENTER


def test_a_die_may_lie_on_the_dock_before_the_market_is_filled_again():
    mistake = Mistake("", "d4 build C4 @1,1", "dock/0/dice = 4", "")
    verdict = judge(GAME, mistake.table.state, mistake.looks)
    assert verdict.finding is Conclusion.CLEAR
    assert [str(move) for move in verdict.best.moves] == ["d4", "build C4 @1,1"]


def test_a_chain_of_four_deployments_is_seen_through_in_one_look():
    """Depots let depots send workers: the four dock cells and four tiles have too many orders."""
    played = turns_of(GAME, {"players": 2, "hands": "hidden"}, 9)
    turn = next(turn for turn in played if len(deployed(turn)) == 4)
    for kinds in (EVERYTHING, BARE_TABLE):
        seen = turn.looks(GAME, kinds)
        verdict = judge(GAME, turn.start, seen)
        assert verdict.finding in (Conclusion.CLEAR, Conclusion.OPEN)
        found = verdict.explanations
        assert any(Truth(GAME, turn, seen).is_decided(each.state) for each in found)


def deployed(turn: Turn) -> list[Any]:
    return [move for move, _ in turn.path if isinstance(move, Deploy)]
