"""The schemas accept what the code accepts, and refuse what the code refuses."""

import itertools
import json
import random
from collections.abc import Callable
from dataclasses import fields
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

from companion.commands.play.score import to_json
from companion.common.codec import kind_of
from companion.common.errors import InputError
from companion.common.json_reading import wrap
from companion.games import find
from companion.games.propeller_islands.components import edition
from companion.games.propeller_islands.components.pieces import (
    CHARACTERS,
    GUILDS,
    RESOURCES,
    TILE_IDS,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.setup import HANDS
from companion.games.propeller_islands.told import position
from companion.games.random_games import plies
from tests.games.propeller_islands.written_down import written_down

GAME = find("propeller-islands")
Validators = Callable[..., Draft202012Validator]


def accepts(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except InputError:
        return False
    return True


def test_every_schema_is_a_schema(schemas):
    assert len(schemas) >= 10
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)


def test_every_schema_is_named_in_the_formats_page(schemas, root):
    page = (root / "docs" / "formats.md").read_text("utf-8")
    assert [name for name in schemas if f"(schemas/{name}.json)" not in page] == []


# --- short texts ----------------------------------------------------------------------------------


def test_tile_texts_are_those_that_the_code_parses(validator: Validators):
    """Every id, and for one of each sort every way to put up to three parts behind it."""
    schema = validator("propeller-islands.pieces", "tile")
    parts = ["", "2", "7", "banner:science", "hub:culture", "hub:magic", "-", "b", "jp", "pj"]
    wrong = []
    for tile_id in ("00", "1", "24", *TILE_IDS):
        for count in range(4 if tile_id in ("01", "03", "10", "18") else 2):
            for chosen in itertools.product(parts, repeat=count):
                text = "/".join((tile_id, *chosen))
                if schema.is_valid(text) != accepts(Tile.parse, text):
                    wrong.append(text)
    assert wrong == []


def test_plan_texts_are_those_that_the_code_parses(validator: Validators):
    schema = validator("propeller-islands.pieces", "plan")
    levels = ["I", "II", "III", ""]
    costs = ["0", "e1", "s2g1", "e1s1g1", "g1e1", "e", "", "e1234", "e-1", "00"]
    points = ["3", "12", "123", "-1", ""]
    upgrades = ["joker", "banner:industry", "production:gear", "banner", "production:joy", ""]
    for words in itertools.product(levels, costs, points, upgrades):
        text = "/".join(words)
        assert schema.is_valid(text) == accepts(Plan.parse, text), text


def test_cost_and_upgrade_texts_are_those_that_the_code_parses(validator: Validators):
    cost, upgrade = (validator("propeller-islands.pieces", part) for part in ("cost", "upgrade"))
    for text in ("0", "", "e1", "e1s2g3", "s2e1", "1", "e1e1", "e999", "e1000", "x1"):
        assert cost.is_valid(text) == accepts(Stock.parse, text), text
    kinds = ("banner", "joker", "production", "flag")
    texts = [*kinds, *(f"{kind}:{of}" for kind in kinds for of in (*GUILDS, *RESOURCES))]
    for text in texts:
        assert upgrade.is_valid(text) == accepts(Upgrade.parse, text), text


# --- positions ------------------------------------------------------------------------------------


def score(document: object) -> dict[str, object]:
    return to_json(GAME.id, GAME.score_position(wrap(document, "a position")))


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("name", edition.SHIPPED)
def test_positions_of_random_games_and_their_answers_fit(players, name, validator: Validators):
    here, scored = validator("propeller-islands.position"), validator("score")
    checked = validator("check")
    for number, ply in enumerate(plies(GAME, {"players": players, "edition": name}, "schemas")):
        if number % 60 == 0 or GAME.to_move(ply.state) is None:
            document = written_down(ply.state)
            here.validate(document)
            scored.validate(score(document))
            violations = GAME.check_position(wrap(document, "a position"))
            answer = {"legal": not violations, "violations": [v.to_json() for v in violations]}
            checked.validate(answer)


def test_a_checked_position_full_of_mistakes_still_fits(validator: Validators, root):
    document = json.loads((root / "docs/examples/impossible.json").read_text("utf-8"))
    found = [v.to_json() for v in GAME.check_position(wrap(document, "a position"))]
    assert {v["assumed"] for v in found} == {True, False}
    validator("check").validate({"legal": False, "violations": found})


def a_seat(**fields: object) -> dict[str, object]:
    return {"game": "propeller-islands", "seats": [fields]}


def a_tile(**fields: object) -> dict[str, object]:
    return a_seat(island=[{"at": [0, 0], "tile": "05", **fields}])


def a_table(seats: int = 2, **fields: object) -> dict[str, object]:
    return {"game": "propeller-islands", "seats": [{}] * seats, **fields}


GOOD_POSITIONS = [
    a_table(),
    a_table(1),
    a_table(4, players=4, first_player=3),
    a_table(1, players=3, first_player=2),
    a_table(3, first_player=2),
    a_table(edition="fr"),
    a_table(forge={"1": [1, 9, 99], "6": []}),
    a_table(market={"C1": "10", "E6": None, "E2": "10/6/hub:science/bj"}),
    a_seat(name="", age=0, fame=999, character="sir-charles"),
    a_seat(set_aside=38),
    a_seat(set_aside=["joker", "banner:culture"]),
    a_seat(dock=12),
    a_seat(dock=[[1, 0, 1, 1]] * 3),
    a_seat(plans=[0, 50], used_dice=[1, 2, 99]),
    a_tile(number=6, banner="science", slots=["joker", "joker"], upgrades=["joker"] * 6),
    a_tile(worker=None),
    a_tile(tile="01", slots=["production", "banner"], worker="lying"),
    a_tile(tile="02", hub="science", slots=[]),
    a_tile(tile="23", banner="culture", slots=["banner"]),
    a_tile(at=[60, -60]),
]

BAD_POSITIONS = [
    None,
    [],
    {},
    {"seats": [{}]},
    {"game": "propeller-islands"},
    {"game": "propeller-islands", "seats": {}},
    a_table(0),
    a_table(5),
    a_table(4, players=5),
    a_table(1, players=1),
    a_table(3, players=2),
    a_table(4, players=3),
    a_table(2, players="2"),
    a_table(2, first_player=2),
    a_table(1, first_player=2),
    a_table(3, first_player=3),
    a_table(1, players=3, first_player=3),
    a_table(2, first_player=-1),
    a_table(edition="en"),
    a_table(round=3),
    a_table(forge={"7": [1]}),
    a_table(forge={"1": 1}),
    a_table(forge={"1": [-1]}),
    a_table(forge={"1": [100]}),
    a_table(forge={"1": [True]}),
    a_table(forge={"1": [1] * 21}),
    a_table(market={"C7": "10"}),
    a_table(market={"C1": 10}),
    a_table(market={"C1": "31"}),
    a_table(market={"C1": "10/7"}),
    a_seat(energy=-1),
    a_seat(energy=1000),
    a_seat(energy=1.5),
    a_seat(energy="3"),
    a_seat(energy=None),
    a_seat(enrgy=3),
    a_seat(gear=3),
    a_seat(name=7),
    a_seat(name="x" * 61),
    a_seat(age=151),
    a_seat(character="Jacques"),
    a_seat(set_aside=39),
    a_seat(set_aside=["banner"]),
    a_seat(dock=13),
    a_seat(dock=[[1, 0, 1, 1]] * 2),
    a_seat(dock=[[1, 0, 1]] * 3),
    a_seat(dock=[[1, 0, 1, 2]] * 3),
    a_seat(plans=9),
    a_seat(plans=[51]),
    a_seat(plans=[1] * 39),
    a_seat(used_dice=[100]),
    a_seat(island=[{"tile": "05"}]),
    a_seat(island=[{"at": [0, 0]}]),
    a_tile(tile="31"),
    a_tile(tile=5),
    a_tile(at=[0]),
    a_tile(at=[0, 0, 0]),
    a_tile(at=[61, 0]),
    a_tile(at=["0", 0]),
    a_tile(number=0),
    a_tile(number=7),
    a_tile(number=None),
    a_tile(banner="magic"),
    a_tile(banner="science", hub="science"),
    a_tile(slots="banner"),
    a_tile(slots=["flag"]),
    a_tile(slots=["banner"] * 4),
    a_tile(upgrades=["banner:magic"]),
    a_tile(upgrades=["joker"] * 7),
    a_tile(worker="sitting"),
    a_tile(worker=True),
    a_tile(colour="red"),
    a_tile(tile="01", number=3),
    a_tile(tile="01", hub="science"),
    a_tile(tile="01", slots=["joker"]),
    a_tile(tile="02", banner="science"),
    a_tile(tile="03", number=1),
    a_tile(tile="04", slots=["production"]),
    a_tile(tile="14", hub="science"),
    a_tile(tile="23", number=2),
    a_tile(tile="18", slots=["joker"]),
]


@pytest.mark.parametrize("document", GOOD_POSITIONS, ids=json.dumps)
def test_good_positions_are_accepted_by_both(document, validator: Validators):
    validator("propeller-islands.position").validate(document)
    score(document)


@pytest.mark.parametrize("document", BAD_POSITIONS, ids=lambda bad: json.dumps(bad)[:70])
def test_bad_positions_are_refused_by_both(document, validator: Validators):
    assert not validator("propeller-islands.position").is_valid(document)
    with pytest.raises(InputError):
        score(document)


def test_a_wrong_value_anywhere_is_refused_by_both(validator: Validators, root):
    """Put nonsense in the place of every single value of a real position."""
    text = (root / "docs/examples/vera-and-susan.json").read_text("utf-8")
    here = validator("propeller-islands.position")
    places = list(places_of(json.loads(text)))
    assert len(places) > 100
    for place in places:
        document = json.loads(text)
        *way, last = place
        spot = document
        for step in way:
            spot = spot[step]
        spot[last] = {"nonsense": True}
        assert not here.is_valid(document), place
        with pytest.raises(InputError):
            score(document)


def places_of(value: object, way: tuple[object, ...] = ()):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        # `$schema` is for editors; `game` chooses the game before the game reads the rest.
        if key not in ("$schema", "game"):
            yield (*way, key)
            if isinstance(inner, dict | list):
                yield from places_of(inner, (*way, key))


def test_the_words_in_the_schema_are_those_of_the_code(validator: Validators, schemas):
    pieces = schemas["propeller-islands.pieces"]["$defs"]
    assert tuple(pieces["tileId"]["enum"]) == TILE_IDS
    assert tuple(pieces["guild"]["enum"]) == GUILDS
    assert tuple(pieces["character"]["enum"]) == CHARACTERS
    here = schemas["propeller-islands.position"]
    assert here["properties"]["edition"]["enum"] == list(GAME.editions)
    assert set(here["$defs"]["seat"]["properties"]) == {
        field.name for field in fields(position.SeatPosition)
    }


# --- moves and states -----------------------------------------------------------------------------


def test_moves_and_states_of_random_games_fit(validator: Validators):
    a_move, a_state = validator("propeller-islands.move"), validator("propeller-islands.state")
    seen = set()
    for seed, hands in itertools.product(range(2), HANDS):
        config = {"players": 2 + seed, "hands": hands}
        for number, ply in enumerate(plies(GAME, config, f"moves/{seed}")):
            document = GAME.move_to_json(ply.move)
            if number % 10 == 0 or document["kind"] not in seen:
                a_move.validate(document)
                seen.add(document["kind"])
            if number % 120 == 0 or not ply.state.agenda:
                a_state.validate(GAME.state_to_json(ply.state))
    assert {"take", "build", "activate", "deploy", "complete", "card", "reveal"} <= seen


def test_every_kind_of_move_and_task_has_its_schema(schemas):
    for name, kinds in (("move", moves.KINDS), ("task", get_args(tasks.Task))):
        known = {entry["title"] for entry in schemas[f"propeller-islands.{name}"]["oneOf"]}
        assert known == {kind_of(kind) for kind in kinds}


ALL_MOVES = GAME.parse_moves(
    "d4 d4-2 d6r +1 keep build E4 @1,-1 scrap C2 activate @0,0 worker activate @2,0 pass "
    "deploy b2 @0,1 place @-1,0 claim row1 depot @1,1 gain steel draw I shared 3 roll 11346 "
    "plan I/e1s1g1/3/banner:industry @1,0 plan II/0/6/joker aside card ? character marie "
    "draw I/e1/3/joker tile 10/6/hub:science card I/e1/3/joker hold 1 I/e1/3/joker stack 12"
)


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_a_move_with_a_field_changed_is_refused_by_both(move, validator: Validators):
    schema = validator("propeller-islands.move")
    document = GAME.move_to_json(move)
    schema.validate(document)
    assert GAME.move_from_json(wrap(document, "a move")) == move
    broken = [{**document, "more": 1}, {**document, "kind": "castle"}]
    for key in document:
        broken.append({**document, key: {"nonsense": True}})
        broken.append({k: v for k, v in document.items() if k != key})
    for wrong in broken:
        assert not schema.is_valid(wrong), wrong
        with pytest.raises(InputError):
            GAME.move_from_json(wrap(wrong, "a move"))


def test_a_state_with_something_changed_is_refused_by_both(validator: Validators):
    schema = validator("propeller-islands.state")
    for number, ply in enumerate(plies(GAME, {"players": 2}, "broken")):
        if number == 90:
            text = json.dumps(GAME.state_to_json(ply.state))
            break
    places = list(places_of(json.loads(text)))
    for place in random.Random("broken").sample(places, 40):
        document = json.loads(text)
        spot = document
        for step in place[:-1]:
            spot = spot[step]
        spot[place[-1]] = {"nonsense": True}
        assert not schema.is_valid(document), place
        with pytest.raises(InputError):
            GAME.state_from_json(wrap(document, "a state"))
