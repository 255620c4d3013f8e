"""What is left when no move explains it: things that came from nowhere."""

from companion.games.kit.rulings import Reasons, all_of
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told.words import resource, thing_name
from companion.tabletop.sight import Difference, LyingThing, Sight


@all_of
def leftovers(state: State, sight: Sight, differences: tuple[Difference, ...]) -> Reasons:
    """The rules that the differences break, each place for itself."""
    market_is_full = all(
        sight.things(f"market/{slot}") for slot, tile in state.market.items() if tile
    )
    for place, expected, seen, _ in differences:
        if seen is None:
            continue
        name, _, seat = place.partition("/")
        if seen.kind == "pile" and expected is not None:
            yield from _pile(place, expected, seen)
        elif seen.kind == "upgrade" and sight.read(f"completed/{seat.partition('/')[0]}"):
            yield ruling("upgrade.no-plan", place, upgrade=thing_name(state.edition, seen))
        elif expected is not None:
            continue
        elif seen.kind == "tile" and name == "island" and market_is_full:
            yield ruling("market.not-from-there", place, tile=thing_name(state.edition, seen))
        elif seen.kind == "back":
            yield ruling("draw.too-many", place, level=seen.identity)


def _pile(place: str, expected: LyingThing, seen: LyingThing) -> Reasons:
    """Who takes too much or pays too little; to take less than one may is nobody's business."""
    due, found = int(expected.identity or 0), int(seen.identity or 0)
    if found > due:
        what = resource(place.rpartition("/")[2])
        yield ruling("goods.not-earned", place, what=what, found=found, due=due)
