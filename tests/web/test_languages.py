"""Every sentence has its French and its German."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from companion.common.words import Language, Phrase, say_n
from companion.games.propeller_islands.told.words import RULES
from tests.web.phrases import (
    OF_GAME,
    OF_PAGES,
    found,
    keys_of_game,
    keys_of_pages,
    note_keys,
    tile_keys,
    tile_names,
    updated,
    write,
)
from tests.web.pseudo import PSEUDO
from tests.web.tables import GAME, scenes
from web.translation import languages_of, read_catalogue

CODES = ("de", "fr")
LANGUAGES = languages_of(GAME)
BOTH = pytest.mark.parametrize("code", CODES)


def of_pages(code: str) -> Mapping[str, Phrase]:
    return read_catalogue(OF_PAGES / f"{code}.po").phrases


def of_game(code: str) -> Mapping[str, Phrase]:
    return read_catalogue(OF_GAME / f"{code}.po").phrases


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
    missing = keys_of_pages() - set(of_pages(code))
    missing |= keys_of_game() - set(of_pages(code)) - set(of_game(code))
    missing |= note_keys() - set(of_game(code))
    assert sorted(missing) == []


@BOTH
def test_every_tile_has_a_name_for_sentences(code: str) -> None:
    assert sorted(tile_keys() - set(of_game(code))) == []


@BOTH
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    assert sorted(set(of_pages(code)) - keys_of_pages()) == []
    of_data = tile_names() | tile_keys() | note_keys()
    assert sorted(set(of_game(code)) - keys_of_game() - of_data) == []


@BOTH
def test_the_same_values_are_filled_in(code: str) -> None:
    phrases = {**of_game(code), **of_pages(code)}
    for each in found():
        here = {name for form in every_form(phrases[each.key]) for name in names_in(form)}
        assert here == names_in(each.key) | names_in(each.many or ""), each.key


@BOTH
def test_sentences_with_a_number_have_singular_and_plural(code: str) -> None:
    phrases = {**of_game(code), **of_pages(code)}
    plural = {each.key for each in found() if each.many}
    for key, phrase in phrases.items():
        assert isinstance(phrase, tuple) == (key in plural), key
        assert not isinstance(phrase, tuple) or len(phrase) == 2, key


@BOTH
@pytest.mark.parametrize("folder", [OF_PAGES, OF_GAME], ids=["pages", "game"])
def test_make_words_would_add_nothing_and_lose_nothing(folder: Path, code: str) -> None:
    with (folder / f"{code}.po").open("rb") as file:
        before = {(each.id, each.context): each.string for each in read_po(file)}
    assert {(each.id, each.context): each.string for each in updated(folder, code)} == before


def test_a_new_language_begins_with_every_sentence_and_its_own_plurals(tmp_path: Path) -> None:
    write(tmp_path / "pl.po", updated(OF_GAME, "pl"))
    with (tmp_path / "pl.po").open("rb") as file:
        new = read_po(file)
    assert all(key in new for key in {*tile_keys(), *note_keys()})
    assert "-format" not in (tmp_path / "pl.po").read_text("utf-8")
    assert new["{n} gear"].string == ("", "", "")
    catalogue = read_catalogue(tmp_path / "pl.po")
    assert catalogue.phrases == {}
    assert [catalogue.plural(n) for n in (1, 2, 5)] == [0, 1, 2]


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
    texts = json.dumps([of_pages("fr"), of_game("fr"), of_rules], ensure_ascii=False)
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
