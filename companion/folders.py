"""Where programs keep what belongs to a user."""

import os
from pathlib import Path


def data_folder() -> Path:
    """The companion's folder there."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    data = named if named.is_absolute() else Path.home() / ".local" / "share"
    return data / "table-companion"
