"""Windmill Hill, a made-up game for two millers: docs/new-game.md builds it step by step."""

from companion.games.windmill_hill.game import GAME

__all__ = ["GAME"]
