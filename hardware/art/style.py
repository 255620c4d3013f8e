"""A style: which colours, letters, frames and arrangements the drawings have.

Style 0 is the house's own. Every other number is another printer: the same words, drawn with other
colours, signs, frames and letters, so that nobody who learns to read pictures learns one look.
"""

import colorsys
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""Blue, green, red."""
HOUSE = 0
#: Names that people tell apart by colour alone: their hues stay far from each other in any style.
_TOLD_APART = (
    ("industry", "science", "culture"),
    ("seat-0", "seat-1", "seat-2", "seat-3"),
    ("energy", "steel", "gear"),
)
_FONTS = (
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_DUPLEX | cv2.FONT_ITALIC,
)


@dataclass(frozen=True)
class Style:
    """How things are drawn.

    Attributes:
        seed: Its number; 0 is the house's own.
        font: One of OpenCV's.
        frame: How a tile's edge is drawn.
        ground: What is behind the drawings.
        sign: How icons are drawn.
        mirrored: Whether left and right are exchanged.
        backdrop: Whether the large picture fills the face instead of standing in the middle.
        stretch: How much wider or narrower than ours the icons are.
        lean: How much they lean over.
    """

    seed: int
    font: int
    frame: str
    ground: str
    sign: str
    mirrored: bool
    backdrop: bool
    stretch: float
    lean: float

    def colour(self, name: str) -> Colour:
        """The colour of this name, or `#7fae63`; an unknown name gets a colour of its own."""
        if name.startswith("#"):
            return _from_text(name)
        return _palette(self.seed).get(name) or _own_colour(self.seed, name)

    def ink_on(self, colour: Colour) -> Colour:
        """Dark letters on a light colour, light ones on a dark colour."""
        return self.colour("ink") if brightness(colour) > 120 else self.colour("paper")


@lru_cache(maxsize=64)
def style(seed: int) -> Style:
    """The style of this number."""
    if seed == HOUSE:
        return Style(HOUSE, _FONTS[0], "rim", "sky", "filled", False, False, 1.0, 0.0)
    rng = np.random.default_rng([seed, 7])
    return Style(
        seed=seed,
        font=int(rng.choice(_FONTS)),
        frame=str(rng.choice(("rim", "double", "corners", "none"))),
        ground=str(rng.choice(("plain", "sky", "stripes", "dots", "clouds"))),
        sign=str(rng.choice(("filled", "edged", "badge"))),
        mirrored=rng.random() < 0.5,
        backdrop=rng.random() < 0.35,
        stretch=rng.uniform(0.8, 1.2),
        lean=rng.uniform(-0.2, 0.2),
    )


def brightness(colour: Colour) -> float:
    """How light a colour is to the eye, 0 to 255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two, `share` of the second."""
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return blue, green, red


@lru_cache(maxsize=64)
def _palette(seed: int) -> dict[str, Colour]:
    house: dict[str, Colour] = {}
    for name, text in json.loads((Path(__file__).parent / "house.json").read_text("utf-8")).items():
        house[name] = _from_text(text)
    if seed == HOUSE:
        return house
    rng = np.random.default_rng([seed, 11])
    turn, strength = rng.random(), rng.uniform(0.6, 1.35)
    found = {}
    for name, colour in house.items():
        hue, light, full = colorsys.rgb_to_hls(*(c / 255 for c in reversed(colour)))
        if name in ("ink", "paper", "skin"):
            found[name] = colour
            continue
        hue = (hue + turn + rng.normal(0, 0.08)) % 1
        light = float(np.clip(light + rng.normal(0, 0.08), 0.12, 0.93))
        found[name] = _from_hue(hue, light, float(np.clip(full * strength, 0, 1)))
    for group in _TOLD_APART:
        first, step = rng.random(), 1 / len(group)
        for place, name in zip(rng.permutation(len(group)), group, strict=True):
            hue = first + step * (place + rng.uniform(-0.15, 0.15))
            found[name] = _from_hue(hue % 1, rng.uniform(0.3, 0.48), rng.uniform(0.5, 0.95))
    return found


def _from_text(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text[1:])
    return blue, green, red


def _own_colour(seed: int, name: str) -> Colour:
    rng = np.random.default_rng([seed, *name.encode()])
    return _from_hue(rng.random(), rng.uniform(0.35, 0.85), rng.uniform(0.2, 0.8))


def _from_hue(hue: float, light: float, full: float) -> Colour:
    red, green, blue = (round(255 * c) for c in colorsys.hls_to_rgb(hue, light, full))
    return blue, green, red
