"""How well a gallery of one photo a face knows tiles again: random art, measured with counts.

    python -m tests.vision.teaching 8

draws as many sets as told, teaches each, and compares ways of telling tiles apart on the same
crops: a histogram of colours, rings alone, and the gallery as it is used.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from models.measure import wilson
from tests.vision.art.shots import shoot
from tests.vision.art.tiles import Image, Style, draw_set
from vision.gallery import Face, Gallery
from vision.polar import RingIndex, rings_of

FACES, STRANGERS = 30, 12


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
    rows: list[tuple[float, float, bool]] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for way, hits in self.top.items():
            yield f"{way:<24} {share(hits, self.known)}"
        yield f"{'named and right':<24} {share(self.right, self.known)}"
        yield f"{'certain':<24} {share(self.certain, self.known)}"
        yield f"{'certain and right':<24} {share(self.certain_right, self.certain)}"
        yield f"{'strangers rejected':<24} {share(self.rejected, self.strangers)}"
        yield f"{'strangers called certain':<24} {self.strangers_taken_for_certain}"


def share(hits: int, cases: int) -> str:
    low, high = wilson(hits, cases)
    percent = 100 * hits / max(cases, 1)
    return f"{hits} of {cases} = {percent:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def histogram(crop: Image) -> npt.NDArray[np.float32]:
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)
    counts = cv2.calcHist([lab], [0, 1, 2], None, [4, 12, 12], [0, 256, 0, 256, 0, 256])
    return np.sqrt(counts.reshape(-1) / counts.sum())


def measure(seeds: Sequence[int], *, covered: float = 0.0, tilt: float = 35.0) -> Tally:
    tally = Tally(top={"histogram of colours": 0, "rings": 0, "gallery": 0})
    for seed in seeds:
        rng = np.random.default_rng(seed)
        style = Style.random(rng)
        tiles = draw_set(style, FACES + STRANGERS, rng)
        photos = [shoot(tile, rng, tilt=15, across=100) for tile in tiles[:FACES]]
        gallery = Gallery(Face(str(name), photo) for name, photo in enumerate(photos))
        index = RingIndex(np.stack([rings_of(photo) for photo in photos]))
        colours = np.stack([histogram(photo) for photo in photos])
        for name, tile in enumerate(tiles):
            crop = shoot(tile, rng, tilt=tilt, covered=covered, across=rng.uniform(70, 110))
            match = gallery.recognise(crop)
            if name >= FACES:
                tally.strangers += 1
                tally.rejected += match.name is None
                tally.strangers_taken_for_certain += match.name is not None and match.certain
                tally.rows.append((match.agreement, match.lead, False))
                continue
            best = gallery.rank(crop)[0][0] == str(name)
            tally.known += 1
            tally.rows.append((match.agreement, match.lead, best))
            tally.top["gallery"] += best
            tally.top["rings"] += int(index.likeness(rings_of(crop))[0].argmax()) == name
            tally.top["histogram of colours"] += int((colours @ histogram(crop)).argmax()) == name
            tally.right += match.name == str(name)
            tally.certain += match.name is not None and match.certain
            tally.certain_right += match.name == str(name) and match.certain
    return tally


def main() -> None:
    seeds = range(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
    for title, covered in (("open", 0.0), ("15 % covered by a worker", 0.15)):
        print(title)
        for line in measure(seeds, covered=covered).lines():
            print("  " + line)


if __name__ == "__main__":
    main()
