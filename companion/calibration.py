"""How well a camera sees a table: its picture, the board, a die's pixels, and a roll to try it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from companion.chart import Chart
from companion.commands.cameras import remark
from companion.doctor.finding import BAD, WARNING, Finding, bad, good, graded, skipped, warning
from companion.eyes import EitherEye
from companion.games.protocol import Game
from companion.observation import Observation
from companion.own_kit import OwnEyes
from companion.reasons import place_name, zone_name
from hardware.condition import condition_of
from hardware.frame import Frame
from hardware.mounting import GOOD_DIE, SMALLEST_DIE
from models.measure import wilson
from vision.looking import Look
from vision.table_camera import TableCamera

READINGS = 3
"""So often the table is read, as if for the first time, each time from another picture on."""
_LOOKS = 4
"""So many looks an eye needs to find a table and to read it."""

Checks = Iterator[tuple[str, Finding]]


class Calibration:
    """Looks at pictures of one table and says what to do about them.

    Args:
        game: What is played.
        eyes: Open eyes for it.
        rolled: What the dice on the table really show, if somebody has said so.
    """

    def __init__(self, game: Game[Any, Any], eyes: OwnEyes, rolled: Sequence[int] = ()) -> None:
        self._eyes, self._rolled = eyes, sorted(rolled)
        self._game = game
        self._board = place_name(game, eyes.chart.main.zone)

    def checks(self, frames: Sequence[Frame]) -> Checks:
        """Every check with its name; the last one is the verdict."""
        findings: list[Finding] = []
        for name, finding in self._checks(frames):
            findings.append(finding)
            yield name, finding
        yield "verdict", verdict(findings)

    def _checks(self, frames: Sequence[Frame]) -> Checks:
        yield "picture", _picture(frames[-1])
        tries = min(READINGS, len(frames))
        looks = [self._read(frames, number) for number in range(tries)]
        found = [(look, camera) for look, camera in looks if camera is not None]
        if len(found) < tries:
            reason = next(look.reason for look, camera in looks if camera is None)
            share = f"in {len(found)} of {tries} tries" if found else "not found"
            yield (
                "board",
                bad(
                    f"{self._board}: {share}: {reason or 'the table does not come to rest'}",
                    "all of it in the picture, sharp, and nothing lying on it but pieces; one that "
                    "looks otherwise needs markers: docs/cameras.md",
                ),
            )
            return
        look, camera = found[-1]
        yield "board", good(f"{self._board}: found in {tries} of {tries} tries")
        yield "aim", _aim(self._game, self._eyes.chart, camera, look)
        yield "die", _die(self._eyes.chart, camera)
        yield "roll", self._roll([look for look, _ in found])

    def _read(self, frames: Sequence[Frame], first: int) -> tuple[Look, TableCamera | None]:
        """The table as an eye sees it that has never seen it before."""
        eye = EitherEye(self._eyes.open(1), self._eyes.open_marked(1))
        for number in range(_LOOKS):
            look = eye.look(frames[(first + number) % len(frames)])
        return look, eye.camera if not look.reason and self._main(look).at_rest else None

    def _main(self, look: Look) -> Observation:
        """What was seen of the main board."""
        zone = self._eyes.chart.main.zone
        unseen = Observation(zone, at_rest=False)
        return next((each for each in look.observations if each.zone == zone), unseen)

    def _roll(self, looks: Sequence[Look]) -> Finding:
        read = [sorted(die.value for die in self._main(look).dice) for look in looks]
        if not self._rolled:
            return _steadiness(read)
        right = sum(sum((Counter(each) & Counter(self._rolled)).values()) for each in read)
        false = sum(sum((Counter(each) - Counter(self._rolled)).values()) for each in read)
        cases = len(self._rolled) * len(read)
        low, high = wilson(right, cases)
        found = (
            f"{right} of {cases} dice read right ({100 * low:.0f} to {100 * high:.0f} %)"
            f"{f', and {false} that were not there' if false else ''}"
        )
        advice = f"read: {', '.join(map(_values, read))}; more light, or hang the camera lower"
        return graded(found, advice, wrong=right < 0.8 * cases, tight=right < cases or false > 0)


def verdict(findings: Sequence[Finding]) -> Finding:
    """All of it in a sentence."""
    states = Counter(finding.state for finding in findings)
    if states[BAD]:
        return bad("not like this", "see what is WRONG above; moves by hand work all the time")
    if states[WARNING]:
        return warning("you can play; more will be asked than need be", "see above")
    return good("ready to play")


def _picture(frame: Frame) -> Finding:
    condition = condition_of(frame.image)
    high, wide = frame.image.shape[:2]
    found = (
        f"{wide} x {high}, brightness {condition.brightness:.0f} of 255, "
        f"sharpness {condition.sharpness:.0f}"
    )
    said = remark(condition.fault, condition.brightness, condition.burnt, condition.sharpness)
    if condition.fault:
        return bad(found, said)
    return warning(found, said) if said else good(found)


def _aim(game: Game[Any, Any], chart: Chart, camera: TableCamera, look: Look) -> Finding:
    """Whether the main board with what lies around it is in view, and something of the rest."""
    corners = camera.pixels([(point.x, point.y) for point in chart.regions[chart.main.zone]])
    inside = bool((corners >= 0).all() and (corners <= np.array(camera.size) - 1).all())
    zones = {*(board.zone for board in chart.boards), *(field.zone for field in chart.fields)}
    seen = {each.zone for each in look.observations if each.at_rest and each.looked_at}
    unseen = ", ".join(zone_name(game, zone) for zone in sorted(zones - seen))
    found = f"nothing is seen of: {unseen}" if unseen else "something is seen of everything"
    if not inside:
        return bad(
            "what lies around the board is cut off", "aim at its middle, or hang the camera higher"
        )
    if unseen:
        return warning(found, "move it or hang it higher, or enter by hand what happens there")
    return good(found)


def _die(chart: Chart, camera: TableCamera) -> Finding:
    """How large a die is in the middle of the board."""
    side = chart.measures.die
    half = side / 2
    ends = [(-half, 0.0, side), (half, 0.0, side), (0.0, -half, side), (0.0, half, side)]
    left, right, far, near = camera.pixels(ends)
    pixels = float(min(np.hypot(*(right - left)), np.hypot(*(near - far))))
    return graded(
        f"a die has {pixels:.0f} pixels",
        f"{GOOD_DIE:.0f} are good: hang the camera lower, or ask it for larger pictures",
        wrong=pixels < SMALLEST_DIE,
        tight=pixels < GOOD_DIE,
    )


def _steadiness(read: Sequence[list[int]]) -> Finding:
    """What was read when nobody has said what is right."""
    if not any(read):
        return skipped("no dice lie on the board; roll some onto it and try again")
    if all(each == read[0] for each in read):
        return good(f"{_values(read[0])}, {len(read)} times the same; is that right?")
    return warning(f"not always the same: {', '.join(map(_values, read))}", "more light, or closer")


def _values(values: Sequence[int]) -> str:
    return " ".join(map(str, values)) or "nothing"
