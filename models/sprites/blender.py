"""Renders sheets of dice with Cycles. Needs `bpy` (Blender as a module), hence its own Python.

Run as `python -m models.sprites.blender OUT --sheets 56`; `models sprites` does that for you. Each
sheet is a PNG with soft shadows in its alpha channel and a JSON file that says what is where.
Several of these may work on one folder: a sheet is claimed by creating its `.claim` file.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found,unused-ignore]
import numpy as np
from bpy_extras.object_utils import world_to_camera_view  # type: ignore[import-not-found,unused-ignore]
from mathutils import Vector  # type: ignore[import-not-found,unused-ignore]

from models.sprites.look import DieLook, draw_look
from models.sprites.shape import face_atlas, rounded_cube

ACROSS = 6
CELL = 160
DIE_WIDTHS_PER_CELL = 2.2
SAMPLES = 4


def main() -> None:
    """Renders what is missing."""
    parser = argparse.ArgumentParser(description="Render sheets of dice.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sheets", type=int, default=56)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--light", type=Path, help="folder with .hdr pictures of rooms")
    options = parser.parse_args()
    rooms = sorted(options.light.glob("*.hdr")) if options.light else []
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.sheets):
        if _claim(options.out, number):
            _render_sheet(options.out, number, options.seed, options.threads, rooms)


def _claim(out: Path, number: int) -> bool:
    if (out / f"sheet{number:03}.json").exists():
        return False
    try:
        os.close(os.open(out / f"sheet{number:03}.claim", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def _render_sheet(out: Path, number: int, seed: int, threads: int, rooms: list[Path]) -> None:
    rng = random.Random(f"{seed}/{number}")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _settings(scene, threads, rng)
    elevation = rng.choice((rng.uniform(30, 58), rng.uniform(52, 90), rng.uniform(75, 90)))
    camera = _camera(scene, elevation, rng)
    _light(scene, rng, rooms)
    _catch_shadows(scene)
    dice = []
    for cell in range(ACROSS * ACROSS):
        look = draw_look(rng, 1 + (cell + number) % 6)
        jitter = [rng.uniform(-0.12, 0.12) for _ in range(2)]
        place = _on_table(scene, camera, cell, jitter)
        thing = _die(scene, look, place, f"{number}.{cell}")
        dice.append((cell, look, thing))
    bpy.context.view_layer.update()
    entries = [_describe(scene, camera, cell, look, thing) for cell, look, thing in dice]
    scene.render.filepath = str(out / f"sheet{number:03}.png")
    bpy.ops.render.render(write_still=True)
    text = json.dumps({"cell": CELL, "across": ACROSS, "elevation": elevation, "dice": entries})
    (out / f"sheet{number:03}.json").write_text(text)
    (out / f"sheet{number:03}.claim").unlink(missing_ok=True)


def _settings(scene: Any, threads: int, rng: random.Random) -> None:
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = SAMPLES
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoising_quality = "FAST"
    cycles.max_bounces = 5
    cycles.diffuse_bounces = 1
    cycles.glossy_bounces = 1
    cycles.transmission_bounces = 5
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.use_light_tree = False
    cycles.film_transparent_glass = True
    cycles.seed = rng.randrange(1 << 30)
    scene.render.film_transparent = True
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.resolution_x = scene.render.resolution_y = ACROSS * CELL
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = rng.choice(("Standard", "Standard", "Filmic"))


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


def _light(scene: Any, rng: random.Random, rooms: list[Path]) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    lamp = bpy.data.objects.new("lamp", data)
    scene.collection.objects.link(lamp)
    around, height = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(35, 85))
    away = rng.uniform(22, 60)
    direction = Vector(
        (
            math.cos(around) * math.cos(height),
            math.sin(around) * math.cos(height),
            math.sin(height),
        )
    )
    lamp.location = direction * away
    lamp.rotation_euler = direction.to_track_quat("Z", "Y").to_euler()
    # A die is about 1.6 cm wide, so 2.5 to 25 units are a lamp of 4 to 40 cm.
    data.size = rng.uniform(2.5, 25)
    data.energy = rng.uniform(6, 16) * away * away
    warmth = rng.uniform(0.55, 1.0)
    data.color = (1.0, (1 + warmth) / 2, warmth)
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Strength"].default_value = rng.uniform(0.25, 0.9)
    if rooms and rng.random() < 0.7:
        picture = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
        picture.image = bpy.data.images.load(str(rng.choice(rooms)))
        turn = world.node_tree.nodes.new("ShaderNodeMapping")
        turn.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, 2 * math.pi))
        where = world.node_tree.nodes.new("ShaderNodeTexCoord")
        world.node_tree.links.new(where.outputs["Generated"], turn.inputs["Vector"])
        world.node_tree.links.new(turn.outputs["Vector"], picture.inputs["Vector"])
        world.node_tree.links.new(picture.outputs["Color"], background.inputs["Color"])
    else:
        tone = rng.uniform(0.5, 1.0)
        background.inputs["Color"].default_value = (tone, tone, rng.uniform(0.5, 1.0), 1)


def _catch_shadows(scene: Any) -> None:
    mesh = bpy.data.meshes.new("table")
    s = 300.0
    mesh.from_pydata([(-s, -s, 0), (s, -s, 0), (s, s, 0), (-s, s, 0)], [], [(0, 1, 2, 3)])
    table = bpy.data.objects.new("table", mesh)
    table.is_shadow_catcher = True
    scene.collection.objects.link(table)


def _die(scene: Any, look: DieLook, place: tuple[float, float], name: str) -> Any:
    corners, quads, places = rounded_cube(look)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners.tolist(), [], quads.tolist())
    layer = mesh.uv_layers.new(name="faces")
    layer.data.foreach_set("uv", places.reshape(-1).astype(np.float32))
    mesh.polygons.foreach_set("use_smooth", [True] * len(quads))
    mesh.materials.append(_material(look, name))
    thing = bpy.data.objects.new(name, mesh)
    thing.location = (place[0], place[1], 0.5)
    thing.rotation_euler = (0, 0, math.radians(look.heading))
    scene.collection.objects.link(thing)
    return thing


def _material(look: DieLook, name: str) -> Any:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    atlas = _atlas_node(tree, look, name)
    split = tree.nodes.new("ShaderNodeSeparateColor")
    tree.links.new(atlas.outputs["Color"], split.inputs["Color"])
    paint = _mix(tree, split.outputs["Blue"], (*look.pip, 1), (*look.pip_of_one, 1))
    colour = _mix(tree, split.outputs["Red"], _body_colour(tree, look), paint)
    tree.links.new(colour, shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = look.roughness
    shader.inputs["IOR"].default_value = 1.4
    if look.material == "metal":
        shader.inputs["Metallic"].default_value = 1.0
        shader.inputs["Roughness"].default_value = 0.2 + 0.4 * look.roughness
    if look.material == "translucent":
        clear = tree.nodes.new("ShaderNodeMath")
        clear.operation = "MULTIPLY_ADD"
        clear.inputs[1].default_value = -look.clearness
        clear.inputs[2].default_value = look.clearness
        tree.links.new(split.outputs["Red"], clear.inputs[0])
        tree.links.new(clear.outputs[0], shader.inputs["Transmission Weight"])
        shader.inputs["IOR"].default_value = 1.2
    if look.pip_depth > 0:
        bump = tree.nodes.new("ShaderNodeBump")
        bump.invert = True
        bump.inputs["Strength"].default_value = look.pip_depth
        bump.inputs["Distance"].default_value = look.pip_radius
        tree.links.new(split.outputs["Green"], bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def _atlas_node(tree: Any, look: DieLook, name: str) -> Any:
    atlas = face_atlas(look)
    height, width = atlas.shape[:2]
    image = bpy.data.images.new(name, width, height, float_buffer=True, is_data=True)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = atlas
    image.pixels.foreach_set(pixels.ravel())
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    return node


def _body_colour(tree: Any, look: DieLook) -> Any:
    """The body's colour: one value, or the socket of a pattern that runs through the solid die."""
    first, second, third = ((*c, 1) for c in look.body)
    if look.material in ("opaque", "metal", "translucent"):
        return first
    where = tree.nodes.new("ShaderNodeTexCoord")
    moved = tree.nodes.new("ShaderNodeMapping")
    moved.inputs["Location"].default_value = (look.heading, look.grain * 7, look.edge * 31)
    tree.links.new(where.outputs["Object"], moved.inputs["Vector"])
    if look.material == "wood":
        pattern = tree.nodes.new("ShaderNodeTexWave")
        pattern.inputs["Scale"].default_value = 1.5 + look.grain
        pattern.inputs["Distortion"].default_value = 4.0
    else:
        pattern = tree.nodes.new("ShaderNodeTexNoise")
        fine = {"speckled": 12.0, "two_coloured": 0.5}.get(look.material, 1.3)
        pattern.inputs["Scale"].default_value = fine * look.grain
        pattern.inputs["Distortion"].default_value = 1.6 if look.material == "marbled" else 0.3
    tree.links.new(moved.outputs["Vector"], pattern.inputs["Vector"])
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    width = {"speckled": 0.02, "two_coloured": 0.03}.get(look.material, 0.12)
    stops = ramp.color_ramp.elements
    stops[0].position, stops[0].color = 0.48 - width, first
    stops[1].position, stops[1].color = 0.52 + width, second
    if look.material == "marbled":
        middle = stops.new(0.5)
        middle.color = third
    tree.links.new(pattern.outputs["Fac" if "Fac" in pattern.outputs else "Factor"], ramp.inputs[0])
    return ramp.outputs["Color"]


def _mix(tree: Any, factor: Any, low: Any, high: Any) -> Any:
    node = tree.nodes.new("ShaderNodeMixRGB")
    tree.links.new(factor, node.inputs["Fac"])
    for socket, colour in ((node.inputs["Color1"], low), (node.inputs["Color2"], high)):
        if isinstance(colour, tuple):
            socket.default_value = colour
        else:
            tree.links.new(colour, socket)
    return node.outputs["Color"]


def _describe(scene: Any, camera: Any, cell: int, look: DieLook, thing: Any) -> dict[str, Any]:
    side = ACROSS * CELL
    left, top = (cell % ACROSS) * CELL, (cell // ACROSS) * CELL

    def pixel(point: Any) -> tuple[float, float]:
        seen = world_to_camera_view(scene, camera, thing.matrix_world @ Vector(point))
        return (round(seen.x * side - left, 2), round((1 - seen.y) * side - top, 2))

    points = np.array([pixel(v.co) for v in thing.data.vertices])
    # The die is convex, so its outline is the hull of its corners; compositing needs only that.
    outline = _hull(points)
    flat = 0.5 - look.edge
    face = [pixel((x * flat, y * flat, 0.5)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return {
        "cell": cell,
        "value": look.value,
        "outline": outline,
        "top": face,
        "look": look.as_json(),
    }


def _hull(points: Any) -> list[tuple[float, float]]:
    """Andrew's monotone chain; Blender's Python has no OpenCV to ask."""
    ordered = sorted(map(tuple, points.tolist()))

    def half(run: Any) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for p in run:
            while (
                len(chain) > 1
                and (
                    (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1])
                    - (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])
                )
                <= 0
            ):
                chain.pop()
            chain.append(p)
        return chain

    return half(ordered)[:-1] + half(reversed(ordered))[:-1]


if __name__ == "__main__":
    main()
