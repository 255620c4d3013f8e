"""Whatever cameras, photos and galleries can complain about is known in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.camera.complaints import translated
from companion.common.words import Said

ROOT = Path(__file__).resolve().parents[3]
#: The files that complain, by the error that they raise, and what the phones put before it.
ROOMS = {
    "PictureError": (
        "the photo ",
        ["vision/photo/header.py", "vision/photo/heic.py", "vision/photo/picture.py"],
    ),
    "GalleryError": ("the file ", ["vision/faces/gallery_file.py"]),
    "BoardError": (
        "",
        [
            "vision/viewpoint/finding_board.py",
            "vision/motion/board_keeper.py",
            "vision/viewpoint/tapped.py",
        ],
    ),
    "CameraError": ("", [f"hardware/{name}.py" for name in ("cameras", "folder", "opencv", "pi")]),
}
#: What only the command line does: it reads files by their names, and is shown corners and markers.
NOT_ON_PHONES = {
    *("vision/photo/picture.py _read", "vision/faces/gallery_file.py load_gallery"),
    *(
        "vision/viewpoint/finding_board.py from_taps",
        "vision/viewpoint/finding_board.py from_markers",
    ),
}
#: What only the system can say.
OF_THE_SYSTEM = "7: 7"
#: A number, a name or a reason of the system.
SOMETHING = "7"


def complaints(files: list[str], error: str) -> Iterator[str]:
    """Every text with which one of these files raises this error."""
    trees = {name: ast.parse((ROOT / name).read_text("utf-8")) for name in files}
    known = {
        target.id: node.value
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for name, tree in trees.items():
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        for function in functions:
            if f"{name} {function.name}" not in NOT_ON_PHONES:
                calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
                raised = (node for node in calls if getattr(node.func, "id", "") == error)
                yield from (english(node.args[0], known) for node in raised)


def english(node: ast.expr, known: dict[str, ast.expr]) -> str:
    """The text that an expression makes."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.FormattedValue):
        shape = english(node.format_spec, known) if node.format_spec else ""
        return english(node.value, known) + ("%" if shape.endswith("%") else "")
    if isinstance(node, ast.JoinedStr):
        return "".join(english(part, known) for part in node.values)
    if isinstance(node, ast.Name):
        return english(known[node.id], known) if node.id in known else SOMETHING
    return SOMETHING


@pytest.mark.parametrize("error", ROOMS)
def test_every_complaint_is_known(error: str) -> None:
    before, files = ROOMS[error]
    found = {*complaints(files, error)} - {OF_THE_SYSTEM}
    assert len(found) >= 5
    for text in found:
        said = text if text.startswith("its ") else before + text
        assert isinstance(translated(said), Said), said
        assert translated(said) == said


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("the photo is a GIF; a JPEG, PNG, WebP or HEIC photo is needed", {"what": "a GIF"}),
        ("camera 2 stopped sending pictures: check its cable or network", {"camera": "camera 2"}),
        ("what was found looks like the board in 31% of its parts only: is something lying on it?",
         {"share": "31"}),
    ],
)  # fmt: skip
def test_what_is_said_inside_is_kept(text: str, values: dict[str, str]) -> None:
    said = translated(text)
    assert isinstance(said, Said)
    assert said == text
    assert said.values == values


def test_what_is_said_inside_is_recognised_too() -> None:
    said = translated("the photo is a GIF; a JPEG, PNG, WebP or HEIC photo is needed")
    assert isinstance(said, Said)
    assert isinstance(said.values["what"], Said)


def test_what_nobody_knows_stays_as_it_was() -> None:
    assert not isinstance(translated("something quite new"), Said)
    assert translated("something quite new") == "something quite new"
