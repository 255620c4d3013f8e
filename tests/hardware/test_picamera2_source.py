"""Our stand-in for picamera2, and our use of it, held against the source of the real package.

`make test` fetches the package itself, without the packages that it needs: they exist on a Pi only.
Its source is read, never run. A change in picamera2 breaks these tests, not somebody's evening.
"""

import ast
import re
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.hardware import standin_picamera2

ROOT = Path(__file__).parents[2]
FETCHED = ROOT / "build" / "sources"
#: Which class of the real package each of ours stands for, and where that is.
STANDS_FOR = {
    "StandInPicamera2": ("picamera2/picamera2.py", "Picamera2"),
    "StandInRequest": ("picamera2/request.py", "CompletedRequest"),
}
#: What the stand-in keeps for tests to look at.
OWN_ATTRIBUTES = {
    *("infos", "last", "in_use", "moves_its_lens", "model", "set", "closed", "broken"),
    *("lent", "shown", "square", "focused", "brightness", "sees_colours", "insists_on"),
}
#: How `hardware/pi.py` calls an object, and which class that is.
CALLED = {
    "self._camera": "Picamera2",
    "library.Picamera2": "Picamera2",
    "request": "CompletedRequest",
}

Functions = dict[str, ast.FunctionDef]


@cache
def source(path: str) -> str:
    """A file of the real package."""
    wheels = sorted(FETCHED.glob("picamera2-*.whl"))
    if not wheels:
        pytest.skip(
            "picamera2's own package is not here: `make test` fetches it where it can be had"
        )
    with ZipFile(wheels[-1]) as wheel:
        return wheel.read(path).decode()


def class_in(text: str, name: str) -> ast.ClassDef:
    found = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ClassDef) and n.name == name]
    assert found, f"there is no class {name} any more"
    return found[0]


def functions(of: ast.ClassDef) -> Functions:
    """The methods and properties of a class; of several with a name the last one counts."""
    return {node.name: node for node in of.body if isinstance(node, ast.FunctionDef)}


def attributes(of: ast.ClassDef) -> set[str]:
    """What is assigned to `self`, or in the class."""
    assigned = {
        node.attr
        for node in ast.walk(of)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and ast.unparse(node.value) == "self"
    }
    return assigned | {
        node.target.id
        for node in of.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def parameters(function: ast.FunctionDef) -> dict[str, str | None]:
    """The parameters of a method by name, in order, each with its default as it is written."""
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    defaults = [None] * (len(names) - len(arguments.defaults))
    found = dict(zip(names, [*defaults, *map(ast.unparse, arguments.defaults)], strict=True))
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found[one.arg] = None if default is None else ast.unparse(default)
    return {name: default for name, default in found.items() if name != "self"}


def real(name: str) -> ast.ClassDef:
    path, class_name = next(place for place in STANDS_FOR.values() if place[1] == name)
    return class_in(source(path), class_name)


OURS = Path(standin_picamera2.__file__).read_text("utf-8")
METHODS = [
    (ours, name)
    for ours in STANDS_FOR
    for name in functions(class_in(OURS, ours))
    if not name.startswith("_") or (ours, name) == ("StandInPicamera2", "__init__")
]


@pytest.mark.parametrize(("ours", "method"), METHODS)
def test_each_method_of_the_stand_in_has_the_parameters_of_the_real_one(
    ours: str, method: str
) -> None:
    theirs = functions(real(STANDS_FOR[ours][1]))
    assert method in theirs, f"{method} is gone"
    # What we leave out is never passed by us; what we have must be theirs, with an equal default.
    known = parameters(theirs[method])
    for name, default in parameters(functions(class_in(OURS, ours))[method]).items():
        assert name in known, f"{method} has no parameter {name}"
        if default not in (None, "None"):
            assert default == known[name], f"{method}: {name} is {known[name]} by default"
    both_are_properties = [
        any(ast.unparse(mark) == "property" for mark in function.decorator_list)
        for function in (theirs[method], functions(class_in(OURS, ours))[method])
    ]
    assert len(set(both_are_properties)) == 1


def test_the_stand_in_has_no_attribute_that_the_real_camera_lacks() -> None:
    theirs = attributes(real("Picamera2")) | functions(real("Picamera2")).keys()
    ours = attributes(class_in(OURS, "StandInPicamera2")) - OWN_ATTRIBUTES
    assert {name for name in ours if not name.startswith("_")} <= theirs
    assert "sensor_resolution" in ours


def our_calls() -> list[tuple[str, ast.Call]]:
    """Every call that `hardware/pi.py` makes of picamera2: the class, and the call."""
    tree = ast.parse((ROOT / "hardware" / "pi.py").read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        (CALLED[ast.unparse(call.func.value)], call)
        for call in calls
        if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) in CALLED
    ]


def test_each_of_our_calls_fits_the_real_package() -> None:
    calls = our_calls()
    assert len(calls) > 12, "the calls are not found any more"
    for class_name, call in calls:
        assert isinstance(call.func, ast.Attribute)
        name = "__init__" if call.func.attr == "Picamera2" else call.func.attr
        function = functions(real(class_name)).get(name)
        assert function is not None, f"{class_name} has no {name}"
        known = list(parameters(function))
        assert len(call.args) <= len(known), f"{name} takes fewer values"
        assert {keyword.arg for keyword in call.keywords} <= set(known), name


def texts(within: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(within)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_the_keys_of_our_configuration_are_known() -> None:
    theirs = functions(real("Picamera2"))
    (call,) = (
        c for _, c in our_calls() if ast.unparse(c.func).endswith("create_still_configuration")
    )
    streams = {key.arg: key.value for key in call.keywords if isinstance(key.value, ast.Dict)}
    for name in ("main", "lores"):
        keys = {ast.literal_eval(key) for key in streams[name].keys if key}
        assert keys <= texts(theirs["_make_initial_stream_config"]), f"{name}: {keys}"
    made = texts(theirs["create_still_configuration"])
    assert {"main", "lores", "controls", "buffer_count"} <= made
    formats = source("picamera2/formats.py") + source("picamera2/picamera2.py")
    for stream in streams.values():
        for value in stream.values if isinstance(stream, ast.Dict) else ():
            if isinstance(value, ast.Constant):
                assert f'"{value.value}"' in formats.replace("'", '"'), f"no format {value.value}"


def test_the_stand_in_complains_in_the_words_of_the_real_one() -> None:
    files = ("picamera2/picamera2.py", "picamera2/controls.py")
    package = " ".join(word for path in files for word in texts(ast.parse(source(path))))
    complaints = [
        ast.unparse(node.exc.args[0]).strip("f'\"")
        for node in ast.walk(class_in(OURS, "StandInPicamera2"))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    ]
    assert len(complaints) >= 5
    # The frame that never comes is ours: the real one would wait without an end.
    for complaint in set(complaints) - {"Camera frontend has timed out!"}:
        # There, a name stands between the words.
        for words in re.split(r"\{unknown.pop\(\)\}|main(?= stream should)", complaint):
            assert words in package, complaint


def test_the_small_stream_must_be_yuv_as_the_stand_in_says() -> None:
    """On a Pi 4 anything else is refused there; that is why ours is YUV420."""
    text = source("picamera2/picamera2.py")
    assert "lores stream must be YUV" in text
    assert "lores stream dimensions may not exceed main stream" in text


def test_settings_that_we_hold_are_handed_on_as_they_are() -> None:
    """Names of controls are libcamera's; picamera2 changes the meaning of FrameRate alone."""
    fields = class_in(source("picamera2/controls.py"), "Controls")
    virtual = next(
        ast.literal_eval(ast.unparse(node.value.keys[0]))
        for node in fields.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and node.value.keys
    )
    ours = texts(ast.parse((ROOT / "hardware" / "pi.py").read_text("utf-8")))
    assert virtual == "FrameRate"
    assert virtual not in ours
