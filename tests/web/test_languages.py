"""Every sentence has its French and its German, and no English one is left on any page."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

from companion.events import Choose, Pause, Resume, Sit, Undo
from companion.games.propeller_islands.words import RULES
from companion.words import Language, Phrase, say_n
from tests.companion.tables import do
from tests.web.phrases import found, keys_of_everything_else, keys_of_game
from tests.web.pseudo import PSEUDO, leaks
from tests.web.tables import GAME, Place, feed_at, played, scenes
from web import create_app
from web.tongues import Tongues

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
    assert sorted(missing) == []


@BOTH
def test_every_tile_has_a_name_for_sentences(code: str) -> None:
    the = {key for key in tile_keys() if key.startswith("the ")}
    assert sorted(the - set(of_game(code))) == []


@BOTH
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    assert sorted(set(of_web(code)) - keys_of_everything_else()) == []
    assert sorted(set(of_game(code)) - keys_of_game() - tile_keys()) == []


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


# --- the pages ---


def test_the_pseudo_language_finds_what_was_forgotten() -> None:
    assert leaks("<p>Ｈｅｌｌｏ</p><p aria-label='forgotten'>E4</p>") == ["forgotten"]
    assert leaks("<p>Ada: ｈｅｌｌｏ</p>", "Ada") == []


def pages(place: Place) -> Iterator[tuple[str, str]]:
    """Every page as the host, a player and a viewer see it, in the pseudo-language."""
    place.app.jinja_env.globals["languages"]["xx"] = PSEUDO
    for role, remote in (("host", "127.0.0.1"), ("seat", "192.168.1.7"), ("viewer", "192.168.1.8")):
        client = place.app.test_client()
        base = "http://localhost" if role == "host" else "http://192.168.1.5"
        client.set_cookie("language", "xx", domain=base.removeprefix("http://"))
        if role == "seat":
            client.set_cookie("seat", place.passes.seat_pass(0), domain="192.168.1.5")
        for rule in place.app.url_map.iter_rules():
            shown = "GET" in (rule.methods or ()) and not rule.arguments
            if shown and rule.rule not in ("/events", "/healthz"):
                answer = client.get(rule.rule, base_url=base,
                                    environ_base={"REMOTE_ADDR": remote})  # fmt: skip
                if answer.mimetype in ("text/html", "text/plain"):
                    yield f"{role} {rule.rule}", answer.text
                answer.close()


@pytest.mark.parametrize("mode", ["ask", "auto", "watch"])
def test_no_page_has_english_left(tmp_path: Path, mode: str) -> None:
    place = Place(tmp_path, mode)
    do(place.table, Sit(0, "Ada"))
    place.passes.renew(0)
    place.show(place.next)
    place.feed.post(place.table.now.state, [GAME.tell(played()[64].state, played()[65].move)])
    place.publish()
    for where, page in pages(place):
        assert leaks(page, "Ada", "Something") == [], where
    place.table.close()


def test_broken_rules_and_lapsed_games_have_no_english_left(tmp_path: Path) -> None:
    place = Place(tmp_path, "ask")
    state = played()[120].state
    place.show(state)
    for action in (Undo(), Pause(), Resume(), Choose("watch"), Sit(1, "Bo"), Sit(1, "")):
        do(place.table, action)
        place.show(state)
        place.publish()
        for where, page in pages(place):
            assert leaks(page, "Bo", "Something") == [], where
    place.table.close()


def test_a_whole_game_has_no_english_left() -> None:
    game = scenes(players=4)
    for at in [*range(0, len(game), 40), len(game) - 1]:
        app = create_app(GAME, feed_at(game, at))
        app.jinja_env.globals["languages"]["xx"] = PSEUDO
        client = app.test_client()
        client.set_cookie("language", "xx")
        assert leaks(client.get("/").text) == []


@pytest.mark.parametrize("language", [PSEUDO, *LANGUAGES.values()], ids=lambda each: each.code)
def test_every_sentence_of_a_game_is_told_in_every_language(language: Language) -> None:
    english = 0
    for _, sentence in scenes(players=4):
        told = language.tell(sentence)
        assert told.endswith(".")
        assert not re.search(r"[{}]|  ", told)
        english += told == sentence
    assert english == (len(scenes(players=4)) if language.code == "en" else 0)


def test_errors_are_told_in_the_language_of_the_phone() -> None:
    client = create_app(GAME, feed_at(scenes(), 40)).test_client()
    german = {"Accept-Language": "de"}
    assert "Diese Seite gibt es nicht." in client.get("/nowhere", headers=german).text
    answer = client.get("/nowhere", headers=german | {"Accept": "text/plain"})
    assert (answer.status_code, answer.text) == (404, "Diese Seite gibt es nicht.")
    assert answer.mimetype == "text/plain"
    refused = client.post("/", headers=german)
    assert "Das kam nicht von einer Seite des Begleiters." in refused.text
