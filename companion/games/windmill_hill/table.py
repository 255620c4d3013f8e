"""What lies where, and what it looks like, in millimetres."""

from companion.games.kit.bases.laid import Area, Layout, Look
from companion.games.kit.places import Places, own, rolled, several, single
from companion.games.windmill_hill.box import CARDS, ROUNDS, SITES
from companion.games.windmill_hill.state import HANDS
from companion.tabletop.observation import Point
from companion.tabletop.outlines import disc, rectangle
from companion.tabletop.scenery import Print

PLACES = (
    own("mills", "mill", {site: f"hill/{site}" for site in SITES}, "hill"),
    Places("farm:{seat}", ("die",), single("die/{seat}"), rolled()),
    HANDS.face_down("farm:{seat}", "card"),
    Places("farm:{seat}", ("shown",), single("shown/{seat}"), several("card", str)),
)

SPOTS = {f"hill/{s}": Point(30 * SITES[s] - 105, -32 if s[0] == "N" else 32) for s in SITES}
BESIDE = {"die": -70, "hand": 0, "shown": 60}
FARMS = [
    Area(
        name=f"farm {seat + 1}",
        zone=f"farm:{seat}",
        size=(190, 80),
        spots={f"{what}/{seat}": Point(x, 0) for what, x in BESIDE.items()},
        at=Point(0, -120 if seat else 120),
    )
    for seat in (0, 1)
]
FACES = {"": Print("#3f6d8a"), **{card: Print("#dfe9ef", number=card) for card in CARDS}}
MILLS = {f"seat-{seat}": Print(f"seat-{seat}", number=str(seat + 1)) for seat in (0, 1)}
LAYOUT = Layout(
    areas=(Area("hill", "hill", (190, 140), SPOTS, ground="#8fb573", spot=26), *FARMS),
    looks={"mill": Look(disc(11), MILLS, ROUNDS), "card": Look(rectangle(41, 63), FACES)},
)
