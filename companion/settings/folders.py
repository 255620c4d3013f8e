"""Where a user's things are kept, as the XDG base directories have it."""

import os
from pathlib import Path

NAME = "table-companion"


def data_folder() -> Path:
    """What must not get lost: games, pictures, passes."""
    return _base("XDG_DATA_HOME", ".local/share") / NAME


def config_folder() -> Path:
    """What people have set."""
    return _base("XDG_CONFIG_HOME", ".config") / NAME


def cache_folder() -> Path:
    """What can be made again."""
    return _base("XDG_CACHE_HOME", ".cache") / NAME


def _base(variable: str, usual: str) -> Path:
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / usual
