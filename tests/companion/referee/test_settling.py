"""Many looks become one that counts; a hand never triggers anything."""

import random
from dataclasses import replace

from companion.benches.rules.turns import EVERYTHING, Noise, turns
from companion.games import find
from companion.referee.settling import Settling
from companion.tabletop.observation import Die, Observation, Piece, Point

FORGE = frozenset({"forge/3", "forge/4"})


def a_look(*dice: Die, hidden: frozenset[str] = frozenset(), at_rest: bool = True) -> Observation:
    return Observation("forge", dice, (), FORGE, hidden, at_rest)


def after(*looks: Observation, count: int = 3) -> Observation | None:
    settling = Settling(count)
    found = None
    for look in looks:
        found = settling.add(look)
    return found


def test_a_reading_counts_when_it_was_there_long_enough():
    look = a_look(Die(4, "forge/4", 0.9))
    assert after(look, look) is None
    assert after(look, look, look).dice == (Die(4, "forge/4", 0.9),)


def test_the_confidence_is_the_median():
    looks = [a_look(Die(4, "forge/4", c)) for c in (0.6, 0.99, 0.8)]
    assert after(*looks).dice == (Die(4, "forge/4", 0.8),)


def test_one_misread_look_among_three_is_outvoted():
    right, wrong = a_look(Die(4, "forge/4", 0.9)), a_look(Die(6, "forge/4", 0.95))
    assert after(right, wrong, right).dice == (Die(4, "forge/4", 0.9),)


def test_motion_starts_anew():
    look = a_look(Die(4, "forge/4", 0.9))
    moving = replace(look, at_rest=False)
    assert after(look, look, moving) is None
    assert after(look, look, moving, look, look) is None
    assert after(look, look, moving, look, look, look) is not None


def test_a_place_under_a_hand_in_one_look_stays_hidden():
    look = a_look(Die(4, "forge/4", 0.9))
    covered = a_look(hidden=frozenset({"forge/4"}))
    found = after(look, covered, look)
    assert found.hidden == {"forge/4"}
    assert found.dice == ()


def test_a_place_about_which_the_looks_do_not_agree_is_hidden_not_empty():
    faint = a_look(Die(4, "forge/4", 0.4))
    found = after(faint, faint, faint)
    assert found.hidden == {"forge/4"}


def test_twins_are_counted():
    look = a_look(Die(4, "forge/4", 0.9), Die(4, "forge/4", 0.8))
    assert len(after(look, look, look).dice) == 2


def test_zones_settle_by_themselves():
    settling = Settling(2)
    forge, dock = a_look(), Observation("dock:0")
    assert settling.add(forge) is None
    assert settling.add(dock) is None
    assert settling.add(forge) is not None


def test_a_thing_at_a_free_point_may_wobble():
    looks = [
        Observation("forge", (), (Piece("worker", Point(101.0 + d, 50.0), confidence=0.9),))
        for d in (0.0, 1.0, 2.0)
    ]
    assert len(after(*looks).pieces) == 1


def test_settled_looks_have_far_fewer_misreadings_than_single_ones():
    game = find("propeller-islands")
    turn = next(turns(game, "settling"))
    perfect = {look.zone: look for look in turn.looks(game, EVERYTHING)}
    noise = Noise(misread=0.1, hidden=0.0, certain_mistakes=1.0)
    source = random.Random(4)
    settling = Settling(5)
    found = {}
    for _ in range(5):
        blurred = noise.blur(list(perfect.values()), source)
        single = sum(faces(look) != faces(perfect[look.zone]) for look in blurred)
        for look in blurred:
            found[look.zone] = settling.add(look)
    wrong = sum(faces(found[zone]) != faces(look) for zone, look in perfect.items())
    assert wrong == 0 < single


def faces(look: Observation) -> list[tuple]:
    return sorted(
        [("die", str(die.value), str(die.place)) for die in look.dice]
        + [(p.kind, str(p.identity), str(p.place)) for p in look.pieces]
    )
