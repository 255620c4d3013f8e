"""Are the dice fair? The chi-square test, with the exact probability where rolls are few.

No test can tell much from one evening; the words say so. By hand, because scipy, which has the
test, would be 30 MB more on a Pi.

>>> examine([10, 10, 10, 10, 10, 10]).p
1.0
>>> round(examine([0, 0, 0, 0, 0, 6]).p, 6)
0.000129
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from companion.common.words import say

#: Up to so many dice every possible outcome is counted; above, the curve is close enough.
COUNTED = 36
#: Fewer dice than this tell nothing about a die that is not grossly wrong.
FEW = 30
UNUSUAL, RARE = 0.05, 0.001


@dataclass(frozen=True)
class Fairness:
    """How uneven the dice came out, and how often fair dice are at least as uneven."""

    counts: tuple[int, ...]
    chi_square: float
    p: float
    exact: bool

    @property
    def dice(self) -> int:
        """How many were rolled."""
        return sum(self.counts)

    @property
    def words(self) -> str:
        """What that means, honestly."""
        if not self.dice:
            return say("No dice were rolled yet.")
        often = max(2, round(1 / max(self.p, 1e-12)))
        if self.dice < FEW:
            return say("{n} dice are too few to tell fair dice from others.", n=self.dice)
        if self.p >= UNUSUAL:
            percent = round(100 * self.p)
            return say("Nothing unusual: {n} of 100 games with fair dice are at least this uneven.",
                       n=percent)  # fmt: skip
        if self.p >= RARE:
            return say("Rather uneven, but fair dice do that in one of {n} games too.", n=often)
        return say("Fair dice are this uneven in one of {n} games only. Look at the dice, or at how"
                   " they were read.", n=often)  # fmt: skip


def examine(counts: Sequence[int]) -> Fairness:
    """The test for so many ones, twos, and so on to six."""
    dice = sum(counts)
    if not dice:
        return Fairness(tuple(counts), 0.0, 1.0, exact=True)
    squares = sum(count * count for count in counts)
    chi_square = 6 * squares / dice - dice
    if dice <= COUNTED:
        return Fairness(tuple(counts), chi_square, _exact(dice, squares), exact=True)
    return Fairness(tuple(counts), chi_square, chi_square_tail(chi_square), exact=False)


def chi_square_tail(x: float) -> float:
    """The chance of at least `x` under the chi-square curve of five degrees of freedom."""
    half = x / 2
    return math.erfc(math.sqrt(half)) + math.sqrt(4 * half / math.pi) * math.exp(-half) * (
        1 + x / 3
    )


@cache
def _three_faces(dice: int) -> dict[int, int]:
    """In how many orders so many dice show three faces only, by the sum of the squared counts."""
    ways: dict[int, int] = {}
    for one in range(dice + 1):
        for two in range(dice - one + 1):
            three = dice - one - two
            squares = one * one + two * two + three * three
            orders = math.comb(dice, one) * math.comb(dice - one, two)
            ways[squares] = ways.get(squares, 0) + orders
    return ways


def _exact(dice: int, squares: int) -> float:
    """The chance that the squared counts of six faces add up to at least `squares`."""
    found = 0
    for low in range(dice + 1):
        splits = math.comb(dice, low)
        upper = _three_faces(dice - low)
        for some, ways in _three_faces(low).items():
            enough = sum(count for others, count in upper.items() if some + others >= squares)
            found += splits * ways * enough
    return float(found / 6**dice)
