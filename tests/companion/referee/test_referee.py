"""The referee at a table of Propeller Islands: deductions, questions, accusations."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest

from companion.benches.rules.cheats import Cheater
from companion.benches.rules.referee import CHEATS, Truth, explained
from companion.benches.rules.turns import BARE_TABLE, EVERYTHING, Noise, pairs, turns
from companion.common.intervals import share
from companion.games import find
from companion.games.propeller_islands.rules.moves import PASS, Build, Roll, Take
from companion.games.random_games import plies
from companion.referee.referee import Conclusion, Mode, Reaction, Verdict, decide, ending, judge
from companion.tabletop.observation import Die, Observation, Piece
from tests.worked_examples.propeller_islands.table import Table, a_turn

GAME = find("propeller-islands")


def looks(state: Any, kinds: Iterable[str] = EVERYTHING) -> list[Observation]:
    zones = [zone for zone in GAME.zones(state) if zone.partition(":")[0] in kinds]
    return [GAME.project(state, zone).as_seen() for zone in zones]


def told(verdict: Verdict) -> str:
    assert verdict.best is not None
    return " ".join(map(GAME.move_text, verdict.best.moves))


def my_turn(**settings: Any) -> Table:
    return a_turn(dice="34566", **settings)


def test_energy_that_must_have_been_paid_is_deduced_without_looking_at_the_pile():
    """A 4 that took a tile next to the 5 alone must have cost an energy."""
    start = my_turn(stock="e1")
    end = my_turn(stock="e1").play("d4+1 build C5 @1,0")
    verdict = judge(GAME, start.state, looks(end.state, BARE_TABLE))
    assert told(verdict).startswith("d4+1 build C5 @1,0")
    assert verdict.best.state.players[0].stock.energy == 0


def test_a_turn_is_followed_through_a_hand_that_hides_the_new_market_tile():
    start = my_turn()
    end = my_turn().play("d4 build C4 @1,0")
    seen = [replace(look, hidden=frozenset({"market/C4"})) for look in looks(end.state)]
    verdict = judge(GAME, start.state, seen)
    assert told(verdict).startswith("d4 build C4 @1,0")
    assert decide(Mode.AUTO, verdict) is not Reaction.FLAG


def test_who_sees_one_island_only_is_not_asked_whether_the_game_is_over():
    """Too much may have happened elsewhere: once, a photo of an island took a minute to read."""
    state = [ply.state for ply in plies(GAME, {"players": 2, "hands": "hidden"}, seed=1)][64]
    seen = [look for look in looks(state) if look.zone == "island:0"]
    assert judge(GAME, state, seen).finding is Conclusion.IN_STEP
    assert ending(GAME, state, seen) is None


def test_a_tile_that_was_only_taken_is_no_alarm():
    """The tile is in somebody's hand: the die is gone, the slot is empty, nothing is placed."""
    start = my_turn()
    forge, *rest = looks(my_turn().play("d4").state)
    taken = replace(forge, pieces=tuple(p for p in forge.pieces if p.place != "market/C4"))
    verdict = judge(GAME, start.state, [taken, *rest])
    assert verdict.finding is not Conclusion.ILLEGAL
    assert decide(Mode.AUTO, verdict) is not Reaction.ENTER


def test_one_misread_tile_does_not_break_the_explanation_but_is_never_entered():
    start = my_turn()
    end = my_turn().play("d4 scrap C4")
    forge, *rest = looks(end.state)
    wrong = tuple(
        replace(p, identity="23/banner:science", confidence=0.6) if p.place == "market/C1" else p
        for p in forge.pieces
    )
    verdict = judge(GAME, start.state, [replace(forge, pieces=wrong), *rest])
    assert told(verdict).startswith("d4 scrap C4")
    assert verdict.finding is Conclusion.DOUBTFUL
    assert [d.place for d in verdict.differences] == ["market/C1"]
    assert decide(Mode.AUTO, verdict) is Reaction.PROPOSE


def test_an_uncertain_reading_is_proposed_not_entered():
    start = my_turn()
    end = my_turn().play("d4 pass")
    seen = [
        replace(look, dice=tuple(replace(d, confidence=0.7) for d in look.dice))
        for look in looks(end.state)
    ]
    verdict = judge(GAME, start.state, seen)
    assert verdict.finding is Conclusion.CLEAR
    assert decide(Mode.AUTO, verdict) is Reaction.PROPOSE
    assert decide(Mode.AUTO, judge(GAME, start.state, looks(end.state))) is Reaction.ENTER


def rolls_and_builds(seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Of a random game: the table before a roll, after it, and with the first tile built."""
    played = list(plies(GAME, {"players": 2, "hands": "hidden"}, seed))
    for before, roll, take, build in zip(played, played[1:], played[2:], played[3:], strict=False):
        kinds = [type(each.move) for each in (roll, take, build)]
        if kinds == [Roll, Take, Build]:
            yield before.state, roll.state, build.state


def is_rolled_again(before: Any) -> bool:
    """Whether only the surplus of a space is rolled."""
    return any(before.forge)


def test_a_roll_of_which_a_die_was_used_already_is_asked_about():
    """Who plays on before the roll is entered is not accused, and not guessed at either."""
    cases = [case for case in rolls_and_builds(seed=1) if not is_rolled_again(case[0])]
    assert len(cases) > 5
    for before, _, after in cases:
        verdict = judge(GAME, before, looks(after))
        assert GAME.key(after) in [GAME.key(each.state) for each in verdict.explanations]
        assert verdict.finding in (Conclusion.OPEN, Conclusion.CLEAR)
        assert decide(Mode.AUTO, verdict) is Reaction.PROPOSE


def test_four_dice_where_nobody_has_taken_one_are_no_roll():
    for before, rolled, _ in rolls_and_builds(seed=1):
        if not is_rolled_again(before):
            forge, *rest = looks(rolled)
            verdict = judge(GAME, before, [replace(forge, dice=forge.dice[1:]), *rest])
            assert not verdict.best.moves


def test_a_die_that_was_rolled_again_is_no_die_that_was_turned():
    cases = [case for case in rolls_and_builds(seed=10) if is_rolled_again(case[0])]
    assert cases
    for before, _, after in cases:
        verdict = judge(GAME, before, looks(after))
        assert not verdict.violations
        assert GAME.key(verdict.best.state) == GAME.key(after)


def forge_with(state: Any, *dice: Die) -> list[Observation]:
    forge, *rest = looks(state)
    return [replace(forge, dice=dice), *rest]


@pytest.mark.parametrize(
    ("dice", "rule", "place"),
    [
        ("3 4 5 6/2 6", "forge.wrong-space", "forge/2"),
        ("3 6 6 6 6", "forge.more-than-three", "forge/6"),
        ("3 4 5 6 6 1", "forge.extra-dice", "forge"),
        ("3 4 4 6 6", "forge.turned", "forge/5"),
    ],
)
def test_dice_that_lie_wrong_are_named_with_their_place(dice, rule, place):
    lying = []
    for word in dice.split():
        value, _, space = word.partition("/")
        lying.append(Die(int(value), f"forge/{space or value}"))
    verdict = judge(GAME, my_turn().state, forge_with(my_turn().state, *lying))
    assert verdict.finding is Conclusion.ILLEGAL
    assert rule in [violation.rule for violation in verdict.violations]
    assert place in verdict.violations[0].pieces


def test_a_die_that_is_used_as_another_has_to_be_paid_for():
    start = my_turn(stock="e1")
    end = my_turn(stock="e1").play("d4+1 build C5 @1,0")
    goods = Piece("pile", "goods/0/energy", "1")
    seen = [
        replace(look, pieces=(goods, *(p for p in look.pieces if p.place != goods.place)))
        if look.zone == "goods:0"
        else look
        for look in looks(end.state)
    ]
    verdict = judge(GAME, start.state, seen)
    assert [violation.rule for violation in verdict.violations] == ["change.not-paid"]
    assert verdict.violations[0].pieces == ("goods/0/energy",)


def test_an_unconnected_tile_is_named_and_how_to_put_it_right():
    start = my_turn()
    end = my_turn().play("d4 build C4 @1,0").state
    seen = [
        replace(
            look,
            pieces=tuple(
                replace(p, place="island/0/(3,0)") if p.place == "island/0/(1,0)" else p
                for p in look.pieces
            ),
            looked_at=look.looked_at | {"island/0/(3,0)"},
        )
        for look in looks(end)
    ]
    verdict = judge(GAME, start.state, seen)
    assert [violation.rule for violation in verdict.violations] == ["island.not-connected"]
    assert any(difference.place == "island/0/(3,0)" for difference in verdict.differences)


# --- many tables, in the small ------------------------------------------------------------------


def test_random_turns_are_explained():
    for turn in islice(turns(GAME, "test"), 25):
        seen = turn.looks(GAME, EVERYTHING)
        found = judge(GAME, turn.start, seen).explanations
        assert any(Truth(GAME, turn, seen).is_decided(each.state) for each in found)


def test_two_turns_at_once_are_explained():
    figures = explained(GAME, pairs(GAME, "test"), 8, EVERYTHING)
    assert str(figures["in the list"]).startswith("8 of 8")


def test_noise_never_leads_to_a_wrong_entry():
    figures = explained(GAME, turns(GAME, "noise"), 25, EVERYTHING, Noise(0.05, 0.05))
    assert figures["entered wrongly"] == 0


def test_cheats_are_called_by_their_rule():
    cheats = list(islice(Cheater(GAME, "test").cheats(turns(GAME, "cheats")), 17))
    assert len({cheat.kind for cheat in cheats}) > 10
    for cheat in cheats:
        verdict = judge(GAME, cheat.start, cheat.looks)
        assert cheat.rules & {violation.rule for violation in verdict.violations}, cheat.kind


def test_shares_are_printed_with_their_interval():
    assert share(99, 100) == "99 of 100 = 99.00 % [94.55, 99.82]"
    assert CHEATS >= 1000


def test_whoever_passes_is_in_step():
    state = my_turn().play("d4 pass").state
    assert GAME.check(state, PASS) or judge(GAME, state, looks(state)).finding is Conclusion.IN_STEP


def test_a_build_between_two_hidden_places_is_not_entered_as_doing_nothing():
    """Slot and home lie under a hand: all that shows is the die that was taken."""
    checked = 0
    for turn in islice(turns(GAME, "hidden"), 120):
        built = [move for move, _ in turn.path if GAME.move_text(move).startswith("build ")]
        if len(built) != 1:
            continue
        _, slot, cell = GAME.move_text(built[0]).split()[:3]
        under_a_hand = {f"market/{slot}", f"island/{GAME.to_move(turn.start)}/({cell[1:]})"}
        seen = [_covered(look, under_a_hand) for look in turn.looks(GAME, EVERYTHING)]
        verdict = judge(GAME, turn.start, seen)
        if decide(Mode.AUTO, verdict) is Reaction.ENTER:
            assert Truth(GAME, turn, seen).was_passed(verdict.best.state)
        checked += 1
    assert checked > 10


def _covered(look: Observation, places: set[str]) -> Observation:
    pieces = tuple(piece for piece in look.pieces if piece.place not in places)
    return replace(look, pieces=pieces, hidden=look.hidden | (places & look.looked_at))


def test_whoever_was_laid_down_last_has_stood_up_again_for_the_next_round_and_the_goods_tell():
    worked = []
    for seed in range(8):
        line = list(plies(GAME, {"players": 2}, f"stood-up/{seed}"))
        for before, (last, roll) in zip(line, pairwise(line[1:]), strict=False):
            text = GAME.move_text(last.move)
            ends = last.state.round != before.state.round and roll.by_chance
            earned = last.state.players[0].stock != before.state.players[0].stock or (
                last.state.players[1].stock != before.state.players[1].stock
            )
            if text.startswith("activate") and ends and earned:
                verdict = judge(GAME, before.state, looks(roll.state))
                worked.append(told(verdict).startswith(text) or verdict.finding is Conclusion.OPEN)
                assert decide(Mode.AUTO, verdict) is not Reaction.FLAG
    assert len(worked) >= 5
    assert all(worked)
