import copy
import json
import pickle

import pytest

from companion.common.words import (
    ENGLISH,
    Language,
    Said,
    called,
    joined,
    listed,
    player_name,
    said_by,
    say,
    say_n,
    seat_name,
)

FRENCH = Language(
    "fr",
    plural=lambda n: int(n > 1),
    decimal=",",
    phrases={
        "{most} and {last}": "{most} et {last}",
        "{who} builds {tile}.": "{who} construit {tile}.",
        "the area of {tile} is {size}": "la surface {tile:of} est de {size:.2f}",
        "Player {n}": "Joueur {n}",
        "{n} die": ["{n} dé", "{n} dés"],
        "the factory": {"": "l'usine", "of": "de l'usine"},
        "the depot": {"": "le dépôt", "of": "du dépôt"},
    },
)


def test_a_sentence_is_a_plain_english_string() -> None:
    said = say("{who} builds {tile}.", who=say("Player {n}", n=1), tile=say("the factory"))
    assert said == "Player 1 builds the factory."
    assert json.dumps([said]) == '["Player 1 builds the factory."]'
    assert ENGLISH.tell(said) == said


def test_what_was_filled_in_is_translated_too() -> None:
    said = say("{who} builds {tile}.", who=say("Player {n}", n=1), tile=say("the factory"))
    assert FRENCH.tell(said) == "Joueur 1 construit l'usine."


def test_what_somebody_typed_is_never_translated_and_never_a_pattern() -> None:
    said = say("{who} builds {tile}.", who="the factory", tile="{who}")
    assert FRENCH.tell(said) == "the factory construit {who}."


def test_a_pattern_may_ask_for_a_form_of_a_word() -> None:
    said = say("the area of {tile} is {size}", tile=say("the depot"), size=0.5)
    assert FRENCH.tell(said) == "la surface du dépôt est de 0,50"


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [(0, "0 dice", "0 dé"), (1, "1 die", "1 dé"), (2, "2 dice", "2 dés"), (9, "9 dice", "9 dés")],
)
def test_each_language_has_its_own_plural(count: int, english: str, french: str) -> None:
    said = say_n("{n} die", "{n} dice", count)
    assert said == english
    assert FRENCH.tell(said) == french


def test_lists_and_rows_of_sentences_are_told_part_by_part() -> None:
    words = [say("the factory"), say("the depot"), "Ada"]
    assert listed(words) == "the factory, the depot and Ada"
    assert FRENCH.tell(listed(words)) == "l'usine, le dépôt et Ada"
    assert listed(["Ada"]) == "Ada"
    assert FRENCH.tell(joined(words, "; ")) == "l'usine; le dépôt; Ada"


def test_a_thing_with_a_name_of_its_own_needs_no_catalogue() -> None:
    names = {"en": "Windmill", "fr": "Moulin"}
    assert FRENCH.tell(called(names)) == "Moulin"
    assert FRENCH.tell(called({"en": "Factory", "fr": "Usine"}, "the factory")) == "l'usine"
    assert Language("de").tell(called(names)) == "Windmill"


def test_what_nobody_has_translated_stays_english_as_a_whole() -> None:
    said = say("{n} of {tile}", n=1, tile=say("the factory"))
    assert FRENCH.tell(said) == "1 of the factory"


@pytest.mark.parametrize("said", [say("Player {n}", n=2), joined([say("the factory"), "x"])])
def test_copies_can_be_told_too(said: Said) -> None:
    for again in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert again == said
        assert FRENCH.tell(again) == FRENCH.tell(said)


def test_an_error_says_the_same_in_every_language() -> None:
    assert FRENCH.tell(said_by(ValueError(say("Player {n}", n=2)))) == "Joueur 2"
    assert said_by(ValueError("plain")) == "plain"
    assert said_by(ValueError()) == ""


# --- who sits where ---


def passes(seat: int) -> Said:
    return say_n("{who} has {n} die.", "{who} has {n} dice.", 2, who=player_name(seat))


def test_players_are_told_by_their_names_in_every_language() -> None:
    taken = say("{who} builds {tile}.", who=player_name(1), tile=say("the factory"))
    assert ENGLISH.naming({1: "Ada"}).tell(taken) == "Ada builds the factory."
    assert FRENCH.naming({1: "Ada"}).tell(taken) == "Ada construit l'usine."
    assert FRENCH.naming({0: "Ada"}).tell(taken) == "Joueur 2 construit l'usine."
    assert taken == "Player 2 builds the factory."
    assert ENGLISH.naming({1: "Ada"}).tell(passes(1)) == "Ada has 2 dice."
    assert FRENCH.naming({1: "Ada"}).tell(passes(1)) == "Ada has 2 dice.", "nobody translated it"


def test_names_reach_lists_and_survive_copies() -> None:
    both = listed([player_name(0), player_name(1)])
    french = FRENCH.naming({0: "Ada", 1: "Bo"})
    assert french.tell(both) == "Ada et Bo"
    assert french.tell(pickle.loads(pickle.dumps(both))) == "Ada et Bo"
    assert french.tell(seat_name(0)) == "Joueur 1"


@pytest.mark.parametrize("name", ["{n}", "{who}", "{tile.key}", "}{", "%s", "the factory"])
def test_a_name_is_never_a_pattern(name: str) -> None:
    taken = say("{who} builds {tile}.", who=player_name(1), tile=say("the factory"))
    assert FRENCH.naming({1: name}).tell(taken) == f"{name} construit l'usine."
    assert ENGLISH.naming({1: name}).tell(taken) == f"{name} builds the factory."


def test_a_thing_keeps_its_english_words_among_names() -> None:
    tile = called({"en": "Factory", "fr": "Usine"}, "the mill")
    assert ENGLISH.naming({1: "Ada"}).tell(say("{tile}!", tile=tile)) == "the mill!"


def test_what_stands_between_sentences_is_told_too() -> None:
    french = Language("fr", phrases={"; ": "\N{NARROW NO-BREAK SPACE}; "})
    assert french.tell(joined(["a", "b"], say("; "))) == "a\N{NARROW NO-BREAK SPACE}; b"
