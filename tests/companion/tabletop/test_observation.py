"""Looks as values: their JSON form, and how they differ from what should be seen."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.common.errors import InputError
from companion.common.json_reading import parse, wrap
from companion.tabletop.observation import Die, Observation, Piece, Point
from companion.tabletop.sight import Sight

confidences = st.integers(0, 10_000).map(lambda number: number / 10_000)
millimetres = st.integers(-9000, 9000).map(lambda number: number / 10)
names = st.text("abc/123", min_size=1, max_size=8)
places = names | st.builds(Point, millimetres, millimetres)
dice = st.builds(Die, st.integers(1, 6), places, confidences)
pieces = st.builds(
    Piece, names, places, st.none() | names, st.none() | st.just("lying"), confidences
)
observations = st.builds(
    Observation,
    names,
    st.lists(dice, max_size=4).map(tuple),
    st.lists(pieces, max_size=4).map(tuple),
    st.frozensets(names, max_size=4),
    st.frozensets(names, max_size=4),
    st.booleans(),
    st.none() | names,
)


@given(observations)
def test_json_form_can_be_read_back(look):
    text = json.dumps(look.to_json())
    assert Observation.from_json(parse(text, "look")) == look


def test_everything_but_the_zone_may_be_left_out():
    assert Observation.from_json(wrap({"zone": "forge"}, "look")) == Observation("forge")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "zone"),
        ({"zone": "forge", "dice": [{"value": 4}]}, "at"),
        ({"zone": "forge", "dice": [{"value": 4, "at": "x", "confidence": 2}]}, "between 0 and 1"),
        ({"zone": "forge", "dice": [{"value": 4, "at": ["x", 1]}]}, "number"),
        ({"zone": "forge", "colour": 1}, "colour"),
    ],
)
def test_bad_looks_are_refused_with_the_reason(data, reason):
    with pytest.raises(InputError, match=reason):
        Observation.from_json(wrap(data, "look"))


FORGE = frozenset({"forge/3", "forge/4"})


def differences(seen: Observation, expected: Observation) -> list[str]:
    return [str(each) for each in Sight([seen]).compare(expected).differences]


def expected(*dice: Die, hidden: frozenset[str] = frozenset()) -> Observation:
    return Observation("forge", dice, (), FORGE, hidden)


def test_the_same_table_has_no_difference():
    here = expected(Die(4, "forge/4"), Die(3, "forge/3"))
    assert differences(here, here) == []


def test_things_are_missing_or_too_many_or_read_as_others():
    should = expected(Die(4, "forge/4"))
    assert differences(expected(), should) == ["forge/4: a 4 is missing"]
    assert differences(should, expected()) == ["forge/4: a 4 too many"]
    assert differences(expected(Die(6, "forge/4")), should) == ["forge/4: a 6 instead of a 4"]


def test_nothing_there_hidden_and_not_looked_at_are_three_things():
    should = expected(Die(4, "forge/4"))
    nothing = Observation("forge", looked_at=FORGE)
    hidden = Observation("forge", looked_at=FORGE, hidden=frozenset({"forge/4"}))
    elsewhere = Observation("forge", looked_at=frozenset({"forge/3"}))
    assert len(differences(nothing, should)) == 1
    assert differences(hidden, should) == []
    assert differences(elsewhere, should) == []
    assert differences(Observation("dock:0"), should) == []


def test_what_the_game_can_not_say_is_no_difference_but_costs_a_little():
    seen = expected(Die(4, "forge/4"))
    comparison = Sight([seen]).compare(expected(hidden=FORGE))
    assert comparison.differences == ()
    assert 0 < comparison.cost < 0.1


def test_an_unknown_identity_matches_everything():
    def table(identity: str | None, pose: str | None) -> Observation:
        piece = Piece("tile", "market/E1", identity, pose)
        return Observation("forge", (), (piece,), frozenset({"market/E1"}))

    assert differences(table(None, None), table("07/3", "lying")) == []
    assert differences(table("07/3", None), table("08/3", None)) != []


def test_a_doubtful_reading_costs_less():
    should = expected(Die(4, "forge/4"))
    sure = Sight([expected(Die(6, "forge/4", 1.0))]).compare(should)
    faint = Sight([expected(Die(6, "forge/4", 0.4))]).compare(should)
    assert faint.cost < sure.cost


def test_the_newest_look_at_a_zone_counts():
    sight = Sight([expected(Die(3, "forge/3")), expected(Die(4, "forge/4"))])
    assert sight.things("forge/3") == ()
    assert sight.read("forge/3")


def test_a_thing_at_a_free_point_is_too_many():
    seen = Observation("forge", (Die(4, Point(10, 20)),), (), FORGE)
    assert differences(seen, expected()) == ["forge/?: a 4 too many"]
