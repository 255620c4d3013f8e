"""Sheets of dice, drawn by our own ray tracer: each a PNG, and JSON that says what is where."""

import json
import os
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.common.terminal import progress
from models.sprites.look import DieLook, draw_look, with_faint_pips
from models.sprites.room import open_room
from models.sprites.shape import corners
from models.sprites.tracer import DieCamera, Lamp, trace

ACROSS = 6
CELL = 160
SPAN = 2.2
# The first sheet's number: it seeds what is drawn, so another one would draw other dice.
FIRST = 1000


def make_sketches(folder: Path, rooms: Path, count: int, seed: int, *, faint: bool = False) -> None:
    """Draws `count` sheets of dice; those that are there already stay.

    Args:
        folder: Gets the sheets.
        rooms: Pictures of rooms that light the dice.
        count: How many sheets.
        seed: Decides about everything.
        faint: Whether all dice have pips that hardly show.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pictures = sorted(rooms.glob("*.hdr")) if rooms.is_dir() else []
    jobs = [(folder, pictures, seed, number, faint) for number in range(FIRST, FIRST + count)]
    missing = [job for job in jobs if not _page(folder, job[3]).exists()]
    # A forked process would wait forever for OpenCV's threads, which stay behind.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for _ in progress(pool.map(_make_sheet, missing), "sketches", len(missing)):
            pass


def _page(folder: Path, number: int) -> Path:
    return folder / f"sheet{number:04}.json"


def _make_sheet(job: tuple[Path, list[Path], int, int, bool]) -> None:
    folder, rooms, seed, number, faint = job
    cv2.setNumThreads(1)
    looks, rng = random.Random(f"sketch {seed}/{number}"), np.random.default_rng((seed, number))
    view = DieCamera(_elevation(rng), float(np.exp(rng.uniform(np.log(5), np.log(50)))), SPAN, CELL)
    lamp = _lamp(rng, rooms)
    sheet = np.zeros((ACROSS * CELL, ACROSS * CELL, 4), np.uint8)
    dice = []
    for cell in range(ACROSS * ACROSS):
        look = draw_look(looks, 1 + (cell + number) % 6)
        if faint:
            look = with_faint_pips(looks, look)
        top, left = (CELL * part for part in divmod(cell, ACROSS))
        sheet[top : top + CELL, left : left + CELL] = trace(look, view, lamp, rng)
        dice.append({"cell": cell, **_described(look, view)})
    page = _page(folder, number)
    cv2.imwrite(str(page.with_suffix(".png")), sheet)
    told = {"cell": CELL, "across": ACROSS, "elevation": view.elevation, "dice": dice}
    page.write_text(json.dumps(told))


def _elevation(rng: np.random.Generator) -> float:
    """Mostly aslant: from there a die shows three faces, and which is on top must be learnt."""
    low, high = ((25, 50), (25, 50), (45, 75), (72, 90), (80, 90))[rng.integers(5)]
    return float(rng.uniform(low, high))


def _lamp(rng: np.random.Generator, rooms: list[Path]) -> Lamp:
    around, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(25, 88))
    flat = np.cos(height)
    towards = np.array([flat * np.cos(around), flat * np.sin(around), np.sin(height)], np.float32)
    warmth = rng.uniform(0.55, 1.05)
    return Lamp(
        towards,
        size=float(np.exp(rng.uniform(np.log(0.05), np.log(0.7)))),
        colour=np.array([1, (1 + warmth) / 2, warmth], np.float32) * rng.uniform(0.15, 1.2),
        room=open_room(rng, rooms),
        rest=float(rng.uniform(0.25, 0.9)),
        table=np.asarray(rng.uniform(0.05, 0.7) * rng.uniform(0.7, 1.3, 3), np.float32),
    )


def _described(look: DieLook, view: DieCamera) -> dict[str, Any]:
    heading = np.radians(look.heading)
    spin = np.array(
        [[np.cos(heading), np.sin(heading), 0], [-np.sin(heading), np.cos(heading), 0], [0, 0, 1]]
    )
    seen = view.pixel(corners(look) @ spin).astype(np.float32)
    flat = 0.5 - look.edge
    face = np.array([(x * flat, y * flat, 0.5) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return {
        "value": look.value,
        "outline": cv2.convexHull(seen)[:, 0].round(2).tolist(),
        "top": view.pixel(face @ spin).round(2).tolist(),
        "look": asdict(look),
    }
