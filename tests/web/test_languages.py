"""Every sentence has its French and its German."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest

from companion.common.words import Language, Phrase, say_n
from companion.games.propeller_islands.told.words import RULES
from tests.web.phrases import found, keys_of_everything_else, keys_of_game
from tests.web.pseudo import PSEUDO
from tests.web.tables import GAME, scenes
from web.translation import Tongues

ROOT = Path(__file__).resolve().parents[2]
CODES = ("de", "fr")
LANGUAGES = Tongues(GAME).by_code
BOTH = pytest.mark.parametrize("code", CODES)


def of_web(code: str) -> Mapping[str, Phrase]:
    path = ROOT / "web" / "languages" / f"{code}.json"
    phrases: Mapping[str, Phrase] = json.loads(path.read_text("utf-8"))["phrases"]
    return phrases


def of_game(code: str) -> Mapping[str, Phrase]:
    folder = ROOT / "companion/games/propeller_islands/languages"
    phrases: Mapping[str, Phrase] = json.loads((folder / f"{code}.json").read_text("utf-8"))
    return phrases


def tile_keys() -> set[str]:
    names = [names["en"] for edition in GAME.editions.values() for names in edition.names.values()]
    return {*names, *(f"the {name.lower()}" for name in names)}


def note_keys() -> set[str]:
    facts = (fact for edition in GAME.editions.values() for fact in edition.facts())
    return {fact.note for fact in facts if fact.note}


def every_form(phrase: Phrase) -> list[str]:
    if isinstance(phrase, str):
        return [phrase]
    return [*phrase.values()] if isinstance(phrase, Mapping) else [*phrase]


def names_in(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


# --- the catalogues ---


def test_there_are_three_languages() -> None:
    assert [language.name for language in LANGUAGES.values()] == ["English", "Deutsch", "Français"]


@BOTH
def test_every_sentence_is_translated(code: str) -> None:
    missing = keys_of_everything_else() - set(of_web(code))
    missing |= keys_of_game() - set(of_web(code)) - set(of_game(code))
    missing |= note_keys() - set(of_game(code))
    assert sorted(missing) == []


@BOTH
def test_every_tile_has_a_name_for_sentences(code: str) -> None:
    the = {key for key in tile_keys() if key.startswith("the ")}
    assert sorted(the - set(of_game(code))) == []


@BOTH
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    assert sorted(set(of_web(code)) - keys_of_everything_else()) == []
    assert sorted(set(of_game(code)) - keys_of_game() - tile_keys() - note_keys()) == []


@BOTH
def test_the_same_values_are_filled_in(code: str) -> None:
    phrases = {**of_game(code), **of_web(code)}
    for each in found():
        here = {name for form in every_form(phrases[each.key]) for name in names_in(form)}
        assert here == names_in(each.key) | names_in(each.many or ""), each.key


@BOTH
def test_sentences_with_a_number_have_singular_and_plural(code: str) -> None:
    phrases = {**of_game(code), **of_web(code)}
    plural = {each.key for each in found() if each.many}
    for key, phrase in phrases.items():
        assert isinstance(phrase, list) == (key in plural), key
        assert not isinstance(phrase, list) or len(phrase) == 2, key


@BOTH
def test_every_rule_has_its_sentence(code: str) -> None:
    for rule, entry in RULES.items():
        english, other = entry["text"]["en"], entry["text"][code]
        assert type(english) is type(other), rule
        both = zip(every_form(english), every_form(other), strict=True)
        for one, translated in both:
            assert names_in(one) == names_in(translated), rule
            assert translated != one, rule


def test_forms_that_patterns_ask_for_exist() -> None:
    """A form that a word does not have would silently be the first one."""
    tiles = [phrase for key, phrase in of_game("de").items() if key.startswith("the ")]
    forms = [set(phrase) for phrase in tiles if isinstance(phrase, dict) and "dative" in phrase]
    assert len(forms) >= 21
    asked = set()
    for text in json.dumps([of_game("de"), RULES], ensure_ascii=False).split("{"):
        match = re.match(r"(?:tile|name):([a-z]+)\}", text)
        asked.update([match[1]] if match else ())
    assert asked == {"accusative", "dative"}
    assert all(asked <= each for each in forms)


def test_french_leaves_a_space_before_high_marks_that_does_not_break() -> None:
    of_rules = [rule["text"]["fr"] for rule in RULES.values()]
    texts = json.dumps([of_web("fr"), of_game("fr"), of_rules], ensure_ascii=False)
    values = re.findall(r'(?:: |\[|, )"((?:[^"\\]|\\.)*)"', texts)
    assert not [text for text in values if re.search(r" [;:!?]", text)]


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("en", {0: "0 cards", 1: "1 card", 2: "2 cards"}),
        ("fr", {0: "0 carte", 1: "1 carte", 2: "2 cartes"}),
        ("de", {0: "0 Karten", 1: "1 Karte", 2: "2 Karten"}),
    ],
)
def test_plurals_are_those_of_the_language(code: str, counts: dict[int, str]) -> None:
    language = LANGUAGES[code]
    for count, text in counts.items():
        assert language.tell(say_n("{n} card", "{n} cards", count)) == text


@pytest.mark.parametrize("language", [PSEUDO, *LANGUAGES.values()], ids=lambda each: each.code)
def test_every_sentence_of_a_game_is_told_in_every_language(language: Language) -> None:
    english = 0
    for _, sentence in scenes(players=4):
        told = language.tell(sentence)
        assert told.endswith(".")
        assert not re.search(r"[{}]|  ", told)
        english += told == sentence
    assert english == (len(scenes(players=4)) if language.code == "en" else 0)
