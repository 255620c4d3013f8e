"""`companion bench tokens`: islands full of upgrade tokens, and how many get a wrong name.

A game has few upgrades, so `companion bench eye` meets too few to tell one wrong name in a hundred.
"""

from collections import Counter
from collections.abc import Mapping

import cv2

from companion.benches.eye.eye import SETTLED, camera_over, eye_for, taught_tables
from companion.benches.eye.scenes import with_upgrades
from companion.benches.eye.tally import OF_TOKENS, lines, tally
from companion.camera.eyes.opening import open_dice_eye

NAME = "tokens"
HELP = "upgrade tokens on rendered islands: how many are named, and how many wrongly"
SCENES = 60

_FIRST = 83_020
"""Seeds below were looked at while tokens were learnt."""
_ZONES = ("forge", "island:0")


def run(scenes: int = SCENES) -> Mapping[str, object]:
    """Measure and return the figures."""
    cv2.setNumThreads(1)
    dice = open_dice_eye(1)
    counts: Counter[str] = Counter()
    wrong: list[int] = []
    for seed, plain, kit in taught_tables(_FIRST, scenes, boards=("forge",)):
        table = with_upgrades(plain, seed)
        frame = next(camera_over(seed, table, kit.style, _ZONES).frames())
        eye = eye_for(table, kit, dice, _ZONES)
        looks = [eye.look(frame) for _ in range(SETTLED)]
        found: Counter[str] = Counter()
        tally(found, table.scenery, looks[-1], _ZONES, kit.tiles.names)
        if found["upgrades named right"] < found["upgrades named"]:
            wrong.append(seed)
        counts += found
    return {
        "scenes": scenes,
        **lines(counts, OF_TOKENS),
        "scenes with a wrong name": ", ".join(map(str, wrong)) or "none",
        "workers where none is": counts["tile workers that are none"],
    }
