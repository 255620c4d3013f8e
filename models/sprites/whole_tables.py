"""Renders whole tables with Cycles: dice that mirror and shade each other, seen in perspective.

Run as `python -m models.sprites.whole_tables OUT --count 400`; `models renders` does that for you.
Each picture is a PNG beside a JSON file that says what is where. The tops in `OUT/tops` are drawn
beforehand: Blender's Python has no OpenCV.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found,unused-ignore]
from bpy_extras.object_utils import world_to_camera_view  # type: ignore[import-not-found,unused-ignore]
from mathutils import Euler, Matrix, Vector  # type: ignore[import-not-found,unused-ignore]

from models.scenes.scene import VISIBLE
from models.sprites.layout import Lying, TableLayout, lay_table
from models.sprites.stage import claim, hull, light, orders, put_die, settings

SIDE = 320
DARKENED = -1.3
# How much of the table one drawn top covers, as a multiple of what the picture's middle shows.
_COVERED = 1.8


def main() -> None:
    """Renders what is missing."""
    options, rooms = orders("Render whole tables.", "count", 400)
    tops = sorted((options.out / "tops").glob("*.png"))
    for number in range(options.count):
        if claim(options.out, f"table{number:04}"):
            _render(options, number, rooms, tops)


def _render(options: argparse.Namespace, number: int, rooms: list[Path], tops: list[Path]) -> None:
    table = lay_table(options.seed, number)
    rng = random.Random(f"light {options.seed}/{number}")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    settings(scene, SIDE, options.threads, rng)
    scene.render.film_transparent = False
    scene.render.image_settings.color_mode = "RGB"
    # Light that burns out a white table is lost; what is too dark can be made brighter later.
    scene.view_settings.exposure = DARKENED
    camera = _camera(scene, table)
    light(scene, rng, rooms)
    _top(scene, table, rng.choice(tops))
    things = [
        (die, put_die(scene, die.look, (die.x, die.y), f"{number}.{place}"))
        for place, die in enumerate(table.dice)
    ]
    bpy.context.view_layer.update()
    entries = []
    for die, thing in things:
        entry = _describe(scene, camera, die, thing)
        if entry["visible"] < VISIBLE:
            bpy.data.objects.remove(thing)
        else:
            entries.append(entry)
    name = f"table{number:04}"
    scene.render.filepath = str(options.out / f"{name}.png")
    bpy.ops.render.render(write_still=True)
    (options.out / f"{name}.json").write_text(json.dumps({"side": SIDE, "dice": entries}))
    (options.out / f"{name}.claim").unlink(missing_ok=True)


def _camera(scene: Any, table: TableLayout) -> Any:
    data = bpy.data.cameras.new("camera")
    data.angle = math.radians(table.angle)
    data.clip_end = 2000
    thing = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(thing)
    away = table.span / 2 / math.tan(data.angle / 2)
    tilt = math.radians(90 - table.elevation)
    thing.location = (0, -away * math.sin(tilt), 0.5 + away * math.cos(tilt))
    upright = Euler((tilt, 0, 0)).to_matrix()
    roll = Matrix.Rotation(math.radians(table.roll), 3, "Z")
    thing.rotation_euler = (upright @ roll).to_euler()
    if table.aperture:
        data.dof.use_dof = True
        data.dof.focus_distance = away
        # Blender's lengths are metres, its lenses are in millimetres, ours are widths of a die.
        data.dof.aperture_fstop = data.lens / 1000 / (2 * table.aperture)
    scene.camera = thing
    bpy.context.view_layer.update()
    return thing


def _top(scene: Any, table: TableLayout, picture: Path) -> None:
    size = table.span * 40
    mesh = bpy.data.meshes.new("table")
    corners = [(-size, -size, 0), (size, -size, 0), (size, size, 0), (-size, size, 0)]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    layer = mesh.uv_layers.new(name="top")
    wide = table.span * _COVERED
    for corner, spot in zip(corners, layer.data, strict=True):
        spot.uv = (corner[0] / wide + 0.5, corner[1] / wide + 0.5)
    material = bpy.data.materials.new("top")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = table.roughness
    drawn = tree.nodes.new("ShaderNodeTexImage")
    drawn.image = bpy.data.images.load(str(picture))
    drawn.extension = "MIRROR"
    tree.links.new(drawn.outputs["Color"], shader.inputs["Base Color"])
    mesh.materials.append(material)
    scene.collection.objects.link(bpy.data.objects.new("table", mesh))


def _describe(scene: Any, camera: Any, die: Lying, thing: Any) -> dict[str, Any]:
    def pixel(point: Any) -> tuple[float, float]:
        seen = world_to_camera_view(scene, camera, thing.matrix_world @ Vector(point))
        return (round(seen.x * SIDE, 2), round((1 - seen.y) * SIDE, 2))

    return {
        "value": die.look.value,
        "outline": hull([pixel(v.co) for v in thing.data.vertices]),
        "visible": _visible(scene, camera, die, thing, pixel),
        "look": die.look.as_json(),
    }


def _visible(scene: Any, camera: Any, die: Lying, thing: Any, pixel: Any) -> float:
    """How much of the top face the camera sees: rays to points on it that arrive."""
    graph = bpy.context.evaluated_depsgraph_get()
    eye = camera.matrix_world.translation
    flat = 0.46 - die.look.edge
    steps = [flat * (i / 3 - 1) for i in range(7)]
    arrived = 0
    for x in steps:
        for y in steps:
            u, v = pixel((x, y, 0.5))
            point = thing.matrix_world @ Vector((x, y, 0.5))
            hit, *_, what, _ = scene.ray_cast(graph, eye, (point - eye).normalized())
            arrived += 0 <= u < SIDE and 0 <= v < SIDE and hit and what.name == thing.name
    return arrived / len(steps) ** 2


if __name__ == "__main__":
    main()
