"""What a command answers, and a position to ask about."""

import json
from collections.abc import Callable
from typing import Any

Run = Callable[..., "Answer"]
Write = Callable[[Any], str]


class Answer:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


#: The example of the formats page: Vera after her first turn.
VERA: dict[str, Any] = {
    "game": "propeller-islands",
    "edition": "de",
    "players": 2,
    "first_player": 0,
    "forge": {"1": [1], "2": [2, 2], "3": [], "4": [], "5": [], "6": [6]},
    "market": {"C1": "10", "E1": "05"},
    "seats": [
        {
            "name": "Vera",
            "character": "nicola",
            "fame": 11,
            "energy": 7,
            "steel": 3,
            "gears": 2,
            "set_aside": 3,
            "dock": 11,
            "plans": [3, 6],
            "used_dice": [4],
            "island": [
                {"at": [0, 0], "tile": "01", "worker": "standing"},
                {
                    "at": [1, 0],
                    "tile": "10",
                    "number": 4,
                    "hub": "science",
                    "upgrades": ["banner:science"],
                    "worker": "lying",
                },
                {"at": [0, 1], "tile": "18", "banner": "culture"},
            ],
        }
    ],
}


def changed(**changes: Any) -> dict[str, Any]:
    """Vera's position with other values; keys with __ reach into her seat."""
    data: dict[str, Any] = json.loads(json.dumps(VERA))
    for key, value in changes.items():
        if key.startswith("seat__"):
            data["seats"][0][key.removeprefix("seat__")] = value
        else:
            data[key] = value
    return data
