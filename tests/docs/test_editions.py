"""The data files fit their schema; code and schema refuse the same files of an owner."""

import copy
import json
from collections.abc import Callable

import pytest
from jsonschema import Draft202012Validator

from companion.common.errors import InputError
from companion.common.json_reading import read
from companion.games.propeller_islands.components import edition
from companion.games.propeller_islands.components.edition import shipped

DATA = "companion/games/propeller_islands/data"
Validators = Callable[..., Draft202012Validator]
HEAD = {"format": 1, "game": "propeller-islands"}


def fact(value: object, **more: object) -> dict[str, object]:
    return {"value": value, "source": "stated", **more}


def own(group: str, name: str, value: object, **more: object) -> dict[str, object]:
    return {**HEAD, group: {name: fact(value, **more)}}


def own_tile(tile_id: str, **facts: object) -> dict[str, object]:
    return {**HEAD, "tiles": {tile_id: {name: fact(value) for name, value in facts.items()}}}


def read_own(document: object, folder) -> edition.Edition:
    path = folder / "own.json"
    path.write_text(json.dumps(document), "utf-8")
    return shipped("de", read(path))


@pytest.mark.parametrize("name", ["base", *edition.SHIPPED])
def test_the_files_that_ship_fit_their_schema(name, validator: Validators, root):
    document = json.loads((root / DATA / f"{name}.json").read_text("utf-8"))
    validator("propeller-islands.edition").validate(document)


def test_the_schema_knows_every_fact_of_the_base_file_and_no_other(schemas, root):
    base = json.loads((root / DATA / "base.json").read_text("utf-8"))
    schema = schemas["propeller-islands.edition"]
    assert set(schema["properties"]) - {"$schema"} == set(base)
    for group, inner in schema["properties"].items():
        if "properties" in inner:
            assert set(inner["properties"]) == set(base[group]), group


GOOD = [
    HEAD,
    {**HEAD, "$schema": "../schemas/propeller-islands.edition.json"},
    own("fame", "trumpets", [4, 9], note="read from the board"),
    own("options", "paid_changes", None),
    own("options", "marie_when", "any-activation"),
    own("components", "forge_order", [1, 6, 2, 5, 3, 4]),
    own("components", "capitols_inside", True),
    own("depots", "02", {"gear": 2, "deploy": 1}),
    own("depots", "03", {}),
    own("setup", "resources", {"energy": 3}),
    own("monument_sets", "22", [2, 4, 6]),
    own("plans", "I", [{"cost": {}, "points": 2, "upgrade": "joker", "copies": 21}]),
    own_tile("10", faces=[{"number": 6, "hub": "science", "copies": 4}], slots=["banner"]),
    own_tile("01", slots=["production"]),
    own_tile("14", names={"en": "Flats", "fr": "Appartements", "de": "Wohnungen"}),
]

BAD = [
    [],
    {},
    {"format": 1},
    {**HEAD, "format": 2},
    {**HEAD, "game": "noria"},
    {**HEAD, "fame": {"trumpets": [4, 9]}},
    {**HEAD, "fame": {"trumpets": {"value": [4, 9]}}},
    {**HEAD, "fame": {"trumpets": {"value": [4, 9], "source": "guessed"}}},
    own("fame", "trumpets", [4, 9], why="read from the board"),
    own("fame", "trumpets", [4]),
    own("fame", "trumpets", [0, 9]),
    own("fame", "drums", 3),
    own("colours", "red", True),
    own("options", "tie_break", "oldest"),
    own("options", "paid_changes", 7),
    own("options", "fresh_workers", "yes"),
    own("options", "house_rule", True),
    own("components", "dice", {"2": 5, "3": 7}),
    own("components", "dice", {"2": 5, "3": 7, "4": 9, "5": 11}),
    own("components", "forge_order", [1, 1, 2, 3, 4, 5]),
    own("components", "forge_order", [1, 2, 3]),
    own("components", "building_tiles", 5),
    own("depots", "02", {"gold": 1}),
    own("depots", "05", {"gear": 1}),
    own("dock", "row_rewards", ["tile", "fame", "cake"]),
    own("monument_sets", "22", [4, 5, 7]),
    own("end", "plans", 0),
    own("plans", "I", []),
    own("plans", "III", [{"cost": {}, "points": 2, "upgrade": "joker"}]),
    own("plans", "I", [{"cost": {}, "points": 51, "upgrade": "joker"}]),
    own("plans", "I", [{"cost": {"energy": 21}, "points": 3, "upgrade": "joker"}]),
    own("plans", "I", [{"cost": {}, "points": 3, "upgrade": "banner"}]),
    own_tile("24", slots=[]),
    own_tile("10", slots=["flag"]),
    own_tile("10", faces=[]),
    own_tile("10", faces=[{"number": 6}]),
    own_tile("10", faces=[{"number": 7, "copies": 1}]),
    own_tile("10", faces=[{"banner": "science", "hub": "science", "copies": 4}]),
    own_tile("01", faces=[{"hub": "science", "copies": 4}]),
    own_tile("02", faces=[{"number": 3, "copies": 4}]),
    own_tile("14", faces=[{"hub": "science", "copies": 4}]),
    own_tile("01", slots=["joker"]),
    own_tile("02", slots=["production"]),
    own_tile("14", names={"en": "Flats"}),
]

ONLY_THE_CODE = [
    own("fame", "trumpets", [9, 4]),
    own("components", "workers", 12),
    own("components", "building_tiles", 90),
    own("dock", "row_rewards", ["tile", "fame"]),
    own("dock", "rows", 4),
]


@pytest.mark.parametrize("document", GOOD, ids=json.dumps)
def test_good_files_are_accepted_by_both(document, validator: Validators, tmp_path):
    validator("propeller-islands.edition").validate(document)
    read_own(document, tmp_path)


@pytest.mark.parametrize("document", BAD, ids=lambda bad: json.dumps(bad)[:90])
def test_bad_files_are_refused_by_both(document, validator: Validators, tmp_path):
    assert not validator("propeller-islands.edition").is_valid(document)
    with pytest.raises(InputError):
        read_own(document, tmp_path)


@pytest.mark.parametrize("document", ONLY_THE_CODE, ids=json.dumps)
def test_values_that_only_clash_with_others_are_left_to_the_code(
    document, validator: Validators, tmp_path
):
    """A schema can't compare two values; docs/formats.md says which rules those are."""
    validator("propeller-islands.edition").validate(document)
    with pytest.raises(InputError, match="line"):
        read_own(document, tmp_path)


def test_an_unknown_value_without_a_source_is_refused_by_both(validator: Validators, tmp_path):
    document = {**HEAD, "fame": {"drums": {"value": 3}}}
    assert not validator("propeller-islands.edition").is_valid(document)
    with pytest.raises(InputError):
        read_own(document, tmp_path)


def test_a_fact_of_the_base_file_turned_to_nonsense_is_refused_by_both(
    validator: Validators, root, tmp_path
):
    """Every fact that ships, replaced by a text that means nothing."""
    schema = validator("propeller-islands.edition")
    base = json.loads((root / DATA / "base.json").read_text("utf-8"))
    facts = [way for way in ways_to_facts(base) if way[-1] != "source"]
    assert len(facts) > 80
    for way in facts[::5]:
        document = copy.deepcopy(HEAD)
        spot = document
        for step in way[:-1]:
            spot = spot.setdefault(step, {})
        spot[way[-1]] = fact("nonsense")
        assert not schema.is_valid(document), way
        with pytest.raises(InputError):
            read_own(document, tmp_path)


def ways_to_facts(group: dict, way: tuple[str, ...] = ()):
    for key, inner in group.items():
        if isinstance(inner, dict) and "value" in inner:
            yield (*way, key)
        elif isinstance(inner, dict):
            yield from ways_to_facts(inner, (*way, key))
