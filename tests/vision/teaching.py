"""How well a gallery of one photo a face knows tiles again: random art, measured with counts.

    python -m tests.vision.teaching 8 500

draws as many sets of each art as told, from a seed on (those up to 99 served to choose numbers in
the code), teaches each, and compares ways of telling tiles apart on the same crops: a histogram of
colours, rings alone, and the gallery as it is used. `random` art is made of shapes; `own` is our
print-and-play art in random styles, where neighbours differ by a number and an emblem only.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from companion.common.intervals import wilson
from tests.vision.art.own import draw_own_set
from tests.vision.art.shots import shoot
from tests.vision.art.tiles import Image, Style, draw_set
from vision.faces.gallery import Face, Gallery
from vision.faces.polar import RingIndex, rings_of

FACES, STRANGERS = 30, 12
OWN_FACES = 45
ARTS = ("random", "own")


@dataclass
class Tally:
    """Counts over all sets."""

    known: int = 0
    top: dict[str, int] = field(default_factory=dict)
    right: int = 0
    certain: int = 0
    certain_right: int = 0
    strangers: int = 0
    rejected: int = 0
    strangers_taken_for_certain: int = 0
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        for way, hits in self.top.items():
            yield f"{way:<24} {share(hits, self.known)}"
        yield f"{'named and right':<24} {share(self.right, self.known)}"
        yield f"{'certain':<24} {share(self.certain, self.known)}"
        yield f"{'certain and right':<24} {share(self.certain_right, self.certain)}"
        yield f"{'strangers rejected':<24} {share(self.rejected, self.strangers)}"
        yield f"{'strangers called certain':<24} {self.strangers_taken_for_certain}"
        each = 1000 * self.seconds / max(self.known + self.strangers, 1)
        yield f"{'processor time of a tile':<24} {each:.1f} ms"


def share(hits: int, cases: int) -> str:
    low, high = wilson(hits, cases)
    percent = 100 * hits / max(cases, 1)
    return f"{hits} of {cases} = {percent:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def histogram(crop: Image) -> npt.NDArray[np.float32]:
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)
    counts = cv2.calcHist([lab], [0, 1, 2], None, [4, 12, 12], [0, 256, 0, 256, 0, 256])
    return np.sqrt(counts.reshape(-1) / counts.sum())


def drawn(art: str, seed: int, rng: np.random.Generator) -> tuple[list[Image], int]:
    """A set of tiles in random order, and how many of them are taught."""
    if art == "random":
        return draw_set(Style.random(rng), FACES + STRANGERS, rng), FACES
    # The capitols are one tile in four colours.
    own = draw_own_set(seed + 1)
    tiles = [tile for name, tile in own.items() if " " not in name]
    return [tiles[index] for index in rng.permutation(len(tiles))], OWN_FACES


def measure(
    seeds: Sequence[int], art: str = "random", *, covered: float = 0.0, tilt: float = 35.0
) -> Tally:
    tally = Tally(top={"histogram of colours": 0, "rings": 0, "gallery": 0})
    for seed in seeds:
        rng = np.random.default_rng(seed)
        tiles, taught = drawn(art, seed, rng)
        photos = [shoot(tile, rng, tilt=15, across=100) for tile in tiles[:taught]]
        gallery = Gallery(Face(str(name), photo) for name, photo in enumerate(photos))
        gallery.recognise(photos[0])
        index = RingIndex(np.stack([rings_of(photo) for photo in photos]))
        colours = np.stack([histogram(photo) for photo in photos])
        for name, tile in enumerate(tiles):
            crop = shoot(tile, rng, tilt=tilt, covered=covered, across=rng.uniform(70, 110))
            started = time.process_time()
            match = gallery.recognise(crop)
            tally.seconds += time.process_time() - started
            if name >= taught:
                tally.strangers += 1
                tally.rejected += match.name is None
                tally.strangers_taken_for_certain += match.name is not None and match.certain
                continue
            tally.known += 1
            tally.top["gallery"] += (match.name or match.runner_up) == str(name)
            tally.top["rings"] += int(index.likeness(rings_of(crop))[0].argmax()) == name
            tally.top["histogram of colours"] += int((colours @ histogram(crop)).argmax()) == name
            tally.right += match.name == str(name)
            tally.certain += match.name is not None and match.certain
            tally.certain_right += match.name == str(name) and match.certain
    return tally


def main() -> None:
    words = sys.argv[1:]
    count = int(words[0]) if words else 4
    first = int(words[1]) if len(words) > 1 else 500
    cv2.setNumThreads(1)
    for art in ARTS:
        for title, covered in (("open", 0.0), ("15 % covered by a worker", 0.15)):
            print(f"{art} art, {title}")
            for line in measure(range(first, first + count), art, covered=covered).lines():
                print("  " + line, flush=True)


if __name__ == "__main__":
    main()
