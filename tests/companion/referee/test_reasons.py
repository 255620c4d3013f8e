"""Why an event was entered, told to people: from values, and from the English of older logs."""

import pytest

from companion.common.words import Said
from companion.log.reasons import MOST, Counted, Repaired, Seen, Why, from_json
from companion.referee.differences import tell_reason, tell_remedy
from companion.tabletop.sight import Difference, LyingThing
from tests.companion.matches import GAME

DIE, MATCH, COIN = LyingThing("die", "4"), LyingThing("match", None), LyingThing("coin", "tails")
STANDING = LyingThing("match", "burnt out", "standing")
DIFFERENCES = (
    Difference("heap", MATCH, None, 0),
    Difference("heap", None, STANDING, 0),
    Difference("coin", COIN, DIE, 0),
)
OLD = "heap: a match is missing; heap: a standing match burnt out too many; "
OLD += "coin: a 4 instead of a coin tails"


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (Seen.of(DIFFERENCES), OLD),
        (Seen.of(DIFFERENCES * MOST), None),
        (Counted((37, 41)), "The players count 37, 41."),
        (Repaired("heap 9"), "Really: heap 9"),
    ],
)
def test_values_are_told_as_older_logs_say_it(why: Why, told: str | None) -> None:
    text = tell_reason(GAME, why)
    assert text == told if told else text.endswith("...")


def test_the_english_of_older_logs_becomes_a_sentence_again() -> None:
    """Word for word the same in English; in other languages, a sentence that can be translated."""
    for old in (OLD, "The players count 37, 41."):
        told = tell_reason(GAME, old)
        assert isinstance(told, Said)
        assert told == old


def test_every_difference_says_what_would_put_it_right() -> None:
    assert [tell_remedy(GAME, each) for each in DIFFERENCES] == [
        "heap: put a match there.",
        "heap: take a standing match burnt out away.",
        "coin: a coin tails belongs there, not a 4.",
    ]


def test_what_somebody_typed_stays_as_it_was_typed() -> None:
    for typed in ("it was a six", "we lost count; sorry", "heap: no idea", ""):
        assert tell_reason(GAME, typed) == typed


def test_a_reason_of_a_kind_that_nobody_knows_is_no_reason_to_lose_an_event() -> None:
    assert "guessed" in str(from_json({"kind": "guessed"}))
