"""Says in words what measures mean: how good it is, and what to do about it."""

from collections.abc import Iterable, Sequence

from companion.common.finding import BAD, WARNING, Finding, bad, good, graded, skipped, warning
from companion.common.intervals import wilson
from companion.common.words import joined, listed, say, say_n
from companion.games.kit.defaults import place_name, zone_name
from companion.games.protocol import Game
from companion.phones.camera_record.measures import Aim, Focus, LensFit, LightMeasure, Roll, Score
from companion.phones.setup_view import OPEN
from hardware.mounting import GOOD_DIE, SMALLEST_DIE

SLANTED, TOO_SLANTED = 30.0, 40.0
SOFT, BLURRED = 45.0, 25.0
DIM, DARK, DAZZLING = 60.0, 40.0, 215.0
MIRRORED, BURNT = 0.025, 0.06
UNEVEN, ONE_SIDED = 2.5, 5.0
FLICKERS, STROBES = 0.02, 0.06
ENOUGH_DICE = 15
"""So many dice tell something; below that the interval is wide."""
_READS = 0.8


def aim(game: Game, board: str, seen: Aim) -> Finding:
    """Whether the camera looks at the right thing from the right place."""
    name = place_name(game, board)
    if not seen.found:
        return bad(
            say("The camera does not find {board}.", board=name),
            say("What the eye says: {reason}.", reason=seen.reason.said)
            if seen.reason
            else say(
                "All of it must be in the picture, sharp and lit, with nothing on it but pieces."
            ),
        )
    if not seen.inside:
        return bad(
            say("What lies around {board} is cut off.", board=name),
            say("Aim at its middle, or hang the camera higher."),
        )
    if seen.die < SMALLEST_DIE:
        return bad(
            say("Too small: a die has {n:.0f} pixels, and {least:.0f} are the least.", n=seen.die,
                least=SMALLEST_DIE),
            say("Hang the camera lower, or ask it for larger pictures."),
        )  # fmt: skip
    if seen.tilt > TOO_SLANTED:
        return bad(
            say("Too tilted: {n:.0f} degrees from straight down.", n=seen.tilt),
            say("Hang the camera more above the middle of the table."),
        )
    return _tight_aim(game, seen)


def _tight_aim(game: Game, seen: Aim) -> Finding:
    if seen.die < GOOD_DIE:
        return warning(
            say("A die has {n:.0f} pixels; {good:.0f} would be good.", n=seen.die, good=GOOD_DIE),
            say("Hang the camera lower, or ask it for larger pictures."),
        )
    if seen.tilt > SLANTED:
        return warning(
            say("Rather tilted: {n:.0f} degrees from straight down.", n=seen.tilt),
            say("Hang the camera more above the middle of the table."),
        )
    if seen.unseen:
        return warning(
            say("Nothing is seen of: {zones}.",
                zones=listed(zone_name(game, zone) for zone in seen.unseen)),
            say("Move it or hang the camera higher, or enter by hand what happens there."),
        )  # fmt: skip
    return good(
        say("All is in view; a die has {n:.0f} pixels, {tilt:.0f} degrees from straight down.",
            n=seen.die, tilt=seen.tilt)
    )  # fmt: skip


def focus(seen: Focus) -> Finding:
    """Whether it is sharp."""
    found = say("Sharpness {n:.0f} of 100.", n=seen.sharpness)
    advice = say("Wipe the lens, and turn its ring, if it has one, until the bar is longest.")
    return graded(found, advice, wrong=seen.sharpness < BLURRED, tight=seen.sharpness < SOFT)


def light(seen: LightMeasure) -> Finding:
    """Whether the light is good; the worst thing is said."""
    if seen.fault:
        return bad(
            say("The picture shows nothing."),
            say("Is the lens cap off, the lamp on, the cable whole?"),
        )
    checks = tuple(_lights(seen))
    for state in (BAD, WARNING):
        for each in checks:
            if each.state == state:
                return each
    flicker = say("no flicker") if seen.flicker is not None else say("flicker not measured yet")
    return good(say("Bright enough ({n:.0f} of 255), even, no glare, {flicker}.", n=seen.brightness,
                    flicker=flicker))  # fmt: skip


def _lights(seen: LightMeasure) -> Iterable[Finding]:
    level = say("Brightness {n:.0f} of 255.", n=seen.brightness)
    yield graded(
        joined((say("Too dark."), level)),
        say("More light on the table: another lamp, or one that is nearer."),
        wrong=seen.brightness < DARK,
        tight=seen.brightness < DIM,
    )
    yield graded(
        joined((say("Too bright."), level)),
        say("Less light, or let the camera expose shorter."),
        wrong=seen.brightness > DAZZLING,
        tight=False,
    )
    yield graded(
        say("A lamp is mirrored: {n:.0f} % of the board is burnt out.", n=100 * seen.glare),
        say("Move the lamp aside, or let it shine against the ceiling."),
        wrong=seen.glare > BURNT,
        tight=seen.glare > MIRRORED,
    )
    yield graded(
        say("Uneven: one side is {n:.1f} times as bright as another.", n=seen.uneven),
        say("Put a second lamp on the other side, or use the one at the ceiling."),
        wrong=seen.uneven > ONE_SIDED,
        tight=seen.uneven > UNEVEN,
    )
    flicker = seen.flicker or 0.0
    yield graded(
        say("The light flickers by {n:.0f} %.", n=100 * flicker),
        say("Use another lamp, or do not dim it; set the camera to the mains (50 or 60 Hz)."),
        wrong=flicker > STROBES,
        tight=flicker > FLICKERS,
    )


def lens(fit: LensFit | None) -> Finding:
    """What is known about the lens."""
    if fit is None:
        return skipped(say("Not measured: the lens is worked out from the table itself."))
    found = say_n(
        "Measured from {n} picture of the sheet; corners miss by {error:.2f} pixels.",
        "Measured from {n} pictures of the sheet; corners miss by {error:.2f} pixels.",
        fit.pictures,
        error=fit.error,
    )
    return graded(
        found,
        say("Take some more, with the sheet flat and from other sides."),
        wrong=False,
        tight=fit.error > 1.0,
    )


def sheet(is_seen: bool) -> Finding:
    """Whether the printed sheet is in the picture."""
    if is_seen:
        return good(say("The sheet is seen well."))
    return Finding(OPEN, say("No sheet is to be seen, or too little of it."))


def zones(drawn: int) -> Finding:
    """Where zones come from, of which people drew so many."""
    if not drawn:
        return good(say("As the set-up proposes them."))
    return good(say_n("{n} zone was drawn by hand.", "{n} zones were drawn by hand.", drawn))


def roll(rolls: Sequence[Roll]) -> Finding:
    """How well dice were read, with the interval of the share read right and for certain."""
    if not rolls:
        return skipped(say("No roll was tried yet."))
    total = sum((each.score for each in rolls), Score())
    low, high = wilson(total.right, total.dice)
    found = say_n(
        "{right} of {n} die read right and for certain ({low:.0f} to {high:.0f} %), "
        "{unsure} unsure, {wrong} wrong.",
        "{right} of {n} dice read right and for certain ({low:.0f} to {high:.0f} %), "
        "{unsure} unsure, {wrong} wrong.",
        total.dice,
        right=total.right,
        low=100 * low,
        high=100 * high,
        unsure=total.unsure + total.missed,
        wrong=total.false,
    )
    if total.false or total.right < _READS * total.dice:
        advice = say("More light, sharper, or hang the camera lower; then try again.")
        return graded(found, advice, wrong=total.right + total.unsure < _READS * total.dice,
                      tight=True)  # fmt: skip
    if total.dice < ENOUGH_DICE:
        left = ENOUGH_DICE - total.dice
        return warning(
            found, say_n("Roll {n} more die to be surer.", "Roll {n} more dice to be surer.", left)
        )
    return good(found)


def verdict(findings: Iterable[Finding]) -> Finding:
    """All of it in a sentence; what was skipped costs nothing."""
    states = {finding.state for finding in findings}
    if BAD in states:
        return bad(
            say("Not like this."),
            say("Put right what is marked as wrong; moves by hand work all the time."),
        )
    if WARNING in states:
        return warning(
            say("You can play; more will be asked than need be."),
            say("What is marked could be better."),
        )
    return good(say("Ready to play."))
