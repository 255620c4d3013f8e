"""Every problem has a code, its values, and a sentence that takes them."""

import ast
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from string import Formatter

import pytest

from companion.common.words import Language, Said, said_by
from companion.tabletop.problems import SENTENCES, Problem
from hardware.camera import CameraError
from hardware.health import GOOD, STATES
from vision.faces.gallery_file import GalleryError
from vision.photo.header import PictureError, read_header

ROOT = Path(__file__).resolve().parents[3]
CODED = {"BoardError", "CameraError", "Problem", "GalleryError", "LensError"}
CODED |= {"PictureError"}
#: Codes that are no plain text where a problem is named, and what the system says.
OTHERS = {"f'camera-{self.state}'", "str(error)", "answer.trouble.code"}
NOT_THERE = Problem("camera-not-opened", {"camera": "usb:0", "reason": Problem("ask-plug")})
FRENCH = Language("fr", phrases={
    "{camera} can't be opened: {reason}": "{camera} ne s'ouvre pas : {reason}",
    "is it plugged in, and free?": "est-elle branchée ?",
})  # fmt: skip


def named() -> Iterator[tuple[ast.Call, str]]:
    """Every place at which a problem is named."""
    for folder in ("vision", "hardware", "companion/camera"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CODED:
                    yield node, f"{path.relative_to(ROOT)}:{node.lineno}"


def values_in(call: ast.Call) -> set[str | None]:
    dicts = (arg for arg in call.args[1:] if isinstance(arg, ast.Dict))
    keys = {key.value for each in dicts for key in each.keys if isinstance(key, ast.Constant)}
    return {*(keyword.arg for keyword in call.keywords), *map(str, keys)}


def test_every_code_has_a_sentence_that_takes_its_values_and_no_sentence_is_without_use() -> None:
    used = {f"camera-{state}" for state in STATES if state != GOOD}
    for call, where in named():
        code = call.args[0]
        if not isinstance(code, ast.Constant):
            assert ast.unparse(code) in OTHERS, where
            continue
        sentence = SENTENCES[code.value]
        key = sentence.key if isinstance(sentence, Said) else sentence
        asked = {name for _, name, _, _ in Formatter().parse(key) if name}
        assert values_in(call) == asked, where
        used.add(code.value)
    assert used == SENTENCES.keys()


def test_a_problem_is_told_in_every_language_with_those_in_it() -> None:
    assert str(NOT_THERE) == "usb:0 can't be opened: is it plugged in, and free?"
    assert FRENCH.tell(NOT_THERE.said) == "usb:0 ne s'ouvre pas : est-elle branchée ?"


def test_an_error_says_its_sentence_and_keeps_code_and_values() -> None:
    error = CameraError(NOT_THERE.code, **NOT_THERE.values)
    assert error.problem == NOT_THERE
    assert str(error) == str(NOT_THERE)
    assert said_by(error) == NOT_THERE.said
    assert isinstance(said_by(error), Said)


def test_who_names_the_file_goes_on_with_the_error() -> None:
    with pytest.raises(PictureError) as refused:
        read_header(b"GIF89a")
    assert str(refused.value) == "is a GIF; a JPEG, PNG, WebP or HEIC photo is needed"
    assert said_by(refused.value) == f"the photo {refused.value}"
    assert str(GalleryError("gallery-is-none")) == "is no gallery"


def test_what_the_system_says_stays_as_it_is() -> None:
    assert Problem("{Errno 5} no such device").said == "{Errno 5} no such device"
    assert not isinstance(Problem("no such device").said, Said)


def test_a_problem_comes_back_from_json_and_from_what_was_only_text() -> None:
    assert Problem.from_json(json.loads(json.dumps(asdict(NOT_THERE)))) == NOT_THERE
    assert Problem.from_json("only text") == Problem("only text")
    with pytest.raises(KeyError):
        Problem.from_json({"code": "camera-not-opened", "values": {"n": 1}})
