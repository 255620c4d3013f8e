"""What one die looks like: plain data, drawn from a seed; `tracer.py` makes pixels of it."""

import colorsys
import math
import random
from dataclasses import dataclass, replace

Colour = tuple[float, float, float]
Point = tuple[float, float]

MATERIALS = ("opaque", "marbled", "translucent", "wood", "metal", "two_coloured", "speckled")
_MATERIAL_WEIGHTS = (30, 24, 20, 6, 4, 10, 6)

# The six sides of a cube, in the order in which `faces` of a look lists their values.
SIDES = ("+x", "-x", "+y", "-y", "+z", "-z")
TOP = SIDES.index("+z")
# What makers print on the 1 instead of a pip.
EMBLEMS = ("ring", "ringed pip", "star", "letter")
# Pips that differ less from the body can't be told in a photo.
_FAINTEST = 0.05


@dataclass(frozen=True)
class DieLook:
    """Everything that decides how one die is drawn.

    Pips of some dice are drilled and left unpainted: they are a shade darker than the body. Some
    have an `emblem` in place of the pip on their 1.
    """

    material: str
    body: tuple[Colour, Colour, Colour]
    pip: Colour
    pip_of_one: Colour
    pip_radius: float
    pip_of_one_radius: float
    pip_spread: float
    pip_depth: float
    square_pips: bool
    edge: float
    ball: float
    roughness: float
    grain: float
    clearness: float
    faces: tuple[int, ...]
    quarter_turns: tuple[int, ...]
    heading: float
    emblem: str = ""

    @property
    def value(self) -> int:
        """The number of pips on top."""
        return self.faces[TOP]


def draw_look(rng: random.Random, value: int) -> DieLook:
    """Draws a die that shows `value` on top."""
    material = rng.choices(MATERIALS, _MATERIAL_WEIGHTS)[0]
    body = _body(rng, material)
    drilled = rng.random() < 0.12 and material == "opaque" and _lightness(body[0]) > 0.4
    pip = _scaled(body[0], rng.uniform(0.3, 0.6)) if drilled else _pip_colour(rng, body[0])
    body = (body[0], _kept_apart(body[1], body[0], pip), _kept_apart(body[2], body[0], pip))
    radius = rng.uniform(0.068, 0.118)
    emblem = rng.choice(EMBLEMS) if rng.random() < 0.12 else ""
    odd_one = bool(emblem) or rng.random() < 0.15
    return DieLook(
        material=material,
        body=body,
        pip=pip,
        pip_of_one=(0.7, 0.02, 0.03) if odd_one and min(body[0]) > 0.4 else pip,
        pip_radius=radius,
        pip_of_one_radius=(
            rng.uniform(0.2, 0.34)
            if emblem
            else radius * (rng.uniform(1.2, 1.9) if odd_one else 1.0)
        ),
        pip_spread=rng.uniform(0.2, 0.29),
        pip_depth=rng.choice((0.5, 0.8) if drilled else (0.0, 0.25, 0.5, 0.8)),
        square_pips=rng.random() < 0.04,
        edge=rng.choice((rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.16))),
        ball=rng.choice((1.0, 1.0, rng.uniform(0.64, 0.8))),
        roughness=rng.choice((rng.uniform(0.05, 0.2), rng.uniform(0.2, 0.6))),
        grain=rng.uniform(0.6, 3.2),
        clearness=rng.uniform(0.35, 1.0),
        faces=draw_faces(rng, value),
        quarter_turns=tuple(rng.randrange(4) for _ in SIDES),
        heading=rng.uniform(0.0, 360.0),
        emblem=emblem,
    )


def with_faint_pips(rng: random.Random, look: DieLook) -> DieLook:
    """The same die with pips of about its own colour: drilled and unpainted, or gold on orange.

    Others can be read by their pips from afar; these only by the light in their hollows.
    """
    body = look.body[0]
    kind = rng.random()
    if kind < 0.5:
        pip = _scaled(body, rng.choice((rng.uniform(0.35, 0.75), rng.uniform(1.35, 2.2))))
    else:
        hue, saturation, value = colorsys.rgb_to_hsv(*body)
        shift = rng.choice((-1, 1)) * rng.uniform(0.04, 0.14)
        saturation = min(1.0, max(saturation, 0.4) * rng.uniform(0.6, 1.3))
        pip = _hue((hue + shift) % 1.0, saturation, min(1.0, value * rng.uniform(0.75, 1.4)))
    if abs(_lightness(pip) - _lightness(body)) < _FAINTEST and kind < 0.5:
        # So dark that a shade of it is black: then a little lighter.
        pip = (body[0] + 0.06, body[1] + 0.05, body[2] + 0.04)
    return replace(
        look,
        pip=pip,
        pip_of_one=pip,
        # Veins would hide them altogether.
        material=look.material if look.material in ("wood", "metal") else "opaque",
        pip_depth=rng.choice((0.25, 0.5, 0.8)),
    )


def draw_faces(rng: random.Random, top: int) -> tuple[int, ...]:
    """Numbers the sides like a real die: opposite sides add up to seven, either handedness."""
    if top not in range(1, 7):
        raise ValueError(f"a die has no side {top}: choose a value from 1 to 6")
    others = [v for v in range(1, 7) if v not in (top, 7 - top)]
    east = rng.choice(others)
    north = rng.choice([v for v in others if v not in (east, 7 - east)])
    return (east, 7 - east, north, 7 - north, top, 7 - top)


def pip_centres(value: int, spread: float) -> tuple[Point, ...]:
    """Where the pips of a face sit, as offsets from its centre in die widths."""
    s = spread
    corner = ((-s, -s), (s, s))
    other = ((-s, s), (s, -s))
    middle = ((0.0, 0.0),)
    rows = ((-s, 0.0), (s, 0.0))
    return {
        1: middle,
        2: corner,
        3: corner + middle,
        4: corner + other,
        5: corner + other + middle,
        6: corner + other + rows,
    }[value]


def _body(rng: random.Random, material: str) -> tuple[Colour, Colour, Colour]:
    if material == "wood":
        dark, light = rng.uniform(0.05, 0.4), rng.uniform(0.25, 0.8)
        return (_brown(light), _brown(dark), _brown((light + dark) / 2))
    if material == "metal":
        tone = rng.uniform(0.3, 0.9)
        warm = rng.uniform(0.5, 1.0)
        return ((tone, tone * (warm + 1) / 2, tone * warm),) * 3
    first = _plastic(rng)
    if material == "marbled" and rng.random() < 0.6:
        # Pearl: the veins are a lighter or darker sister of the body's colour.
        factor = rng.choice((0.35, 0.6, 1.5, 2.2))
        second = _scaled(first, factor)
        return (first, second, _scaled(first, 0.8))
    return (first, _plastic(rng), _plastic(rng))


def _plastic(rng: random.Random) -> Colour:
    kind = rng.random()
    if kind < 0.2:
        tone = rng.uniform(0.6, 0.95)
        return (tone, tone * rng.uniform(0.92, 1.0), tone * rng.uniform(0.75, 1.0))
    if kind < 0.34:
        tone = rng.uniform(0.005, 0.06)
        return (tone, tone, tone * rng.uniform(0.9, 1.4))
    return _hue(rng.random(), rng.uniform(0.5, 1.0), rng.uniform(0.08, 0.95))


def _pip_colour(rng: random.Random, body: Colour) -> Colour:
    bright = 0.3 * body[0] + 0.6 * body[1] + 0.1 * body[2]
    if rng.random() < 0.12:
        gold = rng.uniform(0.4, 0.8)
        colour = (gold, gold * 0.7, gold * 0.2)
    elif rng.random() < 0.12:
        colour = _hue(rng.random(), 0.9, rng.uniform(0.2, 0.9))
    elif bright > 0.35 or (bright > 0.12 and rng.random() < 0.3):
        tone = rng.uniform(0.0, 0.03)
        colour = (tone, tone, tone)
    else:
        tone = rng.uniform(0.7, 0.95)
        colour = (tone, tone, tone)
    if abs(_lightness(colour) - _lightness(body)) < 0.25:
        # Nobody sells dice whose pips can't be seen.
        return (0.02, 0.02, 0.02) if bright > 0.2 else (0.9, 0.9, 0.9)
    return colour


def _kept_apart(vein: Colour, body: Colour, pip: Colour) -> Colour:
    """Moves a vein's colour towards the body's until the pips stand out from both."""
    for _ in range(4):
        if abs(_lightness(vein) - _lightness(pip)) >= 0.22:
            return vein
        vein = ((vein[0] + body[0]) / 2, (vein[1] + body[1]) / 2, (vein[2] + body[2]) / 2)
    return body


def _lightness(colour: Colour) -> float:
    """How light a linear colour looks to an eye, roughly."""
    return math.sqrt(0.3 * colour[0] + 0.6 * colour[1] + 0.1 * colour[2])


def _brown(tone: float) -> Colour:
    return (tone, tone * 0.6, tone * 0.3)


def _scaled(colour: Colour, factor: float) -> Colour:
    return (
        min(1.0, colour[0] * factor),
        min(1.0, colour[1] * factor),
        min(1.0, colour[2] * factor),
    )


def _hue(hue: float, saturation: float, value: float) -> Colour:
    return colorsys.hsv_to_rgb(hue, saturation, value)
