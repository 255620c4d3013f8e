"""`companion bench eye`: rendered tables that nobody tuned on, read by the eye, against the truth.

Random positions, art, lamp, lens, table cloth and camera (tilt up to 35 degrees). What the eye
knows of the art are photos of each face, taken once under another lamp, and of every second style
the drawings. Seeds differ from all that were tuned on.
"""

import time
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import cv2
import numpy as np

from companion.benches.eye.scenes import (
    BOARDS,
    Position,
    TaughtArt,
    camera_of,
    drawn,
    grounds,
    position,
    shown,
)
from companion.benches.eye.tally import lines, tally
from companion.camera.eyes.opening import open_dice_eye
from companion.common.intervals import share
from companion.common.terminal import progress
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.takes import take
from vision.eye import Eye, Kit, Look
from vision.motion.board_keeper import BoardKeeper
from vision.viewpoint.finding_board import Reference
from vision.viewpoint.view import BoardSize

NAME = "eye"
HELP = "dice, tiles, workers and docks of rendered tables; a bumped camera; times"
SCENES = 24
"""How many, unless told otherwise (`--scenes`)."""

_FIRST = 140_000
"""Seeds below were looked at while the eye was made, or were measured before."""
SETTLED = 5
"""Frames after which everything has come to rest and was read."""
_OF_A_STYLE = 4
"""Scenes that share one printer's art."""
_NEVER_SHOWN = 5
"""Tiles of each style that the eye has no photo of."""
_BUMPED = 3
"""Every so many scenes somebody pushes the camera."""
_FIND_AGAIN = 2.0


def run(scenes: int = SCENES) -> Mapping[str, object]:
    """Measure and return the figures."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measure(open_dice_eye(1), scenes)
    finally:
        cv2.setNumThreads(threads)


def _measure(dice: Any, scenes: int) -> dict[str, object]:
    counts: Counter[str] = Counter()
    times: dict[str, list[float]] = {"first": [], "move": [], "still": [], "again": []}
    job = _reference_job()
    for number, (seed, table, kit) in enumerate(taught_tables(_FIRST, scenes)):
        zones = ("forge", "island:0") if number % 2 else ("forge", "island:0", "dock:0")
        camera = camera_over(seed, table, kit.style, zones)
        eye = eye_for(table, kit, dice, zones)
        frames = camera.frames()
        looks = list(_looks(eye, frames, SETTLED))
        times["first"] += [took for look, took in looks if look.read]
        tally(counts, table.scenery, looks[-1][0], zones, kit.tiles.names)
        if number % _BUMPED == 0:
            _move(eye, camera, frames, table, times)
            _bump(eye, camera, frames, counts=counts, again=times["again"], seed=seed)
    return {"scenes": scenes, **lines(counts), **_bump_lines(counts), **_times(times, job)}


def taught_tables(
    first: int, scenes: int, boards: Container[str] = BOARDS
) -> Iterator[tuple[int, Position, TaughtArt]]:
    """Positions of random games with their seeds, and what an owner has shown of their art."""
    for number in progress(range(scenes), "scenes"):
        seed = first + number
        table = position(seed)
        if number % _OF_A_STYLE == 0:
            style = int(np.random.default_rng([seed, 59]).integers(1, 1 << 30))
            names = _names_shown(table.game, seed)
            if number // _OF_A_STYLE % 2:
                measures = table.game.chart(table.state).measures
                kit = drawn(table.game, measures, style, names=names)
            else:
                kit = shown(table.game, seed, style, names=names, boards=boards)
        yield seed, table, kit


def _names_shown(game: Any, seed: int) -> frozenset[str]:
    """The tiles that the eye is shown: all but a few, and always those at (0, 0)."""
    cutouts = game.cutouts(next(iter(game.editions)))
    every = [each.name.partition(" ") for each in cutouts if len(each.outline) == 6]
    plain = sorted({name for name, _, seat in every if not seat})
    left_out = np.random.default_rng([seed, 67]).choice(plain, _NEVER_SHOWN, replace=False)
    return frozenset(name for name, *_ in every) - set(left_out.tolist())


def camera_over(seed: int, table: Position, style: int, zones: tuple[str, ...]) -> SimulatedCamera:
    """A camera that sees these zones, in any home."""
    bounds = table.scenery.bounds(*zones)
    shot = take(seed, *bounds, style=style, grounds=grounds(table.game))
    return camera_of(shot, table.scenery, style)


def eye_for(table: Position, kit: TaughtArt, dice: Any, zones: tuple[str, ...]) -> Eye:
    """An eye that was shown the kit, and reads these zones."""
    chart = table.game.chart(table.state).only(*zones)
    size = BoardSize(*chart.main.size)
    keeper = BoardKeeper(size, Reference(kit.pictures[chart.main.name], size, chart.main.outline))
    return Eye(chart, Kit(kit.tiles, kit.tokens, kit.pictures, kit.colours), dice, keeper)


def _looks(eye: Eye, frames: Iterator[Any], count: int) -> Iterator[tuple[Look, float]]:
    """Look at some frames; with each look the seconds that it took."""
    for frame in islice(frames, count):
        started = time.process_time()
        look = eye.look(frame)
        yield look, time.process_time() - started


def _move(
    eye: Eye,
    camera: SimulatedCamera,
    frames: Iterator[Any],
    table: Position,
    times: dict[str, list[float]],
) -> None:
    """Somebody takes a tile from the market; then nothing moves."""
    things = table.scenery.things
    taken = next((t for t in things if t.kind == "tile" and "market" in str(t.place)), None)
    camera.show(replace(table.scenery, things=tuple(t for t in things if t is not taken)))
    times["move"] += [took for look, took in _looks(eye, frames, SETTLED) if look.read]
    times["still"] += [took for look, took in _looks(eye, frames, 3) if not look.read]


def _bump(
    eye: Eye,
    camera: SimulatedCamera,
    frames: Iterator[Any],
    *,
    counts: Counter[str],
    again: list[float],
    seed: int,
) -> None:
    """Somebody pushes the camera: it must be noticed, and the board found where it is now."""
    rng = np.random.default_rng([seed, 61])
    view = camera.renderer.view
    x, y = rng.uniform(8, 30, 2) * rng.choice((-1, 1), 2)
    aim = type(view.aim)(view.aim.x + float(x), view.aim.y + float(y))
    pushed = replace(
        view,
        aim=aim,
        turn=view.turn + float(rng.uniform(-4, 4)),
        tilt=max(0.0, view.tilt + float(rng.uniform(-3, 3))),
    )
    if eye.camera is None:
        return
    camera.bump(pushed)
    counts["bumps"] += 1
    spent, noticed = 0.0, False
    for look, took in _looks(eye, frames, SETTLED + 3):
        if noticed or look.camera_moved:
            spent += took
            noticed = True
        if noticed and eye.camera is not None:
            break
    counts["bumps noticed"] += noticed
    if eye.camera is None:
        return
    outline = np.array(eye.chart.main.outline)
    true = pushed.project(np.column_stack([outline, np.zeros(len(outline))]))
    off = float(np.linalg.norm(eye.camera.pixels(outline) - true, axis=1).max())
    counts["bumps found again"] += off < 0.01 * view.size[0] and spent < _FIND_AGAIN
    again.append(spent)


def _bump_lines(counts: Counter[str]) -> dict[str, object]:
    bumps = counts["bumps"]
    return {
        "camera bumped, noticed": share(counts["bumps noticed"], bumps),
        "camera bumped, found again in 2 s": share(counts["bumps found again"], bumps),
    }


def _reference_job() -> float:
    """Seconds of a fixed job, to compare machines and their moods: blur and shrink a picture."""
    picture = np.random.default_rng(0).integers(0, 255, (960, 1280, 3), np.uint8)
    started = time.process_time()
    for _ in range(20):
        soft = cv2.GaussianBlur(picture, (0, 0), 2.0)
        cv2.cvtColor(cv2.resize(soft, (640, 480), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    return (time.process_time() - started) / 20


def _times(times: Mapping[str, list[float]], job: float) -> dict[str, object]:
    names = {
        "first": "first look, everything is read",
        "move": "settled look after a move (goal: 400 ms)",
        "still": "nothing moved (goal: 15 ms)",
        "again": "board found again (goal: 2000 ms)",
    }
    found: dict[str, object] = {"fixed job, blur and shrink": f"{1000 * job:.1f} ms"}
    for key, name in names.items():
        every = sorted(times[key])
        if every:
            middle = every[len(every) // 2]
            found[name] = (
                f"{1000 * middle:.0f} ms in the middle, {1000 * every[-1]:.0f} ms at most "
                f"({middle / job:.1f} times the fixed job; {len(every)} looks)"
            )
    return found
