"""The data of an edition: what ships, an owner's own file, and the complaints about a wrong one."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.common.errors import InputError
from companion.common.json_reading import read
from companion.games.facts import SOURCES
from companion.games.propeller_islands import GAME
from companion.games.propeller_islands.components.edition import shipped
from companion.games.random_games import final_state


def owners_file(folder: Path, data: dict[str, Any] | str) -> Path:
    path = folder / "my-copy.json"
    head = {"format": 1, "game": "propeller-islands"}
    path.write_text(data if isinstance(data, str) else json.dumps(head | data, indent=1), "utf-8")
    return path


def fact(value: object) -> dict[str, object]:
    return {"value": value, "source": "stated", "note": "my copy"}


def test_seventy_tiles_and_thirty_eight_plans() -> None:
    """FR p.2, DE p.2."""
    edition = shipped("de")
    assert sum(tile.id != "01" for tile in edition.tiles) == edition.stack_tiles == 70
    assert sum(plan.level == "I" for plan in edition.plans) == 21
    assert sum(plan.level == "II" for plan in edition.plans) == 17
    kinds = [plan.upgrade.kind for plan in edition.plans]
    assert [kinds.count(kind) for kind in ("joker", "production", "banner")] == [9, 20, 9]


def test_every_fact_says_where_it_comes_from() -> None:
    for edition in GAME.editions.values():
        for fact in edition.facts():
            assert fact.source in SOURCES, fact.place


def test_the_french_edition_differs_in_two_options() -> None:
    german, french = shipped("de").options, shipped("fr").options
    differences = {
        key: (getattr(german, key), getattr(french, key))
        for key in german.__dataclass_fields__
        if getattr(german, key) != getattr(french, key)
    }
    assert differences == {
        "tie_break": ("plans-then-seat", "youngest"),
        "marie_when": ("action", "any-activation"),
    }


def test_an_owner_can_replace_any_value(tmp_path: Path) -> None:
    mine = owners_file(
        tmp_path,
        {
            "fame": {"trumpets": fact([4, 9])},
            "tiles": {"10": {"slots": fact(["banner"])}},
            "components": {"capitols_inside": fact(True)},
            "options": {"paid_changes": fact(None)},
        },
    )
    edition = shipped("fr", read(mine))
    assert edition.trumpets == (4, 9)
    assert edition.slots["10"] == ("banner",)
    assert edition.stack_tiles == 66
    assert edition.options.paid_changes is None
    assert edition.options.tie_break == "youngest"
    assert not edition.assumes("tiles.10.slots")
    assert edition.assumes("tiles.11.slots")
    changed = next(fact for fact in edition.facts() if fact.place == "fame.trumpets")
    assert (changed.source, changed.note) == ("stated", "my copy")


def test_a_game_with_an_owners_file_is_played_to_the_end(tmp_path: Path) -> None:
    mine = owners_file(
        tmp_path,
        {
            "dock": {
                "row_rewards": fact(["deploy", "depots", "tile"]),
                "column_rewards": fact(["fame", "activate-two", "tile", "deploy"]),
            },
            "components": {"forge_order": fact([1, 3, 5, 2, 4, 6])},
            "options": {
                "paid_changes": fact(None),
                "shared_die": fact("must"),
                "fresh_workers": fact(False),
                "amelia_limit": fact("turn"),
                "sir_charles_limit": fact("round"),
                "capitol_without_cell": fact("blocked"),
                "guild_monuments": fact("owned"),
            },
        },
    )
    game = GAME.for_copy(read(mine))
    for seed in range(6):
        end = final_state(game, {"players": 2 + seed % 3, "edition": "de"}, seed)
        assert game.outcome(end) is not None


WRONG: list[tuple[dict[str, Any] | str, str]] = [
    ("", "the file is empty"),
    ("{", "not valid JSON"),
    ("[]", "expected an object"),
    ('{"game": "propeller-islands"}', "'format' is missing"),
    ('{"format": 2, "game": "propeller-islands"}', "this companion reads format 1"),
    ('{"format": 1, "game": "noria"}', "no game 'noria'"),
    ({"fame": {"trumpets": fact([9, 4])}}, "fame.trumpets.value: the second trumpet"),
    ({"fame": {"trumpets": fact([1, 2, 3])}}, "expected at most 2 items"),
    ({"fame": {"trumpets": {"value": [4, 9]}}}, "fame.trumpets: 'source' is missing"),
    ({"fame": {"trumpets": fact([4, 9]) | {"source": "guessed"}}}, "no source 'guessed'"),
    ({"fame": {"trumpet": fact([4, 9])}}, "fame.trumpet: the game has no such value"),
    ({"fame": {"trumpets": 4}}, "fame.trumpets: expected an object"),
    ({"tiles": {"31": {"slots": fact([])}}}, "tiles.31.slots: the game has no such value"),
    ({"tiles": {"02": {"slots": fact(["production"])}}}, "tile 02 can't have a production slot"),
    ({"tiles": {"14": {"slots": fact(["joker"])}}}, "tile 14 can't have a joker slot"),
    ({"tiles": {"05": {"slots": fact(["flag"])}}}, "no upgrade slot 'flag'"),
    (
        {"tiles": {"05": {"faces": fact([{"copies": 6, "number": 7}])}}},
        "tiles.05.faces.value[0].number: 7 is more than 6",
    ),
    (
        {"tiles": {"14": {"faces": fact([{"copies": 1, "number": 1}])}}},
        "tile 14 has no activation number",
    ),
    (
        {"tiles": {"05": {"faces": fact([{"copies": 1, "number": 1}])}}},
        "add up to 65 copies, not to 70",
    ),
    ({"dock": {"row_rewards": fact(["fame"])}}, "expected at least 3 items"),
    ({"dock": {"row_rewards": fact(["fame"] * 2 + ["gold"])}}, "no reward 'gold'"),
    ({"dock": {"rows": fact(4)}}, "dock.rows.value: 13 workers do not fill 4 x 4 cells"),
    ({"fame": {"drums": {"value": 3}}}, "fame.drums: the game has no such value"),
    ({"fames": {}}, "fames: unknown key; did you mean 'fame'?"),
    ({"fame": {"track": fact(15) | {"note": 5}}}, "fame.track.note: expected a text"),
    ({"components": {"forge_order": fact([1, 1, 2, 3, 4, 5])}}, "each of the numbers 1 to 6"),
    ({"options": {"tie_break": fact("oldest")}}, "no option 'oldest'"),
    ({"options": {"paid_changes": fact(-1)}}, "-1 is less than 0"),
    ({"depots": {"02": fact({"gold": 1})}}, "depots.02.value.gold: unknown key"),
    (
        {"plans": {"I": fact([{"cost": {}, "points": 3, "upgrade": "flag"}])}},
        "plans.I.value[0].upgrade: no upgrade 'flag'",
    ),
]


@pytest.mark.parametrize(("data", "complaint"), WRONG)
def test_a_wrong_file_is_refused_with_place_and_reason(
    tmp_path: Path, data: dict[str, Any] | str, complaint: str
) -> None:
    with pytest.raises(InputError) as refusal:
        shipped("de", read(owners_file(tmp_path, data)))
    assert complaint in str(refusal.value)


def test_a_complaint_names_the_line(tmp_path: Path) -> None:
    text = json.dumps(
        {"format": 1, "game": "propeller-islands", "fame": {"track": fact(0)}}, indent=1
    )
    with pytest.raises(InputError, match=r"my-copy\.json, line 6: fame\.track\.value: 0 is less"):
        shipped("de", read(owners_file(tmp_path, text)))
