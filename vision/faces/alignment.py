"""Laying a face exactly over a tile: turn, place, slant and lamp, all from the picture itself.

Corners are never found to the pixel, and printed details are small. So the face is pulled onto the
tile by its own details, step by step (Gauss and Newton), together with the lamp: a number for each
channel that may change slowly across the tile, the contrast, and the focus: how much softer the
tile is seen than the face was. What disagrees much has little say, so that a figure on the tile
pulls at nothing.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.crops import REACH, SIDE
from vision.faces.light import STRAY, Exposure, Light, light, softened
from vision.faces.polar import STEPS
from vision.geometry import Image, Matrix, Truths, carry, inverse, unit

FINE = 64
"""Pixels of a tile in which details are compared, both ways."""
_TURNED = (SIDE - 1) / 2
_DETAILS, _PLAIN = 500, 120
"""How many points with details, and without, pull."""
_BELIEVED = 0.25
"""Difference of logarithms from which a point has little say."""
_WHITE = 250
"""Brighter than this is as bright as the camera can tell."""
_BLUR = 0.7
_EDGE = cv2.BORDER_REPLICATE
_PARTLY = 0.2

Floats = npt.NDArray[np.float32]


def disc(side: int, share: float) -> Truths:
    """The points of a square crop within so much of the way to the tile's flat sides."""
    away = np.arange(side) - (side - 1) / 2
    return np.asarray(np.hypot(*np.meshgrid(away, away)) < share * REACH * side)


def turning(degrees: float, side: int) -> Matrix:
    """From a crop to a smaller square in which it is turned."""
    matrix = cv2.getRotationMatrix2D((_TURNED, _TURNED), degrees, side / SIDE)
    return np.asarray(matrix + [[0, 0, (side - SIDE) / 2]] * 2)


WITHIN = disc(FINE, 0.93)
"""The points that are compared."""
_AWAY = np.arange(FINE, dtype=np.float32) - np.float32((FINE - 1) / 2)
_X, _Y = (each[WITHIN] / (FINE / 2) for each in np.meshgrid(_AWAY, _AWAY))
_PLACES: Floats = np.stack([np.ones_like(_X), _X, _Y], axis=-1)
"""Each point as 1, x, y, from the middle, the tile being about 2 wide."""
_POINTS = np.flatnonzero(WITHIN)
_TO_FINE: Matrix = np.array(
    [[FINE / 2, 0, (FINE - 1) / 2], [0, FINE / 2, (FINE - 1) / 2], [0, 0, 1]]
)
_FROM_FINE = inverse(_TO_FINE)
_UPRIGHT: Matrix = np.vstack([turning(0, FINE), [0, 0, 1]])
"""From a crop to the smaller square."""
_CROP = np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE)), axis=-1)
_WHOLE_PLACES: Floats = np.dstack(
    [np.ones((SIDE, SIDE)), carry(_FROM_FINE @ _UPRIGHT, _CROP)]
).astype(np.float32)
"""Each point of a whole crop as 1, x, y."""
_MOVES, _LAMP, _CONTRAST, _FOCUS = 8, slice(8, 17), 17, 18
_STIFF = 0.3 * np.array([2, 2, 0.02, 2, 2, 0.02, 6, 6, 0, 3, 3, 3, 20, 20, 3, 20, 20, 10, 1])
"""How reluctantly each number changes: eight of the place, three for each channel's lamp, the
contrast, and the focus."""
_FIRM = np.array([0] * 11 + [1500, 100, 100, 1500, 100, 100, 60, 5])
"""How reluctantly they leave what is usual in a picture, where that is known."""
_SOFTER = 1.2
"""Pixels by which a face is blurred to be one softer."""
UNKNOWN = Exposure((0.0, 0.0), 0.0, 0.0, (0.1667, 0.1667, 0.1667))
"""What is usual when nobody knows; there is no more noise than this."""
FOCI = (0.0, 1.0, 2.5, 4.5)
"""How soft a face is made beforehand; from one of these to the next it goes straight."""
_SHARPEST, _SOFTEST = -0.6, FOCI[-1]
_FLATTEST, _STRONGEST = -0.45, 0.35


def darkest(seen: Light) -> Floats:
    """The darkest of the three channels of each point, as a logarithm."""
    bright, red_green, blue = (seen[..., each] for each in range(3))
    green = bright - red_green / 2 - blue / 3
    return np.asarray(np.min([green, green + red_green, green + red_green / 2 + blue], axis=0))


class LitTile:
    """A tile as it is looked at: its light, and where it is too bright to tell.

    What is `excused` is known to be something else that lies on the tile. With a `focus` it is made
    so much softer; `stray` light lies over it as over its face.
    """

    def __init__(
        self, crop: Image, excused: Truths | None = None, focus: float = 0.0, stray: float = STRAY
    ) -> None:
        self.excused = excused
        white = (crop.max(axis=-1) >= _WHITE).astype(np.float32)
        self.layers = np.dstack([_in_focus(crop, focus, stray), white])


@dataclass(frozen=True, eq=False)
class Points:
    """A face point by point, in the order of `WITHIN`.

    Attributes:
        light: What each point looks like.
        common: What they have in common; more contrast adds to what stands out from it.
        white: Which of them are too bright to tell, 0 to 1.
        softer: How each changes on the way to the next focus.
        steepness: How much each would change by a shift, squared.
        sharpness: How much each would change by another focus, squared.
        darkness: How much a shade more would change each, squared: much where it is dark.
        chosen: The points that pull: those with the strongest details, and some of the others.
        slopes: How each of those changes to the right, and downwards.
    """

    light: Light
    common: Floats
    white: Floats
    softer: Light
    steepness: Floats
    sharpness: Floats
    darkness: Floats
    chosen: npt.NDArray[np.intp]
    slopes: tuple[Light, Light]

    @classmethod
    def of(cls, crop: Image, level: int, stray: float) -> "Points":
        """Those of a face in one of the foci. What is needed on the way is let go."""
        layers = _upright(LitTile(crop, focus=FOCI[level], stray=stray).layers)
        picture = np.ascontiguousarray(layers[..., :3])
        slopes = [
            np.asarray(cv2.Scharr(picture, cv2.CV_32F, *way) / 32, np.float32)
            for way in ((1, 0), (0, 1))
        ]
        softer = _upright(_in_focus(crop, FOCI[level + 1], stray)) - picture
        steep = slopes[0] ** 2 + slopes[1] ** 2
        order = np.argsort(-steep[WITHIN].sum(axis=1), kind="stable")
        plain = order[_DETAILS:]
        chosen = np.sort(np.append(order[:_DETAILS], plain[:: max(1, len(plain) // _PLAIN)]))
        seen = layers[WITHIN]
        shown = np.ascontiguousarray(seen[:, :3])
        across, down = (each[WITHIN][chosen] for each in slopes)
        return cls(
            light=shown,
            common=np.asarray(np.median(shown, axis=0), np.float32),
            white=np.ascontiguousarray(seen[:, 3]),
            softer=softer[WITHIN],
            steepness=np.asarray(cv2.blur(steep, (3, 3)), np.float32)[WITHIN],
            sharpness=np.asarray(cv2.blur(softer**2, (3, 3)), np.float32)[WITHIN],
            darkness=np.asarray(np.exp(-2 * darkest(shown)), np.float32),
            chosen=chosen,
            slopes=(across, down),
        )

    def pulls(self) -> Floats:
        """How each number changes each chosen point: (3 x points) x 19.

        Half of all that is known of a face would be this, so it is made for a tile and let go.
        """
        chosen = self.chosen
        return _pulls(chosen, *self.slopes, self.light[chosen] - self.common, self.softer[chosen])


def _in_focus(crop: Image, focus: float, stray: float) -> Light:
    """The light of a crop that is so much softer than a tile is looked at."""
    wide = _SOFTER * SIDE / FINE
    return light(softened(crop, float(np.sqrt(_BLUR**2 + focus * wide**2))), stray)


def _upright(picture: Floats) -> Floats:
    return np.asarray(cv2.warpAffine(picture, turning(0, FINE), (FINE, FINE)), np.float32)


def _pulls(
    chosen: npt.NDArray[np.intp], across: Light, down: Light, stands_out: Light, softer: Light
) -> Floats:
    x, y = _X[chosen], _Y[chosen]
    found = np.zeros((3, len(x), len(_STIFF)), np.float32)
    for channel in range(3):
        a, b = across[:, channel], down[:, channel]
        outwards = -(a * x + b * y)
        places = [a * x, a * y, a, b * x, b * y, b, outwards * x, outwards * y]
        found[channel, :, :_MOVES] = np.stack(places, axis=-1)
        lamp = _MOVES + 3 * channel
        found[channel, :, lamp : lamp + 3] = np.stack([np.ones_like(x), x, y], axis=-1)
        found[channel, :, _CONTRAST] = stands_out[:, channel]
        found[channel, :, _FOCUS] = softer[:, channel]
    return found.reshape(-1, len(_STIFF))


class Pattern:
    """A face, ready to be laid over tiles; as bright as those, so much `stray` light lies over it.

    With stray light it is known more surely; without, the colours of what lies on it are told.
    """

    def __init__(self, crop: Image, stray: float = STRAY) -> None:
        self.crop, self.stray = crop, stray
        self._points: dict[int, Points] = {}

    def points(self, level: int) -> Points:
        """Point by point, in one of the foci."""
        if level not in self._points:
            self._points[level] = Points.of(self.crop, level, self.stray)
        return self._points[level]

    def whole(self, level: int) -> tuple[Light, Light]:
        """The light of the whole crop, and how it changes on the way to the next focus."""
        picture = _in_focus(self.crop, FOCI[level], self.stray)
        return picture, _in_focus(self.crop, FOCI[level + 1], self.stray) - picture


class Alignment:
    """A face on its way onto a tile."""

    def __init__(
        self,
        pattern: Pattern,
        tile: LitTile,
        turn: float,
        focus: float = 0.0,
        usual: Exposure | None = None,
    ) -> None:
        """Begin at a turn, given in steps of the rings, with a focus or what is usual."""
        self.pattern = pattern
        self._usual = usual or UNKNOWN
        self._stiff = _STIFF if usual is None else _STIFF + _FIRM
        self._tile = tile
        turned = np.vstack([turning(turn * 360 / STEPS, FINE), [0, 0, 1]])
        self._back = inverse(turned) @ _TO_FINE
        self._place = np.eye(3)
        self._lamp = np.zeros((3, 3))
        self._level, self._ahead, self._contrast = 0, 0.0, self._usual.contrast
        self._made: Floats | None = None
        self._refocus(focus if usual is None else usual.focus)
        self._lamp[:, 0] = np.median(self._gaps(self.points.chosen), axis=0)

    @property
    def points(self) -> Points:
        """The face point by point, in about the tile's focus."""
        return self.pattern.points(self._level)

    def differences(self) -> tuple[Light, Floats]:
        """What the tile's points differ by from the face's, but for the lamp; and which are white.

        Both are in the order of `WITHIN`.
        """
        seen = self.seen(self._tile)
        return seen[:, :3] - self.face() - self.lamp, seen[:, 3]

    def seen(self, tile: LitTile) -> Floats:
        """A tile where the face lies now, and which points are white: x 4, as `WITHIN`."""
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        whole = cv2.warpPerspective(
            tile.layers, self._way @ _FROM_FINE, (FINE, FINE), flags=flags, borderMode=_EDGE
        )
        return np.asarray(whole, np.float32).reshape(-1, 4)[_POINTS]

    @property
    def lamp(self) -> Light:
        """What the lamp adds, in the order of `WITHIN`."""
        return _PLACES @ self._lamp.T.astype(np.float32)

    @property
    def contrast(self) -> float:
        """How much stronger than the face's the tile's contrast is, as a share."""
        return self._contrast

    @property
    def focus(self) -> float:
        """How much softer the tile is seen than the face was."""
        here, following = FOCI[self._level : self._level + 2]
        return here + self._ahead * (following - here)

    @property
    def noisiest(self) -> tuple[float, float, float]:
        """The most noise there may be in each channel."""
        return self._usual.noise

    def exposure(self, noise: Floats) -> Exposure:
        """How the face comes out in a picture with so much noise."""
        red, blue = (self._lamp[1:, 0] - self._contrast * self.points.common[1:]).tolist()
        bright, green, yellow = noise.tolist()
        return Exposure((red, blue), self._contrast, self.focus, (bright, green, yellow))

    @property
    def upright(self) -> Matrix:
        """From the face's points to those of the crop, were that a face itself."""
        return _UPRIGHT @ self._way @ _FROM_FINE

    def face(self) -> Light:
        """The face in the tile's focus, in the order of `WITHIN`."""
        points = self.points
        found = points.light + np.float32(self._contrast) * (points.light - points.common)
        return np.asarray(found + np.float32(self._ahead) * points.softer, np.float32)

    def excused(self) -> Truths | None:
        """Which points something is known to lie on, in the order of `WITHIN`."""
        return None if self._tile.excused is None else self.on_face(self._tile.excused)

    def on_face(self, mask: Truths) -> Truths:
        """A part of the crop as points of the face, in the order of `WITHIN`."""
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        way = self._way @ _FROM_FINE
        whole = cv2.warpPerspective(mask.astype(np.float32), way, (FINE, FINE), flags=flags)
        return np.asarray(whole.reshape(-1)[_POINTS] > _PARTLY)

    def on_crop(self, mask: Floats) -> Truths:
        """A part of the face (`FINE` wide) as a part of the crop."""
        whole = cv2.warpPerspective(mask, self._way @ _FROM_FINE, (SIDE, SIDE))
        return np.asarray(whole > 0.5)

    def from_face(self, mask: Truths) -> Truths:
        """A part of the face's own crop as a part of the tile's."""
        way = self._way @ _FROM_FINE @ _UPRIGHT
        whole = cv2.warpPerspective(mask.astype(np.float32), way, (SIDE, SIDE))
        return np.asarray(whole > 0.5)

    def laid(self) -> tuple[Light, Light]:
        """The face as it lies over the whole crop, and what the lamp adds to it."""
        plain, softer = self.pattern.whole(self._level)
        lamp = _WHOLE_PLACES @ self._lamp.T.astype(np.float32)
        shown = plain + np.float32(self._contrast) * (plain - self.points.common)
        shown += np.float32(self._ahead) * softer + lamp
        way = self._way @ _FROM_FINE @ _UPRIGHT
        over, added = (
            np.asarray(cv2.warpPerspective(each, way, (SIDE, SIDE), borderMode=_EDGE), np.float32)
            for each in (shown, lamp)
        )
        return over, added

    def step(self) -> None:
        """Pull once."""
        points = self.points
        chosen, pulls = points.chosen, self._pulls()
        off = self._gaps(chosen) - _PLACES[chosen] @ self._lamp.T.astype(np.float32)
        off -= np.float32(self._contrast) * (points.light[chosen] - points.common)
        off -= np.float32(self._ahead) * points.softer[chosen]
        say = 1 / (1 + (off**2).sum(axis=1) / np.float32(_BELIEVED**2)) ** 2
        weighed = pulls * np.concatenate([say, say, say])[:, None]
        wanted = (weighed.T @ off.T.ravel()).astype(np.float64)
        here, following = FOCI[self._level : self._level + 2]
        lamp = np.zeros((3, 3))
        lamp[1:, 0] = self._usual.colours + self._contrast * points.common[1:]
        wanted[_LAMP] -= self._stiff[_LAMP] * (self._lamp - lamp).ravel()
        wanted[_CONTRAST] -= self._stiff[_CONTRAST] * (self._contrast - self._usual.contrast)
        ahead = (self._usual.focus - here) / (following - here)
        wanted[_FOCUS] -= self._stiff[_FOCUS] * (self._ahead - ahead)
        change = np.linalg.solve(weighed.T @ pulls + np.diag(self._stiff), wanted)
        self._place = unit(self._place @ inverse(_moved(change[:_MOVES])))
        self._lamp = self._lamp + change[_LAMP].reshape(3, 3)
        contrast = self._contrast + change[_CONTRAST]
        self._contrast = float(np.clip(contrast, _FLATTEST, _STRONGEST))
        self._refocus(self.focus + change[_FOCUS] * (following - here))

    def _refocus(self, focus: float) -> None:
        """Go on from the focus that comes before this one."""
        focus = float(np.clip(focus, _SHARPEST, _SOFTEST))
        level = max(0, int(np.searchsorted(FOCI[:-1], focus, side="right")) - 1)
        if level != self._level:
            self._level, self._made = level, None
        self._ahead = (focus - FOCI[level]) / (FOCI[level + 1] - FOCI[level])

    def _pulls(self) -> Floats:
        if self._made is None:
            self._made = self.points.pulls()
        return self._made

    @property
    def _way(self) -> Matrix:
        """From the face's places to the tile's crop."""
        return self._back @ self._place

    def _gaps(self, chosen: npt.NDArray[np.intp]) -> Light:
        """What some of the tile's points differ by from the face's, from where the face is now."""
        spots = carry(self._way, _PLACES[chosen, 1:]).astype(np.float32)
        x, y = np.hsplit(spots, 2)
        seen = cv2.remap(self._tile.layers, x, y, cv2.INTER_LINEAR, borderMode=_EDGE)
        return np.asarray(seen[:, 0, :3] - self.points.light[chosen], np.float32)


def _moved(change: npt.NDArray[np.float64]) -> Matrix:
    a, b, c, d, e, f, g, h = change / (FINE / 2)
    return np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1]])
