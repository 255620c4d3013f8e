"""Measures how well a camera sees a table, as on the phone, from some pictures at once."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.camera.eyes.own_kit import OwnEyes
from companion.camera.setup import findings, measuring
from companion.camera.setup.set_up_eye import players_of, set_up_eye
from companion.common.finding import Finding, bad, good, skipped, warning
from companion.common.words import say
from companion.games.kit.defaults import place_name
from companion.games.protocol import Game
from companion.phones.camera_record.measures import Roll
from companion.phones.camera_record.record import SetupFile
from companion.phones.camera_record.zones import as_drawn
from hardware.frame import Frame
from vision.reading.look import Look

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
        file: What was set up for this camera, on the phone.
        rolled: What the dice on the table really show, if somebody has said so.
    """

    def __init__(
        self, game: Game, eyes: OwnEyes, file: SetupFile, rolled: Sequence[int] = ()
    ) -> None:
        self._game, self._eyes, self._file = game, eyes, file
        self._rolled = tuple(sorted(rolled))
        self._drawn = file.record.zones.get(players_of(eyes.chart), {})
        self._chart = as_drawn(eyes.chart, self._drawn)
        self._board = place_name(game, eyes.chart.main.zone)

    def checks(self, frames: Sequence[Frame]) -> Checks:
        """Every check with its name; the last one is the verdict."""
        found: list[Finding] = []
        for name, finding in self._checks(frames):
            found.append(finding)
            yield name, finding
        yield "verdict", findings.verdict(found)

    def _checks(self, frames: Sequence[Frame]) -> Checks:
        high, wide = frames[-1].image.shape[:2]
        yield "picture", good(f"{wide} x {high} pixels")
        tries = min(READINGS, len(frames))
        looks = [self._read(frames, number) for number in range(tries)]
        found = [look for look in looks if self._is_read(look)]
        last = (found or looks)[-1]
        samples = [measuring.sample_of(self._chart, frame, last) for frame in frames]
        yield "light", findings.light(measuring.lamp_of(frames[-1], samples))
        yield "focus", findings.focus(measuring.focus_of(self._chart, frames[-1], last))
        if len(found) < tries:
            yield "board", self._not_found(looks, len(found))
            return
        times = {"board": self._board, "n": tries, "tries": tries}
        yield "board", good(say("{board}: found in {n} of {tries} tries", **times))
        aim = measuring.aim_of(self._chart, last)
        yield "aim", findings.aim(self._game, self._chart.main.zone, aim)
        yield "lens", findings.lens(self._file.record.lens)
        yield "zones", findings.zones(len(self._drawn))
        yield "roll", self._roll(found)

    def _not_found(self, looks: Sequence[Look], times: int) -> Finding:
        aim = next(measuring.aim_of(self._chart, look) for look in looks if not self._is_read(look))
        finding = findings.aim(self._game, self._chart.main.zone, aim)
        said = f"{self._board}: found in {times} of {len(looks)} tries"
        return bad(said, "the table does not come to rest" if aim.found else finding.advice)

    def _read(self, frames: Sequence[Frame], first: int) -> Look:
        """The table as an eye sees it that has never seen it before."""
        eye = set_up_eye(self._eyes, self._file, marked=True, rest=1)
        for number in range(_LOOKS):
            look = eye.look(frames[(first + number) % len(frames)])
        return look

    def _is_read(self, look: Look) -> bool:
        return look.camera is not None and measuring.seen_on_board(self._chart, look).at_rest

    def _roll(self, looks: Sequence[Look]) -> Finding:
        read = [measuring.seen_on_board(self._chart, look).dice for look in looks]
        if not self._rolled:
            return _steadiness([sorted(die.value for die in dice) for dice in read])
        return findings.roll([Roll(self._rolled, *measuring.by_certainty(dice)) for dice in read])


def _steadiness(read: Sequence[list[int]]) -> Finding:
    """What was read when nobody has said what is right."""
    if not any(read):
        return skipped("no dice lie on the board; roll some onto it and try again")
    values = Counter(_values(each) for each in read)
    if len(values) == 1:
        (only,) = values
        return good(f"{only}, {len(read)} times the same; is that right?")
    return warning(f"not always the same: {', '.join(map(_values, read))}", "more light, or closer")


def _values(values: Sequence[int]) -> str:
    return " ".join(map(str, values)) or "-"
