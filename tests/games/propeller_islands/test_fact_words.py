"""The facts of a copy are told in people's words, in every language, none of them by its key."""

import json
import re

import pytest

from companion.common.json_reading import parse
from companion.games import find
from companion.games.protocol import Fact
from web.translation import languages_of

GAME = find("propeller-islands")
LANGUAGES = languages_of(GAME)
FACTS = [(name, fact) for name, edition in GAME.editions.items() for fact in edition.facts()]
#: Names of the data file: `row_rewards`, `banner:industry`, `{'energy': 1}`.
KEYS = re.compile(r"[a-z]+_[a-z]|[a-z]:[a-z]|[{}\[\]\"]|options|components")


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_every_fact_has_a_name_and_a_value_in_words(code: str) -> None:
    tongue = LANGUAGES[code]
    for edition, fact in FACTS:
        name = tongue.tell(GAME.fact_name(edition, fact))
        value = tongue.tell(GAME.fact_value(fact))
        assert name != fact.place
        assert value
        assert not KEYS.search(name), name
        if not fact.place.endswith(".names"):
            assert not KEYS.search(value), (fact.place, value)


def test_no_two_facts_of_an_edition_have_the_same_name() -> None:
    for edition in GAME.editions:
        names = [GAME.fact_name(of, fact) for of, fact in FACTS if of == edition]
        assert len({*names}) == len(names)


def test_what_can_be_listed_is_chosen_and_not_typed() -> None:
    tie = next(fact for _, fact in FACTS if fact.place == "options.tie_break")
    assert [value for value, _ in GAME.fact_choices(tie)] == ['"plans-then-seat"', '"youngest"']
    for _, fact in FACTS:
        for value, _ in GAME.fact_choices(fact):
            place, changed = fact.place.split("."), {"value": json.loads(value), "source": "stated"}
            data = {"format": 1, "game": GAME.id, place[0]: {place[1]: changed}}
            assert GAME.for_copy(parse(json.dumps(data), "mine"))


def test_a_value_that_nobody_has_listed_is_told_as_it_is() -> None:
    odd = Fact("options.paid_changes", 3, "stated")
    assert (GAME.fact_value(odd), GAME.fact_choices(odd)) == ("3", ())
