"""A small ray tracer for one die on a table, with numpy and OpenCV.

It is our own because Blender's Cycles takes a hundred times as long, in a Python of its own.
It knows no light that goes from die to die, and glass only roughly. What it gives instead is
number: thousands of dice, no two alike, from every height, so that which face lies on top is
learnt from the shape of dice and not from a few hundred of them.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.sprites.look import DieLook
from models.sprites.room import Room, looked_up
from models.sprites.shape import FACE_PIXELS, FRAMES, face_atlas

Floats = NDArray[np.float32]
AnyFloats = NDArray[np.floating[Any]]
Pixels = NDArray[np.uint8]

# Rays per pixel and direction: pips have clean edges.
_FINE = 2
_MARCHES = 16
_CLOSE = 0.002
_LAMP_RAYS = 12
# How much plastic mirrors seen straight on, and how much light bends that enters it.
_MIRRORS = 0.04
_BENDS = 1.25


@dataclass(frozen=True)
class DieCamera:
    """A camera that looks at a die of width one, standing on the plane z = 0.

    Attributes:
        elevation: How high above the table it stands, in degrees.
        distance: How many die widths away.
        span: How many die widths the picture shows.
        side: How many pixels wide and high it is.
    """

    elevation: float
    distance: float
    span: float
    side: int

    @property
    def axes(self) -> tuple[Floats, Floats, Floats]:
        """Ahead, to the right, and up."""
        tilt = np.radians(self.elevation)
        ahead = np.array([0, np.cos(tilt), -np.sin(tilt)], np.float32)
        up = np.array([0, np.sin(tilt), np.cos(tilt)], np.float32)
        return ahead, np.array([1, 0, 0], np.float32), up

    @property
    def eye(self) -> Floats:
        """Where it is; the die's middle is the origin."""
        return -self.axes[0] * np.float32(self.distance)

    def rays(self, fine: int) -> Floats:
        """The directions of its pixels, `fine` times as many each way: (side * fine)^2 x 3."""
        count = self.side * fine
        along = (((np.arange(count) + 0.5) / count - 0.5) * self.span).astype(np.float32)
        ahead, right, up = self.axes
        x, y = np.meshgrid(along, along)
        rays = ahead * self.distance + x.reshape(-1, 1) * right - y.reshape(-1, 1) * up
        return _unit(rays)

    def pixel(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points (N x 3) are seen."""
        ahead, right, up = self.axes
        away = points - self.eye
        scale = self.distance / (away @ ahead) / self.span
        return np.stack([0.5 + (away @ right) * scale, 0.5 - (away @ up) * scale], 1) * self.side


@dataclass(frozen=True, eq=False)
class Lamp:
    """One lamp far away, and the room around.

    Attributes:
        towards: A direction of length one.
        size: How wide it looks, in its distances: 0.05 casts hard shadows, 0.6 soft ones.
        colour: How bright it makes what faces it.
        room: What comes from elsewhere.
        rest: How bright the room is.
        table: How much the table throws back, by colour.
    """

    towards: Floats
    size: float
    colour: Floats
    room: Room
    rest: float
    table: Floats


def trace(look: DieLook, view: DieCamera, lamp: Lamp, rng: np.random.Generator) -> Pixels:
    """Draws a die with its shadow: BGRA, the shadow in the alpha channel."""
    body = _body(look, view, lamp, rng)
    fine = view.side * _FINE
    body = np.asarray(
        cv2.resize(body.reshape(fine, fine, 4), (view.side,) * 2, interpolation=cv2.INTER_AREA)
    )
    cover = body[..., 3:]
    shade = (1 - cover) * _shadow(look, view, lamp, rng)[..., None]
    alpha = cover + shade
    light = body[..., :3] / np.maximum(alpha, 1e-6)
    seen = np.clip(light, 0, 1) ** (1 / 2.2)
    return np.round(np.concatenate([seen[..., ::-1], alpha], axis=2) * 255).astype(np.uint8)


def _body(look: DieLook, view: DieCamera, lamp: Lamp, rng: np.random.Generator) -> Floats:
    """The die alone, premultiplied RGBA in linear light, one row a ray."""
    rays = view.rays(_FINE)
    turn = _turn(look.heading)
    eye, aims = view.eye @ turn, rays @ turn
    at, hit = _march(look, eye, aims)
    picture = np.zeros((len(rays), 4), np.float32)
    if not hit.any():
        return picture
    at, aims = at[hit], aims[hit]
    normal = _normals(look, at)
    atlas = _atlas(look)
    pip, bowl, one, slope_x, slope_y = _on_face(atlas, at)
    normal = _bent(look, at, normal, slope_x, slope_y)
    ink = np.where(one[:, None] > 0.5, look.pip_of_one, look.pip)
    paint = _body_colour(look, at, rng)
    clear = np.zeros(len(at), np.float32)
    if look.material == "translucent":
        glow = lamp.towards @ turn * np.float32(lamp.colour.mean())
        paint, clear = _through(look, atlas, at, aims, glow)
        clear *= 1 - pip
    base = (paint * (1 - pip[:, None]) + ink * pip[:, None]).astype(np.float32)
    # It is darker in a hole.
    base *= (1 - 0.5 * look.pip_depth * bowl)[:, None]
    back = np.asarray(turn.T, np.float32)
    light, shine = _lit(look, normal @ back, aims @ back, lamp)
    if look.material == "metal":
        picture[hit, :3] = base * shine * 6
    else:
        picture[hit, :3] = base * light * (1 - 0.8 * clear)[:, None] + shine
    picture[hit, 3] = 1 - 0.85 * clear
    return picture


def _lit(look: DieLook, normal: Floats, aims: AnyFloats, lamp: Lamp) -> tuple[Floats, Floats]:
    """What arrives on the surface, and what it mirrors; directions as on the table."""
    facing = normal @ lamp.towards
    # A wide lamp reaches around the edge.
    wrap = lamp.size / 2
    direct = np.clip((facing + wrap) / (1 + wrap), 0, 1)[:, None] * lamp.colour
    from_table = (0.5 - 0.5 * normal[:, 2:]) * lamp.table
    around = lamp.room.light(normal, 1.0) * (0.5 + 0.5 * normal[:, 2:]) + from_table
    light = direct + lamp.rest * around
    back = aims - 2 * np.sum(aims * normal, axis=1, keepdims=True) * normal
    grazing = np.clip(1 + np.sum(aims * normal, axis=1, keepdims=True), 0, 1)
    mirrored = _MIRRORS + (1 - _MIRRORS) * grazing**5 * (1 - look.roughness)
    seen = lamp.room.light(back, min(0.7, look.roughness * 1.4))
    seen = np.where(back[:, 2:] > 0, seen, lamp.table)
    spot = lamp.size / 2 + 0.6 * look.roughness
    glint = np.exp((back @ lamp.towards - 1) / (spot * spot / 2))[:, None] * lamp.colour / spot
    return np.asarray(light, np.float32), np.asarray(
        mirrored * (lamp.rest * seen + glint), np.float32
    )


def _shadow(look: DieLook, view: DieCamera, lamp: Lamp, rng: np.random.Generator) -> Floats:
    """How much darker the table is around the die, 0 to 1."""
    rays = view.rays(1)
    reach = (-0.5 - view.eye[2]) / np.minimum(rays[:, 2], -1e-6)
    ground = view.eye + rays * reach[:, None]
    jitter = rng.normal(0, lamp.size / 2, (_LAMP_RAYS, 3)).astype(np.float32)
    turn = _turn(look.heading)
    local = ground @ turn
    dark = np.zeros(len(rays), np.float32)
    half = np.float32(0.5 - look.edge * 0.3)
    for towards in (lamp.towards + jitter) @ turn:
        near, far = _slabs(local, towards, half)
        dark += (near < far) & (far > 0)
    dark /= _LAMP_RAYS
    away = _length(np.maximum(abs(local[:, :2]) - half, 0))
    # Close to a die less of the room is seen.
    dim = 0.55 * np.exp(-away / 0.25)
    direct = float(lamp.colour.mean()) * max(float(lamp.towards[2]), 0.05)
    left = (direct * (1 - dark) + lamp.rest * (1 - dim)) / (direct + lamp.rest)
    shade = cv2.GaussianBlur((1 - left).reshape(view.side, view.side), (0, 0), 1.2)
    if look.material == "translucent":
        shade = shade * (1 - 0.6 * look.clearness)
    return np.asarray(np.clip(shade, 0, 1), np.float32)


def _march(look: DieLook, eye: Floats, aims: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Where rays meet the die, and which do."""
    middle = -(aims @ eye)
    beside = _length(eye + aims * middle[:, None])
    hit = beside < 0.87
    at = np.zeros_like(aims)
    way = middle[hit] - np.sqrt(0.87**2 - beside[hit] ** 2)
    rays = aims[hit]
    for _ in range(_MARCHES):
        points = eye + rays * way[:, None]
        way = way + _distance(look, points)
    points = eye + rays * way[:, None]
    at[hit] = points
    hit[hit] = _distance(look, points) < _CLOSE * 4
    return at, hit


def _distance(look: DieLook, points: Floats) -> Floats:
    over = abs(points) - np.float32(0.5 - look.edge)
    cube = _length(np.maximum(over, 0)) + np.minimum(_largest(over), 0) - np.float32(look.edge)
    return np.asarray(np.maximum(cube, _length(points) - np.float32(look.ball)))


def _normals(look: DieLook, at: Floats) -> Floats:
    over = np.maximum(abs(at) - np.float32(0.5 - look.edge), 0) * np.sign(at)
    on_ball = _length(at) > look.ball - _CLOSE * 4
    return _unit(np.where(on_ball[:, None], at, over))


def _atlas(look: DieLook) -> Floats:
    """What is on the six sides: pips, their depth, the 1, and how the depth slopes."""
    drawn = face_atlas(look)
    down, across = np.gradient(drawn[..., 1])
    return np.dstack([drawn, across, down]).astype(np.float32)


def _sides(at: Floats) -> tuple[NDArray[np.intp], Floats, Floats]:
    """On which side points lie, and that side's right and up."""
    axis = abs(at).argmax(axis=1)
    side = 2 * axis + (at[np.arange(len(at)), axis] < 0)
    frames = np.array(FRAMES, np.float32)[side]
    return side, frames[:, 1], frames[:, 2]


def _on_face(atlas: Floats, at: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    side, right, up = _sides(at)
    u = (np.sum(at * right, axis=1) + 0.5).clip(0, 0.999) + side % 3
    v = (np.sum(at * up, axis=1) + 0.5).clip(0, 0.999) + side // 3
    across, down = u * FACE_PIXELS - 0.5, v * FACE_PIXELS - 0.5
    pip, bowl, one = looked_up(atlas[..., :3], across, down).T
    slope_x, slope_y = looked_up(atlas[..., 3:], across, down).T
    return pip, bowl, one, slope_x, slope_y


def _bent(look: DieLook, at: Floats, normal: Floats, across: Floats, down: Floats) -> Floats:
    """The surface leans inwards at the rim of a drilled pip."""
    if look.pip_depth == 0:
        return normal
    _, right, up = _sides(at)
    strength = np.float32(look.pip_depth * look.pip_radius * FACE_PIXELS * 0.7)
    leaning = normal + strength * (across[:, None] * right + down[:, None] * up)
    return _unit(leaning)


def _body_colour(look: DieLook, at: Floats, rng: np.random.Generator) -> Floats:
    first, second, third = (np.array(colour, np.float32) for colour in look.body)
    if look.material in ("opaque", "metal", "translucent"):
        return np.broadcast_to(first, at.shape)
    fine = {"wood": 6.0, "speckled": 40.0, "two_coloured": 1.6}.get(look.material, 5.0)
    pattern = _veins(at, fine * look.grain / 2, rng)
    width = {"speckled": 0.05, "two_coloured": 0.08}.get(look.material, 0.4)
    share = np.clip(pattern / width + 0.5, 0, 1)[:, None]
    mixed = first * (1 - share) + second * share
    if look.material == "marbled":
        thin = np.exp(-np.square(pattern / 0.15))[:, None]
        mixed = mixed * (1 - thin) + third * thin
    return np.asarray(mixed, np.float32)


def _veins(at: Floats, fine: float, rng: np.random.Generator) -> Floats:
    """A pattern that runs through the solid die: waves bent by waves, about -1 to 1."""
    bent = at.astype(np.float32)
    for scale in (0.5, 1.1):
        waves = rng.normal(0, scale * fine, (3, 3)).astype(np.float32)
        bent = bent + np.sin(bent @ waves + rng.uniform(0, 6, 3).astype(np.float32)) * np.float32(
            0.6 / fine
        )
    last = rng.normal(0, fine, (3, 2)).astype(np.float32)
    return np.asarray(np.sin(bent @ last + rng.uniform(0, 6, 2)).mean(axis=1), np.float32)


def _through(
    look: DieLook, atlas: Floats, at: Floats, aims: Floats, lamp: Floats
) -> tuple[Floats, Floats]:
    """What glass shows: its colour, lit from behind, with the pips of the far side in it."""
    normal = _normals(look, at)
    bent = aims / _BENDS - normal * np.float32(1 - 1 / _BENDS)
    _, far = _slabs(at, bent, np.float32(0.5))
    out = (at + bent * np.maximum(far, 0)[:, None]).astype(np.float32)
    pip, *_ = _on_face(atlas, out)
    depth = _length(out - at)
    bright = np.linalg.norm(lamp) - np.clip(_normals(look, out) @ lamp, 0, None)
    glow = np.array(look.body[0], np.float32) * (0.5 + 0.7 * bright)[:, None]
    ink = np.array(look.pip, np.float32)
    hazy = (0.75 * pip * look.clearness)[:, None]
    colour = glow * (1 - hazy) + ink * hazy * 0.8
    clear = look.clearness * np.exp(-0.8 * depth) * (1 - 0.8 * pip)
    return np.asarray(colour, np.float32), np.asarray(clear, np.float32)


def _slabs(start: Floats, aims: Floats, half: np.floating) -> tuple[Floats, Floats]:
    """Where rays enter and leave a cube around the origin."""
    aims = np.where(abs(aims) < 1e-4, np.float32(1e-4), aims)
    one, other = (-half - start) / aims, (half - start) / aims
    return _largest(np.minimum(one, other)), -_largest(-np.maximum(one, other))


def _length(points: AnyFloats) -> Floats:
    """Of each row; many times as fast as asking numpy for the norm of rows of three."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", points, points)), np.float32)


def _unit(points: AnyFloats) -> Floats:
    return np.asarray(points / np.maximum(_length(points), 1e-6)[:, None], np.float32)


def _largest(rows: Floats) -> Floats:
    return np.maximum(np.maximum(rows[:, 0], rows[:, 1]), rows[:, 2])


def _turn(degrees: float) -> Floats:
    """From the table's directions to the die's: `points @ turn`."""
    a = np.radians(degrees)
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]], np.float32)
