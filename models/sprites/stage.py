"""What every picture of dice needs in Blender: Cycles' settings, light, and the dice themselves.

Needs `bpy` (Blender as a module), hence its own Python.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found,unused-ignore]
import numpy as np
from mathutils import Vector  # type: ignore[import-not-found,unused-ignore]

from models.sprites.look import DieLook
from models.sprites.shape import face_atlas, rounded_cube

SAMPLES = 4


def orders(what: str, counted: str, usual: int) -> tuple[argparse.Namespace, list[Path]]:
    """What a renderer is told on its command line, and the rooms that light its pictures."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("out", type=Path)
    parser.add_argument(f"--{counted}", type=int, default=usual)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--light", type=Path, help="folder with .hdr pictures of rooms")
    options = parser.parse_args()
    return options, sorted(options.light.glob("*.hdr")) if options.light else []


def claim(out: Path, name: str) -> bool:
    """Whether this worker may make a picture: several may work on one folder."""
    if (out / f"{name}.json").exists():
        return False
    try:
        os.close(os.open(out / f"{name}.claim", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def settings(scene: Any, side: int, threads: int, rng: random.Random) -> None:
    """Quick, and good enough that 4 samples and 16 can't be told apart by eye."""
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
    scene.render.resolution_x = scene.render.resolution_y = side
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = rng.choice(("Standard", "Standard", "Filmic"))


def light(scene: Any, rng: random.Random, rooms: list[Path]) -> None:
    """One lamp of 4 to 40 cm, and a room around."""
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


def put_die(scene: Any, look: DieLook, place: tuple[float, float], name: str) -> Any:
    """Puts a die on the table, its middle above a spot."""
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


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Andrew's monotone chain; Blender's Python has no OpenCV to ask."""
    ordered = sorted(points)

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
