"""A second final scorer for Propeller Islands: slow, literal, and a stranger to the rules engine.

It does at the end of a game what people do: take sets off heaps, one at a time. It shares no code
and no data file with the engine, so that the two can be held against each other; every fact of a
tile must stand in the position. Every item appears in the answer, also when it is worth 0.

Pages: the books' glossaries name pages 3 to 9 and 12; the final scoring stands right after the
upgrades and plans (p.9) and before the glossary, which makes it p.10.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

Tile = dict[str, Any]
Seat = dict[str, Any]

DEPOTS = ("02", "03", "04")
GUILD_OF_MONUMENT = {"18": "science", "19": "culture", "20": "industry"}
# The pips are damaged in both texts (p.12); this is the reading of our specification, 10.2.
NUMBERS_OF_MONUMENT = {"22": (4, 5, 6), "23": (1, 2, 3)}


def sets_from(heap: int, size: int) -> int:
    """Take `size` pieces away while you can; the rest is rounded down (FR p.10, DE p.10)."""
    sets = 0
    while heap >= size:
        heap -= size
        sets += 1
    return sets


def banners_on(tile: Tile) -> list[str]:
    """The printed banner and the added one; a tile may show the same twice (FR p.9, DE p.9)."""
    banners = [tile["banner"]] if tile.get("banner") else []
    for upgrade in tile.get("upgrades", []):
        if upgrade.startswith("banner:"):
            banners.append(upgrade.removeprefix("banner:"))
    return banners


def numbers_on(island: list[Tile]) -> list[int]:
    """Activation numbers; a joker replaces its tile's number (FR p.3, 9 and 12, DE the same)."""
    numbers = []
    for tile in island:
        if tile.get("number") and "joker" not in tile.get("upgrades", []):
            numbers.append(tile["number"])
    return numbers


def touching(tile: Tile, other: Tile) -> bool:
    """Two hexagons touch when one is a single step away along the three axes of the grid."""
    dq: int = tile["at"][0] - other["at"][0]
    dr: int = tile["at"][1] - other["at"][1]
    return max(abs(dq), abs(dr), abs(dq + dr)) == 1


def score_apartment(island: list[Tile]) -> int:
    """14: 3 VP for every six workers on the island, however they lie (FR p.12, DE p.12)."""
    workers = [tile for tile in island if tile.get("worker") in ("standing", "lying")]
    return 3 * sets_from(len(workers), 6)


def score_delivery(island: list[Tile]) -> int:
    """15: 5 VP for every three depot tiles on the island (FR p.12, DE p.12)."""
    return 5 * sets_from(len([tile for tile in island if tile["tile"] in DEPOTS]), 3)


def score_gardens(gardens: Tile, island: list[Tile]) -> int:
    """16: 5 VP when other tiles lie on all six sides (FR p.12, DE p.12)."""
    return 5 if len({tuple(t["at"]) for t in island if touching(gardens, t)}) == 6 else 0


def score_theatre(theatre: Tile, island: list[Tile]) -> int:
    """17: 5 VP per three different banners next to it, each used once (FR p.12, DE p.12)."""
    banners = [b for tile in island if touching(theatre, tile) for b in banners_on(tile)]
    points = 0
    while "industry" in banners and "science" in banners and "culture" in banners:
        for guild in ("industry", "science", "culture"):
            banners.remove(guild)
        points += 5
    return points


def score_guild(guild: str, island: list[Tile]) -> int:
    """18, 19, 20: 4 VP for every three banners of one guild on the island (FR p.12, DE p.12)."""
    banners = [banner for tile in island for banner in banners_on(tile)]
    return 4 * sets_from(banners.count(guild), 3)


@cache
def most_groups_of_four(counts: tuple[int, ...]) -> int:
    """Try every choice of four different numbers, take one tile of each, go on with the rest."""
    best = 0
    left = [place for place, count in enumerate(counts) if count > 0]
    for chosen in combinations(left, 4):
        rest = [count - 1 if place in chosen else count for place, count in enumerate(counts)]
        # Which number is rare does not matter, only how rare: sorted, far fewer cases are new.
        best = max(best, 1 + most_groups_of_four(tuple(sorted(rest))))
    return best


def score_cafe(island: list[Tile]) -> int:
    """21: 5 VP for every four tiles with different numbers (FR p.12, DE p.12)."""
    numbers = numbers_on(island)
    counts = sorted(numbers.count(number) for number in range(1, 7))
    return 5 * most_groups_of_four(tuple(counts))


def score_number_set(wanted: tuple[int, ...], island: list[Tile]) -> int:
    """22, 23: 5 VP for every whole set of the printed numbers (FR p.3 and 12, DE the same)."""
    numbers = numbers_on(island)
    points = 0
    while all(number in numbers for number in wanted):
        for number in wanted:
            numbers.remove(number)
        points += 5
    return points


def score_monument(monument: Tile, island: list[Tile]) -> int | None:
    """The points of one tile, worker or not (FR p.10, DE p.10); None when it is no monument."""
    match monument["tile"]:
        case "14":
            return score_apartment(island)
        case "15":
            return score_delivery(island)
        case "16":
            return score_gardens(monument, island)
        case "17":
            return score_theatre(monument, island)
        case "18" | "19" | "20" as tile:
            return score_guild(GUILD_OF_MONUMENT[tile], island)
        case "21":
            return score_cafe(island)
        case "22" | "23" as tile:
            return score_number_set(NUMBERS_OF_MONUMENT[tile], island)
    return None


def score_seat(seat: Seat) -> dict[str, Any]:
    """Steps 1 to 4 of the final scoring, in the order of the books (FR p.10, DE p.10)."""
    items: dict[str, int] = {
        "fame": seat.get("fame", 0),
        "energy": sets_from(seat.get("energy", 0), 3),
        "steel": sets_from(seat.get("steel", 0), 2),
        "gears": seat.get("gears", 0),
        "set-aside": sets_from(seat.get("set_aside", 0), 2),
    }
    island = seat.get("island", [])
    for tile in island:
        points = score_monument(tile, island)
        if points is not None:
            rule = f"monument:{tile['tile']}"
            items[rule] = items.get(rule, 0) + points
    items["plans"] = sum(seat.get("plans", []))
    return {"name": seat["name"], "items": items, "total": sum(items.values())}


def dock_workers(seat: Seat) -> int:
    """Workers that were never deployed: a count, or the dock's rows of 0 and 1."""
    dock = seat.get("dock", 0)
    return dock if isinstance(dock, int) else sum(sum(row) for row in dock)


def unbeaten(tied: list[int], strength: Callable[[int], int]) -> list[int]:
    """Those of the tied places that no other tied place surpasses."""
    return [one for one in tied if not any(strength(other) > strength(one) for other in tied)]


def farthest_from_token(tied: list[int], token: int, players: int) -> list[int]:
    """Walk clockwise from the first player; the last tied person you meet wins (DE p.10)."""
    met = [place % players for place in range(token, token + players) if place % players in tied]
    return met[-1:]


def find_winners(position: dict[str, Any], totals: list[int]) -> tuple[list[int], str]:
    """Most points, then the edition's tie-breaks until one is left (FR p.10, DE p.10)."""
    seats = position["seats"]
    tied = unbeaten(list(range(len(seats))), lambda place: totals[place])
    if len(tied) == 1:
        return tied, "points"
    tied = unbeaten(tied, lambda place: dock_workers(seats[place]))
    if len(tied) == 1:
        return tied, "dock-workers"
    if position.get("edition", "de") == "fr":
        if all(seats[place].get("age") is not None for place in tied):
            tied = unbeaten(tied, lambda place: -seats[place]["age"])
        return tied, "youngest" if len(tied) == 1 else "shared"
    tied = unbeaten(tied, lambda place: -len(seats[place].get("plans", [])))
    if len(tied) == 1:
        return tied, "fewer-plans"
    token = position.get("first_player")
    if token is None:  # nobody knows where the token lies, so nobody sits farthest from it
        return tied, "shared"
    return farthest_from_token(tied, token, position.get("players", len(seats))), "seat-order"


def naive_score(position: dict[str, Any]) -> dict[str, Any]:
    """Score a position and name the winners.

    Example:
        >>> naive_score({"seats": [{"name": "Vera", "fame": 11, "energy": 7}]})["seats"][0]["total"]
        13
    """
    scores = [score_seat(seat) for seat in position["seats"]]
    winners, decided_by = find_winners(position, [score["total"] for score in scores])
    return {
        "seats": scores,
        "winners": [scores[place]["name"] for place in winners],
        "decided_by": decided_by,
    }
