"""The settings: defaults, one TOML file, the environment, and the command line, the last one wins.

Every key is known (`keys.py`), so a wrong one is an error, with the one that was meant.
"""

import argparse
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.common.errors import CompanionError, InputError
from companion.common.json_reading import suggest
from companion.settings.folders import config_folder
from companion.settings.keys import ALL, BY_NAME, SECTIONS, Key, Value

FILE = "config.toml"
FILE_VARIABLE = "COMPANION_CONFIG"
"""Names another file."""
LARGEST_FILE, LONGEST_NAME = 16_000, 60
DEFAULT = "default"
_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


@dataclass(frozen=True)
class Setting:
    """A value, and who said so: `default`, a file's line, a variable or an option."""

    value: Value
    origin: str = DEFAULT


class Settings:
    """All settings, each with its origin."""

    def __init__(self, path: Path, found: Mapping[str, Setting]) -> None:
        self.path = path
        self._found = {key.name: found.get(key.name, Setting(key.default)) for key in ALL}

    def __getitem__(self, name: str) -> Setting:
        return self._found[name]

    def text(self, name: str) -> str:
        """A setting that is a text."""
        value = self._found[name].value
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        """A setting that is a whole number."""
        value = self._found[name].value
        assert isinstance(value, int)
        return value

    def decimal(self, name: str) -> float:
        """A setting that is a number."""
        value = self._found[name].value
        assert isinstance(value, int | float)
        return float(value)

    def flag(self, name: str) -> bool:
        """A setting that is true or false."""
        return self._found[name].value is True

    def words(self, name: str) -> tuple[str, ...]:
        """A setting that is a list of texts."""
        value = self._found[name].value
        assert isinstance(value, tuple)
        return value

    def is_default(self, name: str) -> bool:
        """Whether nobody has said anything about it."""
        return self._found[name].origin == DEFAULT


def add_settings_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take another file, and any single setting."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help="the settings (default: table-companion/config.toml where the system keeps settings)",
    )
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="one setting, such as web.port=8080 (may be given several times)",
    )


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings for a command that has `add_settings_options`."""
    return load(args.config, os.environ, args.set)


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The file that counts when no other is named."""
    named = environ.get(FILE_VARIABLE)
    return Path(named) if named else config_folder() / FILE


def load(
    path: Path | None = None, environ: Mapping[str, str] = os.environ, options: Iterable[str] = ()
) -> Settings:
    """Read and check everything; `path` must be there when it is given.

    Raises:
        InputError: Something is not what it should be; the message says where.
    """
    place = path or config_file(environ)
    found: dict[str, Setting] = {}
    if path is not None or FILE_VARIABLE in environ or place.is_file():
        found |= _from_file(place)
    found |= _from_environment(environ)
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise InputError(f"--set {option}: it goes KEY=VALUE, such as web.port=8080")
        key = _key(name.strip(), f"--set {option}")
        found[key.name] = Setting(_from_text(key, text, f"--set {option}"), "option")
    return Settings(place, found)


def to_toml(value: Value) -> str:
    """A value as TOML has it."""
    # JSON's texts, numbers and lists are TOML's too.
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _from_file(path: Path) -> dict[str, Setting]:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise InputError(f"{path}: too large (the limit is {LARGEST_FILE:,} bytes)")
        text = data.decode("utf-8").replace("\r\n", "\n")
        document = tomllib.loads(text)
    except OSError as error:
        raise CompanionError(f"{path}: {error.strerror}") from error
    except InputError:
        raise
    except (ValueError, RecursionError) as error:  # numbers of 5,000 digits, lists in lists
        raise InputError(f"{path}: this is no TOML: {error}") from error
    found = {}
    for section, fields in document.items():
        _refuse_odd(section, str(path))
        place = f"{path}, line {_line(text, section)}"
        if section not in SECTIONS:
            raise InputError(f"{place}: [{section}]: unknown{suggest(section, SECTIONS)}")
        if not isinstance(fields, dict):
            raise InputError(f"{place}: {section} is a section; write [{section}]")
        for name, value in fields.items():
            _refuse_odd(name, str(path))
            line = _line(text, section, name)
            key = _key(f"{section}.{name}", f"{path}, line {line}")
            found[key.name] = Setting(
                _checked(key, value, f"{path}, line {line}: {key.name}"), f"line {line}"
            )
    return found


def _refuse_odd(name: str, place: str) -> None:
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise InputError(f"{place}: {name[:LONGEST_NAME]!a}: unknown key")


def _line(text: str, section: str, name: str | None = None) -> int:
    """Where something stands, as well as one can say without reading TOML once more."""
    head = re.compile(rf"^\s*\[\s*[\"']?{re.escape(section)}[\"']?\s*\]|^\s*{re.escape(section)}\b")
    within = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("[") or not within:
            within = bool(head.match(line))
            if within and (name is None or re.search(rf"\b{re.escape(name)}\s*=", line)):
                return number
        elif name and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
            return number
    return 1


def _from_environment(environ: Mapping[str, str]) -> dict[str, Setting]:
    known = {key.variable: key for key in ALL}
    ours = tuple(f"COMPANION_{section.upper()}_" for section in SECTIONS)
    found = {}
    for variable, text in environ.items():
        if variable in known:
            key = known[variable]
            found[key.name] = Setting(_from_text(key, text, variable), variable)
        elif variable.startswith(ours):
            raise InputError(f"{variable}: there is no such setting{suggest(variable, known)}")
    return found


def _key(name: str, place: str) -> Key:
    if name not in BY_NAME:
        hint = suggest(name, BY_NAME) or "; `companion config` shows all of them"
        raise InputError(f"{place}: {name or 'nothing'}: unknown key{hint}")
    return BY_NAME[name]


def _from_text(key: Key, text: str, place: str) -> Value:
    """A value as somebody types it."""
    value: Any = text.strip()
    if isinstance(key.default, bool):
        value = {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}.get(value.lower(), value)
    elif isinstance(key.default, int | float):
        with suppress(ValueError):  # the check says what is wrong with it
            value = type(key.default)(value)
    elif isinstance(key.default, tuple):
        value = [word.strip() for word in value.split(",") if word.strip()]
    return _checked(key, value, place)


def _checked(key: Key, value: Any, place: str) -> Value:
    kind = type(key.default)
    if kind is tuple:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise InputError(f'{place}: a list of texts is needed, such as ["pi.local"]')
        value = tuple(value)
    elif kind is float and type(value) is int:
        value = float(value)
    elif type(value) is not kind:
        shown = json.dumps(value, default=str)
        raise InputError(f"{place}: {_KINDS[kind]} is needed, not {shown}")
    if isinstance(value, float) and not abs(value) < 1e12:
        raise InputError(f"{place}: {value} is no number to count with")
    texts = [value] if kind is str else value if kind is tuple else ()
    if any(not text.isprintable() for text in texts):
        raise InputError(f"{place}: a text without invisible characters is needed")
    good: Value = value
    complaint = key.check(good)
    if complaint:
        raise InputError(f"{place}: {to_toml(good)}: {complaint}")
    return good
