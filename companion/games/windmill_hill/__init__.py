"""Windmill Hill, a game for two millers."""

from companion.games.windmill_hill.game import GAME

__all__ = ["GAME"]
