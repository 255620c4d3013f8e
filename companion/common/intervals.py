"""Figures of many cases: percentiles, and how sure a share is that was counted.

By hand, because scipy would be 30 MB for five lines.
"""

import math
from collections.abc import Iterable


def wilson(hits: int, cases: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval); of no cases, all is possible."""
    if cases == 0:
        return (0.0, 1.0)
    share, room = hits / cases, z * z / cases
    middle = (share + room / 2) / (1 + room)
    reach = z / (1 + room) * math.sqrt(share * (1 - share) / cases + room / (4 * cases))
    return (max(0.0, middle - reach), min(1.0, middle + reach))


def percentile(values: Iterable[float], part: float) -> float:
    """The value below which this part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def share(hits: int, cases: int) -> str:
    """A share in words, with its count and its interval.

    >>> share(99, 100)
    '99 of 100 = 99.00 % [94.55, 99.82]'
    """
    if not cases:
        return "none"
    low, high = wilson(hits, cases)
    return f"{hits} of {cases} = {100 * hits / cases:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"
