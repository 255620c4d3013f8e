"""Two scorers that know nothing of each other agree: ours, and a literal reading of the book."""

import itertools
import random
from typing import Any

import pytest

from companion.common.json_reading import wrap
from companion.games.propeller_islands import GAME
from companion.games.propeller_islands.components.pieces import (
    CHARACTERS,
    GUILDS,
    MONUMENTS,
    TILE_IDS,
)
from companion.games.random_games import final_state
from tests.games.propeller_islands.naive_scorer import naive_score
from tests.games.propeller_islands.written_down import written_down


def our_answer(data: dict[str, Any]) -> dict[str, Any]:
    sheet = GAME.score_position(wrap(data, "position"))
    seats = []
    for seat in sheet.seats:
        items: dict[str, int] = {}
        for item in seat.score.parts:
            items[item.rule] = items.get(item.rule, 0) + item.points
        seats.append({"name": seat.name, "items": items, "total": seat.score.points})
    winners = [sheet.seats[seat].name for seat in sheet.outcome.winners]
    return {"seats": seats, "winners": winners, "decided_by": sheet.outcome.decided_by}


def assert_agreement(data: dict[str, Any]) -> None:
    naive = naive_score(data)
    ours = our_answer(data)
    for our_seat, their_seat in zip(ours["seats"], naive["seats"], strict=True):
        assert our_seat == their_seat
    assert sorted(ours["winners"]) == sorted(naive["winners"])
    assert ours["decided_by"] == naive["decided_by"]


@pytest.mark.parametrize("seed", range(60))
def test_scorers_agree_on_the_ends_of_random_games(seed: int) -> None:
    config = {"players": 2 + seed % 3, "edition": ("de", "fr")[seed % 2]}
    end = final_state(GAME, config, f"naive/{seed}")
    data = written_down(end)
    for seat in data["seats"]:
        seat["set_aside"] = len(seat["set_aside"])
    assert_agreement(data)


def a_random_island(source: random.Random) -> list[dict[str, Any]]:
    """Crowded, with plenty of monuments, banners and jokers: much more than a real game gives."""
    cells = [(q, r) for q, r in itertools.product(range(-3, 4), repeat=2) if abs(q + r) <= 3]
    source.shuffle(cells)
    island: list[dict[str, Any]] = []
    for cell in cells[: source.randint(0, len(cells))]:
        tile_id = source.choice(TILE_IDS[1:] + MONUMENTS)
        tile: dict[str, Any] = {"at": list(cell), "tile": tile_id}
        if "05" <= tile_id <= "13":
            tile["number"] = source.randint(1, 6)
            tile[source.choice(["banner", "hub"])] = source.choice(GUILDS)
        elif tile_id in MONUMENTS:
            tile["banner"] = source.choice(GUILDS)
        else:
            tile["hub"] = source.choice(GUILDS)
        kinds = ["joker", "production:gear", f"banner:{source.choice(GUILDS)}"]
        tile["upgrades"] = [kind for kind in kinds if source.random() < 0.15]
        if source.random() < 0.4:
            tile["worker"] = source.choice(["standing", "lying"])
        island.append(tile)
    return island


def a_random_position(source: random.Random) -> dict[str, Any]:
    players = source.randint(2, 4)
    few = source.random() < 0.5  # so few points that ties are common
    seats: list[dict[str, Any]] = []
    for index in range(players):
        seat: dict[str, Any] = {
            "name": f"P{index}",
            "character": CHARACTERS[index],
            "fame": source.randint(0, 1 if few else 40),
            "energy": source.randint(0, 3 if few else 20),
            "steel": 0 if few else source.randint(0, 9),
            "gears": source.randint(0, 1 if few else 9),
            "set_aside": source.randint(0, 2),
            "plans": [3] * source.randint(0, 1) if few else source.choices([3, 6], k=4),
            "dock": source.randint(0, 2),
            "island": [] if few else a_random_island(source),
        }
        if source.random() < 0.8:
            seat["age"] = source.randint(8, 12)
        seats.append(seat)
    data: dict[str, Any] = {
        "game": "propeller-islands",
        "edition": source.choice(["de", "fr"]),
        "players": players,
        "seats": seats,
    }
    if source.random() < 0.9:
        data["first_player"] = source.randrange(players)
    return data


@pytest.mark.parametrize("seed", range(300))
def test_scorers_agree_on_positions_made_up_at_random(seed: int) -> None:
    assert_agreement(a_random_position(random.Random(seed)))


def test_made_up_positions_meet_every_tie_break() -> None:
    met = {naive_score(a_random_position(random.Random(seed)))["decided_by"] for seed in range(300)}
    assert met >= {"points", "dock-workers", "fewer-plans", "seat-order", "youngest", "shared"}
