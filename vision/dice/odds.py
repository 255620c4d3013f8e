"""Chances as log-odds: evidence adds up there, and a mean of several looks is a fair one."""

import math

# Log-odds of exactly 0 or 1 would be infinite.
LEAST = 1e-6
# Beyond these log-odds a probability has no more digits to give.
_SUREST = 36.0


def log_odds(chance: float) -> float:
    """The logarithm of a chance against its opposite; never infinite."""
    chance = min(max(chance, LEAST), 1 - LEAST)
    return math.log(chance / (1 - chance))


def chance_of(odds: float) -> float:
    """The chance that has these log-odds."""
    return 1 / (1 + math.exp(-min(max(odds, -_SUREST), _SUREST)))
