"""The house of docs/architecture.md: every module has a room, and rooms stay small and plain."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "hardware", "models", "vision", "web")
GAMES = ROOT / "companion" / "games"
#: TableTools the rooms of a top folder, and in each room.
DOZEN, ABOUT_A_DOZEN = 12, 14
LONGEST = 400
#: What only one game speaks of. English words that every game may need are not here.
GAME_WORDS = re.compile(
    r"propeller|noria|whistle|revive|windmill|\bforge\b|\bdocks?\b|\bfame\b|\bisland|\bworkers?\b"
    r"|\bupgrades?\b|\bcapitol|\bmonument",
    re.IGNORECASE,
)
#: Where a game's words still are, to be emptied by the kit: pages, benches, the camera set-up.
GAME_WORDS_LEFT = {
    "companion/benches/eye/eye.py": 7,
    "companion/benches/eye/scenes.py": 21,
    "companion/benches/eye/sight.py": 2,
    "companion/benches/eye/tally.py": 51,
    "companion/benches/eye/tokens.py": 12,
    "companion/benches/rules/cheats.py": 58,
    "companion/benches/rules/referee.py": 4,
    "companion/benches/rules/rules.py": 2,
    "companion/benches/rules/turns.py": 10,
    "companion/benches/serving/table.py": 2,
    "companion/benches/serving/web.py": 2,
    "companion/camera/photos/table_photo.py": 5,
    "companion/camera/setup/board_taps.py": 3,
    "companion/camera/setup/set_up_eye.py": 6,
    "companion/camera/setup/surveyor.py": 5,
    "companion/commands/play/look.py": 1,
    "companion/phones/camera_record/record.py": 4,
    "hardware/art/faces.py": 1,
    "models/learning/finder.py": 1,
}


def modules(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]


def rooms() -> Iterator[Path]:
    for name in PRODUCT:
        yield from sorted({path.parent for path in (ROOT / name).rglob("*.py")})


def is_of_a_game(path: Path) -> bool:
    return path.is_relative_to(GAMES) and len(path.relative_to(GAMES).parts) > 1


def layers() -> set[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["type"] == "layers")
    return {name.strip() for layer in contract["layers"] for name in layer.split("|")}


@pytest.mark.parametrize("top", ["companion", "vision", "web"])
def test_every_module_and_room_has_its_layer(top: str) -> None:
    inside = {path.stem for path in modules(ROOT / top)} - {"__main__"}
    inside |= {path.parent.name for path in (ROOT / top).glob("*/__init__.py")}
    homeless = {f"{top}.{name}" for name in inside} - layers()
    assert not homeless, f"give them a room, or the room a layer in pyproject.toml: {homeless}"


def test_no_layer_is_empty() -> None:
    for name in layers():
        path = ROOT / name.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), name


@pytest.mark.parametrize("room", list(rooms()), ids=lambda room: str(room.relative_to(ROOT)))
def test_a_room_is_small_and_its_door_says_what_is_inside(room: Path) -> None:
    most = DOZEN if room.parent == ROOT else ABOUT_A_DOZEN
    assert len(modules(room)) <= most, "too many modules lie side by side"
    door = room / "__init__.py"
    assert door.is_file(), "a room has a door"
    assert ast.get_docstring(ast.parse(door.read_text("utf-8"))), "the door says what is inside"


def test_no_file_is_long() -> None:
    found = [*ROOT.glob("tests/**/*.py")]
    for name in PRODUCT:
        found += (ROOT / name).rglob("*.py")
    long = {str(path.relative_to(ROOT)): size for path in found if (size := _lines(path)) > LONGEST}
    assert not long


def _lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def test_no_public_class_has_the_name_of_another() -> None:
    homes = defaultdict(list)
    for room in rooms():
        for path in room.glob("*.py"):
            if not is_of_a_game(path):
                for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        homes[node.name].append(str(path.relative_to(ROOT)))
    twice = {name: found for name, found in homes.items() if len(found) > 1}
    assert not twice


def test_generic_rooms_hold_no_word_of_a_game() -> None:
    found = {}
    for room in rooms():
        for path in room.glob("*.py"):
            if not is_of_a_game(path):
                count = len(GAME_WORDS.findall(path.read_text("utf-8")))
                if count:
                    found[str(path.relative_to(ROOT))] = count
    more = {path: n for path, n in found.items() if n > GAME_WORDS_LEFT.get(path, 0)}
    fewer = {path: n for path, n in GAME_WORDS_LEFT.items() if found.get(path, 0) < n}
    assert not more, "a generic room speaks of a game"
    assert not fewer, "take these out of the list, or lower their numbers"
