"""Renders sheets of dice with Cycles. Needs `bpy` (Blender as a module), hence its own Python.

Run as `python -m models.sprites.blender OUT --sheets 56`; `models sprites` does that for you. Each
sheet is a PNG with soft shadows in its alpha channel and a JSON file that says what is where.
Several of these may work on one folder: a sheet is claimed by creating its `.claim` file.
"""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found,unused-ignore]
from bpy_extras.object_utils import world_to_camera_view  # type: ignore[import-not-found,unused-ignore]
from mathutils import Vector  # type: ignore[import-not-found,unused-ignore]

from models.sprites.look import DieLook, draw_look
from models.sprites.stage import claim, hull, light, orders, put_die, settings

ACROSS = 6
CELL = 160
DIE_WIDTHS_PER_CELL = 2.2


def main() -> None:
    """Renders what is missing."""
    options, rooms = orders("Render sheets of dice.", "sheets", 56)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.sheets):
        if claim(options.out, f"sheet{number:03}"):
            _render_sheet(options.out, number, options.seed, options.threads, rooms)


def _render_sheet(out: Path, number: int, seed: int, threads: int, rooms: list[Path]) -> None:
    rng = random.Random(f"{seed}/{number}")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    settings(scene, ACROSS * CELL, threads, rng)
    elevation = rng.choice((rng.uniform(30, 58), rng.uniform(52, 90), rng.uniform(75, 90)))
    camera = _camera(scene, elevation, rng)
    light(scene, rng, rooms)
    _catch_shadows(scene)
    dice = []
    for cell in range(ACROSS * ACROSS):
        look = draw_look(rng, 1 + (cell + number) % 6)
        jitter = [rng.uniform(-0.12, 0.12) for _ in range(2)]
        place = _on_table(scene, camera, cell, jitter)
        thing = put_die(scene, look, place, f"{number}.{cell}")
        dice.append((cell, look, thing))
    bpy.context.view_layer.update()
    entries = [_describe(scene, camera, cell, look, thing) for cell, look, thing in dice]
    scene.render.filepath = str(out / f"sheet{number:03}.png")
    bpy.ops.render.render(write_still=True)
    text = json.dumps({"cell": CELL, "across": ACROSS, "elevation": elevation, "dice": entries})
    (out / f"sheet{number:03}.json").write_text(text)
    (out / f"sheet{number:03}.claim").unlink(missing_ok=True)


def _camera(scene: Any, elevation: float, rng: random.Random) -> Any:
    data = bpy.data.cameras.new("camera")
    data.angle = math.radians(rng.uniform(8, 34))
    thing = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(thing)
    away = ACROSS * DIE_WIDTHS_PER_CELL / 2 / math.tan(data.angle / 2)
    tilt = math.radians(90 - elevation)
    thing.location = (0, -away * math.sin(tilt), 0.5 + away * math.cos(tilt))
    thing.rotation_euler = (tilt, 0, 0)
    data.clip_end = 1000
    scene.camera = thing
    bpy.context.view_layer.update()
    return thing


def _on_table(scene: Any, camera: Any, cell: int, jitter: list[float]) -> tuple[float, float]:
    """Finds the spot on the table that the camera sees in the middle of a cell."""
    u = (cell % ACROSS + 0.5 + jitter[0]) / ACROSS - 0.5
    v = 0.5 - (cell // ACROSS + 0.5 + jitter[1]) / ACROSS
    half = math.tan(camera.data.angle / 2)
    ray = camera.matrix_world.to_3x3() @ Vector((u * 2 * half, v * 2 * half, -1.0))
    start = camera.matrix_world.translation
    reach = (0.5 - start.z) / ray.z
    return (start.x + ray.x * reach, start.y + ray.y * reach)


def _catch_shadows(scene: Any) -> None:
    mesh = bpy.data.meshes.new("table")
    s = 300.0
    mesh.from_pydata([(-s, -s, 0), (s, -s, 0), (s, s, 0), (-s, s, 0)], [], [(0, 1, 2, 3)])
    table = bpy.data.objects.new("table", mesh)
    table.is_shadow_catcher = True
    scene.collection.objects.link(table)


def _describe(scene: Any, camera: Any, cell: int, look: DieLook, thing: Any) -> dict[str, Any]:
    side = ACROSS * CELL
    left, top = (cell % ACROSS) * CELL, (cell // ACROSS) * CELL

    def pixel(point: Any) -> tuple[float, float]:
        seen = world_to_camera_view(scene, camera, thing.matrix_world @ Vector(point))
        return (round(seen.x * side - left, 2), round((1 - seen.y) * side - top, 2))

    points = [pixel(v.co) for v in thing.data.vertices]
    # The die is convex, so its outline is the hull of its corners; compositing needs only that.
    outline = hull(points)
    flat = 0.5 - look.edge
    face = [pixel((x * flat, y * flat, 0.5)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return {
        "cell": cell,
        "value": look.value,
        "outline": outline,
        "top": face,
        "look": look.as_json(),
    }


if __name__ == "__main__":
    main()
