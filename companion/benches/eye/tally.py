"""Counting for `companion bench eye`: what was read against what lies there."""

from collections import Counter
from collections.abc import Container, Mapping

from companion.common.intervals import share
from companion.tabletop.observation import Observation, Piece
from companion.tabletop.scenery import Scenery, Thing
from companion.tabletop.sight import CERTAIN
from vision.eye import Look


def tally(
    counts: Counter[str],
    scenery: Scenery,
    look: Look,
    zones: tuple[str, ...],
    shown: Container[str],
) -> None:
    """Compare one look with the table; `shown` are the tiles that the eye can know."""
    seen = {each.zone: each for each in look.observations if each.at_rest and each.looked_at}
    counts["scenes"] += 1
    counts["scenes without a board"] += "forge" not in seen
    for zone in zones:
        things = [thing for thing in scenery.things if _zone_of(thing) == zone]
        observation = seen.get(zone, Observation(zone))
        if zone == "forge":
            _dice(counts, things, observation)
        tiles = [b for b in look.beliefs if b.kind == "tile" and b.zone == zone and b.place]
        _places(counts, things, {each.place: each.label for each in tiles}, shown)
        _tiles(counts, things, observation, shown)
        _workers(counts, "dock" if zone.startswith("dock") else "tile", things, observation)
        _upgrades(counts, things, observation)


def _zone_of(thing: Thing) -> str:
    name, _, rest = str(thing.place).partition("/")
    if name in ("forge", "market"):
        return "forge"
    return f"{name}:{rest.partition('/')[0]}"


def _dice(counts: Counter[str], things: list[Thing], look: Observation) -> None:
    there = Counter((t.place, t.value or 0) for t in things if t.kind == "die")
    read = Counter((die.place, die.value) for die in look.dice)
    certain = Counter((d.place, d.value) for d in look.dice if d.confidence >= CERTAIN)
    counts["dice"] += there.total()
    counts["dice right"] += (there & read).total()
    counts["dice certain"] += certain.total()
    counts["dice certain and right"] += (certain & there).total()
    counts["perfect"] += there == read


def _places(
    counts: Counter[str], things: list[Thing], found: dict[str, str], shown: Container[str]
) -> None:
    """What the eye believes about tiles, even where it can't tell what lies on them."""
    there = {str(t.place): t.identity for t in things if t.kind == "tile"}
    counts["tiles"] += len(there)
    counts["tiles in place"] += len(there.keys() & found.keys())
    counts["tiles that are none"] += len(found.keys() - there.keys())
    for place in there.keys() & found.keys():
        if there[place] in shown:
            counts["tiles shown"] += 1
            counts["tiles named right"] += found[place] == there[place]
        else:
            counts["strangers"] += 1
            counts["strangers unknown"] += not found[place]


def _tiles(
    counts: Counter[str], things: list[Thing], look: Observation, shown: Container[str]
) -> None:
    there = {str(t.place): t.identity for t in things if t.kind == "tile"}
    read = {str(p.place): p for p in look.pieces if p.kind == "tile"}
    for place, identity in there.items():
        counts["tiles hidden"] += place in look.hidden
        if place not in read:
            continue
        counts["tiles told"] += 1
        if identity not in shown:
            counts["strangers certain"] += _is_fact(read[place])
    for place, piece in read.items():
        if _is_fact(piece) and there.get(place, piece.identity) in shown:
            counts["tiles certain"] += 1
            counts["tiles certain and right"] += there.get(place) == piece.identity


def _is_fact(piece: Piece) -> bool:
    return piece.identity is not None and piece.confidence >= CERTAIN


def _workers(counts: Counter[str], where: str, things: list[Thing], look: Observation) -> None:
    """Place by place: read right, left open, or wrong."""
    there = {str(t.place): t for t in things if t.kind == "worker"}
    read = {str(p.place): p for p in look.pieces if p.kind == "worker"}
    dock = where == "dock"
    places = {p for p in look.looked_at if not p.endswith("/dice")} if dock else there.keys()
    for place in places:
        counts[f"{where} workers"] += 1
        if place in look.hidden or place not in look.looked_at:
            counts[f"{where} workers open"] += 1
        elif (place in there) == (place in read):
            counts[f"{where} workers right"] += 1
            if not dock:
                pose = read[place].pose
                counts["poses read"] += pose is not None
                counts["poses right"] += pose is not None and pose == there[place].pose
    counts[f"{where} workers that are none"] += sum(place not in there for place in read)


def _upgrades(counts: Counter[str], things: list[Thing], look: Observation) -> None:
    there: dict[str, list[str]] = {}
    for thing in things:
        if thing.kind == "upgrade":
            there.setdefault(str(thing.place), []).append(str(thing.identity))
    read: dict[str, list[str | None]] = {}
    for piece in look.pieces:
        if piece.kind == "upgrade":
            read.setdefault(str(piece.place), []).append(piece.identity)
    for place, identities in there.items():
        counts["upgrades"] += len(identities)
        if place in look.hidden or place not in look.looked_at:
            counts["upgrades open"] += len(identities)
            continue
        found = read.get(place, [])
        counts["upgrades seen"] += min(len(found), len(identities))
        names = [name for name in found if name is not None]
        counts["upgrades named"] += len(names)
        counts["upgrades named right"] += (Counter(names) & Counter(identities)).total()
    counts["upgrades that are none"] += sum(
        max(0, len(found) - len(there.get(place, []))) for place, found in read.items()
    )


#: How figures begin that are about tokens.
OF_TOKENS = "upgrades"
#: The figures with their goals: how many of how many; a count alone says what should not be.
_FIGURES: Mapping[str, tuple[str, ...]] = {
    "board not found": ("scenes without a board",),
    "dice on the right space, right value (goal: 99.5 %)": ("dice right", "dice"),
    "dice certain and right": ("dice certain and right", "dice certain"),
    "scenes with perfect dice (goal: 97 %)": ("perfect", "scenes"),
    "tiles in the right place (goal: 99.5 %)": ("tiles in place", "tiles"),
    "tiles told, with all that lies on them": ("tiles told", "tiles"),
    "tiles left open, because of what may lie on them": ("tiles hidden",),
    "tiles where none lies": ("tiles that are none",),
    "tiles with their right name (goal: 99 %)": ("tiles named right", "tiles shown"),
    "tiles certain": ("tiles certain", "tiles shown"),
    "tiles certain and right (goal: 99.9 %)": ("tiles certain and right", "tiles certain"),
    "tiles never shown, called unknown (goal: 98 %)": ("strangers unknown", "strangers"),
    "tiles never shown, taken for certain": ("strangers certain",),
    "workers on tiles seen": ("tile workers right", "tile workers"),
    "workers on tiles left open": ("tile workers open",),
    "workers where none is": ("tile workers that are none",),
    "poses right, of those read": ("poses right", "poses read"),
    "poses read": ("poses read", "tile workers right"),
    "upgrades seen": ("upgrades seen", "upgrades"),
    "upgrades left open": ("upgrades open",),
    "upgrades where none is": ("upgrades that are none",),
    "upgrades named right, of those named": ("upgrades named right", "upgrades named"),
    "dock cells right": ("dock workers right", "dock workers"),
    "dock cells left open": ("dock workers open",),
}


def lines(counts: Counter[str], about: str = "") -> dict[str, object]:
    """The figures, or those that begin with a word."""
    return {
        title: share(counts[of[0]], counts[of[1]]) if len(of) > 1 else counts[of[0]]
        for title, of in _FIGURES.items()
        if title.startswith(about)
    }
